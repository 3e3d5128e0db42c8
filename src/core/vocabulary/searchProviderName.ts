/** The services that can answer a web search, as settings and effects name them (WS-1). */

/** `bing` is named so that whoever chooses it learns that its interface was switched off. */
export const searchProviders = ["searxng", "google", "brave", "tavily", "custom", "bing"] as const;
/** A service as settings and effects name it. */
export type SearchProvider = (typeof searchProviders)[number];
