/** The web tools of the program: calls, explanations, the record, proxies and keys of the environment (D-1, PO-8b, WF-6). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { closeServers, redirectTo, serve, slowly } from "../support/webServer";
import { servePages } from "./support/pageProxy";
import { run, workplace } from "./support/program";

interface Printed {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

function place(settings: object = {}) {
  const { root, state } = workplace();
  const file = join(dirname(state), "settings.json");
  writeFileSync(file, JSON.stringify(settings));
  const options = ["--root", root, "--state", state, "--settings", file];
  return {
    options,
    async call(
      tool: string,
      input: object,
      { args = [], env = {} }: { args?: string[]; env?: NodeJS.ProcessEnv } = {},
    ) {
      const { code, out, err } = await run(["call", tool, JSON.stringify(input), ...options, ...args], "", env);
      assert.deepEqual([code, err], [0, ""]);
      return JSON.parse(out) as Printed;
    },
  };
}

const page = "<!doctype html><title>The title</title><h1>Head</h1><p>One &amp; two.</p>";
const all = { args: ["--approve", "all"] };

describe("toolcrib call web_fetch", function () {
  this.timeout(60_000);
  afterEach(closeServers);

  it("gives the page of a server that the settings name, and ends", async () => {
    const server = await serve({ "/": page, "/old": redirectTo("/") });
    const { call } = place({ "toolcrib.web.allowLocal": [server.host] });
    for (const path of ["/", "/old"]) {
      const { text, isError, data } = await call("web_fetch", { url: server.origin + path });
      assert.deepEqual([isError, data.status, data.title, data.untrusted], [false, 200, "The title", true], text);
      assert.match(text, /^The title\n/);
      assert.match(text, /One & two\./);
    }
    assert.equal(server.open, 0);
  });

  it("asks nobody by default: what would ask is refused, and nothing is sent", async () => {
    const { environment, server } = await servePages({ "*": page });
    const { call } = place();
    const { text, isError } = await call("web_fetch", { url: "http://pages.example/" }, { env: environment });
    assert.equal(isError, true);
    assert.match(
      text,
      /^Fetch http:\/\/pages\.example\/ needs a person's approval and nobody could give it: pages\.example is not on the list of allowed hosts \(toolcrib\.web\.allowedHosts\)/,
    );
    assert.equal(server.connections, 0);
  });

  it("keeps a denial under --approve all", async () => {
    const server = await serve({ "*": page });
    const { call } = place();
    const port = server.port;
    for (const url of [
      `${server.origin}/`,
      `http://localhost:${port}/`,
      `http://[::1]:${port}/`,
      "file:///etc/passwd",
    ]) {
      const { text, isError, data } = await call("web_fetch", { url }, all);
      assert.deepEqual([isError, data.error], [true, "denied"], url);
      assert.match(text, /^Denied by policy: /, url);
    }
    assert.equal(server.connections, 0);
  });

  it("goes through the proxies of the environment, and past them to servers of the machine", async () => {
    const { environment, pages } = await servePages({ "http://pages.example/a": page });
    const mine = await serve({ "*": "<p>mine" });
    const { call } = place({ "toolcrib.web.allowLocal": [mine.host] });
    const wish = { ...all, env: environment };
    const { text, isError } = await call("web_fetch", { url: "http://pages.example/a" }, wish);
    assert.deepEqual([isError, pages()], [false, ["http://pages.example/a"]], text);
    assert.equal((await call("web_fetch", { url: `${mine.origin}/` }, wish)).isError, false);
    const past = { ...all, env: { ...environment, NO_PROXY: ".example", no_proxy: ".example" } };
    const direct = await call("web_fetch", { url: "http://pages.example/a", timeout: 5 }, past);
    assert.deepEqual([direct.isError, pages().length], [true, 1]);
  });

  it("a proxy of the environment opens no private address", async () => {
    const { environment, server } = await servePages({ "*": "the secret" });
    const { call } = place();
    for (const url of ["http://169.254.169.254/", "http://10.0.0.1/", "http://localhost/", "http://2130706433/"])
      assert.equal((await call("web_fetch", { url }, { ...all, env: environment })).data.error, "denied", url);
    assert.equal(server.connections, 0);
  });
});

describe("toolcrib explain: fetches", function () {
  this.timeout(60_000);
  afterEach(closeServers);

  it("says of each address what a call comes to", async () => {
    const { environment, pages } = await servePages({ "*": page });
    const { options, call } = place({
      "toolcrib.web.allowedHosts": ["allowed.example"],
      "toolcrib.web.deniedHosts": ["denied.example"],
    });
    const urls = [
      "http://allowed.example/",
      "http://other.example/",
      "http://denied.example/",
      "http://user@allowed.example/",
      "http://allowed.example:22/",
      "http://127.0.0.1/",
      "http://allowed.example\\@other.example/",
    ];
    const questions = urls.map((url) => `${JSON.stringify({ fetch: url })}\n`).join("");
    const { out } = await run(["explain", ...options], questions);
    const verdicts = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { decision: string; reason: string });
    assert.deepEqual(
      verdicts.map(({ decision }) => decision),
      ["allow", "ask", "deny", "ask", "deny", "deny", "deny"],
    );
    for (const [at, url] of urls.entries()) {
      const { decision, reason } = verdicts[at] as (typeof verdicts)[number];
      const { isError, text } = await call("web_fetch", { url }, { env: environment });
      assert.equal(isError, decision !== "allow", url);
      if (decision !== "allow") assert.ok(text.includes(reason.replace(/^it /, "")), `${text} does not say ${reason}`);
    }
    assert.deepEqual(pages(), ["http://allowed.example/"]);
  });
});

describe("toolcrib audit show: fetches", function () {
  this.timeout(60_000);
  afterEach(closeServers);

  it("shows hosts in the letters that machines use, whatever became of the call", async () => {
    const { environment } = await servePages({ "*": page });
    const { options, call } = place();
    const wish = { ...all, env: environment };
    assert.equal((await call("web_fetch", { url: "http://b\u00fccher.example/" }, wish)).isError, false);
    assert.equal((await call("web_fetch", { url: "http://\u0440aypal.example/" })).isError, true);
    const { out } = await run(["audit", "show", ...options]);
    assert.match(out, /http:\/\/xn--bcher-kva\.example\//);
    assert.match(out, /http:\/\/xn--aypal-uye\.example\//);
    assert.doesNotMatch(out, /[^\n\x20-\x7e\u2026]/);
  });
});

describe("toolcrib: the key of a search service", function () {
  this.timeout(60_000);
  const env = { TOOLCRIB_SEARCH_KEY: "a-key-of-the-test" };
  afterEach(closeServers);

  it("is sent to that service, and shown to nobody (WS-1)", async () => {
    const results = JSON.stringify({ items: [{ name: "One", link: "http://one.example/", text: "first" }] });
    const service = await serve({ "/search": { headers: { "content-type": "application/json" }, body: results } });
    const template = {
      address: `${service.origin}/search?q={query}`,
      keyHeader: "X-Key",
      results: "items",
      ...{ title: "name", url: "link", snippet: "text" },
    };
    const { call, options } = place({
      "toolcrib.web.search.provider": "custom",
      "toolcrib.web.search.template": template,
    });
    const { text, isError } = await call("web_search", { query: "x" }, { env });
    assert.equal(isError, false, text);
    assert.match(text, /http:\/\/one\.example\//);
    assert.equal(service.requests[0]?.headers["x-key"], env.TOOLCRIB_SEARCH_KEY);
    const audit = await run(["audit", "show", "--json", ...options]);
    assert.doesNotMatch(text + audit.out, /a-key-of-the-test/);
  });

  it("is not handed to commands", async () => {
    const { call } = place();
    const { text } = await call("run_command", { command: "env" }, { ...all, env });
    assert.match(text, /^PATH=/m);
    assert.doesNotMatch(text, /TOOLCRIB_SEARCH_KEY|a-key-of-the-test/);
  });
});

describe("toolcrib call: stopping a fetch", function () {
  this.timeout(60_000);
  afterEach(closeServers);

  it("leaves no connection, and the time given is kept to", async () => {
    const server = await serve({ "/": slowly(Array(600).fill("x"), 100, { "content-type": "text/plain" }) });
    const { call } = place({ "toolcrib.web.allowLocal": [server.host] });
    const { isError, data, text } = await call("web_fetch", { url: `${server.origin}/`, timeout: 1 });
    assert.deepEqual([isError, data.error], [true, "timeout"], text);
    assert.equal(server.open, 0);
  });
});
