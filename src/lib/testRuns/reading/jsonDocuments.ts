import type { OutputLines } from "./outputLines";

export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const recordsIn = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

export const jsonTextOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A whole number that is none of a hostile program's making: not negative, and finite. */
export const countOf = (value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0;

export const positive = (value: unknown): number | undefined => (countOf(value) > 0 ? countOf(value) : undefined);

function parsed(text: string): readonly JsonRecord[] {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? [value] : [];
  } catch {
    return [];
  }
}

/** The JSON objects of an output: each in a line of its own, or spread over lines between braces at the margin. */
export function jsonDocuments({ whole }: OutputLines): JsonRecord[] {
  const found: JsonRecord[] = [];
  let start = -1;
  for (const [at, line] of whole.entries()) {
    if (line.length > 1 && line.startsWith("{") && line.endsWith("}")) found.push(...parsed(line));
    else if (line === "{") start = at;
    else if (line === "}" && start !== -1) {
      found.push(...parsed(whole.slice(start, at + 1).join("\n")));
      start = -1;
    }
  }
  return found;
}
