/** What was changed, by turn and by file, for people who look at it afterwards (D-16). */

import { type JournalChange, type JournalEntry, type JournalSummary, turnOf } from "../../core/journal/journalEntry";
import { type FileChange, fileChanges } from "../../core/vocabulary/changes/fileChanges";
import { entryAfter, entryBefore, factsBetween, sameEntry } from "../../core/vocabulary/changes/fileEntry";
import type { WholeChange } from "../../core/vocabulary/changes/wholeChange";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { isInside } from "../../core/vocabulary/paths";
import type { Journal } from "./journal";

/** The calls of one turn that changed files. */
export interface ChangedTurn {
  readonly id: string;
  readonly title: string;
  /** When its last change was made, in milliseconds since 1970. */
  readonly time: number;
  /** Its calls, oldest first. */
  readonly entries: readonly JournalSummary[];
}

/** Groups journal entries by their turn. @param entries oldest first. @returns the turn with the latest change first. */
export function turnsOf(entries: readonly JournalSummary[]): ChangedTurn[] {
  const byTurn = new Map<string, JournalSummary[]>();
  for (const entry of entries) {
    const { id } = turnOf(entry);
    byTurn.set(id, [...(byTurn.get(id) ?? []), entry]);
  }
  const turns = [...byTurn].map(([id, [first, ...rest]]): ChangedTurn => {
    const entry = first as JournalSummary;
    const last = rest.at(-1) ?? entry;
    return { id, title: turnOf(entry).title, time: last.time, entries: [entry, ...rest] };
  });
  return turns.sort((a, b) => b.time - a.time);
}

/** A turn by what made its changes: one part for each command, under its command line, and its other calls. */
export function partsOfTurn(turn: ChangedTurn): {
  readonly commands: readonly ChangedTurn[];
  readonly rest: ChangedTurn;
} {
  const byCommand = new Map<string, JournalSummary[]>();
  for (const entry of turn.entries)
    if (entry.command) byCommand.set(entry.command.id, [...(byCommand.get(entry.command.id) ?? []), entry]);
  const commands = [...byCommand].map(([id, entries]): ChangedTurn => {
    const last = entries.at(-1) as JournalSummary;
    return { id: `${turn.id}\n${id}`, title: last.command?.line ?? last.title, time: last.time, entries };
  });
  return { commands, rest: { ...turn, entries: turn.entries.filter(({ command }) => !command) } };
}

/** Calls that are taken back in the same files. */
export interface ChangedTogether {
  /** Newest first. */
  readonly calls: readonly JournalSummary[];
  /** Real paths: the file, and what it was moved from and to, which would be lost or doubled without. */
  readonly reals: ReadonlySet<string>;
}

/** The calls whose change of a file stands. */
export async function changedTogether(
  journal: Pick<Journal, "undoable" | "get">,
  real: string,
): Promise<ChangedTogether> {
  const reals = new Set([real]);
  const calls: JournalSummary[] = [];
  for (const call of await journal.undoable()) {
    if (!call.reals.some((changed) => reals.has(changed))) continue;
    calls.push(call);
    for (const { effect, from } of fileChanges((await journal.get(call.id)).changes.map(writeOf)))
      if (from && (reals.has(effect.target.real) || reals.has(from.real))) reals.add(effect.target.real).add(from.real);
  }
  return { calls, reals };
}

/** A folder that was moved as it is, and the call that did so. */
export interface WholeAround {
  /** Shown path of the folder. */
  readonly folder: string;
  readonly call: JournalSummary;
}

/** The newest call that moved the folder around a file as it is, so that the file cannot be taken back by itself. */
export async function wholeAround(
  journal: Pick<Journal, "undoable" | "get">,
  real: string,
): Promise<WholeAround | undefined> {
  for (const call of await journal.undoable()) {
    if (!call.reals.some((changed) => changed !== real && isInside(changed, real))) continue;
    const { changes } = await journal.get(call.id);
    const around = changes.find((change) => change.whole && change.real !== real && isInside(change.real, real));
    if (around) return { folder: around.shown, call };
  }
  return undefined;
}

const writeOf = ({ path, real, shown, before, after, kinds, modes, whole }: JournalChange): WriteEffect => ({
  kind: "write",
  target: { path, real, shown },
  before,
  after,
  ...(kinds && { kinds }),
  ...(modes && { modes }),
  ...(whole && { whole: sidesOf(whole, whole) }),
});

/** What was moved as it is, from what was there before the first change to what the last one left. */
const sidesOf = (first: WholeChange | undefined, last: WholeChange | undefined): WholeChange => ({
  ...(first?.before && { before: first.before }),
  ...(last?.after && { after: last.after }),
});

/** What a turn made of one file. */
export interface TurnChange extends FileChange {
  /** The call that changed it first, and the place of that change in it: there is what the file held before. */
  readonly first: { readonly id: string; readonly index: number };
}

/**
 * From what each file held before the first of these calls to what the last one left there; unchanged files are left out.
 * @param stands whether an entry's change of a file still counts.
 */
export function changesOfTurn(
  entries: readonly JournalEntry[],
  stands: (entry: number, shown: string) => boolean = () => true,
): TurnChange[] {
  const firsts = new Map<string, { change: JournalChange; id: string; index: number }>();
  const lasts = new Map<string, JournalChange>();
  for (const [at, { id, changes }] of entries.entries())
    for (const [index, change] of changes.entries()) {
      if (!stands(at, change.shown)) continue;
      if (!firsts.has(change.real)) firsts.set(change.real, { change, id, index });
      lasts.set(change.real, change);
    }
  const effects = [...firsts.values()].flatMap(({ change }): WriteEffect[] => {
    const { path, real, shown } = change;
    const last = lasts.get(real) ?? change;
    const [before, after] = [entryBefore(change), entryAfter(last)];
    const isMoved = change.whole !== undefined || last.whole !== undefined;
    if (isMoved ? !before && !after : sameEntry(before, after)) return [];
    const facts = { ...factsBetween(before, after), ...(isMoved && { whole: sidesOf(change.whole, last.whole) }) };
    return [{ kind: "write", target: { path, real, shown }, before: before?.bytes, after: after?.bytes, ...facts }];
  });
  return fileChanges(effects).map((change) => {
    const { id, index } = firsts.get((change.from ?? change.effect.target).real) as { id: string; index: number };
    return { ...change, first: { id, index } };
  });
}
