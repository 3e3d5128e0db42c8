import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { failsWith } from "../../support/toolFailure";
import { closeServers, redirectTo, serve, serveRaw } from "../../support/webServer";
import { fetchOnce, gone, textOf, wanted } from "./client";

describe("what is sent to a server (WF-1, WF-6)", () => {
  afterEach(closeServers);

  it("is a request with few headers: nothing that says who someone is", async () => {
    const server = await serve({ "/a": "page" });
    const answer = await fetchOnce(`${server.origin}/a?q=1#part`);
    assert.equal(textOf(answer), "page");
    const { accept, "accept-encoding": encodings, ...rest } = server.requests[0]?.headers ?? {};
    assert.deepEqual(rest, {
      host: server.host,
      connection: "close",
      "user-agent": "Toolcrib",
      "accept-language": "en,*;q=0.5",
    });
    assert.equal(accept, "*/*");
    assert.match(encodings as string, /^gzip, deflate, br(?:, zstd)?$/);
    assert.equal(server.requests[0]?.path, "/a?q=1");
  });

  it("carries the User-Agent of the setting and the headers of the wish", async () => {
    const server = await serve({ "/": "page" });
    await fetchOnce(server.origin, { userAgent: "Mine/2", headers: { Accept: "text/html", "X-Page": "2" } });
    const { "user-agent": agent, accept, "x-page": page } = server.requests[0]?.headers ?? {};
    assert.deepEqual([agent, accept, page], ["Mine/2", "text/html", "2"]);
  });

  it("sends a body by POST", async () => {
    const server = await serve({ "/": "page" });
    const body = '{"q":"ä"}';
    await fetchOnce(server.origin, { method: "POST", body, headers: { "content-type": "application/json" } });
    const [came] = server.requests;
    assert.deepEqual([came?.method, came?.body, came?.headers["content-type"]], ["POST", body, "application/json"]);
  });

  it("never sends the user name of an address", async () => {
    const server = await serve({ "/": "page" });
    await fetchOnce(`http://user:secret@${server.host}/`);
    assert.doesNotMatch(server.requests[0]?.rawHeaders.join("\n") ?? "", /authorization|secret/i);
  });

  it("refuses headers that are the client's own, say who someone is, or hold line ends", async () => {
    const server = await serve({ "/": "page" });
    const refused: [string, string][] = [
      ["Host", "evil.example"],
      ["cookie", "a=b"],
      ["Authorization", "Bearer x"],
      ["proxy-authorization", "x"],
      ["Content-Length", "0"],
      ["Transfer-Encoding", "chunked"],
      ["Upgrade", "h2c"],
      ["Referer", "https://a.example/"],
      ["x-a", "b\r\nhost: evil.example"],
      ["x-a", "b\0"],
      ["x a", "b"],
      ["", "b"],
    ];
    for (const [name, value] of refused)
      await failsWith(
        () => fetchOnce(server.origin, { headers: { [name]: value } }),
        "invalid_input",
        `A request cannot carry the header ${JSON.stringify(name)} with this value: leave it out.`,
      );
    assert.equal(server.connections, 0);
  });

  it("refuses addresses of other schemes and texts that are none, without a connection", async () => {
    for (const url of ["ftp://127.0.0.1/", "file:///etc/passwd", "javascript:1", "no address", ""])
      await failsWith(() => fetchOnce(url), "invalid_input", /^".*" cannot be fetched: give an address that /);
  });

  it("leaves no timer and nothing that listens for its end", async () => {
    const server = await serve({ "/": "page" });
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const { signal } = new AbortController();
    await gone(server);
    const before = timers();
    await fetchOnce(server.origin, { signal, timeoutMs: 600_000 });
    await gone(server);
    assert.deepEqual([timers(), getEventListeners(signal, "abort").length], [before, 0]);
  });

  it("goes over a connection of its own, which is closed afterwards", async () => {
    const server = await serve({ "/": "page" });
    const web = new NodeWeb();
    for (let count = 0; count < 3; count++) await web.fetch(wanted(server.origin));
    assert.equal(server.connections, 3);
    await gone(server);
  });
});

describe("what is made of an answer (WF-4)", () => {
  afterEach(closeServers);

  it("returns redirects with the absolute address they lead to, and follows none", async () => {
    const server = await serve({
      "/relative": redirectTo("../b?c#d", 301),
      "/host": redirectTo("//other.example/x", 307),
      "/scheme": redirectTo("file:///etc/passwd", 308),
      "/created": { status: 201, headers: { location: "/new" } },
      "/choices": { status: 300, headers: { location: "/new" } },
      "/none": { status: 302 },
      "/broken": redirectTo("http://[::1/"),
      "/many": { status: 302, headers: { location: "/first" } },
    });
    const leads = async (path: string) => {
      const { status, location } = await fetchOnce(server.origin + path);
      return [status, location];
    };
    assert.deepEqual(await leads("/relative"), [301, `${server.origin}/b?c#d`]);
    assert.deepEqual(await leads("/host"), [307, "http://other.example/x"]);
    assert.deepEqual(await leads("/scheme"), [308, "file:///etc/passwd"]);
    for (const [path, status] of [
      ["/created", 201],
      ["/choices", 300],
      ["/none", 302],
      ["/broken", 302],
    ] as const)
      assert.deepEqual(await leads(path), [status, undefined]);
    assert.equal(server.requests.length, 7);
  });

  it("does not wait for the body of a redirect", async () => {
    const server = await serve({
      "/": (_request, response) => {
        response.writeHead(302, { location: "/a", "content-type": "text/html" });
        response.write("moved");
      },
    });
    const answer = await fetchOnce(server.origin);
    assert.deepEqual([answer.location, answer.body.length], [`${server.origin}/a`, 0]);
    await gone(server);
  });

  it("takes the first of several places that a redirect names", async () => {
    const server = await serveRaw((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\n\r\n")),
    );
    assert.equal((await fetchOnce(server.origin)).location, `${server.origin}/a`);
  });

  it("joins headers of one name, and keeps names in small letters", async () => {
    const server = await serve({ "/": { headers: { "Set-Cookie": ["a=1", "b=2"], "X-One": "1" } } });
    const { headers } = await fetchOnce(server.origin);
    assert.deepEqual([headers["set-cookie"], headers["x-one"]], ["a=1, b=2", "1"]);
  });

  it("returns errors of a server as answers", async () => {
    const server = await serve({ "/": { status: 503, headers: { "retry-after": "7" }, body: "later" } });
    const answer = await fetchOnce(server.origin);
    assert.deepEqual([answer.status, answer.headers["retry-after"], textOf(answer)], [503, "7", "later"]);
  });

  it("asks by HEAD for headers alone", async () => {
    const server = await serve({
      "/": (_request, response) =>
        void response.writeHead(200, { "content-length": "123", "content-encoding": "gzip" }).end(),
    });
    const answer = await fetchOnce(server.origin, { method: "HEAD", wholeOnly: true, maxBytes: 5 });
    assert.deepEqual([answer.headers["content-length"], answer.body.length, answer.isCutOff], ["123", 0, false]);
  });

  it("passes over what a server says before its answer", async () => {
    const server = await serveRaw((socket) =>
      socket.once("data", () => {
        socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(20));
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      }),
    );
    assert.equal(textOf(await fetchOnce(server.origin)), "ok");
  });
});
