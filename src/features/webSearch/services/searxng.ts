/** SearXNG, which a person hosts: its documented search interface (`/search?format=json`). */
import { serviceNames } from "../../../core/settings/searchProvider";
import { givenResults } from "./givenResults";
import { listAt, textAt } from "./jsonFields";
import { plainSearchText } from "./plainText";
import { withParameters } from "./requestAddress";
import { maxWanted, type SearchService } from "./service";

/** Results on a page at least, as a rule; how many there are is for its engines to decide. */
const defaultPage = 10;

/** Letters of a name or a reason at most. */
const maxNameLength = 60;

const named = (engine: unknown, place: string): string | undefined => {
  const text = textAt(engine, place);
  return text === undefined ? undefined : plainSearchText(text.slice(0, maxNameLength));
};

/** Engines that gave nothing, as pairs of a name and a reason. */
function troubleIn(answer: unknown): string | undefined {
  const silent = (listAt(answer, "unresponsive_engines") ?? []).slice(0, 10).flatMap((engine) => {
    const name = named(engine, "0");
    return name === undefined ? [] : [`${name} (${named(engine, "1") ?? "no reason given"})`];
  });
  return silent.length > 0 ? `these engines did not respond: ${silent.join(", ")}` : undefined;
}

const places = { title: "title", url: "url", snippet: "content", date: "publishedDate" };

/** @param address usable; a query and a fragment in it are not sent. */
export function searxng(address: string): SearchService {
  const { origin, pathname } = new URL(address);
  const place = `${origin}${pathname.replace(/(?:\/search)?\/*$/, "")}/search`;
  return {
    provider: "searxng",
    name: serviceNames.searxng,
    most: maxWanted,
    requests(query, count) {
      const pages = Math.ceil(count / defaultPage);
      return Array.from({ length: pages }, (_, page) => ({
        url: withParameters(place, { q: query, format: "json", pageno: page + 1 }),
        method: "GET",
      }));
    },
    read(answer) {
      const results = givenResults(answer, "results", places);
      const trouble = troubleIn(answer);
      return results && { results, ...(trouble !== undefined && { trouble }) };
    },
    remedy: (status) =>
      status === 403
        ? "its JSON format is disabled, or its limiter refuses programs; its operator must add `json` to `search: formats:` in its settings.yml and restart it"
        : undefined,
  };
}
