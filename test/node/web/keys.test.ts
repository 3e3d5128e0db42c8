import assert from "node:assert/strict";
import type { KeyPlace, WebRequest } from "../../../src/core/ports/web";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { failsWith } from "../../support/toolFailure";
import { closeServers, type Route, serve } from "../../support/webServer";
import { textOf, wanted } from "./client";

const secret = "abc/def +123&z!";
const inHeader: KeyPlace = { provider: "brave", header: "X-Key", prefix: "Bearer ", isRequired: true };
const inParameter: KeyPlace = { provider: "google", parameter: "key", isRequired: true };

describe("the key of a search service (WS-1)", () => {
  afterEach(closeServers);

  async function start(route: Route = "page", key: string | undefined = secret) {
    const server = await serve({ "*": route });
    const asked: string[] = [];
    const keys = async (provider: string) => {
      asked.push(provider);
      return key;
    };
    const web = new NodeWeb({ keys });
    const fetch = (place: KeyPlace | undefined, more: Partial<WebRequest> = {}) =>
      web.fetch(wanted(`${server.origin}/search?q=a+b%20c`, { ...(place && { key: place }), ...more }));
    return { server, fetch, asked };
  }

  it("goes into the header or the parameter that the service wants", async () => {
    const { server, fetch, asked } = await start();
    await fetch(inHeader);
    await fetch(inParameter);
    await fetch({ provider: "tavily", header: "Authorization", isRequired: true });
    assert.deepEqual(asked, ["brave", "google", "tavily"]);
    const [first, second, third] = server.requests;
    assert.deepEqual([first?.path, first?.headers["x-key"]], ["/search?q=a+b%20c", `Bearer ${secret}`]);
    const query = new URL(second?.path ?? "", server.origin).searchParams;
    assert.deepEqual([query.get("q"), query.get("key")], ["a b c", secret]);
    assert.equal(third?.headers.authorization, secret);
  });

  it("is told to be missing where the service needs one, and nothing is sent", async () => {
    const { server, fetch } = await start("page", "");
    await failsWith(
      () => fetch(inHeader),
      "unavailable",
      "Brave needs a key, and none is saved: ask the person to run the command Toolcrib: Set Up Web Search… in VS Code, or to set TOOLCRIB_SEARCH_KEY in the environment of the headless host.",
    );
    assert.equal(server.connections, 0);
    assert.equal(textOf(await fetch({ ...inHeader, isRequired: false })), "page");
    assert.equal(server.requests[0]?.headers["x-key"], undefined);
    await failsWith(
      () => new NodeWeb().fetch(wanted(server.origin, { key: inHeader })),
      "unavailable",
      /^Brave needs a key/,
    );
  });

  it("with characters that no header carries is refused without being shown", async () => {
    for (const key of ["a\r\nhost: b", "schlüssel", "a\0b"]) {
      const { server, fetch } = await start("page", key);
      for (const place of [inHeader, inParameter])
        await failsWith(
          () => fetch(place),
          "unavailable",
          /^The saved key of (?:Brave|Google Programmable Search) contains characters that no key has: ask the person to set it up again with the command Toolcrib: Set Up Web Search…\.$/,
        );
      assert.equal(server.connections, 0);
    }
  });

  it("is taken out of what a server says", async () => {
    const { fetch } = await start((request, response) => {
      const header = `${request.headers["x-key"] ?? ""}`;
      const said = `${request.url} ${header} ${encodeURIComponent(header)}`;
      const status = request.method === "POST" ? 302 : 400;
      response.writeHead(status, { location: request.url ?? "", "x-said": said }).end(`you said ${said}`);
    });
    assert.match((await fetch(inParameter, { method: "POST" })).location ?? "", /\/search\?q=a\+b\+c&key=\*\*\*$/);
    for (const place of [inHeader, inParameter]) {
      const answer = await fetch(place);
      const all = JSON.stringify([answer, textOf(answer)]);
      for (const form of [secret, encodeURIComponent(secret)]) assert.equal(all.includes(form), false, all);
      assert.match(textOf(answer), /\*\*\*/);
    }
  });

  it("is in no failure", async () => {
    const { server, fetch } = await start((request) => void request.socket.destroy());
    for (const place of [inHeader, inParameter])
      await failsWith(() => fetch(place), "unreachable", /^127\.0\.0\.1:\d+ ended the connection without an answer: /);
    await server.close();
    await failsWith(() => fetch(inParameter), "unreachable", /^127\.0\.0\.1:\d+ refused the connection: /);
  });

  it("leaves no copy behind, and none answers for it", async () => {
    const { server, fetch } = await start();
    for (const copies of ["renew", "fresh", "page"] as const)
      assert.equal((await fetch(inParameter, { cache: copies })).isCopy, false);
    assert.equal((await fetch(undefined, { cache: "page" })).isCopy, false);
    assert.equal(server.requests.length, 4);
  });
});
