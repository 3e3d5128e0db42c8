import { oneLine } from "../../core/text/oneLine";
import { articleOf } from "./article";
import { noArticleNote, type Page, type PageFormat, type PageMode } from "./body/page";
import { shownText } from "./body/shownText";
import { removeUnseen } from "./html/hiddenElements";
import {
  attributeOf,
  findElement,
  type HtmlDocument,
  type HtmlElement,
  type HtmlParent,
  isElement,
  parseHtml,
  parseHtmlPart,
  textBelow,
} from "./html/htmlTree";
import { PageAddresses } from "./html/pageAddresses";
import { writeHtml } from "./markdown/writeHtml";

/** Characters of a title at most. */
const maxTitle = 300;

/** A text on one line, cut where it is longer than a title. */
export function titleOf(text: string | undefined): string | undefined {
  const line = oneLine(shownText(text ?? ""));
  return line === "" ? undefined : [...line.slice(0, 2 * maxTitle)].slice(0, maxTitle).join("");
}

const isOwnTitle = (element: HtmlElement) =>
  element.tagName === "title" &&
  element.parentNode !== null &&
  isElement(element.parentNode) &&
  element.parentNode.tagName !== "svg";

const isSharedTitle = ({ tagName, attrs }: HtmlElement) =>
  tagName === "meta" && attrs.some(({ value }) => value === "og:title");

const contentOf = (element: HtmlElement | undefined) => element && attributeOf(element, "content");

/** Words of `<title>`, else of what is told to those who link to it, else of the first heading. */
function pageTitle(root: HtmlParent): string | undefined {
  const below = (element: HtmlElement | undefined) => titleOf(element && textBelow(element, 4 * maxTitle));
  return (
    below(findElement(root, isOwnTitle)) ??
    titleOf(contentOf(findElement(root, isSharedTitle))) ??
    below(findElement(root, ({ tagName }) => tagName === "h1"))
  );
}

/** Puts in place what a page of frames shows where there are none. */
function openNoframes(root: HtmlParent): void {
  const element = findElement(root, ({ tagName }) => tagName === "noframes");
  if (element) element.childNodes = parseHtmlPart(textBelow(element)).childNodes;
}

/** Characters below which a page says nothing without its scripts; above it, what only readers without scripts see stays hidden. */
const minText = 60;

const scriptsNote = "This page is built by scripts, which are not run: parts that a browser shows may be missing here.";

interface HtmlJob {
  readonly source: string;
  readonly url: string;
  readonly mode: PageMode;
  readonly format: PageFormat;
}

/** What an HTML page says (WF-2). */
export function readHtml({ source, url, mode, format }: HtmlJob): Omit<Page, "kind" | "charset"> {
  const document = parseHtml(source);
  const title = pageTitle(document);
  const addresses = new PageAddresses(url, document);
  const { text, notes } = written(document, source, mode, format, addresses);
  return { ...(title !== undefined && { title }), text, notes };
}

function written(document: HtmlDocument, source: string, mode: PageMode, format: PageFormat, addresses: PageAddresses) {
  const hasScripts = findElement(document, ({ tagName }) => tagName === "script") !== undefined;
  openNoframes(document);
  removeUnseen(document, false);
  const article = mode === "article" ? articleOf(document, addresses, format) : undefined;
  if (article !== undefined) return { text: article, notes: [] };
  const notes = mode === "article" ? [noArticleNote] : [];
  const text = writeHtml(document, format, addresses);
  if (text.length >= minText || !hasScripts) return { text, notes };
  const whole = parseHtml(source);
  removeUnseen(whole, true);
  return { text: writeHtml(whole, format, addresses), notes: [...notes, scriptsNote] };
}
