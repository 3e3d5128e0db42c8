/** Where the paths in a command lead, as the kernel would follow them (D-6, D-12). */

import type { RuleContext } from "../../core/rules/rule";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, parentOf, segments } from "../../core/vocabulary/paths";
import type { Word } from "../../lib/shell/words/types";
import { startOf } from "../../lib/shell/words/words";
import { matchesGlob } from "../matching/globPattern";

const isAbsolute = (path: string) => /^(?:\/|[A-Za-z]:[\\/])/.test(path);
const joined = (folder: string, names: readonly string[]) =>
  names.length === 0 ? folder : `${folder.replace(/\/$/, "")}/${names.join("/")}`;

/**
 * Follows a path from a real folder. Unlike a host, which collapses `..` first, a program goes up from where a link led:
 * `link/../x` is beside the link's target.
 */
export async function followPaths(
  path: string,
  folder: string,
  context: Pick<RuleContext, "resolve">,
): Promise<ResolvedPath> {
  const absolute = isAbsolute(path);
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? "";
  let base = absolute ? `${drive}/` : folder;
  let pending: string[] = [];
  for (const name of path.slice(drive.length).split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") pending.push(name);
    else {
      if (pending.length > 0) base = (await context.resolve(joined(base, pending))).real;
      base = parentOf(base);
      pending = [];
    }
  }
  return context.resolve(joined(base, pending));
}

/** Names without `.`, and each `..` with the name before it taken away, wherever a link of that name leads. */
function collapsed(names: readonly string[]): string[] {
  const left: string[] = [];
  for (const name of names) {
    if (name === "..") left.pop();
    else if (name !== ".") left.push(name);
  }
  return left;
}

/** A path as the shell's own `cd` takes it, which goes by names alone. @param folder absolute path. */
export function namedPath(path: string, folder: string): string {
  const whole = isAbsolute(path) ? path : `${folder}/${path}`;
  const drive = /^[A-Za-z]:/.exec(whole)?.[0] ?? "";
  return `${drive}/${collapsed(segments(whole.slice(drive.length))).join("/")}`;
}

/** The text of a path in a command: `~` put in, and nothing else that a host would read into it. */
export const commandPathText = (word: Word, context: Pick<RuleContext, "home">): string | undefined =>
  word.value === undefined ? undefined : word.tilde ? `${context.home}${word.value.slice(1)}` : word.value;

type Borders = Pick<RuleContext, "closed" | "ownWorkspace" | "worktree">;

/** The rest of a path in the midst of a text, up to what no path goes on after. */
const pathRest = /^[^\s"'`;,|&<>()=]*/;

/** True for a text that goes on after a folder with a place in another one, wherever its `..` lead. */
function goesOnInside(own: string, folder: string, rest: string): boolean {
  const names = collapsed(segments(`${folder}${pathRest.exec(rest)?.[0] ?? ""}`));
  return segments(own).every((name, at) => names[at] === name);
}

/** What follows each place where a name is found whole. */
function afterEach(name: string, text: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w-]/.test(text[at + name.length] ?? "")) found.push(text.slice(at + name.length));
  return found;
}

/** True when a text holds the name of a closed folder anywhere, but for places in the caller's own workspace. */
export function namesClosed(text: string, { closed, ownWorkspace, worktree }: Borders): boolean {
  const folded = text.toLowerCase();
  const own = (ownWorkspace ?? worktree)?.toLowerCase();
  return closed.some((folder) => {
    const name = folder.toLowerCase();
    return afterEach(name, folded).some((rest) => own === undefined || !goesOnInside(own, name, rest));
  });
}

/** The folder that many levels up, counted from a real one. */
const above = (folder: string, levels: number): string => (levels === 0 ? folder : above(parentOf(folder), levels - 1));

/**
 * True when a pattern may stand for something in a closed folder.
 * @param real where the pattern's first folder leads.
 */
export function patternReaches(word: Word, real: string, { closed, ownWorkspace, worktree }: Borders): boolean {
  const text = startOf(word);
  const first = text.search(/[*?[]/);
  const rest = text
    .slice(text.lastIndexOf("/", first) + 1)
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  const names = [...segments(real), ...rest];
  const up = rest.filter((name) => name === "..").length;
  const own = ownWorkspace ?? worktree;
  const isWithinOwn = own !== undefined && isInside(own, above(real, up));
  if (isWithinOwn) return false;
  return closed.some((folder) => {
    const wanted = segments(folder);
    // Going up again leads anywhere from there.
    if (up > 0) return isInside(above(real, up), folder, false) || isInside(folder, above(real, up), false);
    return (
      names.length >= wanted.length &&
      wanted.every((name, at) => {
        const pattern = names[at] ?? "";
        return (
          pattern.toLowerCase() === name.toLowerCase() || (at >= segments(real).length && matchesGlob(pattern, name))
        );
      })
    );
  });
}

/** The folder that everything a pattern or a half-known word can mean starts in; undefined when nothing is known. */
export function knownFolder(word: Word, context: Pick<RuleContext, "home">): string | undefined {
  const text = startOf(word);
  const known = word.glob ? text.replace(/[*?[].*$/s, "") : text;
  const slash = known.lastIndexOf("/");
  if (slash < 0) return word.glob ? "." : undefined;
  const folder = known.slice(0, slash + 1);
  return word.tilde ? `${context.home}${folder.slice(1)}` : folder;
}
