/** Reading the patch text that GPT-family models write (V4A): sections of files, hunks without line numbers. */
import { ToolError } from "../../../core/vocabulary/toolError";

/** One way to read the lines of a hunk. */
export interface HunkReading {
  /** Lines that stand there: context and removed ones. */
  readonly old: readonly string[];
  /** Lines that shall stand there: context and added ones. */
  readonly fresh: readonly string[];
}

/** One place of a file to change. */
export interface PatchHunk extends HunkReading {
  /** 1-based line of the patch where it begins. */
  readonly line: number;
  /** Lines of the file, outermost first, after which it stands (`@@`). */
  readonly anchors: readonly string[];
  /** It is the end of the file (`*** End of File`). */
  readonly atEnd: boolean;
  /** Other readings, for context lines that may have been written without their leading space. */
  readonly bare?: readonly HunkReading[];
  /** What is wrong with the hunk as it stands, where a context line certainly has no leading space. */
  readonly fault?: ToolError;
}

/** What happens to one file; `line` is the 1-based line of the patch that says so. */
export type PatchSection =
  | { readonly kind: "add"; readonly path: string; readonly line: number; readonly content: string }
  | { readonly kind: "delete"; readonly path: string; readonly line: number }
  | {
      readonly kind: "update";
      readonly path: string;
      readonly line: number;
      readonly movedTo?: string;
      readonly hunks: readonly PatchHunk[];
    };

interface PatchLine {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
}

const wrong = ({ number, text }: PatchLine, expected: string) =>
  new ToolError(
    "invalid_input",
    `Line ${number} of the patch is wrong: expected ${expected}, but got ${JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)}.`,
    { line: number },
  );

const begin = "*** Begin Patch";
const end = "*** End Patch";
const header = /^\*\*\* (Add|Update|Delete) File:\s*(\S.*?)\s*$/;
const moveHeader = /^\*\*\* Move to:\s*(\S.*?)\s*$/;
const isBlank = ({ text }: PatchLine) => text.trim() === "";

/**
 * Reads a patch. Beginning and end may be missing, and it may be wrapped in a here document or a Markdown fence.
 * @throws ToolError `invalid_input` with the line and what was expected there.
 */
export function parsePatch(patch: string): PatchSection[] {
  const lines = body(patch);
  const sections: PatchSection[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at] as PatchLine;
    const [, kind, path] = header.exec(first.text) ?? [];
    if (kind === undefined || path === undefined) {
      if (!isBlank(first)) throw wrong(first, "*** Add File: PATH, *** Update File: PATH or *** Delete File: PATH");
      at++;
      continue;
    }
    const next = lines.findIndex((line, index) => index > at && header.test(line.text));
    const content = lines.slice(at + 1, next === -1 ? lines.length : next);
    sections.push(section(kind, path, first, content));
    at = next === -1 ? lines.length : next;
  }
  if (sections.length === 0)
    throw new ToolError(
      "invalid_input",
      "The patch names no file: begin each file with *** Add File: PATH, *** Update File: PATH or *** Delete File: PATH.",
    );
  return sections;
}

const indentedHeader = /^([ \t]+)\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File:)/;

/**
 * A patch that is indented as a whole, or by its headers alone, without that. One blank before a header alone is left as it
 * is: that is what makes a line of the file out of it.
 */
function dedented(lines: PatchLine[]): PatchLine[] {
  if (lines.some(({ text }) => header.test(text) || text.trimEnd() === begin)) return lines;
  const indent = lines.map(({ text }) => indentedHeader.exec(text)?.[1]).find((found) => found !== undefined);
  if (indent === undefined) return lines;
  const without = (line: PatchLine) => ({ ...line, text: line.text.slice(indent.length) });
  if (lines.every((line) => isBlank(line) || line.text.startsWith(indent))) return lines.map(without);
  return indent === " " ? lines : lines.map((line) => (line.text.startsWith(`${indent}*** `) ? without(line) : line));
}

/** The lines between the beginning and the end, whatever is wrapped around them. */
function body(patch: string): PatchLine[] {
  const all = patch.split("\n").map((text, at) => ({ text: text.replace(/\r$/, ""), number: at + 1 }));
  const lines = dedented(unwrapped(unwrapped(trimmed(all))));
  const inner = lines[0]?.text.trim() === begin ? lines.slice(1) : lines;
  const stop = inner.findIndex(({ text }) => text.trim() === end);
  const after = stop === -1 ? [] : trimmed(inner.slice(stop + 1));
  if (after[0]) throw wrong(after[0], `nothing after ${end}`);
  return stop === -1 ? inner : inner.slice(0, stop);
}

function trimmed(lines: readonly PatchLine[]): PatchLine[] {
  const first = lines.findIndex((line) => !isBlank(line));
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

/** Without a here document (`apply_patch <<'EOF'`) or a Markdown fence around it. */
function unwrapped(lines: PatchLine[]): PatchLine[] {
  const first = lines[0]?.text ?? "";
  const word =
    /^(?:\S*apply_patch\s+)?<<-?\s*(["']?)(\w+)\1\s*$/.exec(first)?.[2] ?? /^(`{3,})\w*\s*$/.exec(first)?.[1];
  if (word === undefined) return lines;
  const closed = lines.at(-1)?.text.trim() === word;
  return trimmed(lines.slice(1, closed ? -1 : undefined));
}

function section(kind: string, path: string, { number: line }: PatchLine, content: readonly PatchLine[]): PatchSection {
  if (kind === "Add") return { kind: "add", path, line, content: addedText(content) };
  if (kind === "Delete") {
    const stray = content.find((one) => !isBlank(one));
    if (stray) throw wrong(stray, "the next file, because a deleted file has no lines");
    return { kind: "delete", path, line };
  }
  const movedTo = moveHeader.exec(content[0]?.text ?? "")?.[1];
  const hunks = hunksOf(movedTo === undefined ? content : content.slice(1));
  if (hunks.length === 0 && movedTo === undefined)
    throw new ToolError(
      "invalid_input",
      `Line ${line} of the patch updates ${path} without a change: give lines that begin with ' ', '-' or '+'.`,
      { line },
    );
  return { kind: "update", path, line, hunks, ...(movedTo !== undefined && { movedTo }) };
}

function addedText(content: readonly PatchLine[]): string {
  const added = trimmedEnd(content).map((line) => {
    if (line.text === "") return "";
    if (!line.text.startsWith("+")) throw wrong(line, "a line of the new file, which begins with +");
    return line.text.slice(1);
  });
  return added.map((line) => `${line}\n`).join("");
}

/** Empty lines before the next header are there for the eye. */
const trimmedEnd = (lines: readonly PatchLine[]) => lines.slice(0, lines.findLastIndex(({ text }) => text !== "") + 1);

class HunkReader {
  readonly hunks: PatchHunk[] = [];
  #first: PatchLine | undefined;
  #anchors: string[] = [];
  #lines: PatchLine[] = [];

  /** Nested anchors follow each other; one after lines begins a new hunk. */
  anchor(line: PatchLine, anchor: string): void {
    if (this.#lines.some(({ text }) => text !== "")) this.close(false);
    this.#lines = [];
    this.#first ??= line;
    if (anchor !== "") this.#anchors.push(anchor);
  }

  line(line: PatchLine): void {
    this.#first ??= line;
    this.#lines.push(line);
  }

  close(atEnd: boolean): void {
    const lines = trimmedEnd(this.#lines);
    if (this.#first && lines.length > 0)
      this.hunks.push({ line: this.#first.number, anchors: this.#anchors, ...readingsOf(lines), atEnd });
    else if (this.#first) throw wrong(this.#first, "lines that begin with ' ', '-' or '+' after it");
    this.#first = undefined;
    this.#anchors = [];
    this.#lines = [];
  }
}

const isContext = ({ text }: PatchLine) => !/^[+-]/.test(text);

/** @param context a context line without what makes it one. */
function readingOf(lines: readonly PatchLine[], context: (text: string) => string): HunkReading {
  const without = (sign: string) =>
    lines
      .filter(({ text }) => !text.startsWith(sign))
      .map((line) => (isContext(line) ? context(line.text) : line.text.slice(1)));
  return { old: without("+"), fresh: without("-") };
}

/** The lines as they should be read, and otherwise where context lines may lack their leading space. */
function readingsOf(lines: readonly PatchLine[]): Pick<PatchHunk, "old" | "fresh" | "bare" | "fault"> {
  const context = lines.filter((line) => isContext(line) && line.text !== "");
  const bareLine = context.find(({ text }) => !text.startsWith(" "));
  const usual = readingOf(lines, (text) => (text.startsWith(" ") ? text.slice(1) : text));
  const whole = readingOf(lines, (text) => text);
  if (bareLine)
    return { ...usual, bare: [whole], fault: wrong(bareLine, "a line that begins with ' ', '-', '+' or '@@'") };
  const isIndented = context.length > 0 && context.every(({ text }) => /^ \s/.test(text));
  return { ...usual, ...(isIndented && { bare: [whole] }) };
}

/** `@@ -1,2 +3,4 @@ text` of unified diffs is taken for its text: the numbers of models are seldom right. */
const anchorText = (text: string) => text.replace(/^@@(?: -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)? ?/, "").replace(/ @@$/, "");

function hunksOf(content: readonly PatchLine[]): PatchHunk[] {
  const reader = new HunkReader();
  for (const line of trimmedEnd(content)) {
    const { text } = line;
    if (text.startsWith("@@")) reader.anchor(line, anchorText(text));
    else if (text.trim() === "*** End of File") reader.close(true);
    else if (text.startsWith("***")) throw wrong(line, "a line that begins with ' ', '-', '+' or '@@'");
    else if (!text.startsWith("\\ No newline")) reader.line(line);
  }
  reader.close(false);
  return reader.hunks;
}
