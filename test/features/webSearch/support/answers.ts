/** Answers in the forms that the documents of search services describe, written for these tests. */

/** One result of every service, in its own names. */
export interface Page {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly date?: string;
}

export const pages = (count: number, from = 0): Page[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Page ${from + index + 1}`,
    url: `https://example.org/${from + index + 1}`,
    snippet: `What page ${from + index + 1} says.`,
    date: "2026-03-14T15:09:26",
  }));

/** `GET /search?format=json`. */
export const searxngAnswer = (found: readonly Page[], silent: readonly (readonly [string, string])[] = []) => ({
  query: "sea otters",
  number_of_results: 0,
  results: found.map(({ title, url, snippet, date }) => ({
    ...{ url, title, content: snippet, publishedDate: date ?? null, thumbnail: "" },
    ...{ engine: "duckduckgo", template: "default.html", engines: ["duckduckgo"], positions: [1], score: 1 },
    category: "general",
  })),
  ...{ answers: [], corrections: [], infoboxes: [], suggestions: [] },
  unresponsive_engines: silent,
});

/** `GET /customsearch/v1`. */
export const googleAnswer = (found: readonly Page[]) => ({
  kind: "customsearch#search",
  url: { type: "application/json", template: "https://www.googleapis.com/customsearch/v1?q={searchTerms}" },
  queries: { request: [{ title: "Google Custom Search - sea otters", totalResults: "2", count: found.length }] },
  searchInformation: { searchTime: 0.2, totalResults: String(found.length) },
  ...(found.length > 0 && {
    items: found.map(({ title, url, snippet, date }) => ({
      ...{ kind: "customsearch#result", title, htmlTitle: `<b>${title}</b>`, link: url, displayLink: "example.org" },
      ...{ snippet, htmlSnippet: `<b>${snippet}</b>` },
      pagemap: { metatags: [{ viewport: "width=device-width", ...(date && { "article:published_time": date }) }] },
    })),
  }),
});

/** What it says of a key that it does not know, with the status 400. */
export const googleKeyRefused = {
  error: {
    code: 400,
    message: "API key not valid. Please pass a valid API key.",
    errors: [{ message: "API key not valid. Please pass a valid API key.", domain: "global", reason: "badRequest" }],
    status: "INVALID_ARGUMENT",
    details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }],
  },
};

/** `GET /res/v1/web/search`. */
export const braveAnswer = (found: readonly Page[]) => ({
  type: "search",
  query: { original: "sea otters", more_results_available: true },
  mixed: { type: "mixed", main: [], top: [], side: [] },
  ...(found.length > 0 && {
    web: {
      type: "search",
      results: found.map(({ title, url, snippet, date }) => ({
        ...{ title, url, is_source_local: false, description: snippet, language: "en", family_friendly: true },
        ...(date && { page_age: date, age: "March 14, 2026" }),
        ...{ type: "search_result", subtype: "generic", meta_url: { hostname: "example.org" } },
      })),
    },
  }),
});

/** What it says of a key that it does not know, with the status 422. */
export const braveKeyRefused = {
  id: "a3e1",
  status: 422,
  type: "ErrorResponse",
  error: {
    code: "SUBSCRIPTION_TOKEN_INVALID",
    detail: "The provided subscription token is invalid.",
    meta: { component: "authentication" },
    status: 422,
  },
};

/** `POST /search`. */
export const tavilyAnswer = (found: readonly Page[]) => ({
  ...{ query: "sea otters", follow_up_questions: null, answer: null, images: [] },
  results: found.map(({ title, url, snippet, date }) => ({
    ...{ title, url, content: snippet, score: 0.81, raw_content: null },
    ...(date && { published_date: "Sat, 14 Mar 2026 15:09:26 GMT" }),
  })),
  response_time: 1.67,
});

/** What it says of a key that it does not know, with the status 401. */
export const tavilyKeyRefused = { detail: { error: "Unauthorized: missing or invalid API key." } };
