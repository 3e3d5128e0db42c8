/** Taking back changes of what was moved as it is: what went is moved back, and what came is kept instead (D-17). */

import type { FilePort } from "../../core/ports/files";
import { type FileEntry, sameEntry } from "../../core/vocabulary/changes/fileEntry";
import { isPut, type WholeFacts, type WholeMove } from "../../core/vocabulary/changes/wholeChange";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { childOf, isInside, parentOf, relativeInside, segments } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import type { WholeChain } from "./changeChain";
import { changeIn, type RestorePorts } from "./folderChanges";
import type { RestoreConflict } from "./restoreConflict";

/** How it is taken back. */
export interface RestoredWhole {
  readonly target: ResolvedPath;
  /** Absent: it is already as it should be. */
  readonly whole?: WholeMove;
  readonly conflict?: RestoreConflict;
}

const conflicting = (shown: string, what: string, canForce: boolean): RestoreConflict => ({
  error: new ToolError(canForce ? "stale" : "unavailable", `${shown} ${what}`),
  canForce,
});

/** @param at where to look for it; see {@link placeBefore}. */
export async function planWhole(
  ports: RestorePorts,
  chain: WholeChain,
  subject: string,
  at: string,
): Promise<RestoredWhole> {
  const { files, wholeAt } = ports;
  const { real, shown, first, last } = chain;
  const target = childOf(await files.resolve(parentOf(real)), segments(real).at(-1) as string);
  const { wholes } = files;
  if (target.real !== real) return { target, conflict: conflicting(shown, "now points to a different file", false) };
  if (!wholes || !wholeAt) return { target, conflict: conflicting(shown, "cannot be moved as a whole here", false) };
  const found = await wholes.identity(at);
  const from = first?.kept === undefined ? undefined : wholeAt(first.kept);
  const coming = from === undefined ? undefined : await wholes.identity(from);
  if (from !== undefined && coming === undefined) {
    // It is moved before anything else is, so it never was.
    if (chain.isPending) return { target };
    const gone = "was dropped from the journal to free disk space, so it cannot be brought back";
    return { target, conflict: conflicting(shown, gone, false) };
  }
  if (found === undefined && from === undefined) return { target };
  const { takenFrom } = first ?? {};
  const isFree = takenFrom !== undefined && (await wholes.identity(wholeAt(takenFrom))) === undefined;
  const keepAs = isFree ? takenFrom : undefined;
  const before = found === undefined ? undefined : (last?.after ?? factsOf(chain.leaves));
  // What comes into it while it is examined would not be seen.
  const looked = ports.now();
  const whole: WholeMove = {
    ...(before && { before }),
    ...(before?.kind === "folder" && { unchangedSince: looked }),
    ...(first?.before && { after: first.before }),
    ...(found !== undefined && { found }),
    ...(from !== undefined && { from }),
    ...(coming !== undefined && { coming }),
    ...(first?.kept !== undefined && { takenFrom: first.kept }),
    ...(keepAs !== undefined && { keepAs }),
  };
  const isLeft = last
    ? isPut(found, last.put) || (chain.isPending && found === undefined)
    : await isOneOf(files, at, chain.leaves);
  const isExpected = !chain.isBroken && isLeft;
  const inFolder = isExpected && before?.kind === "folder" ? await changeIn(ports, chain, subject, at) : undefined;
  const happened = isExpected ? inFolder : `has changed since "${subject}"`;
  return { target, whole, ...(happened !== undefined && { conflict: conflicting(shown, happened, true) }) };
}

/** Of what was no whole until it has to go as one. */
function factsOf([entry]: WholeChain["leaves"]): WholeFacts {
  return { kind: entry?.kind === "folder" ? "folder" : "file", entries: 1, bytes: entry?.bytes.length ?? 0 };
}

async function isOneOf(files: FilePort, at: string, entries: readonly (FileEntry | undefined)[]): Promise<boolean> {
  const found = await files.entry?.(at).catch(() => undefined);
  return found !== undefined && entries.some((entry) => sameEntry(entry, found.entry));
}

/** What becomes of a change below something that is taken back as a whole. */
export type Below = "apart" | "gone" | "mixed" | { readonly at: string };

/**
 * A later change goes with what it was made in. An earlier one was made in what comes back, which still lies in the journal.
 * @param place the change's first and last place among all that are taken back.
 */
export function belowWhole(
  real: string,
  place: Pick<WholeChain, "from" | "to">,
  wholes: readonly WholeChain[],
  wholeAt: (kept: string) => string,
): Below {
  const around = wholes.filter((whole) => whole.real !== real && isInside(whole.real, real));
  const later = around.filter(({ from }) => from > place.to).sort((one, other) => one.from - other.from);
  if (around.some(({ to }) => to < place.from)) return later.length > 0 ? "mixed" : "gone";
  const [next] = later;
  if (!next) return around.length > 0 ? "mixed" : "apart";
  const { kept } = next.first ?? {};
  return kept === undefined ? "mixed" : { at: `${wholeAt(kept)}/${relativeInside(next.real, real)}` };
}
