/** The words of what was fetched, with where it came from and how to go on (PO-6, WF-2). */

import type { WebAnswer } from "../../core/ports/web";
import { shownAddress } from "../../core/text/addresses/shownAddress";
import type { ToolResult } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import type { ShownMedia } from "../../lib/media/shownMedia";
import { saidTypeOf, type WebText } from "./webPage";
import { grouped, sourceLine } from "./webParameters";
import { partOf } from "./webPart";
import { redirectedLine } from "./webRedirect";

/** What web_fetch found, for dialects that word it themselves and for other programs. */
export interface FetchData {
  /** The address that answered, with its host in Punycode. */
  readonly url: string;
  readonly status: number;
  /** As the server says; empty where it says nothing. */
  readonly contentType: string;
  readonly content: WebText["kind"] | "image" | "binary" | "empty";
  readonly title?: string;
  readonly charset?: string;
  readonly untrusted: true;
  /** Milliseconds since 1970 at which the server sent it. */
  readonly time: number;
  readonly isCopy: boolean;
  readonly redirectedFrom?: readonly string[];
  /** The part that was wanted, or a line on what is no text. */
  readonly text: string;
  /** Character of the whole text at which the part begins, and how many the whole has. */
  readonly offset: number;
  readonly total: number;
  /** True when there is more text after this part. */
  readonly more: boolean;
  /** Pixels of a picture, upright. */
  readonly width?: number;
  readonly height?: number;
}

/** An answer on its way to a result. */
export interface Fetched {
  readonly url: string;
  readonly answer: WebAnswer;
  /** The addresses that redirected to it. */
  readonly trail: readonly string[];
}

/** How old a copy is: `3 minutes`. */
function age(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return minutes < 1 ? "less than a minute" : minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

/** A title that reads like the lines below it is marked as what it is. */
const titleLine = (title: string): string => (/^\s*(?:source|redirected from)\b/i.test(title) ? `"${title}"` : title);

function source({ url, answer, trail }: Fetched): string {
  const { isCopy, time } = answer;
  const copy = isCopy ? `, as it was ${age(Date.now() - time)} ago` : "";
  return [`${sourceLine(shownAddress(url))}${copy}`, ...(trail.length > 0 ? [redirectedLine(trail)] : [])].join("\n");
}

const factsOf = ({ url, answer, trail }: Fetched) => ({
  url: shownAddress(url),
  status: answer.status,
  contentType: saidTypeOf(answer),
  untrusted: true as const,
  time: answer.time,
  isCopy: answer.isCopy,
  ...(trail.length > 0 && { redirectedFrom: trail }),
});

const paragraphs = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined && text !== "").join("\n\n");

function whereToGoOn({ offset, total, more }: FetchData, end: number): string | undefined {
  if (more)
    return `Characters ${grouped(offset)} to ${grouped(end)} of ${grouped(total)}: call web_fetch again with offset ${end}.`;
  return offset > 0
    ? `Characters ${grouped(offset)} to ${grouped(end)} of ${grouped(total)}: this is the end.`
    : undefined;
}

/** Which part of a text is wanted, in characters. */
export interface PartWish {
  readonly offset: number;
  readonly limit: number;
}

/**
 * A part of a text as a result.
 * @param notes what a reader should know, one sentence each.
 * @throws ToolError `invalid_input` for an offset behind the end.
 */
export function textResult(fetched: Fetched, page: WebText, wish: PartWish, notes: readonly string[]): ToolResult {
  const { kind, title, charset, text } = page;
  const total = text.length;
  if (wish.offset > 0 && wish.offset >= total)
    throw new ToolError(
      "invalid_input",
      `offset ${wish.offset} is past the end of ${shownAddress(fetched.url)}, which has ${grouped(total)} characters: use a smaller offset.`,
      { total },
    );
  const part = partOf(text, wish.offset, wish.limit);
  const data: FetchData = {
    ...factsOf(fetched),
    content: kind,
    ...(title && { title }),
    ...(charset !== undefined && { charset }),
    text: part.text,
    offset: part.offset,
    total,
    more: part.end < total,
  };
  const body = text.trim() === "" ? "This page contains no text." : part.text.replace(/^\n+/, "").trimEnd();
  const said = paragraphs(
    title && titleLine(title),
    source(fetched),
    body,
    [...page.notes, ...notes].join(" "),
    whereToGoOn(data, part.end),
  );
  return { text: said, isError: false, data };
}

/** What is no text as a result: a picture, a file, nothing at all. @param shown one line on it, and the picture. */
export function otherResult(fetched: Fetched, content: FetchData["content"], shown: ShownMedia): ToolResult {
  const { text, part, width, height } = shown;
  const pixels = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  const nothingMore = { offset: 0, total: 0, more: false };
  const data: FetchData = { ...factsOf(fetched), content, text, ...nothingMore, ...pixels };
  return {
    text: paragraphs(source(fetched), text),
    ...(part && { parts: [part] }),
    isError: false,
    data,
  };
}
