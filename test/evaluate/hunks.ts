/** Edits that people really made: the hunks of git repositories' histories. */
import { execFileSync } from "node:child_process";
import { structuredPatch } from "diff";
import { Random } from "../sweeps/support/random";

/** One hunk, as a model that makes no mistake would send it. */
export interface Hunk {
  readonly path: string;
  /** All of the file before, with line feeds alone. */
  readonly before: string;
  /** Lines of context and of what goes away. */
  readonly old: string;
  /** Lines of context and of what comes. */
  readonly replacement: string;
  /** Line at which `old` begins, from 0. */
  readonly line: number;
  /** The lines of the hunk, each with " ", "-" or "+" before it. */
  readonly lines: readonly string[];
}

const longestFile = 200_000;
const seed = 20_261_124;

/**
 * Hunks of a repository's history, the same ones for the same history.
 * @throws Error when the folder is no git repository.
 */
export function hunksOf(repository: string, count: number): Hunk[] {
  const random = new Random(seed);
  const git = (...args: string[]) => execFileSync("git", ["-C", repository, ...args], { maxBuffer: 1 << 28 });
  const list = git(
    "log",
    "--no-merges",
    "--no-renames",
    "--diff-filter=M",
    "--raw",
    "--no-abbrev",
    "--format=",
    "-n",
    "400",
  );
  const changes = list
    .toString()
    .split("\n")
    .flatMap((line) => /^:100\d+ 100\d+ ([0-9a-f]+) ([0-9a-f]+) M\t(.+)$/.exec(line) ?? [])
    .flatMap((_, at, all) => (at % 4 === 0 ? [{ from: all[at + 1], to: all[at + 2], path: all[at + 3] }] : []));
  const found: Hunk[] = [];
  while (found.length < count && changes.length > 0) {
    const [change] = changes.splice(random.below(changes.length), 1);
    if (!change?.from || !change.to || !change.path) continue;
    const [before, after] = [change.from, change.to].map((blob) => textOf(git("cat-file", "blob", blob)));
    if (before === undefined || after === undefined) continue;
    const hunks = hunksBetween(change.path, before, after);
    // One of a file, so that no file counts for many.
    if (hunks.length > 0) found.push(random.pick(hunks));
  }
  return found;
}

function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString("utf8");
  return bytes.length > longestFile || text.includes("\0") || text.includes("\r") || text.includes("\uFFFD")
    ? undefined
    : text;
}

function hunksBetween(path: string, before: string, after: string): Hunk[] {
  const { hunks } = structuredPatch(path, path, before, after, undefined, undefined, { context: 3 });
  return hunks.flatMap(({ lines, oldStart }) => {
    if (lines.some((line) => line.startsWith("\\"))) return [];
    const side = (sign: string) =>
      lines
        .filter((line) => line.startsWith(sign) || line.startsWith(" "))
        .map((line) => line.slice(1))
        .join("\n");
    const [old, replacement] = [side("-"), side("+")];
    const isThereOnce = old.trim() !== "" && before.split(old).length === 2;
    return isThereOnce ? [{ path, before, old, replacement, line: oldStart - 1, lines }] : [];
  });
}

/** A text with lines of it replaced. */
export function withLines(text: string, line: number, old: string, replacement: string): string {
  const lines = text.split("\n");
  lines.splice(line, old.split("\n").length, ...(replacement === "" ? [] : replacement.split("\n")));
  return lines.join("\n");
}
