/** What finds the article on a page, loaded with the first page of which one is wanted. */
import domino from "@mixmark-io/domino";
import { Readability } from "@mozilla/readability";

/** Lists of nodes are gone through with `for … of` by Readability; domino's cannot all be. */
function makeIterable(list: object): void {
  const prototype: object = Object.getPrototypeOf(list);
  if (Symbol.iterator in prototype) return;
  Object.defineProperty(prototype, Symbol.iterator, { value: Array.prototype[Symbol.iterator] });
}

/** What is used of a document here. Its types are those of a browser, which this program has not. */
interface DominoDocument {
  readonly documentElement: { readonly children: object };
  getElementsByTagName(name: string): object;
  querySelectorAll(selector: string): object;
}

interface Children {
  readonly length: number;
}

/** The prototype of all elements of HTML: what an element inherits from, last before what has `children`. */
function htmlElements(element: object): object {
  let prototype: object = Object.getPrototypeOf(element);
  for (
    let next = Object.getPrototypeOf(prototype);
    !Object.hasOwn(next, "children");
    next = Object.getPrototypeOf(next)
  )
    prototype = next;
  return prototype;
}

/** Lists of children learn of a change only when they are asked for their length; Readability counts on it at once. */
function keepChildrenFresh({ documentElement }: DominoDocument): void {
  const prototype = htmlElements(documentElement);
  if (Object.hasOwn(prototype, "children")) return;
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(prototype), "children") as PropertyDescriptor;
  Object.defineProperty(prototype, "children", {
    get() {
      const children: Children = get?.call(this);
      return children.length >= 0 ? children : undefined;
    },
  });
}

/** A document with all that Readability asks of one. @param base address on which those in it count. */
function documentOf(html: string, base: string): DominoDocument {
  const document: DominoDocument = domino.createDocument(html, true);
  makeIterable(document.getElementsByTagName("a"));
  makeIterable(document.querySelectorAll("a"));
  makeIterable(document.documentElement.children);
  keepChildrenFresh(document);
  return Object.defineProperties(document, { baseURI: { value: base }, documentURI: { value: base } });
}

/** Finds the article of a page; null where there is none. */
export const findArticle = (html: string, base: string): ReturnType<Readability["parse"]> =>
  new Readability(documentOf(html, base) as never, { keepClasses: true }).parse();
