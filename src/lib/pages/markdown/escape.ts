/** Backslashes where text would be read as Markdown, and only there. */

const special = /[\\`*_[\]<&~|#(]/g;

const isBlank = (char: string) => char === "" || /\s/.test(char);
const isWord = (char: string) => /[\p{L}\p{N}]/u.test(char);

/** What begins a heading, a quotation, a list, a rule or an underline. */
const lineStart = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[=-]+\s*$|(?:-\s*){3,}$|~{3,})/;
const numbered = /^(\d{1,9})([.)])(?=\s|$)/;

/** Where a text stands. */
export interface TextSurroundings {
  /** The character before it; empty at the start of a line. */
  readonly before: string;
  /** Within the text of a link, where brackets have to be in pairs. */
  readonly isInLink: boolean;
  readonly isInCell: boolean;
}

/** Whether the brackets of a text are in pairs. */
function isBalanced(text: string): boolean {
  let open = 0;
  for (const char of text) {
    if (char === "[") open++;
    if (char === "]" && --open < 0) return false;
  }
  return open === 0;
}

const entity = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;
const definition = /^\[[^\]]*\]:/;

/** Whether a character among others would be taken for Markdown. */
const isMarkup: Readonly<Record<string, (before: string, after: string, rest: string) => boolean>> = {
  "\\": (_, after) => after === "" || /[!-/:-@[-`{-~]/.test(after),
  "`": () => true,
  "*": (before, after) => before === "" || after === "" || !(isBlank(before) && isBlank(after)),
  _: (before, after) => !(isWord(before) && isWord(after)) && (after === "" || !(isBlank(before) && isBlank(after))),
  "<": (_, after) => /[A-Za-z/!?]/.test(after),
  "&": (_before, _after, rest) => entity.test(rest),
  "~": (before, after) => !isBlank(before) || !(isWord(after) || isBlank(after)),
  "#": (before, after) => before !== "" && isBlank(before) && after === "",
  "(": (before) => before === "]",
  "[": (before, _, rest) => before === "" && definition.test(rest),
};

/** A text as Markdown shows it. */
export function escaped(text: string, { before, isInLink, isInCell }: TextSurroundings): string {
  const inPairs = !isInLink || isBalanced(text);
  const result = text.replace(special, (char, at: number) => {
    const isEscaped =
      (char === "|" && isInCell) ||
      ((char === "[" || char === "]") && !inPairs) ||
      isMarkup[char]?.(text[at - 1] ?? before, text[at + 1] ?? "", text.slice(at, at + 40));
    return isEscaped ? `\\${char}` : char;
  });
  return before === "" && !isInCell ? atLineStart(result) : result;
}

const atLineStart = (text: string) =>
  lineStart.test(text) ? `\\${text}` : text.replace(numbered, (_, digits, mark) => `${digits}\\${mark}`);

/** A code span; its fence is longer than any run of backticks in it. */
export function codeSpan(code: string, isInCell: boolean): string {
  const text = isInCell ? code.replaceAll("|", "\\|") : code;
  const fence = "`".repeat(longestRun(code) + 1);
  const pad = /^`|`$|^ .* $/s.test(code) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** Length of the longest run of backticks. */
export const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
