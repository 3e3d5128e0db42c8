/** How a command ended, in the words that models and people read (SH-1, SH-13). */
import type { CommandOutcome } from "./host";

/** `340 ms`, `12.3 s`. */
export const durationText = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds)} ms`;

/** `exit code: 3`, `ended by SIGTERM`. */
export const endingText = ({ exitCode, signal }: Pick<CommandOutcome, "exitCode" | "signal">): string =>
  exitCode === undefined ? `ended by ${signal ?? "an unknown signal"}` : `exit code: ${exitCode}`;
