/** Who can answer a web search (WS-1). */

/** `bing` is named so that whoever chooses it learns that its interface was switched off. */
export const searchProviders = ["searxng", "google", "brave", "tavily", "custom", "bing"] as const;
export type SearchProvider = (typeof searchProviders)[number];
