import { shownText } from "../body/shownText";
import { attributeOf, findElement, type HtmlElement, isElement, textBelow } from "../html/htmlTree";
import type { Emphasis } from "./marks";
import type { Handler } from "./writer";

const emphasis =
  (kind: Emphasis): Handler =>
  (_, { sink }) =>
    sink.emphasis(kind);

const code: Handler = (_, { sink }) => sink.code();

/** What is written before and after the text. */
const between =
  (before: string, after: string): Handler =>
  (_, { sink }) => {
    sink.text(before);
    return () => sink.text(after);
  };

const nothing: Handler = () => "skip";

/** Signs by which headings link to themselves. */
const permalink = /^(?:[#¶§🔗∞]|permalink|link to this (?:heading|section))?$/iu;

/** Characters of a link's text by which it is told what it is. */
const linkText = 300;

const isPermalink = (element: HtmlElement, text: string) =>
  attributeOf(element, "href")?.startsWith("#") === true &&
  permalink.test(text) &&
  !findElement(element, ({ tagName }) => tagName === "img");

/** A heading or a term that is a link to its own place. */
function leadsToItself({ parentNode: parent }: HtmlElement, href: string | undefined): boolean {
  return parent !== null && isElement(parent) && href === `#${attributeOf(parent, "id")}`;
}

/** Children among which one that stands before is looked for. */
const maxNeighbours = 50;

function isLinkBefore(element: HtmlElement): boolean {
  const at = element.parentNode?.childNodes.slice(0, maxNeighbours).indexOf(element) ?? -1;
  return at > 0 && element.parentNode?.childNodes[at - 1]?.nodeName === "a";
}

const isAddress = (text: string) => /^https?:/i.test(text);

const link: Handler = (element, writer) => {
  const href = attributeOf(element, "href")?.trim();
  const address = href === undefined ? undefined : writer.addresses.link(href);
  const text = shownText(textBelow(element, linkText)).trim();
  if (isPermalink(element, text)) return "skip";
  if (address === undefined || leadsToItself(element, href)) return undefined;
  // Beside each other they are kept apart by their looks alone.
  if (isLinkBefore(element)) writer.sink.space();
  if (isAddress(text) && (text === address || text === href) && writer.isMarkdown) {
    writer.sink.verbatim(`<${address}>`);
    return "skip";
  }
  const label = attributeOf(element, "aria-label") ?? attributeOf(element, "title");
  if (text === "" && label && !findElement(element, ({ tagName }) => tagName === "img" || tagName === "svg")) {
    writer.reference(label, address);
    return "skip";
  }
  return writer.sink.link(address);
};

/** What stands high or low without being a power or an index. */
const ordinal = /^(?:st|nd|rd|th|er|e|ème|[oªº°]|tm|™|®|©|\*+|†|‡)$/i;

/** Characters of what stands high or low by which it is told what it is. */
const raisedText = 40;

/** `x^2` and `x_(i+1)`; a note's number is a link and needs no sign. */
const raised =
  (sign: "^" | "_"): Handler =>
  (element, { sink }) => {
    const text = textBelow(element, raisedText).trim();
    if (text === "" || ordinal.test(text) || /^\[.*\]$/.test(text)) return undefined;
    const isNote = element.parentNode?.nodeName === "a" || findElement(element, ({ tagName }) => tagName === "a");
    if (isNote) return notesMark(text, sink);
    const isOne = /^[\p{L}\p{N}]+$/u.test(text);
    sink.verbatim(isOne ? sign : `${sign}(`);
    return isOne ? undefined : () => sink.verbatim(")");
  };

/** In plain text the number of a note would be read as a part of the word before it. */
function notesMark(text: string, sink: Parameters<Handler>[1]["sink"]): (() => void) | undefined {
  if (sink.format === "markdown" || !/^\d+$/.test(text)) return undefined;
  sink.text("[");
  return () => sink.text("]");
}

const abbreviation: Handler = (element, { sink, explained }) => {
  const title = attributeOf(element, "title")?.trim();
  if (!title || explained.has(title) || title === textBelow(element, linkText).trim()) return undefined;
  explained.add(title);
  return () => sink.text(` (${title})`);
};

/** Elements in a line of text. */
export const inlineElements: Readonly<Record<string, Handler>> = {
  strong: emphasis("strong"),
  b: emphasis("strong"),
  em: emphasis("emphasis"),
  i: emphasis("emphasis"),
  var: emphasis("emphasis"),
  dfn: emphasis("emphasis"),
  cite: emphasis("emphasis"),
  del: emphasis("deleted"),
  s: emphasis("deleted"),
  strike: emphasis("deleted"),
  code,
  kbd: code,
  samp: code,
  tt: code,
  q: between("“", "”"),
  rt: between("(", ")"),
  rp: nothing,
  a: link,
  sup: raised("^"),
  sub: raised("_"),
  abbr: abbreviation,
  acronym: abbreviation,
  br: (_, { sink }) => {
    sink.lineBreak();
    return "skip";
  },
};
