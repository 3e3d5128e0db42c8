/** The policy on the web tools, with real servers behind made-up names (HB-4, PO-8b, PO-9, cases/scenarios.tsv U030 to U032). */
import assert from "node:assert/strict";
import type { Answer } from "../../src/core/calls/approvals/answer";
import type { Level } from "../../src/core/vocabulary/level";
import { closeServers, redirectTo, serve } from "../support/webServer";
import { resolver, type WebCrib, webCrib } from "../tools/web/support/webCrib";
import { here, no, page, redirectToHost, taintTo, world } from "./support/webWorld";

const titles = ({ asked }: Pick<WebCrib, "asked">) => asked.map(({ plan }) => plan.title);

const askingAbout = (match: string) => ({ policy: [{ effect: ["fetch"], match, decision: "ask" }] });

describe("verdict cases with servers", () => {
  afterEach(closeServers);

  it("U030 a name that leads elsewhere the second time is dialled where it was judged, and refused when it is judged anew", async () => {
    const server = await serve({ "/": page });
    const { lookUp, asked } = resolver({ "rebind.example": [["93.184.216.34"], ["127.0.0.1"]] });
    const settings = { "web.allowedHosts": [`rebind.example:${server.port}`] };
    const { call } = await webCrib({ web: { lookUp }, settings });
    const url = `http://rebind.example:${server.port}/`;
    const first = await call("web_fetch", { url, timeout: 1 });
    assert.deepEqual([first.isError, asked], [true, ["rebind.example"]]);
    const second = await call("web_fetch", { url, timeout: 5 });
    assert.deepEqual([second.isError, second.data.error], [true, "denied"]);
    assert.deepEqual([asked.length, server.connections], [2, 0]);
  });

  it("U031 a redirect to a metadata service is denied, and nobody is asked", async () => {
    const at = await world(() => ({ "/": redirectTo("http://169.254.169.254/latest/meta-data/") }), {
      local: ["packages.example"],
    });
    for (const [tool, more] of [
      ["web_fetch", {}],
      ["download_file", { path: "got.txt" }],
    ] as const) {
      const { isError, data, text } = await at.call(tool, { url: at.url("packages.example"), ...more });
      assert.deepEqual([isError, data.error], [true, "denied"]);
      assert.match(text, /^Denied by policy: 169\.254\.169\.254 is not a public internet address\./);
    }
    assert.deepEqual([titles(at), new Set(at.lookedUp)], [[], new Set(["packages.example"])]);
  });

  it("U032 a redirect to another host asks about that host, and a no keeps it from being dialled", async () => {
    const at = await world(
      (port) => ({
        "/": redirectToHost("evil.example", port, "/got"),
        "/got": page,
      }),
      {
        local: ["packages.example"],
        confirm: async () => no,
      },
    );
    const { data } = await at.call("web_fetch", { url: at.url("packages.example") });
    assert.equal(data.error, "declined");
    assert.deepEqual(titles(at), [`Fetch ${at.url("evil.example", "/got")}`]);
    assert.deepEqual(at.asked[0]?.plan.notes, [`Redirected from ${at.url("packages.example")}.`]);
    assert.deepEqual([...new Set(at.lookedUp)], ["packages.example"]);
    assert.deepEqual(
      at.server.requests.map(({ path }) => path).filter((path) => path !== "/robots.txt"),
      ["/"],
    );
  });
});

describe("questions about hosts (PO-8b)", () => {
  afterEach(closeServers);

  it("are asked once for a call whose redirects stay with the host, and again in the next call", async () => {
    const at = await world(() => ({ "/": redirectTo("/a"), "/a": redirectTo("/b"), "/b": page }), {
      local: ["docs.example"],
      settings: askingAbout("docs.example"),
    });
    for (const count of [1, 2]) {
      const { isError, text } = await at.call("web_fetch", { url: at.url("docs.example"), refresh: true });
      assert.equal(isError, false, text);
      assert.equal(at.asked.length, count);
    }
    assert.deepEqual(
      at.records.slice(0, 3).map(({ approvedBy }) => approvedBy),
      ["person, for the call it is part of", "person, for the call it is part of", "person"],
    );
  });

  it("by a managed policy are asked at every hop, and its denials hold there", async () => {
    const routes = (port: () => number) => ({
      "/": redirectToHost("docs.example", port, "/a"),
      "/a": page,
    });
    const local = ["packages.example", "docs.example"];
    const rules = { rules: [{ effect: "fetch", match: "*", decision: "ask" }] };
    const asking = await world(routes, { local, managed: JSON.stringify(rules) });
    assert.equal((await asking.call("web_fetch", { url: asking.url("packages.example") })).isError, false);
    assert.deepEqual(titles(asking), [
      `Fetch ${asking.url("packages.example")}`,
      `Fetch ${asking.url("docs.example", "/a")}`,
    ]);
    assert.deepEqual(
      asking.asked.map(({ decision }) => decision.always),
      [true, true],
    );
    const denying = await world(routes, { local, managed: JSON.stringify({ hosts: { denied: ["docs.example"] } }) });
    const { data, text } = await denying.call("web_fetch", { url: denying.url("packages.example") });
    assert.equal(data.error, "denied");
    assert.match(text, /^Denied by policy: the managed policy denies this host\./);
  });

  it("are none for a search service that the managed policy does not allow: it is refused (WS-1)", async () => {
    const server = await serve({ "*": "{}" });
    const at = await webCrib({
      settings: { "web.search.provider": "searxng", "web.search.address": server.origin },
      managed: JSON.stringify({ hosts: { allowed: ["docs.example"] } }),
    });
    const { data, text } = await at.call("web_search", { query: "a" });
    assert.equal(data.error, "denied");
    assert.match(text, /^Denied by policy: the managed policy does not allow this host\./);
    assert.equal(server.connections, 0);
  });

  it("are asked in plan mode too, and a download is refused there before anything is fetched (PM-1)", async () => {
    const at = await world(() => ({ "/": page }), { local: ["docs.example"], settings: askingAbout("docs.example") });
    at.session.plan.enter();
    assert.equal((await at.call("web_fetch", { url: at.url("docs.example") })).isError, false);
    assert.equal(at.asked.length, 1);
    const fetched = at.server.requests.length;
    const { data, text } = await at.call("download_file", { url: at.url("docs.example"), path: "a.html" });
    assert.equal(data.error, "denied");
    assert.match(text, /plan mode is on/);
    assert.deepEqual([at.asked.length, at.server.requests.length], [1, fetched]);
  });
});

describe("what a session has read, and the web tools (PO-9, HB-5)", () => {
  afterEach(closeServers);

  const results = JSON.stringify({ results: [{ title: "One", url: "https://one.example/", content: "first" }] });
  const routes = () => ({ "/": page, "/search": { headers: { "content-type": "application/json" }, body: results } });

  /** A searching world; its search service is the same server. */
  async function tainted(level: Level, confirm: () => Promise<Answer> = async () => no) {
    const server = await serve(routes());
    const { lookUp } = resolver(here);
    const settings = { "web.search.provider": "searxng", "web.search.address": server.origin };
    const at = await webCrib({ web: { lookUp }, settings, local: [`docs.example:${server.port}`], confirm });
    if (level !== "PUBLIC") taintTo(at, level);
    return { ...at, server, url: `http://docs.example:${server.port}/` };
  }

  const inputs = (url: string) =>
    [
      ["web_fetch", { url }],
      ["download_file", { url, path: "a.html" }],
      ["web_search", { query: "pay" }],
    ] as const;

  for (const level of ["PUBLIC", "INTERNAL"] as const)
    it(`nobody is asked about allowed hosts and the search service in a session that is ${level}`, async () => {
      const at = await tainted(level, async () => ({ approved: true, by: "person" }));
      for (const [tool, input] of inputs(at.url)) {
        const { isError, text } = await at.call(tool, input);
        assert.equal(isError, false, text);
      }
      assert.deepEqual(
        at.asked.map(({ plan }) => plan.effects.map(({ kind }) => kind)),
        [["write"]],
      );
    });

  it("CONFIDENTIAL asks each time, RESTRICTED is refused, and nothing is sent", async () => {
    for (const level of ["CONFIDENTIAL", "RESTRICTED"] as const) {
      const at = await tainted(level);
      for (const [tool, input] of inputs(at.url)) {
        const { data } = await at.call(tool, input);
        assert.equal(data.error, level === "RESTRICTED" ? "denied" : "declined", tool);
      }
      assert.deepEqual(
        at.asked.map(({ decision: { rule, always } }) => [rule, always]),
        level === "RESTRICTED" ? [] : [1, 2, 3].map(() => ["taint", true]),
      );
      assert.equal(at.server.connections, 0);
    }
  });

  it("a secret in an address, a query or code in them is refused, whoever would read it", async () => {
    const secret = ["ghp", "_aB3xK9mQ7zR2tW5yL8nC4vD6fG1hJ0pSuE9x"].join("");
    const code = Buffer.from(`token: ${secret}`).toString("base64url");
    for (const [tool, inputAt] of [
      ["web_fetch", (url: string) => ({ url: `${url}?q=${secret}` })],
      ["web_fetch", (url: string) => ({ url: url + code })],
      ["download_file", (url: string) => ({ url: `${url}#${encodeURIComponent(secret)}`, path: "a.html" })],
      ["web_search", () => ({ query: `who owns ${secret}` })],
    ] as const) {
      // The denial names the secret, so that the session holds it from then on.
      const at = await tainted("PUBLIC");
      const { data, text } = await at.call(tool, inputAt(at.url));
      assert.equal(data.error, "denied", text);
      assert.match(text, /it would send RESTRICTED data \(the GitHub token in it\) to/);
      assert.deepEqual([at.asked, at.server.connections], [[], 0]);
    }
  });
});
