/** Tavily: its search interface. */
import { serviceNames } from "../../../core/settings/searchProvider";
import { givenResults } from "./givenResults";
import { wellFormed } from "./requestAddress";
import type { SearchService } from "./service";

/** Results that it gives at most; there is no second page. */
const max = 20;

const places = { title: "title", url: "url", snippet: "content", date: "published_date" };

/** @param origin of the service. */
export const tavily = (origin: string): SearchService => ({
  provider: "tavily",
  name: serviceNames.tavily,
  key: { provider: "tavily", header: "Authorization", prefix: "Bearer ", isRequired: true },
  most: max,
  requests: (query, count) => [
    {
      url: `${origin}/search`,
      method: "POST",
      body: JSON.stringify({ query: wellFormed(query), max_results: count }),
      headers: { "content-type": "application/json" },
    },
  ],
  read(answer) {
    const results = givenResults(answer, "results", places);
    return results && { results };
  },
  remedy: (status) =>
    status === 432 || status === 433 ? "the plan or the spending limit of its key is used up" : undefined,
});
