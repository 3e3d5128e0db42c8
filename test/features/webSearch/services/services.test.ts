/** Which service answers a search, and what a person has to do until one does (WS-1). */
import assert from "node:assert/strict";
import { readSettings } from "../../../../src/core/settings/readSettings";
import { noSearchKey, searchOrigin } from "../../../../src/core/settings/searchProvider";
import { chosenService } from "../../../../src/features/webSearch/services/services";
import { failsWith } from "../../../support/toolFailure";

const settingsOf = (given: Record<string, unknown>) => {
  const named = Object.entries(given).map(([name, value]) => [`toolcrib.web.search.${name}`, value]);
  const { settings, problems } = readSettings(Object.fromEntries(named));
  assert.deepEqual(problems, []);
  return settings;
};
const chosen = (given: Record<string, unknown>) => chosenService(settingsOf(given));
const fails = (given: Record<string, unknown>, message: string) =>
  failsWith(() => chosen(given), "unavailable", message);

const command = "the command Toolcrib: Set Up Web Search… in VS Code";
const template = { address: "https://find.example/?q={query}", results: "", title: "t", url: "u" };
const templateWith = (more: object) => ({ provider: "custom", template: { ...template, ...more } });

describe("the search service that is set up (WS-1)", () => {
  it("is none at first", () =>
    fails(
      {},
      `No web search is set up: ask the person to run ${command} or to choose a service in the setting toolcrib.web.search.provider, or use web_fetch with an address that you know.`,
    ));

  it("cannot be Bing, whose interface was switched off", () =>
    fails(
      { provider: "bing" },
      `Bing's search API was shut down on 11 August 2025: ask the person to run ${command} or to set toolcrib.web.search.provider to searxng, brave, tavily, google or custom.`,
    ));

  const lacks = (given: Record<string, unknown>, problem: string) =>
    fails(given, `${problem}: ask the person to run ${command} or to correct the setting.`);

  it("has what it needs, or says what is missing", async () => {
    const ofSearxng = "SearXNG is chosen for web searches, but the setting toolcrib.web.search.address";
    await lacks({ provider: "searxng" }, `${ofSearxng} is empty`);
    for (const [address, shown] of [
      ["search.example.org", "search.example.org"],
      ["ftp://search.example.org", "ftp://search.example.org"],
      ["https://me:pw@search.example.org", "https://…@search.example.org/"],
    ])
      await lacks({ provider: "searxng", address }, `${ofSearxng} is not a usable http or https address (${shown})`);
    await lacks(
      { provider: "google" },
      "Google Programmable Search is chosen for web searches, but the setting toolcrib.web.search.engine is empty",
    );
  });

  it("is described by a template that can be filled in, or says what is wrong with it", async () => {
    const setting =
      "The service of toolcrib.web.search.template is chosen for web searches, but the setting toolcrib.web.search.template";
    await lacks({ provider: "custom" }, `${setting} is not set`);
    for (const address of ["https://{query}.example/", "https://find.example:{count}/", "{query}"])
      await lacks(templateWith({ address }), `${setting}.address is not a usable http or https address (${address})`);
    await lacks(templateWith({ address: "https://find.example/" }), `${setting} does not contain {query}`);
    await lacks(templateWith({ body: "{}" }), `${setting}.body is given although its method is GET`);
    const post = { method: "POST" };
    await lacks(
      templateWith({ ...post, body: '{"q": {query}}' }),
      `${setting}.body has {query} outside of quotation marks`,
    );
    await lacks(
      templateWith({ ...post, body: '{"q": "{query}", "n": {number}}' }),
      `${setting}.body is not JSON once {query} and {count} are filled in`,
    );
  });

  it("may take the query in its body alone", () => {
    const body = '{"q": "{query}"}';
    const service = chosen(templateWith({ address: "https://find.example/v1", method: "POST", body }));
    assert.deepEqual(service.requests("a b", 1), [
      {
        ...{ url: "https://find.example/v1", method: "POST", body: '{"q": "a b"}' },
        headers: { "content-type": "application/json" },
      },
    ]);
  });

  it("is asked where its settings say, and nowhere else", () => {
    const places = [
      [{ provider: "searxng", address: "http://localhost:8888/searx/" }, "http://localhost:8888"],
      [{ provider: "google", engine: "e" }, "https://customsearch.googleapis.com"],
      [{ provider: "brave" }, "https://api.search.brave.com"],
      [{ provider: "tavily" }, "https://api.tavily.com"],
      [templateWith({}), "https://find.example"],
    ] as const;
    for (const [given, origin] of places) {
      const { provider, requests } = chosen(given);
      assert.equal(searchOrigin(provider, settingsOf(given)), origin);
      for (const { url } of requests("a", 20)) assert.equal(new URL(url).origin, origin);
    }
  });

  it("is asked at the same place however the address of SearXNG ends", () => {
    for (const [address, place] of [
      ["https://search.example.org", "https://search.example.org/search"],
      ["https://search.example.org/", "https://search.example.org/search"],
      ["https://search.example.org/search", "https://search.example.org/search"],
      ["https://search.example.org/search/?q=x#y", "https://search.example.org/search"],
      ["https://example.org/searx//", "https://example.org/searx/search"],
      ["https://example.org/research", "https://example.org/research/search"],
    ]) {
      const [request] = chosen({ provider: "searxng", address }).requests("a", 10);
      assert.equal(request?.url.split("?")[0], place, address);
    }
  });

  it("tells where a key is to be had from, for people with VS Code and without", () => {
    assert.equal(
      noSearchKey("brave"),
      `Brave needs a key, and none is saved: ask the person to run ${command}, or to set TOOLCRIB_SEARCH_KEY in the environment of the headless host.`,
    );
  });
});
