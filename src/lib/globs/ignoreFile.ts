/** An ignore file's lines, with git's reading of them (`gitignore(5)`). */
import { type GitPattern, gitPattern, lowerAscii } from "./gitPattern";

/** As text, and as the bytes of {@link byteText}. */
const byteOrderMark = /^(?:\ufeff|\xef\xbb\xbf)/;

/** One line that is a pattern. */
export interface IgnorePattern extends GitPattern {
  /** As it is written, without what git cuts off at the end. */
  readonly source: string;
  /** 1-based. */
  readonly line: number;
  /** Starts with `!`: what it matches is not ignored. */
  readonly negated: boolean;
  /** Ends in `/`. */
  readonly onlyFolders: boolean;
}

/** Blanks at the end do not count, unless a backslash stands before the first; nothing after a NUL does. */
function withoutEnd(line: string): string {
  const text = line.replace(/\0.*$/s, "");
  let end = text.length;
  while (text[end - 1] === " ") end--;
  let backslashes = 0;
  while (text[end - 1 - backslashes] === "\\") backslashes++;
  return text.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

function patternOf(source: string, line: number, ignoreCase: boolean): IgnorePattern {
  const negated = source.startsWith("!");
  const wanted = negated ? source.slice(1) : source;
  const onlyFolders = wanted.endsWith("/");
  const pattern = gitPattern(onlyFolders ? wanted.slice(0, -1) : wanted, ignoreCase);
  return { source, line, negated, onlyFolders, ...pattern };
}

/** The patterns of one ignore file. */
export class IgnoreFile {
  /** The strongest first: the last line that speaks of a path holds. */
  readonly #patterns: readonly IgnorePattern[];
  /**
   * @param text decoded, with any byte order mark; in the characters that paths will have (see {@link byteText}).
   * @param ignoreCase as `core.ignoreCase` means it.
   */
  constructor(
    text: string,
    private readonly ignoreCase: boolean,
  ) {
    this.#patterns = text
      .replace(byteOrderMark, "")
      .split(/\r?\n|\r$/)
      .map((line, index) => ({ line, number: index + 1 }))
      .filter(({ line }) => !line.startsWith("#"))
      .map(({ line, number }) => ({ source: withoutEnd(line), number }))
      .filter(({ source }) => source !== "")
      .map(({ source, number }) => patternOf(source, number, ignoreCase))
      .reverse();
  }

  /** Whether it says nothing at all. */
  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  /** Whether it may ignore something below a folder; an empty text stands for the file's own. */
  reaches(folder: string): boolean {
    return this.#patterns.some(({ negated, reaches }) => !negated && (folder === "" || reaches(folder)));
  }

  /**
   * The line that decides on a path; undefined when none speaks of it. Folders above it are not looked at.
   * @param path below the file's folder, with `/`.
   */
  decide(path: string, isFolder: boolean): IgnorePattern | undefined {
    const wanted = this.ignoreCase ? lowerAscii(path) : path;
    const name = wanted.slice(wanted.lastIndexOf("/") + 1);
    for (const pattern of this.#patterns)
      if ((isFolder || !pattern.onlyFolders) && pattern.matches(wanted, name)) return pattern;
    return undefined;
  }
}

/** Text with one character for each byte of its UTF-8, as git compares. */
export const byteText = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? Buffer.from(text, "utf8").toString("latin1") : text;

/** From {@link byteText} back. */
export const textOfBytes = (text: string): string => Buffer.from(text, "latin1").toString("utf8");
