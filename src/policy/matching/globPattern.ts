/** The glob patterns of `protectedPaths` and `secretPaths`: those of searches, compared without case, failing closed. */
import { treeMatcher } from "../../lib/globs/pathMatcher";

const compiled = new Map<string, (path: string) => boolean>();

/** Characters of a pattern that is looked at. */
const longest = 500;

/** A pattern without `/` means that name in any folder, one without any name everything. */
function anywhere(pattern: string): string {
  const trimmed = pattern.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
  if (trimmed === "") return "**";
  return trimmed.includes("/") ? trimmed : `**/${trimmed}`;
}

/** Within a name two stars mean one to a search; whoever writes `config/**.key` wants folders protected as well. */
const acrossFolders = (pattern: string): string =>
  pattern.replace(/(?<=[^/*])\*\*+(?!\*)|(?<!\*)\*\*+(?=[^/*])/g, "*/**/*");

/** What cannot be read, or is too long, protects too much rather than nothing. */
const everything = () => true;

function compile(pattern: string): (path: string) => boolean {
  if (pattern.length > longest) return everything;
  const wanted = anywhere(pattern).toLowerCase();
  try {
    const tests = [...new Set([wanted, acrossFolders(wanted)])].map((one) => treeMatcher(one, true));
    return (path) => tests.some((matches) => matches(path));
  } catch {
    return everything;
  }
}

/** True when a path below a root, with `/`, matches a pattern or lies in a folder that does. */
export function matchesGlob(pattern: string, path: string): boolean {
  let matches = compiled.get(pattern);
  if (!matches) {
    matches = compile(pattern);
    compiled.set(pattern, matches);
  }
  return matches(path.toLowerCase());
}
