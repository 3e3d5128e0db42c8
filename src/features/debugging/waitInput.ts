import * as z from "zod";

/** How long a call waits for a program to stop or end. */
export const waitInput = z
  .number()
  .int()
  .min(0)
  .max(120_000)
  .default(15_000)
  .describe("Maximum wait in milliseconds until it stops or ends; it goes on running afterwards. Default: 15000.");

/** Which frame of the stopped thread is looked at. */
export const frameInput = z
  .number()
  .int()
  .min(0)
  .default(0)
  .describe("Number of the frame as debug_stack shows it, 0 being the innermost. Default: 0.");
