import { decodeBody } from "./body/charset";
import { bodyKindOf } from "./body/contentKind";
import type { Page, PageJob } from "./body/page";
import { shownText } from "./body/shownText";
import { jsonFeed, writeFeed, xmlFeed } from "./feed";
import { readHtml } from "./htmlPage";
import { isJsonFeed } from "./jsonText";
import { documentHead, readPlain } from "./readDirectly";
import { indentedXml } from "./xmlTree";

/** A body as text, whatever it is. It may take as long as the page is hostile: call it where that can be ended. */
export function readPage({ body, contentType, url, mode, format }: PageJob): Page {
  const kind = bodyKindOf(contentType, documentHead(body));
  const { text, charset } = decodeBody(body, contentType, kind);
  const plain = (): Page => readPlain({ kind: kind === "json" ? "json" : "text", text, charset, mode });
  if (kind === "text") return plain();
  if (mode === "raw") return { kind, text: shownText(text), charset, notes: [] };
  if (kind === "html") return { kind, charset, ...readHtml({ source: text, url, mode, format }) };
  if (kind === "json" && !isJsonFeed(text)) return plain();
  const feed = kind === "xml" ? xmlFeed(text) : wholeJsonFeed(text);
  if (feed) return { kind: "feed", charset, ...writeFeed(feed, url, format), notes: [] };
  return kind === "json" ? plain() : { kind, charset, text: shownText(indentedXml(text)), notes: [] };
}

function wholeJsonFeed(text: string): ReturnType<typeof jsonFeed> | undefined {
  try {
    return jsonFeed(text);
  } catch {
    return undefined;
  }
}
