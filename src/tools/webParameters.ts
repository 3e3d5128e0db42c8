/** Parameters that the web tools share (WF-1, WF-6). */
import * as z from "zod";

export const httpAddress = z
  .string()
  .min(1)
  .max(8192)
  .describe("Absolute address: https://host/path, with no user name or password in it.");

export const maxRedirects = z
  .number()
  .int()
  .min(0)
  .max(5)
  .default(5)
  .describe("Redirects to follow, 0 to 5; where each leads is judged anew. Default: 5.");

/** `1,048,576` */
export const grouped = (count: number): string => count.toLocaleString("en-US");

const kilobyte = 1024;

const sizeText = (bytes: number): string =>
  bytes < kilobyte * kilobyte ? `${Math.ceil(bytes / kilobyte)} KB` : `${(bytes / kilobyte / kilobyte).toFixed(1)} MB`;

/** How far a request is, for whoever watches: `Received 120 KB of 512 KB`. */
export const receivedText = (received: number, total: number | undefined): string =>
  `Received ${sizeText(received)}${total === undefined ? "" : ` of ${sizeText(total)}`}`;
