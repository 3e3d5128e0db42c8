/** RSS, Atom, RDF and JSON feeds as a list of what is in them. */
import { oneLine } from "../../core/text/oneLine";
import type { Page, PageFormat } from "./body/page";
import { shownText } from "./body/shownText";
import { removeUnseen } from "./html/hiddenElements";
import { parseHtmlPart } from "./html/htmlTree";
import { PageAddresses } from "./html/pageAddresses";
import { titleOf } from "./htmlPage";
import { writeLine } from "./markdown/writeHtml";
import { parseXml, type XmlElement, xmlChildren, xmlText } from "./xmlTree";

/** One thing that a feed tells of. */
interface Entry {
  /** HTML, or text that is the same in HTML. */
  readonly title: string;
  readonly link: string;
  readonly date: string;
  /** HTML, or text that is the same in HTML. */
  readonly summary: string;
}

interface Feed {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Characters of a summary; the whole is behind the link. */
const maxSummary = 1000;

const textOf = (parent: XmlElement, ...names: readonly string[]): string =>
  names.map((name) => xmlText(xmlChildren(parent, name)[0]).trim()).find(Boolean) ?? "";

/** The first that says something, as HTML: what is not called HTML in Atom is text, also where it looks like a tag. */
function htmlOf(parent: XmlElement, ...names: readonly string[]): string {
  const element = names.flatMap((name) => xmlChildren(parent, name)).find((child) => xmlText(child).trim() !== "");
  const text = xmlText(element).trim();
  const isHtml = !/^(?:feed|entry)$/.test(parent.name) || /\bhtml$/.test(element?.attributes.type ?? "text");
  return isHtml ? text : text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Atom says where something is in an attribute, and has several kinds of links. */
function linkOf(parent: XmlElement): string {
  const links = xmlChildren(parent, "link", "atom:link");
  const alternate = links.find(({ attributes: { rel = "alternate", href } }) => rel === "alternate" && href);
  return xmlText(links.find((link) => xmlText(link).trim() !== "")).trim() || (alternate?.attributes.href ?? "");
}

const summaries = ["description", "summary", "content", "content:encoded", "media:description", "itunes:summary"];
const dates = ["pubDate", "published", "updated", "dc:date", "date"];

const entryOf = (element: XmlElement): Entry => ({
  title: htmlOf(element, "title", "media:title"),
  link: linkOf(element) || element.attributes["rdf:about"] || "",
  date: textOf(element, ...dates),
  summary: htmlOf(element, ...summaries),
});

/** The feed that XML holds; undefined for other XML. */
export function xmlFeed(source: string): Feed | undefined {
  const root = xmlChildren(parseXml(source), "rss", "feed", "rdf:RDF")[0];
  const head = root && (root.name === "feed" ? root : xmlChildren(root, "channel")[0]);
  if (!head) return undefined;
  const entries = [...xmlChildren(head, "item", "entry"), ...(head === root ? [] : xmlChildren(root, "item"))];
  return { title: htmlOf(head, "title"), entries: entries.map(entryOf) };
}

const wordOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** The feed that JSON holds. @throws SyntaxError for what is no JSON. */
export function jsonFeed(source: string): Feed {
  const feed = objectOf(JSON.parse(source));
  const items = Array.isArray(feed.items) ? feed.items.map(objectOf) : [];
  const entries = items.map((item) => ({
    title: wordOf(item.title),
    link: wordOf(item.url) || wordOf(item.external_url) || wordOf(item.id),
    date: wordOf(item.date_published) || wordOf(item.date_modified),
    summary: wordOf(item.summary) || wordOf(item.content_html) || wordOf(item.content_text),
  }));
  return { title: wordOf(feed.title), entries };
}

/** HTML as text on one line, of a length. */
function flat(html: string, most: number, addresses: PageAddresses): string {
  const part = parseHtmlPart(html.slice(0, 20 * most));
  removeUnseen(part, false);
  const text = oneLine(writeLine(part, addresses));
  return text.length > most ? `${text.slice(0, most).replace(/\s+\S*$/, "")} …` : text;
}

/** A feed's entries as a list with their links, dates and summaries (WF-2). */
export function writeFeed(feed: Feed, url: string, format: PageFormat): Pick<Page, "title" | "text"> {
  const addresses = new PageAddresses(url, parseHtmlPart(""));
  const lines = feed.entries.flatMap((entry) => {
    const title = flat(entry.title, 300, addresses) || "Untitled";
    const link = entry.link.trim() === "" ? undefined : addresses.link(entry.link.trim());
    const linked = format === "markdown" && link ? `[${title.replace(/[[\]\\]/g, "\\$&")}](${link})` : title;
    const place = format === "text" && link ? [`  ${link}`] : [];
    const date = oneLine(shownText(entry.date)).slice(0, 60);
    const summary = flat(entry.summary, maxSummary, addresses);
    return [`- ${linked}${date && ` (${date})`}`, ...place, ...(summary && summary !== title ? [`  ${summary}`] : [])];
  });
  const title = titleOf(flat(feed.title, 300, addresses));
  return { ...(title !== undefined && { title }), text: lines.join("\n") };
}
