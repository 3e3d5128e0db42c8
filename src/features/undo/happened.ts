/** What of an entry's changes the files say has happened, where a crash kept anybody from saying so (D-17). */

import type { JournalChange, JournalStore } from "../../core/journal/journalEntry";
import {
  entryAfter,
  entryBefore,
  type FileEntry,
  isOddChange,
  sameEntry,
} from "../../core/vocabulary/changes/fileEntry";
import { isPut, type KeptWhole } from "../../core/vocabulary/changes/wholeChange";
import type { WholePorts } from "./folderChanges";
import { JournalHistory } from "./journalHistory";

/** `both` where a change makes no difference, `neither` where somebody else changed it since, or a move was cut in two. */
export type Stage = "before" | "after" | "both" | "neither";

/** All of a journal: of an undo that a crash cut off, what the files say has happened is done, and the rest never was. */
export async function settledHistory(ports: WholePorts & { readonly store: JournalStore }): Promise<JournalHistory> {
  const { store } = ports;
  const history = new JournalHistory(await store.list());
  const unsettled = history.unsettled();
  if (unsettled.length === 0) return history;
  for (const { id } of unsettled) {
    const entry = await store.get(id);
    const happened = await Promise.all(entry.changes.map((change) => hasHappened(ports, change)));
    await store.end({ ...entry, state: "done", changes: entry.changes.filter((_, index) => happened[index]) });
  }
  return new JournalHistory(await store.list());
}

/** Never rejects. */
async function hasHappened(ports: WholePorts, change: JournalChange): Promise<boolean> {
  const { real, whole } = change;
  if (whole) return wasMoved(ports, real, whole).catch(() => false);
  return (await stageOf(ports, change)) === "after";
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
    return is ? "after" : "neither";
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
): Promise<{ readonly now: FileEntry | undefined } | "elsewhere"> {
  const { path, real } = change;
  if (isOddChange(change)) {
    const found = await files.entry?.(real);
    return found?.target.real === real ? { now: found.entry } : "elsewhere";
  }
  const target = await files.resolve(path);
  if (target.real !== real) return "elsewhere";
  return { now: (await files.stat(target)) ? { kind: "file", bytes: await files.read(target) } : undefined };
}
