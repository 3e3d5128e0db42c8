/** How a history ended when it was last written: what vouches for its length and its end (PO-8). */
import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeRecord } from "../../../../node/files/writing/jsonRecord";
import { chainStart } from "../../../audit/node/auditChain";

/** The end of a line. */
export interface HistoryTip {
  /** The line's number in its file; 0 before the first. */
  readonly sequence: number;
  readonly hash: string;
  /** Bytes of the file up to there. */
  readonly bytes: number;
}

/** The last line. */
export interface HistoryHead extends HistoryTip {
  /** The line before, until this one is written: after a crash the file may end there, or between the two; then itself. */
  readonly before: HistoryTip;
  /** When it was noted, in milliseconds since 1970. */
  readonly time: number;
}

/** Where every file begins. */
export const fileStart: HistoryTip = { sequence: 0, hash: chainStart, bytes: 0 };

const isTip = (value: unknown): value is HistoryTip => {
  const { sequence, hash, bytes } = (value ?? {}) as Partial<Record<keyof HistoryTip, unknown>>;
  return typeof sequence === "number" && typeof hash === "string" && typeof bytes === "number";
};

/** Undefined where none is noted, or nothing that can be read. */
export async function readHead(path: string): Promise<HistoryHead | undefined> {
  try {
    const head = JSON.parse(await readFile(path, "utf8")) as HistoryHead;
    return isTip(head) && isTip(head.before) && typeof head.time === "number" ? head : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all. */
export const writeHead: (path: string, head: HistoryHead) => Promise<void> = writeRecord;

/** True when a line with this hash ends at this byte of a file, which no link may be. */
export async function endsAt(path: string, { hash, bytes }: HistoryTip): Promise<boolean> {
  if (bytes === 0) return true;
  const ending = Buffer.from(`"hash":"${hash}"}\n`);
  const file = await open(path, "r");
  try {
    const found = Buffer.alloc(ending.length);
    await file.read(found, 0, found.length, Math.max(0, bytes - found.length));
    return found.equals(ending);
  } finally {
    await file.close();
  }
}

/** Where a host notes the last line that it wrote itself of a workspace's history. @param stateFolder the host's. */
export const ownHeadPath = (stateFolder: string, workspace: string): string =>
  join(stateFolder, "execHistory", `${createHash("sha256").update(workspace).digest("hex").slice(0, 32)}.json`);
