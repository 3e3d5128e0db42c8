/** What a path must hold to match a glob, as far as that is plain. */
import { isExclusion } from "../../../lib/globs/searchGlobs";
import { minLiteral } from "./patternLiterals";

/** The long s and the i without a dot equal a plain letter where case does not count, and are not made one by lower case. */
const foldedName = (path: string): string => path.toLowerCase().replaceAll("\u017f", "s").replaceAll("\u0131", "i");

/** How paths of the files below a folder are looked through: a name begins after a `/`. */
export const foldedPath = (path: string): string => `/${foldedName(path)}`;

/**
 * The longest plain text in one name of the glob, folded, with a `/` before it where it begins the name; undefined when there
 * is none that is long enough. Every folded path that matches holds it, whether case counts or not and whatever folder the
 * glob is relative to.
 */
export function nameLiteral(glob: string): string | undefined {
  const plain = isExclusion(glob) ? undefined : withoutGroups(glob);
  if (plain === undefined) return undefined;
  let longest = "";
  for (const name of plain.split("/"))
    for (const { 0: run, index } of name.matchAll(/[\w.\- ]+/g)) {
      const literal = index === 0 ? `/${run}` : run;
      if (run.length >= minLiteral && literal.length > longest.length) longest = literal;
    }
  return longest === "" ? undefined : longest.toLowerCase();
}

/** With a `*` for everything in brackets and braces; undefined where they are not plain. */
function withoutGroups(glob: string): string | undefined {
  if (glob.includes("\\")) return undefined;
  const plain = glob.replace(/\[[!^]?\]?[^\]]*\]/g, "*").replace(/\{[^{}]*\}/g, "*");
  return /[[\]{}]/.test(plain) ? undefined : plain;
}
