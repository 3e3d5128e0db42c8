import { parsedAddress } from "../../../core/text/addresses/parsedAddress";
import { attributeOf, findElement, type HtmlParent } from "./htmlTree";

/** Makes the addresses of a page absolute. */
export class PageAddresses {
  readonly #base: string;
  readonly #page: string;

  /** @param url absolute address of the page. */
  constructor(url: string, root: HtmlParent) {
    const element = findElement(
      root,
      ({ tagName, attrs }) => tagName === "base" && attrs.some(({ name }) => name === "href"),
    );
    const base = element && absolute(attributeOf(element, "href") ?? "", url);
    this.#base = base && /^https?:/.test(base) ? base : url;
    this.#page = url.replace(/#.*$/s, "");
  }

  /** The address on which relative ones count. */
  get base(): string {
    return this.#base;
  }

  /** Where a link leads, as Markdown takes it; a place on this page as `#place`. Undefined for what is no place to go. */
  link(href: string): string | undefined {
    const address = absolute(href, this.#base);
    if (address === undefined || !/^(?:https?|mailto|tel|ftp|sms|geo|magnet):/.test(address)) return undefined;
    const isHere = address.startsWith(`${this.#page}#`);
    return written(isHere ? address.slice(this.#page.length) : address);
  }

  /** Where a picture or the like is; undefined when it is in the page itself. */
  source(src: string): string | undefined {
    const address = absolute(src, this.#base);
    return address !== undefined && /^https?:/.test(address) ? written(address) : undefined;
  }
}

const absolute = (address: string, base: string): string | undefined => parsedAddress(address, base)?.href;

const inPairs = /^[^()]*(?:\([^()]*\)[^()]*)*$/;

/** Parentheses would end the address in Markdown, unless they are in pairs. */
const written = (address: string) =>
  address.replace(
    inPairs.test(address) ? /[<>|\s\\]/g : /[()<>|\s\\]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
