import {
  attributeOf,
  childElements,
  type HtmlElement,
  type HtmlNode,
  type HtmlParent,
  isElement,
  isText,
  walk,
} from "../html/htmlTree";
import { type Alignment, type Cell, tableLines } from "./tableLayout";
import type { Handler, OpenTable, Writer } from "./writer";

const cellsOf = (row: HtmlElement) => childElements(row).filter(({ tagName }) => tagName === "td" || tagName === "th");

const rowsOf = (table: HtmlElement): HtmlElement[] =>
  childElements(table).flatMap((child) => {
    if (child.tagName === "tr") return [child];
    return /^t(?:head|body|foot)$/.test(child.tagName)
      ? childElements(child).filter(({ tagName }) => tagName === "tr")
      : [];
  });

/** What a table of data does not hold. */
const partsOfPages = /^(?:table|h[1-6]|form|hr|article|section|nav|header|footer|main|aside|iframe)$/;

/** The tables of a page in which other tables or parts of a page stand: most of them only place things. */
export function placingTables(root: HtmlParent): ReadonlySet<HtmlNode> {
  const found = new Set<HtmlNode>();
  const open: HtmlElement[] = [];
  walk(root, (node) => {
    if (!isElement(node)) return undefined;
    const around = open.at(-1);
    if (around && partsOfPages.test(node.tagName)) found.add(around);
    if (node.tagName !== "table") return undefined;
    open.push(node);
    return () => void open.pop();
  });
  return found;
}

/** Whether a page says that a table holds data: by headers, a caption or its role. */
function saysData(table: HtmlElement, rows: readonly HtmlElement[]): boolean {
  if (/^(?:table|grid|treegrid)$/.test(attributeOf(table, "role") ?? "")) return true;
  if (childElements(table).some(({ tagName }) => tagName === "caption" || tagName === "thead")) return true;
  return rows.some((row) => cellsOf(row).some(({ tagName }) => tagName === "th"));
}

/** Whether a table without headers looks like one of data: several rows of as many cells. */
function looksLikeData(table: HtmlElement, rows: readonly HtmlElement[]): boolean {
  const widths = rows.map((row) => cellsOf(row).length).filter((width) => width > 0);
  const isEven = widths.length > 1 && (widths[0] ?? 0) > 1 && widths.every((width) => width === widths[0]);
  return isEven || (Number(attributeOf(table, "border")) > 0 && widths.some((width) => width > 1));
}

function kindOf(table: HtmlElement, writer: Writer): OpenTable["kind"] {
  if (writer.sink.isCell) return "words";
  const rows = rowsOf(table);
  const isPlacing = writer.placing.has(table);
  const role = attributeOf(table, "role");
  if (role === "presentation" || role === "none") return isPlacing ? "blocks" : "lines";
  if (saysData(table, rows) && rows.some((row) => cellsOf(row).length > 1)) return "data";
  if (isPlacing) return "blocks";
  return looksLikeData(table, rows) ? "data" : "lines";
}

const table: Handler = (element, writer) => {
  const open: OpenTable = { kind: kindOf(element, writer), cells: new Map(), caption: "" };
  writer.sink.block("paragraph");
  writer.tables.push(open);
  writer.lists.push(undefined);
  return () => {
    writer.lists.pop();
    writer.tables.pop();
    if (open.kind !== "data") return writer.sink.block("paragraph");
    const rows = rowsOf(element).map((row) => cellsOf(row).map((cell) => cellOf(cell, open)));
    writer.sink.lines(tableLines(rows, open.caption, writer.format));
  };
};

const spanOf = (cell: HtmlElement, name: string) =>
  Math.min(1000, Math.max(1, Number.parseInt(attributeOf(cell, name) ?? "1", 10) || 1));

function alignmentOf(cell: HtmlElement): Alignment | undefined {
  const style = /text-align\s*:\s*(left|center|right)/i.exec(attributeOf(cell, "style") ?? "")?.[1];
  const name = (style ?? attributeOf(cell, "align") ?? "").toLowerCase();
  return name === "left" || name === "center" || name === "right" ? name : undefined;
}

function cellOf(element: HtmlElement, { cells }: OpenTable): Cell {
  const alignment = alignmentOf(element);
  return {
    text: cells.get(element) ?? "",
    isHeader: element.tagName === "th" && !/^row/.test(attributeOf(element, "scope") ?? ""),
    columns: spanOf(element, "colspan"),
    rows: spanOf(element, "rowspan"),
    ...(alignment && { alignment }),
  };
}

const row: Handler = (_, writer) => {
  const kind = writer.tables.at(-1)?.kind;
  if (kind === "lines" || kind === "blocks") return writer.paragraph();
  if (kind === "words") writer.sink.block("line");
  return undefined;
};

function isEmpty(element: HtmlElement): boolean {
  let found = false;
  walk(element, (node) => {
    if (isText(node) ? node.value.trim() !== "" : /^(?:img|input|svg|iframe|video)$/.test(node.nodeName)) found = true;
    return found ? "skip" : undefined;
  });
  return !found;
}

const cell: Handler = (element, writer) => {
  const open = writer.tables.at(-1);
  if (open?.kind === "blocks") return writer.paragraph();
  if (open?.kind !== "data") {
    // What only looks empty, such as an arrow that is drawn by its style, is no reason for a new line.
    if (open?.kind === "lines" && isEmpty(element)) return "skip";
    writer.sink.space();
    return () => writer.sink.space();
  }
  const end = writer.cell();
  return () => void open.cells.set(element, end());
};

const caption: Handler = (_, writer) => {
  const open = writer.tables.at(-1);
  if (open?.kind !== "data") return writer.paragraph();
  const end = writer.cell();
  return () => {
    open.caption = end();
  };
};

/** Tables and what they are made of. */
export const tableElements: Readonly<Record<string, Handler>> = { table, tr: row, td: cell, th: cell, caption };
