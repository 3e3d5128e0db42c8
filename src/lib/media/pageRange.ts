import { ToolError } from "../../core/vocabulary/toolError";

/** Pages of a document, counted from 1, both ends included. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** Pages that are read when a call names none, or no last one. */
const defaultPages = 20;

/** Reads `3`, `1-5` or `7-`. @throws ToolError `invalid_input`. */
export function readPages(text: string | undefined): PageRange {
  if (text === undefined) return { from: 1, to: defaultPages };
  const [, first, dash, last] = /^\s*(\d{1,9})\s*(?:(-)\s*(\d{1,9})?)?\s*$/.exec(text) ?? [];
  const from = Number(first);
  const to = last !== undefined ? Number(last) : dash ? from + defaultPages - 1 : from;
  if (!(from >= 1 && to >= from))
    throw new ToolError(
      "invalid_input",
      `pages ${JSON.stringify(text)} is not a page range: write it like "3", "1-5" or "7-", counted from 1.`,
    );
  return { from, to };
}
