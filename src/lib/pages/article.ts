import { serialize } from "parse5";
import { oneLine } from "../../core/text/oneLine";
import type { PageFormat } from "./body/page";
import { shownText } from "./body/shownText";
import { type HtmlDocument, parseHtmlPart, walk } from "./html/htmlTree";
import type { PageAddresses } from "./html/pageAddresses";
import { writeHtml } from "./markdown/writeHtml";

const libraries = (): typeof import("./articleLibraries") => require("./articleLibraries");

/** What the library that finds articles takes: it is recursive, and slow on pages that are nested deeply. */
const maxDepth = 250;
const maxNodes = 50_000;

function isWithinBounds(document: HtmlDocument): boolean {
  let [depth, deepest, nodes] = [0, 0, 0];
  walk(document, () => {
    nodes++;
    deepest = Math.max(deepest, ++depth);
    return () => void depth--;
  });
  return deepest <= maxDepth && nodes <= maxNodes;
}

/** Characters below which what was found is no article. */
const minArticle = 100;

/** Characters of what is said about an article. */
const maxFact = 120;

/** Who wrote it, where and when it was published, as far as the page says. */
const factsOf = (facts: readonly (string | null | undefined)[]): string =>
  [...new Set(facts.map((fact) => oneLine(shownText(fact ?? "")).slice(0, maxFact)))].filter(Boolean).join(", ");

/** Readability fails on some trees of broken markup; there it has found nothing. */
function found(html: string, base: string): ReturnType<ReturnType<typeof libraries>["findArticle"]> {
  try {
    return libraries().findArticle(html, base);
  } catch {
    return null;
  }
}

/**
 * What a page is about, without what stands around it; undefined where that cannot be told.
 * @param document without what is not to be seen: Readability drops the styles by which that is known.
 */
export function articleOf(document: HtmlDocument, addresses: PageAddresses, format: PageFormat): string | undefined {
  if (!isWithinBounds(document)) return undefined;
  const article = found(serialize(document), addresses.base);
  if (!article?.content) return undefined;
  const text = writeHtml(parseHtmlPart(article.content), format, addresses);
  if (text.length < minArticle) return undefined;
  const facts = factsOf([article.byline, article.siteName, article.publishedTime]);
  return facts === "" ? text : `${facts}\n\n${text}`;
}
