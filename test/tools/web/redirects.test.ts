/** Redirects through the whole crib: who is asked, what is recorded, and what becomes of long ways (PO-7, PO-8b, WF-6). */
import assert from "node:assert/strict";
import type { Confirm } from "../../../src/core/calls/approvals/answer";
import { closeServers, redirectTo, serve } from "../../support/webServer";
import { resolver, webCrib } from "./support/webCrib";

describe("redirects through the whole crib", function () {
  this.timeout(60_000);
  afterEach(closeServers);

  for (const status of [301, 302, 303, 307, 308])
    it(`${status} is followed, and both servers are remembered`, async () => {
      const end = await serve({ "/end": "<title>End</title><p>here" });
      const start = await serve({ "/": redirectTo(`${end.origin}/end`, status) });
      const { call, session, records } = await webCrib({ local: [start, end] });
      const { text, isError, data } = await call("web_fetch", { url: `${start.origin}/` });
      assert.equal(isError, false, text);
      assert.deepEqual([data.url, data.redirectedFrom], [`${end.origin}/end`, [`${start.origin}/`]]);
      const sources = session.taint.lineage.map(({ source }) => source);
      assert.ok(sources.includes(end.host), `${end.host} is not in ${sources}`);
      assert.deepEqual(
        records.map(({ title, isError }) => [title, isError]),
        [
          [`Fetch ${end.origin}/end`, false],
          [`Fetch ${start.origin}/`, false],
        ],
      );
    });

  it("no more than five are followed, and the way is told", async () => {
    const routes = Array.from({ length: 8 }, (_, at) => [`/${at}`, redirectTo(`/${at + 1}`)]);
    const server = await serve(Object.fromEntries(routes));
    const { call } = await webCrib({ local: [server], settings: { "web.respectRobots": false } });
    const { text, isError, data } = await call("web_fetch", { url: `${server.origin}/0` });
    assert.deepEqual([isError, data.error, server.requests.length], [true, "http_error", 6]);
    const chain = Array.from({ length: 7 }, (_, at) => `${server.origin}/${at}`).join(" -> ");
    assert.ok(text.includes(chain), text);
  });

  it("a circle is told as one", async () => {
    const server = await serve({ "/a": redirectTo("/b"), "/b": redirectTo("/a") });
    const { call } = await webCrib({ local: [server], settings: { "web.respectRobots": false } });
    const { text, isError } = await call("web_fetch", { url: `${server.origin}/a` });
    assert.deepEqual([isError, server.requests.length], [true, 2]);
    assert.match(text, /^It is a redirect loop /);
  });

  it("what a person declines on the way is not asked for, and the call says so", async () => {
    const server = await serve({ "/": redirectTo("http://other.example/") });
    const { lookUp, asked } = resolver({});
    const confirm: Confirm = async () => ({ approved: false, by: "person", feedback: "not that one" });
    const { call } = await webCrib({ web: { lookUp }, local: [server], confirm });
    const { text, isError } = await call("web_fetch", { url: `${server.origin}/` });
    assert.equal(isError, true);
    assert.match(text, /Fetch http:\/\/other\.example\/[\s\S]*not that one/);
    assert.deepEqual([...new Set(asked)], ["127.0.0.1"]);
  });

  it("names and passwords in where it leads are refused, and repeated nowhere", async () => {
    const server = await serve({ "/": redirectTo("http://someone:hunter2@other.example/") });
    const { call, asked, records } = await webCrib({ local: [server] });
    const { text, isError, data } = await call("web_fetch", { url: `${server.origin}/` });
    assert.deepEqual([isError, data.error, asked], [true, "denied", []]);
    assert.doesNotMatch(text + JSON.stringify(records.map(({ title }) => title)), /hunter2/);
  });

  it("takes no header, cookie or body of the first server along", async () => {
    const end = await serve({ "/": "<p>here" });
    const redirect = redirectTo(`${end.origin}/`);
    const start = await serve({ "/": { ...redirect, headers: { ...redirect.headers, "set-cookie": "a=b; Path=/" } } });
    const { call } = await webCrib({ local: [start, end] });
    assert.equal((await call("web_fetch", { url: `${start.origin}/#secret` })).isError, false);
    for (const { headers, path } of end.requests) {
      assert.deepEqual([headers.cookie, headers.referer, headers.authorization], [undefined, undefined, undefined]);
      assert.doesNotMatch(path, /secret/);
    }
  });

  it("sends an address as it is written in one request line, whatever is escaped in it", async () => {
    const server = await serve({ "*": "<p>here" });
    const { call } = await webCrib({ local: [server], settings: { "web.respectRobots": false } });
    const path = "/%0d%0aX-Injected:%20yes%0d%0a%0d%0aGET%20/second/%00/..%2f..%5c?q=%0a#f";
    assert.equal((await call("web_fetch", { url: server.origin + path })).isError, false);
    const [request] = server.requests;
    assert.deepEqual([server.requests.length, server.connections], [1, 1]);
    assert.equal(request?.path, path.split("#")[0]);
    assert.equal(request?.headers["x-injected"], undefined);
    for (const odd of ["\r\nX-Injected: yes", "\n", "\t", "\u0000", " ", "\\", "\u0085", "\u00a0"]) {
      const { data } = await call("web_fetch", { url: `${server.origin}/${odd}x` });
      assert.equal(data.error, "denied", JSON.stringify(odd));
    }
    assert.equal(server.requests.length, 1);
  });
});
