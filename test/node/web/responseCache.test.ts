import assert from "node:assert/strict";
import type { WebAnswer, WebRequest } from "../../../src/core/ports/web";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { closeServers, type Route, type Said, serve, type WebServer } from "../../support/webServer";
import { allHere, pretendedReach, textOf, wanted } from "./client";

const minute = 60_000;

/** A client whose clock a test sets, and a server of one page. */
class World {
  time = 1_000_000;
  readonly web = new NodeWeb({ now: () => this.time, lookUp: allHere });
  server!: WebServer;
  count = 0;

  /** @param said beside the body, which is the number of the request. */
  async start(said: Said | ((count: number) => Said) = {}): Promise<this> {
    const page: Route = (request, response) => {
      this.count++;
      const { status = 200, headers = {}, body } = typeof said === "function" ? said(this.count) : said;
      const isSame = headers.etag !== undefined && request.headers["if-none-match"] === headers.etag;
      const isOld =
        headers["last-modified"] !== undefined && request.headers["if-modified-since"] === headers["last-modified"];
      response.writeHead(isSame || isOld ? 304 : status, headers as Record<string, string>);
      response.end(isSame || isOld ? undefined : (body ?? `page ${this.count}`));
    };
    this.server = await serve({ "*": page });
    return this;
  }

  fetch(more: Partial<WebRequest> = {}): Promise<WebAnswer> {
    const url = `http://a.example:${this.server.port}/`;
    return this.web.fetch(wanted(url, { reach: pretendedReach, cache: "fresh", ...more }));
  }

  /** The text that comes, and whether it is a copy. */
  async text(more: Partial<WebRequest> = {}): Promise<[string, boolean]> {
    const answer = await this.fetch(more);
    return [textOf(answer), answer.isCopy];
  }
}

describe("copies of what servers sent", () => {
  afterEach(closeServers);

  it("answer for 15 minutes where the server cannot say whether they hold", async () => {
    const world = await new World().start();
    assert.deepEqual(await world.text(), ["page 1", false]);
    world.time += 14 * minute;
    const copy = await world.fetch();
    assert.deepEqual([textOf(copy), copy.isCopy, copy.time], ["page 1", true, 1_000_000]);
    world.time += minute;
    assert.deepEqual(await world.text(), ["page 2", false]);
  });

  for (const [validator, condition] of [
    ["etag", "if-none-match"],
    ["last-modified", "if-modified-since"],
  ] as const)
    it(`answer after the server has said by ${validator} that they hold`, async () => {
      const value = validator === "etag" ? 'W/"1"' : "Sun, 22 Nov 2026 00:00:00 GMT";
      const world = await new World().start((count) => ({
        headers: { [validator]: value, "x-count": `${count}`, "content-type": count === 1 ? "text/plain" : "x/y" },
      }));
      assert.deepEqual(await world.text(), ["page 1", false]);
      world.time += minute;
      const copy = await world.fetch();
      assert.deepEqual([copy.status, textOf(copy), copy.isCopy, copy.time], [200, "page 1", true, 1_000_000]);
      assert.deepEqual([copy.headers["x-count"], copy.headers["content-type"]], ["2", "text/plain"]);
      assert.deepEqual(
        world.server.requests.map(({ headers }) => headers[condition]),
        [undefined, value],
      );
      world.time += 14.5 * minute;
      assert.deepEqual(await world.text(), ["page 1", true], "a confirmed copy lives 15 minutes from then on");
    });

  it("answer when they grew too old while the server was asked about them", async () => {
    const world: World = await new World().start((count) => {
      if (count === 2) world.time += 2 * minute;
      return { headers: { etag: '"1"' } };
    });
    await world.fetch();
    world.time += 14 * minute;
    assert.deepEqual(await world.text(), ["page 1", true]);
  });

  it("are replaced when the server says that they hold no more", async () => {
    const world = await new World().start((count) => ({ headers: { etag: `"${count}"` } }));
    await world.fetch();
    assert.deepEqual(await world.text(), ["page 2", false]);
    assert.deepEqual(await world.text({ cache: "page" }), ["page 2", true]);
  });

  it("answer for parts of a page without the server, whatever it says of keeping", async () => {
    const world = await new World().start({ headers: { "cache-control": "no-store", etag: '"1"' } });
    await world.fetch({ cache: "renew" });
    world.time += 14 * minute;
    assert.deepEqual(await world.text({ cache: "page" }), ["page 1", true]);
    assert.equal(world.count, 1);
    world.time += minute;
    assert.deepEqual(await world.text({ cache: "page" }), ["page 2", false]);
  });

  it("are not used as fresh where the server forbids it, or for longer than it says", async () => {
    for (const control of ["no-store", "private, no-cache", "max-age=0"]) {
      const world = await new World().start({ headers: { "cache-control": control } });
      await world.fetch();
      assert.deepEqual(await world.text(), ["page 2", false], control);
    }
    const world = await new World().start({ headers: { "cache-control": "public, max-age=60" } });
    await world.fetch();
    world.time += minute - 1;
    assert.deepEqual(await world.text(), ["page 1", true]);
    world.time += 1;
    assert.deepEqual(await world.text(), ["page 2", false]);
  });

  it("of a person's own server are not used as fresh, because it may just have been changed", async () => {
    const world = await new World().start();
    const more = { url: world.server.origin, reach: { ...pretendedReach, isLocal: true } };
    await world.fetch(more);
    assert.deepEqual(await world.text(more), ["page 2", false]);
    assert.deepEqual(await world.text({ ...more, cache: "page" }), ["page 2", true]);
  });

  it("are asked for and kept only where the wish says so", async () => {
    const world = await new World().start();
    await world.fetch({ cache: "none" });
    assert.deepEqual(await world.text(), ["page 2", false]);
    assert.deepEqual(await world.text({ cache: "none" }), ["page 3", false]);
    assert.deepEqual(await world.text({ cache: "renew" }), ["page 4", false]);
    assert.deepEqual(await world.text(), ["page 4", true]);
  });

  it("are kept of whole answers to GET alone", async () => {
    const world = await new World().start((count) => ({ status: count === 1 ? 404 : 200 }));
    await world.fetch();
    assert.deepEqual(await world.text(), ["page 2", false]);
    assert.deepEqual(await world.text({ method: "POST", body: "x" }), ["page 3", false]);
    assert.deepEqual(await world.text({ method: "HEAD" }), ["", false]);
    assert.deepEqual(await world.text(), ["page 2", true]);
  });

  it("are another agent's, another User-Agent's or another header's, and answer none else", async () => {
    const world = await new World().start();
    await world.fetch();
    for (const more of [{ agent: "other" }, { userAgent: "Other/1" }, { headers: { accept: "text/plain" } }])
      for (const isCopy of [false, true])
        assert.equal((await world.fetch({ ...more, cache: isCopy ? "page" : "fresh" })).isCopy, isCopy);
    assert.equal(world.count, 4);
  });

  it("are the same with another fragment, and others with another query", async () => {
    const world = await new World().start();
    const url = `http://a.example:${world.server.port}/`;
    await world.fetch({ url: `${url}#a` });
    assert.deepEqual(await world.text({ url: `${url}#b` }), ["page 1", true]);
    assert.deepEqual(await world.text({ url: `${url}?b` }), ["page 2", false]);
  });

  it("that are cut off answer for no more than they hold, and whole ones are cut off", async () => {
    const world = await new World().start((count) => ({ body: `${count}2345678`, headers: { etag: `"${count}"` } }));
    const taken = async (maxBytes: number) => {
      const { body, isCutOff, isCopy } = await world.fetch({ maxBytes, cache: "page" });
      return [Buffer.from(body).toString(), isCutOff, isCopy];
    };
    assert.deepEqual(await taken(4), ["1234", true, false]);
    assert.deepEqual(await taken(4), ["1234", true, true]);
    assert.deepEqual(await taken(3), ["123", true, true]);
    assert.deepEqual(await taken(5), ["22345", true, false]);
    assert.deepEqual(await taken(8), ["32345678", false, false]);
    assert.deepEqual(await taken(9), ["32345678", false, true]);
    assert.deepEqual(await taken(8), ["32345678", false, true]);
    assert.deepEqual(await taken(7), ["3234567", true, true]);
    assert.deepEqual(
      world.server.requests.map(({ headers }) => headers["if-none-match"]),
      [undefined, undefined, undefined],
    );
  });

  it("are bounded: the one that was used least recently goes first", async () => {
    const world = await new World().start((count) => ({ body: Buffer.alloc(8 * 2 ** 20, count) }));
    const url = (page: number) => `http://a.example:${world.server.port}/${page}`;
    const isCopy = async (page: number) =>
      (await world.fetch({ url: url(page), cache: "page", maxBytes: 64 * 2 ** 20 })).isCopy;
    for (const page of [1, 2, 3, 4]) assert.equal(await isCopy(page), false);
    assert.equal(await isCopy(1), true);
    assert.equal(await isCopy(5), false);
    for (const page of [3, 4, 5, 1]) assert.equal(await isCopy(page), true, `${page}`);
    assert.equal(await isCopy(2), false);
  });

  it("are not given up for one that is larger than all of them may be", async () => {
    const world = await new World().start((count) => (count === 2 ? { body: Buffer.alloc(33 * 2 ** 20) } : {}));
    await world.fetch();
    const large = { url: `http://a.example:${world.server.port}/large`, maxBytes: 64 * 2 ** 20 };
    await world.fetch(large);
    assert.deepEqual(await world.text(), ["page 1", true]);
    assert.equal((await world.fetch({ ...large, cache: "page" })).isCopy, false);
  });

  it("are bounded in number too", async () => {
    const world = await new World().start();
    const isCopy = async (page: number) =>
      (await world.fetch({ url: `http://a.example:${world.server.port}/${page}`, cache: "page" })).isCopy;
    for (let page = 0; page <= 100; page++) await isCopy(page);
    assert.deepEqual([await isCopy(1), await isCopy(0)], [true, false]);
  });

  it("a 304 that nobody asked for is an answer like any other", async () => {
    const world = await new World().start({ status: 304, body: "" });
    const { status, isCopy } = await world.fetch();
    assert.deepEqual([status, isCopy], [304, false]);
  });

  it("do not outlive what is gone or elsewhere, but trouble of the server", async () => {
    const statuses = [200, 503, 404, 200];
    const world = await new World().start((count) => ({ status: statuses[count - 1] ?? 200 }));
    await world.fetch();
    assert.equal((await world.fetch({ cache: "renew" })).status, 503);
    assert.deepEqual(await world.text(), ["page 1", true]);
    assert.equal((await world.fetch({ cache: "renew" })).status, 404);
    assert.deepEqual(await world.text(), ["page 4", false]);
  });
});
