/** Whether anything of a process group still runs, and signals to it and to nothing else. */
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

/** A process group by the process that leads it. */
export interface GroupId {
  readonly pid: number;
  /** When the leader began, in the system's own count; undefined where the system does not tell. */
  readonly begun: string | undefined;
}

/** The line reads `PID (NAME) STATE PARENT GROUP …`, and the name may hold anything. */
export const fieldsAfterName = (line: string): string[] => line.slice(line.lastIndexOf(")") + 2).split(" ");

/** Undefined when there is no such process. As UTF-8, which Node reads at a third of the price; only the name may not be. */
export function statOf(pid: number | string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
}

/** The 22nd field of the line. */
function beginningOf(pid: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  const line = statOf(pid);
  return line === undefined ? undefined : fieldsAfterName(line)[19];
}

/** A number that no process has: 0 would mean the group of whoever asks, and -1 everything. */
const nobody = 2 ** 31 - 1;

/**
 * The group that a process of ours leads; asked for before its end can have been noticed.
 * @param pid undefined for one that could not be started.
 */
export const groupIdOf = (pid: number = nobody): GroupId => ({ pid, begun: beginningOf(pid) });

/**
 * False when another process has the number by now. The system gives no process a number that is still the number of a
 * group, so then nothing of the group is left.
 */
export const isSame = ({ pid, begun }: GroupId): boolean => {
  const now = beginningOf(pid);
  return begun === undefined || now === undefined || now === begun;
};

const send = (to: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(to, signal);
  } catch {
    // ESRCH: nothing is left, which is what was wanted.
    return false;
  }
};

/** True when the very process has not ended; one that nobody has collected yet has. */
export function isRunning({ pid, begun }: GroupId): boolean {
  const fields = fieldsAfterName(statOf(pid) ?? "");
  return begun !== undefined && fields[19] === begun && !/^[ZX]/.test(fields[0] ?? "");
}

/** Signals the leader alone. */
export const signalLeader = (group: GroupId, signal: NodeJS.Signals): boolean =>
  isSame(group) && send(group.pid, signal);

/** True when the system knows the group, be it by a process that has ended and was not collected yet. */
export const signalGroup = (group: GroupId, signal: NodeJS.Signals | 0): boolean =>
  isSame(group) && send(process.platform === "win32" ? group.pid : -group.pid, signal);

/** Processes that are looked at before others have their turn: a read of /proc is a memory copy of 10 µs. */
const atOnce = 64;

/** Processes of the machine, in portions between which others have their turn. @throws the system's error without /proc. */
export async function* processes(): AsyncGenerator<readonly string[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  for (let from = 0; from < names.length; from += atOnce) {
    yield names.slice(from, from + atOnce);
    await setImmediate();
  }
}

/**
 * Whether a process of the group runs. In a container the first process may collect the ended ones late or never, so
 * those are looked for and not counted.
 */
export async function isGroupRunning(group: GroupId): Promise<boolean> {
  if (!signalGroup(group, 0)) return false;
  if (process.platform !== "linux") return true;
  try {
    for await (const names of processes()) if (names.some((name) => runsIn(group.pid, name))) return true;
    return false;
  } catch {
    // Without /proc the system's word has to do.
    return true;
  }
}

function runsIn(group: number, name: string): boolean {
  const [state = "", , itsGroup] = fieldsAfterName(statOf(name) ?? "");
  return Number(itsGroup) === group && !/^[ZX]/.test(state);
}
