/** Settings of the web tools (PO-8b, WF-6, WS-1). */
import * as z from "zod";
import { define } from "./defineSetting";
import { searchProviders } from "./searchProviderName";

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
        "Hosts that may be fetched from without asking, such as `example.org`; `*.example.org` means every host below it.",
      ),
    "machine",
  ),
  "web.deniedHosts": define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "Hosts that are never fetched from, whatever was approved; `*.example.org` means every host below it. A workspace may add to them.",
      ),
    "window",
    true,
  ),
  "web.allowLocal": define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "Servers of your machine or network, such as `localhost:3000`, that may be fetched from although private addresses are refused; a name that looks public, such as a company's registry, has to be written in full.",
      ),
    "machine",
  ),
  "web.userAgent": define(
    z
      .string()
      .regex(/^[\x20-\x7e]*$/)
      .default("")
      .describe("The User-Agent that web requests are made with. Empty: `Toolcrib`."),
    "machine",
  ),
  "web.respectRobots": define(
    z
      .boolean()
      .default(true)
      .describe("Do not fetch what a host's robots.txt closes to programs. Off: robots.txt is not asked for."),
    "machine",
  ),
  "web.downloadMegabytes": define(
    z.number().int().min(1).max(1024).default(100).describe("Mebibytes of a file that `download_file` saves at most."),
    "machine",
  ),
  "web.search.provider": define(
    z
      .enum(["none", ...searchProviders])
      .default("none")
      .describe(
        "Who answers `web_search`. `Toolcrib: Set Up Web Search…` asks for what it needs and makes a test query; keys are kept in VS Code's secret storage, never here. `google` takes no new customers; `bing` was retired.",
      ),
    "machine",
  ),
  "web.search.address": define(
    z
      .string()
      .default("")
      .describe(
        "Address of your own SearXNG (`https://search.example.org`, its JSON format switched on). It may be on your machine or network.",
      ),
    "machine",
  ),
  "web.search.engine": define(
    z.string().default("").describe("Google Programmable Search: the ID of your search engine (`cx`)."),
    "machine",
  ),
  "web.search.template": define(
    z
      .object({
        address: z
          .string()
          .min(1)
          .describe("Address with `{query}` and, where it takes a number of results, `{count}`."),
        method: z.enum(["GET", "POST"]).default("GET").describe("GET or POST."),
        body: z
          .string()
          .optional()
          .describe("JSON that is sent, with `{query}` and `{count}` in its texts and numbers."),
        keyHeader: z
          .string()
          .regex(/^[\w-]+$/)
          .optional()
          .describe("Header that carries the key, such as `X-API-Key` or `Authorization`."),
        keyPrefix: z.string().optional().describe("What stands before the key in that header, such as `Bearer `."),
        results: z.string().describe("Where the list of results is in the answer, as `data.items`; empty: the answer."),
        title: z.string().min(1).describe("Name of a result's title."),
        url: z.string().min(1).describe("Name of a result's address."),
        snippet: z.string().min(1).optional().describe("Name of a result's text."),
        date: z.string().min(1).optional().describe("Name of a result's date."),
      })
      .nullable()
      .default(null)
      .describe("How to ask any other search service that answers in JSON, for the provider `custom`.")
      .meta({ defaultSnippets: [{ label: "A search service that answers in JSON", body: exampleTemplate }] }),
    "machine",
  ),
};
