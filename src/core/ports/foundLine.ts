import type { FoundLine } from "./search";

/** A long line, cut to what is around its first match; the matches move along. */
export function cutLine(line: FoundLine, columns: number): FoundLine {
  const { text, matches } = line;
  if (text.length <= columns) return line;
  const from = Math.max(0, Math.min((matches[0]?.[0] ?? 0) - Math.floor(columns / 4), text.length - columns));
  const end = from + columns;
  const before = from > 0 ? "…" : "";
  const shift = before.length - from;
  const kept = matches.filter(([start]) => start >= from && start <= end);
  return {
    ...line,
    text: `${before}${text.slice(from, end)}${end < text.length ? "…" : ""}`,
    matches: kept.map(([start, stop]) => [start + shift, Math.min(stop, end) + shift] as const),
  };
}
