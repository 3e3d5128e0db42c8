/** Names that `.toolcribignore` closes and that a command created: what is there already is hidden, so only these can change. */
import { lstat } from "node:fs/promises";
import type { ClosedFiles } from "../../../core/vocabulary/closedFiles";
import { isInside } from "../../../core/vocabulary/paths";
import { moveAside } from "./maskedFolders";
import { walkIn } from "./rootPlaces";

/** Milliseconds by which the clock of a file system may lag behind. */
const clockLag = 50;

interface Closed {
  readonly path: string;
  readonly reason: string;
}

/** The outermost closed names in a folder. */
async function closedIn(root: string, closed: ClosedFiles): Promise<Closed[]> {
  const found: Closed[] = [];
  for await (const entries of walkIn(root, closed))
    for (const { path, isFolder } of entries) {
      const reason = closed.reason({ path, real: path }, isFolder);
      if (reason === undefined || found.some((outer) => isInside(outer.path, path))) continue;
      found.push({ path, reason });
    }
  return found;
}

/** True when an entry got its name or what it holds after a moment. */
const isNew = async (path: string, sinceMs: number): Promise<boolean> => {
  const stat = await lstat(path).catch(() => undefined);
  return stat !== undefined && stat.ctimeMs >= sinceMs - clockLag;
};

/**
 * Moves aside what a command that has ended created under closed names.
 * @param before closed names that were there when it began.
 * @param sinceMs when it began, in milliseconds since 1970.
 * @returns one sentence for each. Never rejects.
 */
export async function moveClosedAside(
  roots: readonly string[],
  closed: ClosedFiles,
  before: ReadonlySet<string>,
  sinceMs: number,
): Promise<string[]> {
  if (closed.isEmpty) return [];
  const found = (await Promise.all(roots.map((root) => closedIn(root, closed)))).flat();
  const notes: string[] = [];
  for (const { path, reason } of found) {
    if (before.has(path) || !(await isNew(path, sinceMs))) continue;
    const note = await moveAside(path, reason);
    if (note !== undefined) notes.push(note);
  }
  return notes;
}
