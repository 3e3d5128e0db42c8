/** Who can answer a web search, and where they do (WS-1). */
import { parsedAddress } from "../text/addresses/parsedAddress";
import type { SearchProvider } from "../vocabulary/searchProviderName";
import type { Settings } from "./settings";

/** For people and models, at the beginning of a sentence. */
export const serviceNames: Readonly<Record<SearchProvider, string>> = {
  searxng: "SearXNG",
  google: "Google Programmable Search",
  brave: "Brave",
  tavily: "Tavily",
  custom: "The service of toolcrib.web.search.template",
  bing: "Bing",
};

/** Holds the key of the chosen service where there is no VS Code to keep it. */
export const searchKeyVariable = "TOOLCRIB_SEARCH_KEY";

/** What a model is told when the key of a service is not there. */
export const noSearchKey = (provider: SearchProvider): string =>
  `${serviceNames[provider]} needs a key, and none is saved: ask the person to run the command Toolcrib: Set Up Web Search… in VS Code, or to set ${searchKeyVariable} in the environment of the headless host.`;

/** Settings that say where a person's own search service is. */
export type SearchPlaces = Pick<Settings, "web.search.address" | "web.search.template">;

/** Services that are in one place for everybody. */
const known = {
  google: "https://customsearch.googleapis.com",
  brave: "https://api.search.brave.com",
  tavily: "https://api.tavily.com",
} as const satisfies Partial<Record<SearchProvider, string>>;

/** The origin of an http or https address; undefined for one with a user name, or a host that a search would decide on. */
function originOf(address: string): string | undefined {
  const url = parsedAddress(address);
  if (!url) return undefined;
  const { protocol, origin, username, password } = url;
  const isWeb = protocol === "http:" || protocol === "https:";
  return isWeb && username === "" && password === "" && !/[{}]/.test(origin) ? origin : undefined;
}

/**
 * Scheme, host and port to which the requests of a search go, as `https://search.example.org`; undefined where the settings
 * name no usable one.
 */
export function searchOrigin(provider: SearchProvider, settings: SearchPlaces): string | undefined {
  switch (provider) {
    case "searxng":
      return originOf(settings["web.search.address"]);
    case "custom":
      return originOf(settings["web.search.template"]?.address ?? "");
    case "bing":
      return undefined;
    default:
      return known[provider];
  }
}
