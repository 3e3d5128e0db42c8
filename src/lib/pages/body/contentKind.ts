/** What a body is, as far as its header and its first characters tell. */
import { isUtf8 } from "node:buffer";

/** What a body is read as; a feed is told from other XML and JSON by its content. */
export type BodyKind = "html" | "xml" | "json" | "text";

/** The media type of a header `content-type` in small letters, without its parameters; empty where there is none. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** Media types of which servers send content that is something else. */
const untold = new Set(["", "application/octet-stream", "application/unknown", "unknown/unknown", "text/plain", "*/*"]);

const beginsAsHtml =
  /^(?:<!doctype\s+html|<(?:html|head|body|title|meta|script|link|table|div|h1|p|a|style|br|font|b)[\s/>])/i;

/** XHTML that is sent as plain XML. */
const beginsAsXhtml = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+html[^>]*>\s*)?<html[\s>]/i;

/** Markup, comments and white space that may stand before what tells the kind. */
const preamble = /^(?:\s|<!--[\s\S]*?-->)+/;

/** Characters that are looked at. */
const lookedAt = 2048;

function sniffed(head: string): BodyKind {
  const text = head
    .slice(0, lookedAt)
    .replace(/^\ufeff/, "")
    .replace(preamble, "");
  if (beginsAsHtml.test(text)) return "html";
  if (/^<\?xml\s/.test(text)) return /<html[\s>]/i.test(text) ? "html" : "xml";
  return /^<(?:rss|feed|rdf:RDF|svg)[\s>]/.test(text) ? "xml" : "text";
}

/**
 * What a body is, by its media type, and by its beginning where servers are known to say too little (WF-2, WF-3).
 * @param head the first characters, in any encoding that keeps ASCII.
 */
export function bodyKindOf(contentType: string | undefined, head: string): BodyKind {
  const type = mediaTypeOf(contentType);
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (/^(?:application|text)\/(?:[\w.-]+\+)?json5?$/.test(type)) return "json";
  if (/^(?:application|text)\/xml$|\+xml$/.test(type)) return beginsAsXhtml.test(head) ? "html" : "xml";
  if (!untold.has(type)) return "text";
  const kind = sniffed(head);
  if (kind === "text" && type !== "text/plain" && /^\s*[[{]/.test(head)) return "json";
  return kind;
}

/** The parameter `charset` of a header `content-type`. */
export const headerCharset = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))/i
    .exec(contentType ?? "")
    ?.slice(1)
    .find((label) => label !== undefined);

/** True when a body is UTF-8 and nothing says otherwise, so that it takes no tables to decode it. */
export function isPlainUtf8(bytes: Uint8Array, contentType: string | undefined): boolean {
  const label = headerCharset(contentType);
  return (label === undefined || /^utf-?8$/i.test(label.trim())) && isUtf8(bytes);
}
