/** Google Programmable Search: the Custom Search JSON API, version 1. */
import { serviceNames } from "../../../core/settings/searchProvider";
import { listAt, textAt, valueAt } from "./jsonFields";
import { withParameters } from "./requestAddress";
import { maxWanted, type SearchService } from "./service";

/** Results of one request at most. */
const pageSize = 10;

/** Names under which pages tell their date. */
const dateNames = ["article:published_time", "article:modified_time", "og:updated_time", "date"];

function dateOf(result: unknown): string | undefined {
  for (const name of dateNames) {
    const date = textAt(result, "pagemap", "metatags", "0", name);
    if (date !== undefined) return date;
  }
  return undefined;
}

/** True for a reason or status in its error that is about the key. */
const isAboutKey = (answer: unknown): boolean =>
  (listAt(answer, "error", "details") ?? []).some((detail) => textAt(detail, "reason") === "API_KEY_INVALID") ||
  /api key not valid/i.test(textAt(answer, "error", "message") ?? "");

/** @param engine the ID of the search engine, `cx`. @param origin of the service. */
export const google = (engine: string, origin: string): SearchService => ({
  provider: "google",
  name: serviceNames.google,
  key: { provider: "google", parameter: "key", isRequired: true },
  most: maxWanted,
  requests: (query, count) =>
    Array.from({ length: Math.ceil(count / pageSize) }, (_, page) => {
      const start = page * pageSize;
      const num = Math.min(pageSize, count - start);
      return {
        url: withParameters(`${origin}/customsearch/v1`, { q: query, cx: engine, num, start: start + 1 }),
        method: "GET",
      };
    }),
  read(answer) {
    if (valueAt(answer, "searchInformation") === undefined && listAt(answer, "items") === undefined) return undefined;
    return {
      results: (listAt(answer, "items") ?? []).map((result) => ({
        title: valueAt(result, "title"),
        url: valueAt(result, "link"),
        snippet: valueAt(result, "snippet"),
        date: dateOf(result),
      })),
    };
  },
  refusesKey: (status, answer) => status === 400 && isAboutKey(answer),
});
