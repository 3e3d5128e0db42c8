/** What a command that runs unasked sees of the roots: all but what is closed, and what may hold secrets (D-7, D-13, D-15). */

import { lstatSync } from "node:fs";
import type { Confinement } from "../../../core/ports/confinement";
import type { ClosedFiles } from "../../../core/vocabulary/closedFiles";
import { isInside } from "../../../core/vocabulary/paths";
import { ToolError } from "../../../core/vocabulary/toolError";
import { keptFiles } from "./gitIndex";
import type { Mount } from "./mount";
import { knownIndex, maxSeconds, type NamedEntry, NameIndex, type PickedNames } from "./nameIndex";
import { surroundings } from "./shownPlaces";

/** Hidden places cost every command some time, and that grows faster than their number: 5 ms for 50, 0.1 s for 200. */
const maxHidden = 200;
/** From here on what git keeps is not hidden: those are certificates and keys for tests. */
const manyHidden = 50;

function indexOf(root: string, { isSecret, secretTest }: Confinement, closed: ClosedFiles): NameIndex {
  const isHidden = ({ path, isFolder }: NamedEntry) =>
    isSecret(path, root) || (!closed.isEmpty && closed.reason({ path, real: path }, isFolder) !== undefined);
  // What is closed can change at any time, by a file deep in the tree.
  return closed.isEmpty ? knownIndex(root, secretTest, isHidden) : new NameIndex(root, isHidden);
}

/** Git tells what it keeps from its own folder too, and takes a hidden file for a changed one; what was changed stays hidden. */
function withoutKept(mounts: readonly Mount[], root: string): Mount[] {
  const files = mounts.filter(({ isFolder, isSecret }) => isSecret && !isFolder);
  const kept = keptFiles(
    files.map(({ path }) => path),
    root,
  );
  return mounts.filter(({ path, isSecret }) => !isSecret || !kept.has(path));
}

const tooMany = (root: string, many: number) =>
  new ToolError(
    "unavailable",
    `The command did not run: ${root} holds ${many.toLocaleString("en")} files that may contain secrets, and at most ${maxHidden} can be hidden from a command that runs without asking. Call again, and a person will be asked.`,
    { needsMore: true },
  );

const tooLarge = (root: string) =>
  new ToolError(
    "unavailable",
    `The command did not run: ${root} has too many folders to be looked through in ${maxSeconds} seconds for files that may contain secrets, which are hidden from commands that run without asking. Call again, and a person will be asked.`,
    { needsMore: true },
  );

function hiddenAs({ path, isFolder }: NamedEntry, closed: ClosedFiles): Mount {
  const isClosed = !closed.isEmpty && closed.reason({ path, real: path }, isFolder) !== undefined;
  return { kind: "hidden", path, isFolder, ...(!isClosed && { isSecret: true }) };
}

/** A secret that this command is given: the file itself, and not one that has got its name beside another. */
function isGiven({ path, isFolder, isSecret }: Mount, { extra }: Confinement): boolean {
  if (!isSecret || isFolder || !extra?.files.includes(path)) return false;
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.nlink === 1;
}

/**
 * The places in one root that are hidden.
 * @throws ToolError `unavailable` when there are too many, or not all were found.
 */
export function hiddenAmong(
  { entries, unsearched }: PickedNames,
  root: string,
  confinement: Confinement,
  closed: ClosedFiles,
): Mount[] {
  if (unsearched.length > 0) throw tooLarge(root);
  const all = entries.map((entry) => hiddenAs(entry, closed)).filter((mount) => !isGiven(mount, confinement));
  const isMany = all.length > manyHidden;
  const hidden = confinement.usesGit || isMany ? withoutKept(all, root) : all;
  if (hidden.length > maxHidden) throw tooMany(root, hidden.length);
  return hidden;
}

/**
 * The roots, and the repositories around them, in which nothing can be changed.
 * @throws ToolError `unavailable` when too much in them would have to be hidden.
 */
export async function readingPlaces(confinement: Confinement, closed: ClosedFiles): Promise<Mount[]> {
  const seen = [...confinement.roots, ...confinement.workspace];
  const tops = [...new Set([...seen, ...surroundings(confinement)])];
  const outermost = tops.filter((top) => !tops.some((other) => other !== top && isInside(other, top)));
  const hidden = await Promise.all(
    outermost.map(async (top) =>
      hiddenAmong(await indexOf(top, confinement, closed).picked(), top, confinement, closed),
    ),
  );
  const shown = seen.map((path): Mount => ({ kind: "shown", path, isFolder: true }));
  return [...shown, ...hidden.flat()];
}
