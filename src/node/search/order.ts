/** The orders that results come in. */
import type { FoundFile } from "../../core/ports/search";

/** In order of path; what shares a path stays in its order. */
export const byPath = <T extends { readonly path: string }>(found: T[]): T[] =>
  found.sort((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));

/** Newest first, equal ones by path (C-23); no more than the limit. */
export function newestFirst<T extends FoundFile>(files: T[], limit: number): { files: T[]; truncated: boolean } {
  files.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
  return { files: files.slice(0, limit), truncated: files.length > limit };
}
