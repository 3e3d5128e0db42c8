import type { Effect, ResolvedPath, WriteEffect } from "../effect";

/** One change of one file as a person thinks of it: a move is one change, though it is two writes. */
export interface FileChange {
  readonly kind: "create" | "change" | "delete" | "move";
  /** What is written; of a move the file under its new name. */
  readonly effect: WriteEffect;
  /** Where a moved file comes from. */
  readonly from?: ResolvedPath;
}

const kindOf = ({ before, after }: WriteEffect): FileChange["kind"] =>
  before === undefined ? "create" : after === undefined ? "delete" : "change";

const same = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;

/** True for a change of a file's bytes. */
const isPlain = ({ kinds, whole }: WriteEffect) => !kinds && !whole;

/** The changes a call's effects make, in their order; a file created with the bytes of one that is deleted was moved. */
export function fileChanges(effects: readonly Effect[]): FileChange[] {
  const writes = effects.filter((effect) => effect.kind === "write");
  const deletions = new Set(writes.filter((effect) => kindOf(effect) === "delete"));
  // A command may delete and create thousands of files.
  const bySize = new Map<number | undefined, WriteEffect[]>();
  for (const deletion of [...deletions].filter(isPlain)) {
    const size = deletion.before?.length;
    const ofSize = bySize.get(size);
    if (ofSize) ofSize.push(deletion);
    else bySize.set(size, [deletion]);
  }
  const sources = new Map<WriteEffect, WriteEffect>();
  for (const effect of writes) {
    if (kindOf(effect) !== "create" || !isPlain(effect)) continue;
    const source = bySize
      .get(effect.after?.length)
      ?.find((deletion) => deletions.has(deletion) && same(deletion.before, effect.after));
    if (!source) continue;
    sources.set(effect, source);
    deletions.delete(source);
  }
  const moved = new Set(sources.values());
  return writes
    .filter((effect) => !moved.has(effect))
    .map((effect) => {
      const source = sources.get(effect);
      return source ? { kind: "move", effect, from: source.target } : { kind: kindOf(effect), effect };
    });
}
