/** Numbers of lines that an edit took over from how a file was shown: as `cat -n` does, or with an arrow. */
import { splitLines, withLineEnding } from "../text/lines";

/** A number, what stands between it and the line, and the line. */
const numberedLine = /^ *(\d{1,9})([\t→])(.*)$/s;

/** Lines that were shown with their numbers. */
interface NumberedLines {
  /** Increasing. */
  readonly numbers: readonly number[];
  readonly sign: string;
  /** The lines alone, as they were given but for their line endings. */
  readonly plain: string;
}

/** Undefined where a line has no number, another sign follows one of them, or they do not increase. */
function readNumbers(text: string): NumberedLines | undefined {
  // The last line's ending is no line of its own.
  const ending = text.endsWith("\n") ? "\n" : "";
  const numbers: number[] = [];
  const lines: string[] = [];
  let sign: string | undefined;
  for (const line of splitLines(withLineEnding(text, "\n").slice(0, ending ? -1 : undefined))) {
    const [, digits, between, rest] = numberedLine.exec(line) ?? [];
    if (digits === undefined || rest === undefined || (sign ?? between) !== between) return undefined;
    const number = Number(digits);
    if (number <= (numbers.at(-1) ?? 0)) return undefined;
    sign = between;
    numbers.push(number);
    lines.push(rest);
  }
  return sign === undefined ? undefined : { numbers, sign, plain: lines.join("\n") + ending };
}

const areConsecutive = (numbers: readonly number[]) => numbers.every((one, at) => one === (numbers[0] as number) + at);

/** What an edit asks for. */
interface Texts {
  readonly oldText: string;
  readonly newText: string;
}

/**
 * Both texts of an edit without the numbers before their lines.
 * @returns undefined unless every line of the old text has a number, one more than the line before it, and every line of the
 * new text has one too, the first of them out of those of the old text; a new text without lines needs none.
 */
export function withoutLineNumbers<T extends Texts>(wanted: T): T | undefined {
  const old = readNumbers(wanted.oldText);
  if (!old || !areConsecutive(old.numbers)) return undefined;
  if (wanted.newText === "") return { ...wanted, oldText: old.plain };
  const fresh = readNumbers(wanted.newText);
  const isSame = fresh?.sign === old.sign && old.numbers.includes(fresh.numbers[0] as number);
  return isSame ? { ...wanted, oldText: old.plain, newText: fresh.plain } : undefined;
}

/** A text without the numbers before its lines; undefined where not every line has one. */
export const plainLines = (text: string): string | undefined => readNumbers(text)?.plain;
