import type { PageAddresses } from "./addresses";
import { blockElements } from "./blockElements";
import { codeBlock } from "./codeBlock";
import { formElements } from "./formElements";
import { type Entered, type HtmlNode, type HtmlParent, isElement, isText, walk } from "./htmlTree";
import { inlineElements } from "./inlineElements";
import { mediaElements } from "./mediaElements";
import type { PageFormat } from "./page";
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

/** Writes a tree of HTML, from which the unseen was removed, as Markdown or as plain text (WF-2). */
export function writeHtml(root: HtmlParent, format: PageFormat, addresses: PageAddresses): string {
  const writer = new Writer(format, addresses, placingTables(root));
  const enter = (node: HtmlNode): Entered => {
    if (isText(node)) writer.sink.text(node.value.replaceAll("\u00a0", " "));
    else if (isElement(node)) return handlers.get(node.tagName)?.(node, writer);
    return undefined;
  };
  walk(root, enter);
  return writer.sink.toString();
}
