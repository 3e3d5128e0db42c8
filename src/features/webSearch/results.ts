/** From what a service gave to results that a model can use. */
import { parsedAddress } from "../../core/text/addresses/parsedAddress";
import { plainSearchText } from "./services/plainText";
import type { GivenResult } from "./services/service";

/** Letters kept of each at most. */
const maxTitleLength = 300;
const maxSnippetLength = 1500;
/** What the tool that fetches an address takes. */
const maxAddressLength = 8192;

/** One result. */
export interface SearchResult {
  /** One line; the host where the service gave no title. */
  readonly title: string;
  /** Absolute http or https address, its host in punycode. */
  readonly url: string;
  /** One line of plain text. */
  readonly snippet?: string;
  /** Day, as `2026-11-22`. */
  readonly date?: string;
}

/** The address as the tools take it; undefined for what is none on the web, or would carry a user name. */
function usableAddress(given: unknown): URL | undefined {
  if (typeof given !== "string" || given.length > maxAddressLength) return undefined;
  const url = parsedAddress(given);
  if (!url) return undefined;
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && url.username === "" && url.password === "" && url.href.length <= maxAddressLength ? url : undefined;
}

/** The beginning of a text, whole letters only. */
function shortened(text: string, most: number): string {
  const letters = text.slice(0, most * 2).match(/[\s\S]/gu) ?? [];
  return letters.length > most || text.length > most * 2 ? `${letters.slice(0, most).join("").trimEnd()}…` : text;
}

/** Plain words; undefined where there are none. Looks at no more than could be shown. */
function wordsOf(given: unknown, most: number): string | undefined {
  if (typeof given !== "string") return undefined;
  const words = shortened(plainSearchText(given.slice(0, most * 20)), most);
  return words === "" ? undefined : words;
}

/** The day of a date in one of the forms that services write: ISO 8601, or as mail and HTTP have it. */
export function dayOf(given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  const text = given.trim();
  const iso = /^(\d{4}-\d\d-\d\d)(?:$|[T ])/.exec(text)?.[1];
  const mail = /^(?:[A-Z][a-z]{2}, )?(\d{1,2} [A-Z][a-z]{2} \d{4})(?:$| )/.exec(text)?.[1];
  // The day as it is written, whatever the zone.
  const time = Date.parse(iso ?? `${mail ?? ""} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

/** Results of one search, each address once, in the order in which they came. */
export class FoundResults {
  readonly #byAddress = new Map<string, SearchResult>();
  #left = 0;

  /** @param most results that are wanted in all. */
  constructor(private readonly most: number) {}

  get list(): readonly SearchResult[] {
    return [...this.#byAddress.values()];
  }

  /** Results without a usable address. */
  get left(): number {
    return this.#left;
  }

  get isFull(): boolean {
    return this.#byAddress.size >= this.most;
  }

  /** @returns how many of them are new. */
  add(given: readonly GivenResult[]): number {
    const before = this.#byAddress.size;
    for (const one of given) {
      if (this.isFull) break;
      this.#addOne(one);
    }
    return this.#byAddress.size - before;
  }

  #addOne(given: GivenResult): void {
    const url = usableAddress(given.url);
    if (!url) {
      this.#left += 1;
      return;
    }
    const page = url.href.replace(/#.*$/s, "");
    if (this.#byAddress.has(page)) return;
    const snippet = wordsOf(given.snippet, maxSnippetLength);
    const date = dayOf(given.date);
    this.#byAddress.set(page, {
      title: wordsOf(given.title, maxTitleLength) ?? url.host,
      url: url.href,
      ...(snippet !== undefined && { snippet }),
      ...(date !== undefined && { date }),
    });
  }
}
