/** What of an entry's changes the files say has happened, where a crash kept anybody from saying so (D-17). */

import type { JournalChange, JournalStore } from "../../core/journal/journalEntry";
import {
  entryAfter,
  entryBefore,
  type FileEntry,
  factsBetween,
  isOddChange,
  sameEntry,
} from "../../core/vocabulary/changes/fileEntry";
import { isTorn } from "../../core/vocabulary/changes/tornFile";
import { isPut, type KeptWhole } from "../../core/vocabulary/changes/wholeChange";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import type { WholePorts } from "./folderChanges";
import { JournalHistory } from "./journalHistory";

/**
 * `both` where a change makes no difference, `torn` where a write into the file itself was cut off (see isTorn), `neither` where
 * somebody else changed it since, or a move was cut in two.
 */
export type Stage = "before" | "after" | "both" | "torn" | "neither";

/** A change of which is known by now that it was made to its end. */
export const madeWhole = ({ inPlace, ...change }: JournalChange): JournalChange => change;

/**
 * All of a journal: of an undo that a crash cut off, what the files say has happened is done, and the rest never was. A file that
 * it left torn gets the bytes again that it held before the undo.
 */
export async function settledHistory(ports: WholePorts & { readonly store: JournalStore }): Promise<JournalHistory> {
  const { store } = ports;
  const history = new JournalHistory(await store.list());
  const unsettled = history.unsettled();
  if (unsettled.length === 0) return history;
  for (const { id } of unsettled) {
    const entry = await store.get(id);
    const happened = await Promise.all(entry.changes.map((change) => hasHappened(ports, change)));
    // What cannot be mended now stays on record as torn, for whoever looks next.
    if (happened.includes("torn")) continue;
    const changes = entry.changes.filter((_, index) => happened[index]).map(madeWhole);
    await store.end({ ...entry, state: "done", changes });
  }
  return new JournalHistory(await store.list());
}

/** Never rejects. */
async function hasHappened(ports: WholePorts, change: JournalChange): Promise<boolean | "torn"> {
  const { real, whole } = change;
  if (whole) return wasMoved(ports, real, whole).catch(() => false);
  const found = await stageOf(ports, change);
  const stage = found === "torn" ? await mended(ports, change) : found;
  return stage === "torn" ? stage : stage === "after";
}

/** Gives a torn file its old bytes again. A process that is still writing it is waited for, and then right. Never rejects. */
async function mended(ports: WholePorts, change: JournalChange): Promise<Stage> {
  try {
    const found = await entryNow(ports, change);
    if (found === "elsewhere" || !isTorn(found.now, change)) return await stageOf(ports, change);
    const { target, now } = found;
    const facts = isOddChange(change) ? factsBetween(now, entryBefore(change)) : {};
    await ports.files.write(target, now?.bytes, change.before, facts);
    return "before";
  } catch {
    return stageOf(ports, change);
  }
}

/** What goes is kept before anything comes; where nothing went, what is there has come. */
async function wasMoved({ files, wholeAt }: WholePorts, real: string, { kept }: KeptWhole): Promise<boolean> {
  const place = kept === undefined ? real : wholeAt?.(kept);
  return place !== undefined && (await files.wholes?.identity(place)) !== undefined;
}

/** Which side of a change is there now. Never rejects. */
export async function stageOf(ports: WholePorts, change: JournalChange): Promise<Stage> {
  try {
    if (change.whole) return await stageOfMove(ports, change.real, change.whole);
    const found = await entryNow(ports, change);
    if (found === "elsewhere") return "neither";
    const [was, is] = [sameEntry(found.now, entryBefore(change)), sameEntry(found.now, entryAfter(change))];
    if (was && is) return "both";
    if (was) return "before";
    if (is) return "after";
    return change.inPlace && isTorn(found.now, change) ? "torn" : "neither";
  } catch {
    return "neither";
  }
}

async function stageOfMove({ files, wholeAt }: WholePorts, real: string, move: KeptWhole): Promise<Stage> {
  const now = await files.wholes?.identity(real);
  const kept = move.kept === undefined ? undefined : wholeAt?.(move.kept);
  const isKept = kept !== undefined && (await files.wholes?.identity(kept)) !== undefined;
  if (kept !== undefined && !isKept) return "before";
  if (isPut(now, move.put)) return "after";
  return kept === undefined && now === undefined ? "before" : "neither";
}

async function entryNow(
  { files }: WholePorts,
  change: JournalChange,
): Promise<{ readonly target: ResolvedPath; readonly now: FileEntry | undefined } | "elsewhere"> {
  const { path, real } = change;
  if (isOddChange(change)) {
    const found = await files.entry?.(real);
    return found?.target.real === real ? { target: found.target, now: found.entry } : "elsewhere";
  }
  const target = await files.resolve(path);
  if (target.real !== real) return "elsewhere";
  const isThere = (await files.stat(target)) !== undefined;
  return { target, now: isThere ? { kind: "file", bytes: await files.read(target) } : undefined };
}
