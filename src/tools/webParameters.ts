/** Parameters that the web tools share. */
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
