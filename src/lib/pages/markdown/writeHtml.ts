import type { PageFormat } from "../body/page";
import { type Entered, type HtmlNode, type HtmlParent, isElement, isText, walk } from "../html/htmlTree";
import type { PageAddresses } from "../html/pageAddresses";
import { blockElements } from "./blockElements";
import { codeBlock } from "./codeBlock";
import { formElements } from "./formElements";
import { inlineElements } from "./inlineElements";
import { mediaElements } from "./mediaElements";
import { placingTables, tableElements } from "./tableElements";
import { type Handler, Writer } from "./writer";

const handlers = new Map<string, Handler>(
  Object.entries({
    ...blockElements,
    ...inlineElements,
    ...mediaElements,
    ...formElements,
    ...tableElements,
    pre: codeBlock,
    listing: codeBlock,
    xmp: codeBlock,
    plaintext: codeBlock,
  }),
);

function writeAll(root: HtmlParent, writer: Writer): void {
  const enter = (node: HtmlNode): Entered => {
    if (isText(node)) writer.sink.text(node.value.replaceAll("\u00a0", " "));
    else if (isElement(node)) return handlers.get(node.tagName)?.(node, writer);
    return undefined;
  };
  walk(root, enter);
}

/**
 * Writes a tree of HTML, from which the unseen was removed, as Markdown or as plain text: in this, paragraphs, the marks of
 * lists and headings and the columns of tables remain (WF-2).
 */
export function writeHtml(root: HtmlParent, format: PageFormat, addresses: PageAddresses): string {
  const writer = new Writer(format, addresses, placingTables(root));
  writeAll(root, writer);
  return writer.sink.toString();
}

/** The same as plain text on one line. */
export function writeLine(root: HtmlParent, addresses: PageAddresses): string {
  const writer = new Writer("text", addresses, placingTables(root));
  const end = writer.cell();
  writeAll(root, writer);
  return end();
}
