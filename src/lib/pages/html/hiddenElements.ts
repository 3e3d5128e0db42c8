/** Takes out of a page what a person who reads it does not see: there orders to a model are hidden. */
import {
  attributeOf,
  childElements,
  classesOf,
  type HtmlElement,
  type HtmlNode,
  type HtmlParent,
  isElement,
  isText,
  textBelow,
} from "./htmlTree";
import { styleFacts } from "./inlineStyle";
import { hiddenBySheets } from "./styleSheets";

const neverShown = new Set(["style", "template", "datalist", "canvas", "noembed", "wbr"]);

/** Numbers beside the lines of code. */
const lineNumbers =
  /^(?:linenos?|line-?numbers?(?:-rows)?|gutter|rouge-gutter|hljs-ln-numbers|blob-num|react-syntax-highlighter-line-number)$/i;

/** Text and nodes in which an icon fits. */
const iconSize = 12;

/** Something for the eye that says nothing, or says again what stands beside it. */
function isDecoration(element: HtmlElement): boolean {
  if (attributeOf(element, "aria-hidden") !== "true") return false;
  return classesOf(element).includes("katex-html") || textBelow(element, iconSize).trim().length <= 2;
}

/** Words of links that lead over the navigation, for whoever reads with a keyboard. */
const skipWords = /^\s*(?:skip|jump) (?:to|over|past)\b/i;

const isSkipLink = (element: HtmlElement) =>
  element.tagName === "a" &&
  attributeOf(element, "href")?.startsWith("#") === true &&
  skipWords.test(textBelow(element, 60));

/** Scripts, but for formulas and for what a page says about itself. */
const isScript = (element: HtmlElement) =>
  element.tagName === "script" && !/^(?:math\/tex|application\/ld\+json)/.test(attributeOf(element, "type") ?? "");

/** @param isHidden what its style says. */
function isUnseen(element: HtmlElement, isHidden: boolean, showsNoscript: boolean): boolean {
  const { tagName } = element;
  if (neverShown.has(tagName) || isScript(element)) return true;
  if (tagName === "noscript") return !showsNoscript;
  if (element.attrs.length === 0) return tagName === "dialog";
  if (tagName === "dialog" && attributeOf(element, "open") === undefined) return true;
  const hidden = attributeOf(element, "hidden");
  if (hidden !== undefined && hidden !== "until-found") return true;
  if (/^(?:td|span|div)$/.test(tagName) && classesOf(element).some((name) => lineNumbers.test(name))) return true;
  return isHidden || isDecoration(element) || isSkipLink(element);
}

const isMath = ({ tagName }: HtmlElement) => tagName === "math";

/** Math is hidden where a picture of it is shown; it reads better than the picture. */
const isMathForReaders = (element: HtmlElement) =>
  childElements(element).some(isMath) && classesOf(element).some((name) => /math/.test(name));

/** Leaves nothing but the math; whoever looks at the element later, as Readability does, takes it for one that is seen. */
function showToReaders(element: HtmlElement): void {
  element.childNodes = childElements(element).filter(isMath);
  element.attrs = element.attrs.filter(({ name }) => !/^(?:style|hidden|aria-hidden)$/.test(name));
}

interface Branch {
  readonly parent: HtmlParent;
  readonly isTextHidden: boolean;
}

/** Texts side by side as one: there was a comment or a place to break a word between them, and Markdown reads them together. */
function joinedTexts(nodes: readonly HtmlNode[]): HtmlNode[] {
  const joined: HtmlNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (last && isText(last) && isText(node)) last.value += node.value;
    else joined.push(node);
  }
  return joined;
}

/** Removes all that is not to be seen from a tree. @param showsNoscript for a page that is nothing without its scripts. */
export function removeUnseen(root: HtmlParent, showsNoscript: boolean): void {
  const isHiddenBySheets = hiddenBySheets(root);
  const branches: Branch[] = [{ parent: root, isTextHidden: false }];
  for (let branch = branches.pop(); branch; branch = branches.pop()) {
    const { parent, isTextHidden } = branch;
    const seen = (parent.childNodes as HtmlNode[]).filter((node) => {
      if (isText(node)) return !isTextHidden || node.value.trim() === "";
      if (!isElement(node)) return node.nodeName === "#documentType";
      const style = attributeOf(node, "style");
      const { isHidden, isTextHidden: said } = styleFacts(style);
      const showsItself = style !== undefined && /display\s*:/i.test(style);
      if (isUnseen(node, isHidden || (!showsItself && isHiddenBySheets(node)), showsNoscript)) {
        if (!isMathForReaders(node)) return false;
        showToReaders(node);
      }
      branches.push({ parent: node, isTextHidden: said ?? isTextHidden });
      return true;
    });
    parent.childNodes = seen.length < parent.childNodes.length ? joinedTexts(seen) : seen;
  }
}
