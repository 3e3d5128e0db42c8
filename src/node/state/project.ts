/** The folders that a person opened together. What agents keep is kept for each such set (EX-3, PO-6). */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { caseSensitive } from "../files/caseSensitive";

/** One set of folders, in whatever order and by whatever names they were opened. */
export interface Project {
  /** Real paths of the opened folders, sorted; of a folder that is on no disk its address. */
  readonly roots: readonly string[];
  /** Of the first of them, for people. */
  readonly name: string;
  /** Names the set, and no other: 16 hexadecimal digits. */
  readonly digest: string;
}

/** One spelling for all that this system takes for one path. */
const folded = (path: string) => (caseSensitive ? path : path.toLowerCase());

/** @param opened real paths; folders that a setting adds to every project are none of it. */
export function projectOf(opened: readonly string[]): Project {
  const roots = [...new Map(opened.map((root) => [folded(root), root]))].sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash("sha256")
    .update(JSON.stringify(roots.map(([key]) => key)))
    .digest("hex")
    .slice(0, 16);
  const [[, first] = ["", ""]] = roots;
  return { roots: roots.map(([, root]) => root), name: basename(first), digest };
}
