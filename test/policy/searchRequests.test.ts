/** Which requests of a web search are allowed, and that nothing else is by them (WS-1, PO-8b). */
import assert from "node:assert/strict";
import { readSettings } from "../../src/core/settings/readSettings";
import type { FetchEffect } from "../../src/core/vocabulary/effect";
import { judgeFetch, reachOf } from "../../src/policy/network/addressRule";

describe("a request to the search service that a person has set up (WS-1)", () => {
  const set = (more: Record<string, unknown>) => readSettings(more).settings;
  const searxng = set({ "web.search.provider": "searxng", "web.search.address": "http://10.1.2.3:8888/searx" });
  const brave = set({ "web.search.provider": "brave", "web.allowedHosts": [] });
  const judged = (
    url: string,
    search: FetchEffect["search"],
    held = searxng,
    method: FetchEffect["method"] = "GET",
  ) => {
    const effect: FetchEffect = { kind: "fetch", url, method, ...(search && { search }) };
    return [judgeFetch(effect, held).decision.kind, reachOf(effect, { settings: held }).isLocal];
  };

  it("is asked without a question, in a private network and with data too", () => {
    assert.deepEqual(judged("http://10.1.2.3:8888/searx/search?q=a", "searxng"), ["allow", true]);
    assert.deepEqual(judged("https://api.search.brave.com/res/v1/web/search?q=a", "brave", brave), ["allow", false]);
    const tavily = set({ "web.search.provider": "tavily" });
    assert.deepEqual(judged("https://api.tavily.com/search", "tavily", tavily, "POST"), ["allow", false]);
    const template = { address: "http://localhost:9200/find?q={query}", results: "", title: "t", url: "u" };
    const custom = set({ "web.search.provider": "custom", "web.search.template": template });
    assert.deepEqual(judged("http://localhost:9200/find?q=a", "custom", custom), ["allow", true]);
  });

  it("lends nothing to a fetch of the same host, to another host, port or scheme, or to another service", () => {
    assert.deepEqual(judged("http://10.1.2.3:8888/searx/search?q=a", undefined), ["deny", false]);
    assert.deepEqual(judged("http://10.1.2.3:8889/searx/search?q=a", "searxng"), ["deny", false]);
    assert.deepEqual(judged("https://10.1.2.3:8888/searx/search?q=a", "searxng"), ["deny", false]);
    assert.deepEqual(judged("http://10.1.2.4:8888/", "searxng"), ["deny", false]);
    assert.deepEqual(judged("http://10.1.2.3:8888/", "custom"), ["deny", false]);
    assert.deepEqual(judged("https://api.search.brave.com/x", undefined, brave), ["ask", false]);
    assert.deepEqual(judged("https://api.search.brave.com/x", "tavily", brave), ["ask", false]);
    assert.deepEqual(judged("http://api.search.brave.com/x", "brave", brave), ["ask", false]);
    assert.deepEqual(judged("nonsense", "brave", brave), ["deny", false]);
    assert.deepEqual(judged("https://api.search.brave.com/x", "brave", set({})), ["ask", false]);
  });

  it("is not asked unasked where it is denied, or by an address with a user name", () => {
    const denied = { ...brave, "web.deniedHosts": ["*.brave.com"] };
    assert.deepEqual(judged("https://api.search.brave.com/x", "brave", denied), ["deny", false]);
    assert.deepEqual(judged("https://me@api.search.brave.com/x", "brave", brave)[0], "ask");
  });
});
