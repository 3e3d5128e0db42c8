/** A file that a crash left in the middle of a write into the file itself (D-9, D-17). */

import { sharedHead, sharedTail } from "../../text/changedBytes";
import { type EntryChange, entryAfter, entryBefore, type FileEntry } from "./fileEntry";

/**
 * Whether some bytes are others with one stretch of what was written over them, which may reach past their end. What had been
 * written before that stretch is theirs again.
 */
function isPartWritten(now: Uint8Array, under: Uint8Array, over: Uint8Array): boolean {
  if (now.length < under.length) return false;
  // The longest ends that it shares with them leave the shortest stretch.
  const start = sharedHead(now, under);
  const isLonger = now.length > under.length;
  const end = isLonger ? now.length : now.length - sharedTail(now, under, now.length - start);
  return end <= over.length && Buffer.compare(now.subarray(start, end), over.subarray(start, end)) === 0;
}

/** Whether some bytes begin as what took a complete write back, and go on as that write left them. */
function isPartTakenBack(now: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  const start = sharedHead(now, before);
  if (now.length > after.length) return start === now.length;
  return now.length === after.length && Buffer.compare(now.subarray(start), after.subarray(start)) === 0;
}

/**
 * Whether a file holds what a write into the file itself leaves when it is cut off. Such a write begins at the first byte and
 * shortens the file only at its end, so the file holds the beginning of the new bytes and then the rest of the old ones.
 * Taking back what was begun writes the old ones in the same way, and may be cut off as well.
 * @param now what is there; permissions count where they are known, and may be those of either side.
 */
export function isTorn(now: FileEntry | undefined, change: EntryChange): boolean {
  const [before, after] = [entryBefore(change), entryAfter(change)];
  if (now?.kind !== "file" || before?.kind !== "file" || after?.kind !== "file") return false;
  const isMode = (mode: number | undefined) => now.mode === undefined || mode === undefined || mode === now.mode;
  if (!isMode(before.mode) && !isMode(after.mode)) return false;
  return isPartWritten(now.bytes, before.bytes, after.bytes) || isPartTakenBack(now.bytes, before.bytes, after.bytes);
}
