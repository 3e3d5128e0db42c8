/** The processes of a command and what they use, as Linux tells it (HB-6). */
import { readdirSync, readFileSync, type Stats, statfsSync, statSync } from "node:fs";
import { takenBy } from "../files/diskUse";
import { reachableStats } from "../files/reachable";
import { fieldsAfterName, type GroupId, isSame, processes, signalGroup, statOf } from "./liveGroup";

/** Counts of processor time in a second, the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** One process. */
export interface ProcessUse {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly threads: number;
  /** When it began, in the system's own count: with the number it names one process for ever. */
  readonly begun: number;
  /** Seconds of processor time of its own. */
  readonly cpuSeconds: number;
  /** The same of its children that have ended and were waited for, and of theirs. */
  readonly childSeconds: number;
}

function useOf(pid: string): ProcessUse | undefined {
  const line = statOf(pid);
  if (line === undefined) return undefined;
  const fields = fieldsAfterName(line);
  // Numbered in proc(5) from 1, the state being the third.
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid: Number(pid),
    parent: field(4),
    group: field(5),
    threads: field(20),
    begun: field(22),
    cpuSeconds: (field(14) + field(15)) / ticksPerSecond,
    childSeconds: (field(16) + field(17)) / ticksPerSecond,
  };
}

/**
 * The group, and all that its processes started. From a sandbox nothing gets out of this; elsewhere a process does that
 * left the group and whose parent has ended.
 */
export async function processTree(group: GroupId): Promise<ProcessUse[]> {
  const children = new Map<number, ProcessUse[]>();
  const members = new Map<number, ProcessUse>();
  for await (const names of processes())
    for (const use of names.map(useOf)) {
      if (!use) continue;
      if (use.group === group.pid) members.set(use.pid, use);
      const siblings = children.get(use.parent);
      if (siblings) siblings.push(use);
      else children.set(use.parent, [use]);
    }
  if (!isSame(group)) return [];
  // A map that grows goes on with what was added.
  for (const [pid] of members) for (const child of children.get(pid) ?? []) members.set(child.pid, child);
  return [...members.values()];
}

/** Rounds in which something new may still be found. */
const maxRounds = 50;

function signalAll(pids: Iterable<number>, signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself.
    }
  }
}

/** Ends a group and all that its processes started. What is stopped starts nothing more, so at last nothing new is found. */
export async function killTree(group: GroupId): Promise<void> {
  const stopped = new Set<number>();
  for (let round = 0; round < maxRounds; round += 1) {
    const fresh = (await processTree(group)).map(({ pid }) => pid).filter((pid) => !stopped.has(pid));
    if (fresh.length === 0) break;
    signalGroup(group, "SIGSTOP");
    signalAll(fresh, "SIGSTOP");
    for (const pid of fresh) stopped.add(pid);
  }
  signalAll(stopped, "SIGKILL");
}

const textOf = (pid: number, file: "status" | "smaps_rollup"): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    // It has ended, or is another user's.
    return "";
  }
};

/** The sum of a file's lines of kilobytes, in bytes. */
function bytesIn(text: string, line: RegExp): number {
  const kilobytes = [...text.matchAll(line)].reduce((sum, [, number]) => sum + Number(number), 0);
  return kilobytes * 1024;
}

const own = /^(?:RssAnon|RssShmem|VmSwap):\s*(\d+) kB/gm;
const share = /^(?:Pss_Anon|Pss_Shmem|SwapPss):\s*(\d+) kB/gm;

const sumOf = (members: readonly ProcessUse[], bytes: (pid: number) => number): number =>
  members.reduce((sum, { pid }) => sum + bytes(pid), 0);

/** Bytes of the memory that processes hold, programs and files not among them. What several share is counted for each. */
export const memoryAtMost = (members: readonly ProcessUse[]): number =>
  sumOf(members, (pid) => bytesIn(textOf(pid, "status"), own));

/** The same with what is shared counted once, which takes the system far longer to tell. */
export const memoryOf = (members: readonly ProcessUse[]): number =>
  sumOf(members, (pid) => bytesIn(textOf(pid, "smaps_rollup"), share));

/** Bytes of the files in the memory that a sandbox of its own has for them; 0 where there is none. */
export function sharedFiles(sandboxed: readonly ProcessUse[]): number {
  for (const { pid } of sandboxed) {
    try {
      const { blocks, bfree, bsize } = statfsSync(`/proc/${pid}/root/dev/shm`);
      return (blocks - bfree) * bsize;
    } catch {
      // It has ended: another one knows.
    }
  }
  return 0;
}

function openFiles(pid: number): Stats[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      const stats = statSync(`/proc/${pid}/fd/${name}`, { throwIfNoEntry: false });
      return stats ? [stats] : [];
    });
  } catch {
    return [];
  }
}

/**
 * Bytes of files that processes hold open and that have no name any more.
 * @param folder only those on its disk are counted; where they lay there, nothing tells.
 */
export function unnamedFiles(members: readonly ProcessUse[], folder: string): number {
  const device = reachableStats(folder)?.dev;
  const found = new Map<number, number>();
  for (const stats of members.flatMap(({ pid }) => openFiles(pid)))
    if (stats.isFile() && stats.nlink === 0 && stats.dev === device) found.set(stats.ino, takenBy(stats));
  return [...found.values()].reduce((sum, bytes) => sum + bytes, 0);
}
