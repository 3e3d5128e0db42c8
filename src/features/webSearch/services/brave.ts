/** Brave Search: its web search interface. */
import { serviceNames } from "../../../core/settings/searchProvider";
import { givenResults } from "./givenResults";
import { textAt, valueAt } from "./jsonFields";
import { withParameters } from "./requestAddress";
import { maxWanted, type SearchService } from "./service";

/** Results of one request at most. */
const pageSize = 20;
/** What its document allows of a query. */
const maxCharacters = 400;
const maxWords = 50;

const words = (query: string): number => query.split(/\s+/).filter((word) => word !== "").length;

const places = { title: "title", url: "url", snippet: "description", date: "page_age" };

/** @param origin of the service. */
export const brave = (origin: string): SearchService => ({
  provider: "brave",
  name: serviceNames.brave,
  key: { provider: "brave", header: "X-Subscription-Token", isRequired: true },
  most: maxWanted,
  refusal: (query) =>
    query.length > maxCharacters || words(query) > maxWords
      ? `${serviceNames.brave} takes queries of at most ${maxCharacters} characters and ${maxWords} words, and this one has ${query.length} and ${words(query)}: search for fewer words.`
      : undefined,
  requests(query, count) {
    const pages = Math.ceil(count / pageSize);
    // Its offset counts pages, so all pages have to be of one size.
    const size = pages > 1 ? pageSize : count;
    return Array.from({ length: pages }, (_, page) => ({
      url: withParameters(`${origin}/res/v1/web/search`, {
        ...{ q: query, count: size, offset: page },
        ...{ result_filter: "web", text_decorations: "false" },
      }),
      method: "GET",
    }));
  },
  read(answer) {
    if (textAt(answer, "type") !== "search" && valueAt(answer, "web") === undefined) return undefined;
    return {
      results: givenResults(answer, "web.results", places) ?? [],
    };
  },
  refusesKey: (status, answer) => status === 422 && textAt(answer, "error", "code") === "SUBSCRIPTION_TOKEN_INVALID",
});
