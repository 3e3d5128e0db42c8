/** What parse5 makes of HTML, and ways to go through it that no depth of nesting exhausts. */
import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5";

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlParent = DefaultTreeAdapterTypes.ParentNode;
export type HtmlDocument = DefaultTreeAdapterTypes.Document;
type HtmlText = DefaultTreeAdapterTypes.TextNode;

/** Parses as a browser without scripts does, so that what stands in `noscript` is part of the tree. */
export const parseHtml = (source: string): HtmlDocument => parse(source, { scriptingEnabled: false });

export const parseHtmlPart = (source: string): HtmlParent => parseFragment(source, { scriptingEnabled: false });

export const isElement = (node: HtmlNode | HtmlParent): node is HtmlElement => "tagName" in node;
export const isText = (node: HtmlNode): node is HtmlText => node.nodeName === "#text";

/** The value of an attribute; undefined where it is not set. */
export function attributeOf(element: HtmlElement, name: string): string | undefined {
  for (const attribute of element.attrs) if (attribute.name === name) return attribute.value;
  return undefined;
}

export const classesOf = (element: HtmlElement): readonly string[] =>
  attributeOf(element, "class")?.split(/\s+/).filter(Boolean) ?? [];

export const childElements = (parent: HtmlParent): HtmlElement[] => parent.childNodes.filter(isElement);

/** What entering a node says: not to go into it, or what to do on the way out. */
export type Entered = "skip" | (() => void) | undefined;

interface Level {
  readonly children: readonly HtmlNode[];
  next: number;
  readonly leave: (() => void) | undefined;
}

const levelOf = (parent: HtmlParent, leave?: () => void): Level => ({ children: parent.childNodes, next: 0, leave });

/** Goes through all that is below a node, in the order of the source, until it is stopped. */
export function walk(root: HtmlParent, enter: (node: HtmlNode) => Entered | "stop"): void {
  const levels = [levelOf(root)];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const node = level.children[level.next++];
    if (!node) {
      level.leave?.();
      levels.pop();
      continue;
    }
    const entered = enter(node);
    if (entered === "stop") return;
    if (entered === "skip") continue;
    if ("childNodes" in node && node.childNodes.length > 0) levels.push(levelOf(node, entered));
    else entered?.();
  }
}

/** The first element below a node that fits; undefined when none does. */
export function findElement(root: HtmlParent, fits: (element: HtmlElement) => boolean): HtmlElement | undefined {
  let found: HtmlElement | undefined;
  walk(root, (node) => {
    if (!isElement(node) || !fits(node)) return undefined;
    found = node;
    return "stop";
  });
  return found;
}

/** The text below a node, as it stands in the source. @param most characters and nodes that are looked at. */
export function textBelow(root: HtmlParent, most = Number.POSITIVE_INFINITY): string {
  const pieces: string[] = [];
  let left = most;
  walk(root, (node) => {
    if (left <= 0) return "stop";
    left--;
    if (isText(node)) {
      pieces.push(node.value);
      left -= node.value.length;
    }
    return undefined;
  });
  return pieces.join("");
}
