import { attributeOf, childElements, findElement, type HtmlElement } from "../html/htmlTree";
import { type Handler, inTurn, type Writer } from "./writer";

const division: Handler = (_, writer) => writer.paragraph();

/** Marked in plain text as well, as items of lists are: without marks nothing tells a heading from a short paragraph (WF-2). */
const heading: Handler = ({ tagName }, writer) => {
  writer.sink.block("paragraph");
  const marks = !writer.sink.isCell ? `${"#".repeat(Number(tagName[1]))} ` : "";
  const end = writer.sink.margin(marks, "", true);
  return inTurn(() => writer.sink.block("paragraph"), end);
};

/** Whole number of an attribute; undefined where there is none. */
function numberOf(element: HtmlElement, name: string): number | undefined {
  const value = attributeOf(element, name);
  return value !== undefined && /^\s*[-+]?\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}

const list: Handler = (element, writer) => {
  if (writer.lists.at(-1)) writer.sink.tight();
  else writer.sink.block("paragraph");
  const isOrdered = element.tagName === "ol";
  const isReversed = attributeOf(element, "reversed") !== undefined;
  const items = isReversed ? childElements(element).filter(({ tagName }) => tagName === "li").length : 1;
  writer.lists.push({ isOrdered, number: numberOf(element, "start") ?? items, step: isReversed ? -1 : 1 });
  return () => {
    writer.lists.pop();
    writer.sink.block(writer.lists.at(-1) ? "line" : "paragraph");
  };
};

function markerOf(element: HtmlElement, writer: Writer): string {
  const open = writer.lists.at(-1);
  if (!open?.isOrdered) return "- ";
  const number = numberOf(element, "value") ?? open.number;
  open.number = number + open.step;
  return `${Math.max(0, number)}. `;
}

const item: Handler = (element, writer) => {
  const marker = markerOf(element, writer);
  writer.sink.block("line");
  const end = writer.sink.margin(marker, " ".repeat(marker.length));
  return inTurn(() => writer.sink.tight(), end);
};

const term: Handler = (_, writer) => {
  writer.sink.block("paragraph");
  const end = writer.sink.emphasis("strong");
  return () => {
    end?.();
    writer.sink.block("line");
  };
};

const definition: Handler = (_, writer) => {
  writer.sink.tight();
  const end = writer.sink.margin("- ", "  ");
  writer.lists.push(undefined);
  return () => {
    writer.lists.pop();
    writer.sink.tight();
    end();
  };
};

const definitions: Handler = (_, writer) => {
  writer.sink.block(writer.lists.at(-1) ? "line" : "paragraph");
  writer.lists.push(undefined);
  return () => {
    writer.lists.pop();
    writer.sink.block("paragraph");
  };
};

const quotation: Handler = (_, writer) => {
  const end = writer.margin("> ", "> ");
  writer.lists.push(undefined);
  return () => {
    writer.lists.pop();
    end();
  };
};

const summary: Handler = (element, writer) => {
  if (findElement(element, ({ tagName }) => /^h[1-6]$/.test(tagName))) return writer.paragraph();
  writer.sink.block("paragraph");
  return inTurn(writer.sink.emphasis("strong"), () => writer.sink.block("paragraph"));
};

const rule: Handler = (_, writer) => {
  if (writer.isMarkdown && !writer.sink.isCell) writer.sink.lines(["---"]);
  else writer.sink.block("paragraph");
  return "skip";
};

const plain = [
  "address",
  "p",
  "div",
  "section",
  "article",
  "main",
  "header",
  "footer",
  "nav",
  "aside",
  "figure",
  "figcaption",
  "details",
  "fieldset",
  "legend",
  "form",
  "hgroup",
  "center",
  "body",
  "html",
  "search",
  "optgroup",
  "frameset",
  "dialog",
] as const;

/** Elements that are blocks of their own. */
export const blockElements: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(plain.map((name) => [name, division])),
  ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, heading])),
  ul: list,
  dir: list,
  ol: list,
  menu: list,
  li: item,
  dl: definitions,
  dt: term,
  dd: definition,
  blockquote: quotation,
  summary,
  hr: rule,
};
