/** Settings of the web tools (PO-8b, WF-6, WS-1). */
import * as z from "zod";
import { searchProviders } from "../../vocabulary/searchProviderName";
import { define } from "./defineSetting";

/** Offered by completion in the settings file. */
const exampleTemplate = {
  address: "https://search.example.org/api?q={query}&count={count}",
  keyHeader: "X-API-Key",
  results: "data.items",
  title: "title",
  url: "url",
  snippet: "description",
};

export const webSettings = {
  "web.allowedHosts": define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "Hosts that may be fetched from without asking, such as `example.org`; `*.example.org` matches every host below it.",
      ),
    "machine",
  ),
  "web.deniedHosts": define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "Hosts that are never fetched from, even if they were approved; `*.example.org` matches every host below it. A workspace may add more.",
      ),
    "window",
    true,
  ),
  "web.allowLocal": define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "Servers on your machine or network, such as `localhost:3000`, that may be fetched from although private addresses are refused. A name that looks public, such as a company's registry, must be written in full.",
      ),
    "machine",
  ),
  "web.userAgent": define(
    z
      .string()
      .regex(/^[\x20-\x7e]*$/)
      .default("")
      .describe("Controls the User-Agent header of web requests. If empty, it is `Toolcrib`."),
    "machine",
  ),
  "web.respectRobots": define(
    z.boolean().default(true).describe("Whether to respect robots.txt when fetching pages."),
    "machine",
  ),
  "web.search.provider": define(
    z
      .enum(["none", ...searchProviders])
      .default("none")
      .describe(
        "Controls which provider answers `web_search`. `Toolcrib: Set Up Web Search…` asks for the settings it needs and makes a test query; API keys are kept in VS Code's secret storage, never here. `google` accepts no new customers; `bing` was retired.",
      ),
    "machine",
  ),
  "web.search.address": define(
    z
      .string()
      .default("")
      .describe(
        "Address of your own SearXNG server, such as `https://search.example.org`, with its JSON format enabled. It may be on your machine or network.",
      ),
    "machine",
  ),
  "web.search.engine": define(
    z.string().default("").describe("ID of your search engine (`cx`) for Google Programmable Search."),
    "machine",
  ),
  "web.search.template": define(
    z
      .object({
        address: z.string().min(1).describe("Address with {query} and, if it takes a number of results, {count}."),
        method: z.enum(["GET", "POST"]).default("GET").describe("GET or POST."),
        body: z.string().optional().describe("JSON to send, with {query} and {count} in its strings and numbers."),
        keyHeader: z
          .string()
          .regex(/^[\w-]+$/)
          .optional()
          .describe("Header for the API key, such as X-API-Key or Authorization."),
        keyPrefix: z.string().optional().describe("Text before the API key in that header, such as 'Bearer '."),
        results: z
          .string()
          .describe(
            "Path of the list of results in the answer, such as data.items. If empty, the answer itself is the list.",
          ),
        title: z.string().min(1).describe("Name of the field with a result's title."),
        url: z.string().min(1).describe("Name of the field with a result's address."),
        snippet: z.string().min(1).optional().describe("Name of the field with a result's text."),
        date: z.string().min(1).optional().describe("Name of the field with a result's date."),
      })
      .nullable()
      .default(null)
      .describe("Controls how the provider `custom` queries any other search service that answers in JSON.")
      .meta({ defaultSnippets: [{ label: "A search service that answers in JSON", body: exampleTemplate }] }),
    "machine",
  ),
};
