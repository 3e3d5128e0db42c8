/** Tavily: its search interface. */
import { serviceNames } from "../core/searchProvider";
import { wellFormed } from "./address";
import { listAt, valueAt } from "./json";
import type { SearchService } from "./service";

/** Results that it gives at most; there is no second page. */
const most = 20;

/** @param origin of the service. */
export const tavily = (origin: string): SearchService => ({
  provider: "tavily",
  name: serviceNames.tavily,
  key: { provider: "tavily", header: "Authorization", prefix: "Bearer ", isRequired: true },
  most,
  requests: (query, count) => [
    {
      url: `${origin}/search`,
      method: "POST",
      body: JSON.stringify({ query: wellFormed(query), max_results: count }),
      headers: { "content-type": "application/json" },
    },
  ],
  read(answer) {
    const results = listAt(answer, "results");
    return (
      results && {
        results: results.map((result) => ({
          title: valueAt(result, "title"),
          url: valueAt(result, "url"),
          snippet: valueAt(result, "content"),
          date: valueAt(result, "published_date"),
        })),
      }
    );
  },
  remedy: (status) =>
    status === 432 || status === 433 ? "the plan or the spending limit of its key is used up" : undefined,
});
