/** What a glob means here, whichever engine runs it (C-27). */
import { namePattern } from "./globSyntax";
import { pathMatcher, treeMatcher } from "./pathMatcher";

/** Brackets that are taken for names as well; each doubles the alternatives of a glob. */
const maxBracketed = 6;

/** The length of `[z-a]`, which is a mistake and no name. */
const loneRange = 5;

/** A set of characters that could be a name in brackets, or an escaped character; `[[]` is neither. */
const bracketed = /\\[\s\S]|\[{1,2}(?![!^])[^[\]{},\\/]+\]{1,2}/g;

/** `[id]` is a set of characters, and is also the name of a folder in each project of Next.js and SvelteKit: either matches. */
export function withBracketNames(glob: string): string {
  let found = 0;
  return glob.replace(bracketed, (text) => {
    if (text.startsWith("\\") || ++found > maxBracketed) return text;
    const name = text.replace(/[[\]]/g, "\\$&");
    if (isSet(text)) return `{${text},${name}}`;
    return text.length > loneRange ? name : text;
  });
}

/** False for `[user-id]`, in which a range runs backwards. */
function isSet(text: string): boolean {
  try {
    namePattern(text, true);
    return true;
  } catch {
    return false;
  }
}

/** Whether a glob says what is left out: all but what follows its `!`. */
export const isExclusion = (glob: string): boolean => glob.startsWith("!") && glob !== "!";

/**
 * A test of paths relative to the searched folder; what follows a leading `!` leaves out, folders with all that is in them.
 * @throws ToolError `invalid_pattern`.
 */
export function searchMatcher(glob: string, caseSensitive: boolean): (path: string) => boolean {
  if (!isExclusion(glob)) return pathMatcher(withBracketNames(rootedGlob(glob)), caseSensitive);
  const isLeftOut = treeMatcher(withBracketNames(rootedGlob(glob.slice(1))), caseSensitive);
  return (path) => !isLeftOut(path);
}

/**
 * A pattern without a slash names files at any depth; one with a slash is relative to the searched folder; a leading slash
 * or `./` says so too.
 */
export const rootedGlob = (glob: string): string => {
  const plain = glob.replace(/^\.?\//, "");
  return plain.includes("/") || plain !== glob ? plain : `**/${plain}`;
};

/** Never searched, whatever is asked for. */
export const closedGlobs: readonly string[] = ["**/.git/**", "**/.git"];
