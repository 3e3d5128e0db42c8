/** Limits that a command met: as facts, and in the words of a model (HB-6). */

/** A setting of what commands may use, without `toolcrib.limits.`. */
export type UseLimit =
  | "cpuSeconds"
  | "runCpuSeconds"
  | "fileMegabytes"
  | "processes"
  | "memoryMegabytes"
  | "runMemoryMegabytes"
  | "workspaceMegabytes";

/** A limit that was met. */
export interface ReachedLimit {
  readonly name: UseLimit;
  /** The setting's value when the command began, in the setting's unit. */
  readonly most: number;
  /**
   * `stopped`: all of the command was ended for it. `refused`: the system kept or ended one of its processes. `likely`: only
   * what it printed tells of it, which it may print for other reasons. `passed`: it had ended when that was seen.
   */
  readonly effect: "stopped" | "refused" | "likely" | "passed";
}

const stopped: Readonly<Partial<Record<UseLimit, (most: number) => string>>> = {
  runCpuSeconds: (most) => `It was stopped because its processes used more than ${most} s of processor time together`,
  runMemoryMegabytes: (most) => `It was stopped because its processes held more than ${most} MiB of memory together`,
  processes: (most) => `It was stopped because it ran more than ${most} processes and threads at once`,
  workspaceMegabytes: (most) => `It was stopped because the files of the agent's workspace grew beyond ${most} MiB`,
};

const refused: Readonly<Partial<Record<UseLimit, (most: number) => string>>> = {
  cpuSeconds: (most) => `One of its processes was ended because it used more than ${most} s of processor time`,
  fileMegabytes: (most) => `One of its processes was prevented from writing more than ${most} MiB to one file`,
  processes: (most) => `It was prevented from starting more than ${most} processes and threads`,
};

const likely: Readonly<Partial<Record<UseLimit, (most: number) => string>>> = {
  fileMegabytes: (most) => `Apparently it was prevented from writing more than ${most} MiB to one file`,
  memoryMegabytes: (most) =>
    `Apparently one of its processes was prevented from holding more than ${most} MiB of memory`,
  processes: (most) => `Apparently it was prevented from starting more than ${most} processes and threads`,
};

const passed: Readonly<Partial<Record<UseLimit, (most: number) => string>>> = {
  workspaceMegabytes: (most) => `The files of the agent's workspace take more than ${most} MiB now`,
};

const sentences = { stopped, refused, likely, passed } as const;

const advice = (name: UseLimit): string =>
  name === "workspaceMegabytes" ? "Delete files that are not needed" : "Do less at once";

/** One sentence with the value and the setting, and what to do next. */
export const limitNote = ({ name, most, effect }: ReachedLimit): string =>
  `[${sentences[effect][name]?.(most) ?? "It reached a limit"} (toolcrib.limits.${name}). ${advice(name)}, or ask the person to raise the limit.]`;
