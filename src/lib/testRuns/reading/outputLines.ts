/** An output as the readers see it. */
export interface OutputLines {
  /** Those that a line feed ended, for what is torn may read as something else; each cut, so that every pattern is cheap. */
  readonly lines: readonly string[];
  /** All in full, for formats in which a line is a document. */
  readonly whole: readonly string[];
}

/** Characters of a line that patterns look at. */
const maxColumns = 2000;

/** Stands in place of what was left out of an output; the lines around it are torn. */
const leftOut = /^\[… \d+ bytes left out …\]$/;

/** @param plain what a program printed, without escape codes. */
export function outputLines(plain: string): OutputLines {
  const printed = plain.split("\n");
  const isGap = (line: string | undefined) => line !== undefined && leftOut.test(line);
  const whole = printed.map((line, at) => (isGap(printed[at - 1]) || isGap(printed[at + 1]) ? "" : line));
  return { whole, lines: whole.slice(0, -1).map((line) => line.slice(0, maxColumns)) };
}

/** `12ms`, `0.37 s`, `2m`: milliseconds; undefined for anything else. */
export function milliseconds(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?) ?(ms|s|m|h)\b/.exec(text) ?? [];
  if (amount === undefined) return undefined;
  const factors: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  return Number(amount) * (factors[unit as string] as number);
}

/** A property for a duration that is known. */
export const lasting = (durationMs: number | undefined): { durationMs?: number } =>
  durationMs === undefined || !Number.isFinite(durationMs) ? {} : { durationMs: Math.round(durationMs * 1000) / 1000 };

/** Amounts with their words: `2 failed, 1 passed`; undefined when a part is anything else. */
export function amounts(text: string, separator: string): ReadonlyMap<string, number> | undefined {
  const found = new Map<string, number>();
  for (const part of text.split(separator)) {
    const [, amount, word] = /^(\d{1,9}) ([a-z]+)$/.exec(part.trim()) ?? [];
    if (word === undefined) return undefined;
    found.set(word, Number(amount));
  }
  return found;
}

/** The lines from one on, as far as none ends them. */
export function linesUntil(
  lines: readonly string[],
  start: number,
  isEnd: (line: string) => boolean,
): readonly string[] {
  let end = start;
  while (end < lines.length && !isEnd(lines[end] as string)) end++;
  return lines.slice(start, end);
}

/** Columns of white space at the start of a line. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;
