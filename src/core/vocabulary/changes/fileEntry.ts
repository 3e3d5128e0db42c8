/** What a name in a folder stands for: a file, a symbolic link or a folder. */

import { sameBytes } from "../../text/changedBytes";

/** Kinds of names beside plain files. */
export type OtherKind = "link" | "folder";

/** What a name stands for at one moment. */
export interface FileEntry {
  readonly kind: "file" | OtherKind;
  /** A file's content; of a link the path that it leads to, as it is written there; of a folder nothing. */
  readonly bytes: Uint8Array;
  /** Permission bits, where they are known and matter. */
  readonly mode?: number;
}

/** What a change says of both of its sides beside the bytes. */
export interface ChangeFacts {
  /** What the name stands for before and after, where that is no file. */
  readonly kinds?: { readonly before?: OtherKind; readonly after?: OtherKind } | undefined;
  /** Permission bits before and after, where the change is about them too. */
  readonly modes?: { readonly before?: number; readonly after?: number } | undefined;
}

/** A change with its bytes; undefined: there is nothing of the name. */
export interface EntryChange extends ChangeFacts {
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

const side = (change: EntryChange, which: "before" | "after"): FileEntry | undefined => {
  const bytes = change[which];
  const mode = change.modes?.[which];
  if (bytes === undefined) return undefined;
  return { kind: change.kinds?.[which] ?? "file", bytes, ...(mode !== undefined && { mode }) };
};

/** What a change finds. */
export const entryBefore = (change: EntryChange): FileEntry | undefined => side(change, "before");

/** What a change leaves. */
export const entryAfter = (change: EntryChange): FileEntry | undefined => side(change, "after");

/** True for a change that is not about a file's bytes alone. */
export const isOddChange = ({ kinds, modes }: ChangeFacts): boolean => kinds !== undefined || modes !== undefined;

const octal = (mode: number) => mode.toString(8).padStart(3, "0");

/** Permission bits as people write them, where a change makes others of them. */
export function changedModes({ modes }: ChangeFacts): { readonly before: string; readonly after: string } | undefined {
  if (modes?.before === undefined || modes.after === undefined || modes.before === modes.after) return undefined;
  return { before: octal(modes.before), after: octal(modes.after) };
}

/** Whether two are the same; permissions count where both are known. */
export function sameEntry(one: FileEntry | undefined, other: FileEntry | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const sameMode = one.mode === undefined || other.mode === undefined || one.mode === other.mode;
  return one.kind === other.kind && sameMode && sameBytes(one.bytes, other.bytes);
}

/** The facts of a change from one to the other; nothing where both are plain files of the same permissions. */
export function factsBetween(before: FileEntry | undefined, after: FileEntry | undefined): ChangeFacts {
  const [from, to] = [kindOf(before), kindOf(after)];
  const kinds = (from ?? to) ? { kinds: { ...(from && { before: from }), ...(to && { after: to }) } } : {};
  const isAboutMode = before?.mode !== after?.mode || kindOf(before) === "folder" || kindOf(after) === "folder";
  if (!isAboutMode) return kinds;
  const modes = {
    ...(before?.mode !== undefined && { before: before.mode }),
    ...(after?.mode !== undefined && { after: after.mode }),
  };
  return { ...kinds, ...(Object.keys(modes).length > 0 && { modes }) };
}

const kindOf = (entry: FileEntry | undefined): OtherKind | undefined =>
  entry === undefined || entry.kind === "file" ? undefined : entry.kind;

/** The facts of the change back. */
export const turnedBack = ({ kinds, modes }: ChangeFacts): ChangeFacts => ({
  ...(kinds && { kinds: swapped(kinds) }),
  ...(modes && { modes: swapped(modes) }),
});

function swapped<T>({ before, after }: { readonly before?: T; readonly after?: T }): { before?: T; after?: T } {
  return { ...(after !== undefined && { before: after }), ...(before !== undefined && { after: before }) };
}
