/** The mistakes that models make in edits, made on purpose in hunks that people committed. */
import type { Random } from "../sweeps/support/random";
import { type Hunk, withLines } from "./hunks";

/** One edit that a tool is asked for, and what may come of it. */
export interface Attempt {
  /** The file when the tool reads it. */
  readonly read: string;
  /** The file when the edit comes; the same as `read` where it is left out. */
  readonly changed?: string;
  readonly old: string;
  readonly replacement: string;
  /** What the file may hold afterwards. Nothing: only a refusal is right. */
  readonly right: readonly string[];
}

/** Makes an attempt of a hunk; undefined where the hunk does not lend itself to the mistake. */
export type Mistake = (hunk: Hunk, random: Random) => Attempt | undefined;

const afterOf = ({ before, line, old, replacement }: Hunk) => withLines(before, line, old, replacement);
const eachLine = (text: string, change: (line: string, at: number) => string) =>
  text.split("\n").map(change).join("\n");

/** The same edit in other words, which still has but one meaning. */
const reworded =
  (change: (text: string, hunk: Hunk) => string): Mistake =>
  (hunk) => {
    const [old, replacement] = [change(hunk.old, hunk), change(hunk.replacement, hunk)];
    return old === hunk.old ? undefined : { read: hunk.before, old, replacement, right: [afterOf(hunk)] };
  };

const none: Mistake = (hunk) => ({
  read: hunk.before,
  old: hunk.old,
  replacement: hunk.replacement,
  right: [afterOf(hunk)],
});

const crlfFile: Mistake = (hunk) => {
  const windows = (text: string) => text.replaceAll("\n", "\r\n");
  return {
    read: windows(hunk.before),
    old: hunk.old,
    replacement: hunk.replacement,
    right: [windows(afterOf(hunk))],
  };
};

/** Tabs where the file has steps of blanks, and the reverse. */
const otherIndent = reworded((text, { before }) => {
  if (/^\t/m.test(before)) return text.replace(/^\t+/gm, (tabs) => " ".repeat(4 * tabs.length));
  const step = /^ {2}\S/m.test(before) ? 2 : 4;
  return text.replace(/^ +/gm, (blanks) => (blanks.length % step === 0 ? "\t".repeat(blanks.length / step) : blanks));
});

/** The file has blanks at the end of a line that goes away; the model has not seen them. */
const trailingInFile: Mistake = (hunk, random) => {
  const at = hunk.lines.filter((line) => !line.startsWith("+")).findIndex((line) => /^-.*\S$/.test(line));
  if (at < 0) return undefined;
  const blanks = random.pick(["  ", " ", "\t"]);
  const old = eachLine(hunk.old, (line, index) => (index === at ? line + blanks : line));
  const read = withLines(hunk.before, hunk.line, hunk.old, old);
  // Behind the last line they are no part of what is replaced.
  const isBehind = at === hunk.old.split("\n").length - 1;
  const kept = isBehind ? [withLines(hunk.before, hunk.line, hunk.old, hunk.replacement + blanks)] : [];
  return { read, old: hunk.old, replacement: hunk.replacement, right: [afterOf(hunk), ...kept] };
};

const trailingInEdit: Mistake = (hunk, random) => {
  const count = hunk.old.split("\n").length;
  const at = random.below(count);
  const old = eachLine(hunk.old, (line, index) => (index === at ? `${line}  ` : line));
  return { read: hunk.before, old, replacement: hunk.replacement, right: [afterOf(hunk)] };
};

/** Numbers of lines copied from what a read tool showed. */
const lineNumbers =
  (between: string): Mistake =>
  (hunk, random) =>
    reworded((text) => eachLine(text, (line, at) => `${String(hunk.line + 1 + at).padStart(6)}${between}${line}`))(
      hunk,
      random,
    );

const quotes = reworded((text, { before }) =>
  /[“”‘’]/.test(before) ? text : text.replace(/"([^"\n]*)"/g, "“$1”").replaceAll("'", "’"),
);

/** A word of a line has changed since the model read the file. */
const staleLine =
  (sign: "-" | " "): Mistake =>
  (hunk) => {
    const shown = hunk.lines.filter((line) => !line.startsWith("+"));
    const at = shown.findIndex((line) => line.startsWith(sign) && /\w{3}/.test(line));
    if (at < 0) return undefined;
    const since = (text: string, place: number) =>
      eachLine(text, (line, index) => (index === place ? line.replace(/\w{3,}/, "$&Since") : line));
    const changed = withLines(hunk.before, hunk.line, hunk.old, since(hunk.old, at));
    // A line of context may keep what somebody else made of it; a line that goes away was another one.
    const kept = hunk.lines.filter((line) => !line.startsWith("-"));
    const place = sign === " " ? kept.indexOf(shown[at] as string) : -1;
    const merged = place < 0 ? [] : [withLines(hunk.before, hunk.line, hunk.old, since(hunk.replacement, place))];
    return { read: hunk.before, changed, old: hunk.old, replacement: hunk.replacement, right: merged };
  };

/** A line that is there several times, and nothing around it. */
const ambiguous: Mistake = (hunk) => {
  const old = hunk.old.split("\n").find((line) => line.trim() !== "" && hunk.before.split(line).length > 2);
  if (old === undefined) return undefined;
  return { read: hunk.before, old, replacement: `${old} // changed`, right: [] };
};

/** Nothing but what goes away and what comes, from one place. */
const withoutContext: Mistake = (hunk) => {
  const text = hunk.lines.join("\n");
  const [, removed = "", added = ""] =
    /^(?: .*\n)*((?:-.*(?:\n|$))+)((?:\+.*(?:\n|$))+)(?: .*(?:\n|$))*$/.exec(text) ?? [];
  const plain = (part: string) => eachLine(part.replace(/\n$/, ""), (line) => line.slice(1));
  const old = plain(removed);
  if (old.trim() === "" || hunk.before.split(old).length !== 2) return undefined;
  return { read: hunk.before, old, replacement: plain(added), right: [afterOf(hunk)] };
};

/** The text of another file, or of a file that the model made up. */
const madeUp: Mistake = (hunk) => {
  const old = eachLine(hunk.old, (line) => line.replace(/\w+/g, (word) => [...word].reverse().join("")));
  return old === hunk.old || hunk.before.includes(old)
    ? undefined
    : { read: hunk.before, old, replacement: hunk.replacement, right: [] };
};

/** Every mistake by the name that it has in the report. */
export const mistakes: Readonly<Record<string, Mistake>> = {
  "none: exactly the hunk": none,
  "file has CRLF, edit has LF": crlfFile,
  "tabs for spaces, or spaces for tabs": otherIndent,
  "file has blanks at a line's end": trailingInFile,
  "edit has blanks at a line's end": trailingInEdit,
  "line numbers and → before each line": lineNumbers("→"),
  "line numbers and a tab before each line": lineNumbers("\t"),
  "typographic quotes": quotes,
  "no lines of context": withoutContext,
  "a line of context has changed since": staleLine(" "),
  "a line that goes away has changed since": staleLine("-"),
  "text that is there several times": ambiguous,
  "text that is not there": madeUp,
};
