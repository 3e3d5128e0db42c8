/** Parameters that several tools share, named and described once (D-3). */
import * as z from "zod";

export const path = z.string().min(1).describe("Path of the file, relative to the workspace folder or absolute.");

export const folder = z
  .string()
  .min(1)
  .default(".")
  .describe("Path of the folder, relative to the workspace folder or absolute. Default: the workspace folder.");

export const searchFolder = z
  .string()
  .min(1)
  .optional()
  .describe("Path of the folder, relative to the workspace folder or absolute. Default: every workspace folder.");

export const includeIgnored = z
  .boolean()
  .default(false)
  .describe("Whether to include files that .gitignore or .ignore exclude. Default: false.");

/** Where something was looked for, for a sentence; the workspace folder goes without saying. */
export const below = (shown: string): string => (shown === "." ? "" : ` in ${shown}`);
