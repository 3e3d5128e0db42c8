import { attributeOf, findElement, type HtmlElement, isElement, textBelow, walk } from "../html/htmlTree";
import { collapsedSpace } from "./collapsedSpace";
import type { Handler, Writer } from "./writer";

/** Choices that are told of a list to choose from. */
const maxChoices = 8;

/** Characters of what stands on a control. */
const maxText = 200;

/** Something to press or to fill in. */
function control(text: string, { sink }: Writer): "skip" {
  sink.space();
  if (text !== "") sink.text(`[${text}]`);
  sink.space();
  return "skip";
}

const labelOf = (element: HtmlElement, ...names: readonly string[]) =>
  names.map((name) => collapsedSpace(attributeOf(element, name))).find(Boolean) ?? "";

const input: Handler = (element, writer) => {
  const type = attributeOf(element, "type")?.toLowerCase();
  if (type === "hidden" || type === "password") return "skip";
  if (type === "checkbox" || type === "radio")
    return control(attributeOf(element, "checked") === undefined ? " " : "x", writer);
  if (type === "image") return control(labelOf(element, "alt"), writer);
  return control(labelOf(element, "value", "placeholder", "aria-label"), writer);
};

/** What helps to take code from a page says nothing of it. */
const copies = /^copy(?: (?:code|to clipboard|link))*$/i;

const button: Handler = (element, writer) => {
  // A card that is one large button is read like any text.
  if (findElement(element, ({ tagName }) => /^(?:p|h[1-6]|ul|img)$/.test(tagName))) return undefined;
  const text = textBelow(element, maxText);
  if (text.length >= maxText) return undefined;
  return control(collapsedSpace(text).replace(copies, ""), writer);
};

const select: Handler = (element, writer) => {
  const choices: string[] = [];
  walk(element, (node) => {
    if (choices.length > maxChoices) return "skip";
    if (isElement(node) && node.tagName === "option") choices.push(collapsedSpace(textBelow(node, maxText)));
    return undefined;
  });
  const shown = choices.filter(Boolean).slice(0, maxChoices);
  return control([...shown, ...(choices.length > maxChoices ? ["…"] : [])].join(" / "), writer);
};

const textArea: Handler = (element, writer) =>
  control(collapsedSpace(textBelow(element)) || labelOf(element, "placeholder", "aria-label"), writer);

/** Elements that are filled in or pressed. */
export const formElements: Readonly<Record<string, Handler>> = { input, button, select, textarea: textArea };
