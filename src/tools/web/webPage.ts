/** What a body says, converted once for all its parts (WF-2, WF-3). */

import type { WebAnswer } from "../../core/ports/web";
import { BoundedMap } from "../../core/util/boundedMap";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { type ContentType, contentOf, headBytes } from "../../lib/media/contentType";
import { bodyKindOf, headerCharset, mediaTypeOf } from "../../lib/pages/body/contentKind";
import type { Page, PageJob } from "../../lib/pages/body/page";
import { PageWorkerPool } from "../../lib/pages/pageWorkerPool";
import { partOf } from "./webPart";

/** Texts that are kept, and characters of all of them together. */
const maxPages = 32;
const maxCharacters = 16 * 1024 * 1024;

/** A body as text. */
export interface WebText extends Omit<Page, "kind" | "charset"> {
  readonly kind: Page["kind"] | "pdf";
  readonly charset?: string;
}

const room = new PageWorkerPool();
/** The texts that were made last, by what they were made from. */
const converted = new BoundedMap<WebText>(maxPages, maxCharacters, ({ text }) => text.length);

async function keyOf({ body, ...rest }: PageJob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", body as Uint8Array<ArrayBuffer>);
  return `${Buffer.from(digest).toString("hex")} ${JSON.stringify(rest)}`;
}

/** What a body becomes; that of a body which was converted a while ago is still known. */
export async function convertedOnce(job: PageJob, convert: () => Promise<WebText>): Promise<WebText> {
  const key = await keyOf(job);
  const known = converted.get(key);
  converted.touch(key);
  if (known) return known;
  const page = await convert();
  converted.put(key, page);
  return page;
}

/** @throws ToolError `unreadable`, `timeout`, `cancelled`. */
export const readWebPage = (job: PageJob, signal: AbortSignal): Promise<WebText> =>
  convertedOnce(job, () => room.read(job, signal));

/** What the server says of its kind, without what is no text of a header; empty where it says nothing. */
export const saidTypeOf = ({ headers }: WebAnswer): string =>
  (headers["content-type"] ?? "").replace(/[^\x20-\x7e]/g, "");

/** The body of an answer for the page room. */
export function pageJobOf(url: string, answer: WebAnswer, { mode, format }: Pick<PageJob, "mode" | "format">): PageJob {
  const contentType = answer.headers["content-type"];
  return { body: answer.body, url, mode, format, ...(contentType !== undefined && { contentType }) };
}

const saysUtf16 = ({ headers }: WebAnswer): boolean =>
  /^\s*(?:utf-?16|unicode|ucs-2|csunicode)/i.test(headerCharset(headers["content-type"]) ?? "");

/** A page with bytes in it that no text has, which browsers pass over. */
const isDamagedPage = ({ headers, body }: WebAnswer): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)$/.test(mediaTypeOf(headers["content-type"])) &&
  bodyKindOf(undefined, Buffer.from(body.subarray(0, headBytes)).toString("latin1")) === "html";

/** What a body holds that is not text; undefined for text. */
export function fileTypeOf(answer: WebAnswer): ContentType | undefined {
  if (saysUtf16(answer)) return undefined;
  const type = contentOf(answer.body.subarray(0, headBytes));
  return type?.kind === "binary" && isDamagedPage(answer) ? undefined : type;
}

/**
 * The beginning of what a server says beside a failure; empty where that is no text.
 * @throws ToolError `cancelled`.
 */
export async function readBeginning(
  url: string,
  answer: WebAnswer,
  most: number,
  signal: AbortSignal,
): Promise<string> {
  if (answer.body.length === 0 || fileTypeOf(answer)) return "";
  try {
    const { title, text } = await readWebPage(pageJobOf(url, answer, { mode: "full", format: "text" }), signal);
    const whole = [...(title === undefined ? [] : [title]), text.trim()].join("\n");
    const part = partOf(whole, 0, most);
    return part.end < whole.length ? `${part.text.trimEnd()}\n[…]` : whole.trim();
  } catch (error) {
    if (signal.aborted) throw error;
    return `(${error instanceof ToolError ? error.message : messageOf(error)})`;
  }
}
