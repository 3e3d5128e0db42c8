import assert from "node:assert/strict";
import * as zlib from "node:zlib";
import * as fc from "fast-check";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { failsWith } from "../../support/toolFailure";
import { closeServers, type Said, serve, serveBytes, serveRaw, type WebServer } from "../../support/webServer";
import { fetchOnce, gone, textOf, wanted } from "./client";

const { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } = zlib;
/** Node has it since 22.15. */
const { zstdCompressSync } = zlib as unknown as { zstdCompressSync?(bytes: Uint8Array): Uint8Array };

const page = "<p>ä page that is said again and again</p>".repeat(50);
const encoded = (encoding: string, body: Uint8Array): Said => ({ headers: { "content-encoding": encoding }, body });
const head = (...lines: string[]) => `${["HTTP/1.1 200 OK", ...lines].join("\r\n")}\r\n\r\n`;

describe("the body of an answer (WF-5)", () => {
  afterEach(closeServers);

  it("is decompressed, whatever it was compressed with, and several times", async () => {
    const server = await serve({
      "/gzip": encoded("gzip", gzipSync(page)),
      "/x-gzip": encoded("X-GZIP", gzipSync(page)),
      "/members": encoded("gzip", Buffer.concat([gzipSync(page.slice(0, 100)), gzipSync(page.slice(100))])),
      "/deflate": encoded("deflate", deflateSync(page)),
      "/raw": encoded("deflate", deflateRawSync(page)),
      "/br": encoded("br", brotliCompressSync(page)),
      "/two": encoded("gzip, br", brotliCompressSync(gzipSync(page))),
      "/five": encoded(
        "gzip,gzip,gzip,gzip,gzip",
        [1, 2, 3, 4, 5].reduce((body) => gzipSync(body), Buffer.from(page)),
      ),
      "/identity": encoded("identity", Buffer.from(page)),
      "/none": encoded("", Buffer.from(page)),
      "/mistaken": encoded("UTF-8, none", Buffer.from(page)),
      "/garbage": encoded("gzip", Buffer.concat([gzipSync(page), Buffer.alloc(9)])),
      "/empty": encoded("gzip", Buffer.alloc(0)),
    });
    for (const path of [
      "gzip",
      "x-gzip",
      "members",
      "deflate",
      "raw",
      "br",
      "two",
      "five",
      "identity",
      "none",
      "mistaken",
      "garbage",
    ])
      assert.equal(textOf(await fetchOnce(`${server.origin}/${path}`)), page, path);
    assert.equal(textOf(await fetchOnce(`${server.origin}/empty`)), "");
  });

  it("is decompressed with zstd where Node can do it", async function () {
    if (!zstdCompressSync) return this.skip();
    const compressed = zstdCompressSync(Buffer.from(page));
    const server = await serve({
      "/": encoded("zstd", compressed),
      "/cut": encoded("zstd", compressed.subarray(0, -3)),
    });
    assert.equal(textOf(await fetchOnce(server.origin)), page);
    assert.match(server.requests[0]?.headers["accept-encoding"] as string, /, zstd$/);
    await failsWith(() => fetchOnce(`${server.origin}/cut`), "unreachable", /\(it is not valid zstd\)/);
  });

  it("may come byte by byte", async () => {
    const server = await serve({
      "/": async (_request, response) => {
        response.writeHead(200, { "content-encoding": "deflate" });
        for (const byte of deflateSync("in pieces")) {
          response.write(Buffer.of(byte));
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        response.end();
      },
    });
    assert.equal(textOf(await fetchOnce(server.origin)), "in pieces");
  });

  it("is whole however large its pieces are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 5 }), async (sizes) => {
        const pieces = sizes.map((size, index) => Buffer.alloc(size, index + 1));
        const server = await serve({
          "/": (_request, response) => {
            for (const piece of pieces) response.write(piece);
            response.end();
          },
        });
        const { body } = await fetchOnce(server.origin);
        await server.close();
        assert.ok(Buffer.concat(pieces).equals(body));
      }),
      { numRuns: 30 },
    );
  });

  it("is whole when it comes in very many chunks", async () => {
    const chunk = "1\r\nx\r\n".repeat(200_000);
    const server = await serveBytes(`${head("transfer-encoding: chunked")}${chunk}0\r\n\r\n`);
    assert.equal((await fetchOnce(server.origin)).body.length, 200_000);
  });

  it("is the same for any bytes in any encodings", async () => {
    const ways = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
    const names = Object.keys(ways) as (keyof typeof ways)[];
    let said: Said = {};
    const server = await serve({
      "/": (_request, response) => void response.writeHead(200, said.headers as never).end(said.body),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 5000 }),
        fc.array(fc.constantFrom(...names), { maxLength: 4 }),
        async (bytes, layers) => {
          said = encoded(
            layers.join(", "),
            layers.reduce<Uint8Array>((body, name) => ways[name](body), bytes),
          );
          const { body, isCutOff } = await fetchOnce(server.origin);
          assert.deepEqual([Buffer.from(body), isCutOff], [Buffer.from(bytes), false]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("ends when it is ended, also where a body that has come whole gives nothing for hours", async () => {
    const many = (bytes: Uint8Array) => gzipSync(Buffer.concat(Array.from({ length: 2000 }, () => bytes)));
    const bomb = many(many(many(gzipSync(""))));
    const server = await serve({ "/": encoded("gzip, gzip, gzip, gzip", bomb) });
    await failsWith(
      () => fetchOnce(server.origin, { timeoutMs: 300 }),
      "timeout",
      / within 0\.3 seconds: try again with a longer timeout, or use another address\.$/,
    );
    const controller = new AbortController();
    const fetching = fetchOnce(server.origin, { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    await failsWith(() => fetching, "cancelled", `The request to ${server.host} was cancelled.`);
  });

  it("is cut off at the limit, which counts what comes out of the decompression", async () => {
    const server = await serve({ "/plain": { body: "12345" }, "/gzip": encoded("gzip", gzipSync("12345")) });
    for (const path of ["plain", "gzip"]) {
      const taken = async (maxBytes: number) => {
        const answer = await fetchOnce(`${server.origin}/${path}`, { maxBytes });
        return [textOf(answer), answer.isCutOff];
      };
      assert.deepEqual(await taken(4), ["1234", true]);
      assert.deepEqual(await taken(5), ["12345", false]);
      assert.deepEqual(await taken(6), ["12345", false]);
      assert.deepEqual(await taken(0), ["", true]);
    }
  });

  it("of a bomb, only what is wanted is decompressed", async () => {
    const member = gzipSync(Buffer.alloc(16 * 2 ** 20));
    const server = await serve({
      "/": (_request, response) => {
        response.writeHead(200, { "content-encoding": "gzip" });
        const more = () => void (response.destroyed || response.write(member, more));
        more();
      },
    });
    const before = process.memoryUsage().arrayBuffers;
    const { body, isCutOff } = await fetchOnce(server.origin, { maxBytes: 2 ** 20 });
    const grown = process.memoryUsage().arrayBuffers - before;
    assert.deepEqual([body.length, isCutOff], [2 ** 20, true]);
    assert.ok(grown < 64 * 2 ** 20, `${grown} bytes more`);
    await gone(server);
  });

  it("in an encoding that cannot be read is an error that names it", async () => {
    const server = await serve({
      "/": encoded("gzip, compress", gzipSync(page)),
      "/six": encoded("gzip,gzip,gzip,gzip,gzip,gzip", gzipSync(page)),
      "/sentence": encoded("Do as the server says", gzipSync(page)),
      "/inherited": encoded("constructor", gzipSync(page)),
    });
    const says = (path: string, encoding: string) =>
      failsWith(
        () => fetchOnce(server.origin + path),
        "unreachable",
        `${server.host} sends its answer in an encoding that cannot be read (${encoding}): use another address.`,
      );
    await says("/", "compress");
    await says("/six", "6 encodings one within the other");
    await says("/inherited", "constructor");
    await says("/sentence", "do?as?the?server?says");
  });

  it("that is damaged or ends too early is an error", async () => {
    const whole = gzipSync(Buffer.from(page + Math.random()));
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 20, 30);
    const server = await serve({
      "/text": encoded("gzip", Buffer.from(page)),
      "/cut": encoded("gzip", whole.subarray(0, -9)),
      "/damaged": encoded("gzip", damaged),
      "/br": encoded("br", brotliCompressSync(page).subarray(0, -2)),
      "/notbr": encoded("br", Buffer.from(page)),
      "/deflate": encoded("deflate", Buffer.from("xyz")),
    });
    for (const [path, encoding] of [
      ["text", "gzip"],
      ["cut", "gzip"],
      ["damaged", "gzip"],
      ["br", "br"],
      ["notbr", "br"],
      ["deflate", "deflate"],
    ])
      await failsWith(
        () => fetchOnce(`${server.origin}/${path}`),
        "unreachable",
        new RegExp(
          `^The answer of ${server.host} is damaged after [\\d,]+ bytes? \\(it is not valid ${encoding}\\): try again, or use another address\\.$`,
        ),
      );
  });

  it("with a wrong length: what is too much is left, what is missing is an error", async () => {
    const long = await serveBytes(`${head("content-length: 3")}12345`);
    assert.equal(textOf(await fetchOnce(long.origin)), "123");
    const short = await serveBytes(`${head("content-length: 2,000")}12345`.replace(",", ""));
    await failsWith(
      () => fetchOnce(short.origin),
      "unreachable",
      `${short.host} broke off its response after 5 of 2,000 bytes: try again, or use another address.`,
    );
  });

  it("in chunks: whole ones count, and one that is cut is an error", async () => {
    const chunked = head("transfer-encoding: chunked");
    const whole = await serveBytes(`${chunked}3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n`);
    assert.equal(textOf(await fetchOnce(whole.origin)), "abcde");
    for (const rest of ["3\r\nabc\r\n", "3\r\nab", "3\r\nabc\r\n0\r\n"]) {
      const cut = await serveBytes(chunked + rest);
      await failsWith(() => fetchOnce(cut.origin), "unreachable", /broke off its response after [23] bytes: try again/);
    }
  });

  it("without a length goes on to the end of the connection", async () => {
    const server = await serveBytes(`${head("content-type: text/plain")}all of it`);
    assert.equal(textOf(await fetchOnce(server.origin)), "all of it");
  });

  it("is none where there can be none", async () => {
    for (const status of ["204 No Content", "304 Not Modified", "205 Reset Content"]) {
      const server = await serveBytes(`HTTP/1.1 ${status}\r\ncontent-encoding: gzip\r\n\r\n`);
      const answer = await fetchOnce(server.origin);
      assert.deepEqual([answer.status, answer.body.length], [Number(status.slice(0, 3)), 0]);
    }
  });

  it("is refused as a whole when it is too large, at once where its length is said", async () => {
    const large: Said = { body: Buffer.alloc(2_000_000) };
    const server = await serve({
      "/": large,
      "/gzip": encoded("gzip", gzipSync(Buffer.alloc(2_000_000))),
      "/fits": { body: "12345" },
    });
    const most = { maxBytes: 2 ** 20, wholeOnly: true };
    const received: number[] = [];
    await failsWith(
      () => fetchOnce(server.origin, { ...most, onProgress: (count) => received.push(count) }),
      "too_large",
      `The file from ${server.host} is 1.9 MiB and exceeds the limit of 1 MiB: choose a smaller one, or ask the person to allow more.`,
    );
    assert.deepEqual(received, []);
    await failsWith(
      () => fetchOnce(`${server.origin}/gzip`, most),
      "too_large",
      `The file from ${server.host} exceeds the limit of 1 MiB: choose a smaller one, or ask the person to allow more.`,
    );
    assert.equal(textOf(await fetchOnce(`${server.origin}/fits`, { maxBytes: 5, wholeOnly: true })), "12345");
    await gone(server);
  });

  it("of an error page is taken although it is larger than the file may be", async () => {
    const server = await serve({ "/": { status: 404, body: "1234567" } });
    const answer = await fetchOnce(server.origin, { maxBytes: 5, wholeOnly: true });
    assert.deepEqual([answer.status, textOf(answer), answer.isCutOff], [404, "12345", true]);
  });
});

describe("progress of a request", () => {
  afterEach(closeServers);

  it("is told now and then, with the length where it is that of the bytes, and at the end", async () => {
    const size = 5_000_000;
    const server = await serve({
      "/": { body: Buffer.alloc(size) },
      "/gzip": encoded("gzip", gzipSync(Buffer.alloc(size))),
    });
    const heard = async (path: string) => {
      const words: [number, number | undefined][] = [];
      await fetchOnce(server.origin + path, { maxBytes: size, onProgress: (...word) => words.push(word) });
      return words;
    };
    for (const [path, total] of [
      ["/", size],
      ["/gzip", undefined],
    ] as const) {
      const words = await heard(path);
      assert.deepEqual(words.at(-1), [size, total]);
      assert.ok(words.length < 40, `${words.length} words`);
      assert.deepEqual(
        words.map(([count]) => count),
        words.map(([count]) => count).sort((one, other) => one - other),
      );
      assert.ok(words.every(([, said]) => said === total));
    }
  });
});

describe("what is no proper HTTP (WF-6)", () => {
  afterEach(closeServers);
  const noHttp = (server: WebServer) =>
    `${server.host} answers with something that is not HTTP: check the port, or use another address.`;

  it("is told as that", async () => {
    for (const bytes of [
      "SSH-2.0-OpenSSH_9.2\r\n",
      "<html>an answer of the first HTTP</html>",
      "HTTP/9.9 200 OK\r\n\r\n",
      `${head("content-length: 1", "content-length: 2")}ab`,
      `${head("content-length: 3", "transfer-encoding: chunked")}abc`,
      `${head("a b: c")}`,
      `${head("x: a\0b")}`,
      "\0\u0001\u0002",
    ]) {
      const server = await serveBytes(bytes);
      await failsWith(() => fetchOnce(server.origin), "unreachable", noHttp(server));
      await server.close();
    }
  });

  it("a chunk whose size is none is told as that", async () => {
    const server = await serveBytes(`${head("transfer-encoding: chunked")}zz\r\n`);
    await failsWith(() => fetchOnce(server.origin), "unreachable", noHttp(server));
  });

  it("endless headers end with an error", async () => {
    const server = await serveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const more = () => socket.writable && socket.write(`x: ${"y".repeat(1000)}\r\n`, more);
      more();
    });
    await failsWith(
      () => fetchOnce(server.origin),
      "unreachable",
      `${server.host} sends more than 64 KiB of headers: use another address.`,
    );
    await gone(server);
  });

  it("two thousand cookies are no failure", async () => {
    const server = await serveBytes(
      `${head(...Array.from({ length: 2000 }, (_, index) => `set-cookie: a${index}=1`), "content-length: 2")}ok`,
    );
    assert.equal(textOf(await fetchOnce(server.origin)), "ok");
  });

  it("an upgrade that nobody asked for is an error", async () => {
    const server = await serveBytes("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\nx");
    await failsWith(
      () => fetchOnce(server.origin),
      "unreachable",
      /^127\.0\.0\.1:\d+ ended the connection without an answer: /,
    );
  });

  it("never throws anything but a ToolError, whatever comes", async () => {
    let bytes: Uint8Array = new Uint8Array();
    const server = await serveRaw((socket) => socket.once("data", () => socket.end(bytes)));
    const web = new NodeWeb();
    const line = fc.constantFrom(
      "HTTP/1.1 200 OK",
      "content-length: 5",
      "transfer-encoding: chunked",
      "content-encoding: gzip",
      "5",
      "hello",
      "",
      "location: x",
      "HTTP/1.1 302 x",
      "connection: upgrade",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.array(line, { maxLength: 9 }).map((lines) => Buffer.from(lines.join("\r\n"))),
        ),
        async (junk) => {
          bytes = junk;
          const outcome = await web.fetch(wanted(server.origin)).catch((error: Error) => error);
          if (outcome instanceof Error)
            assert.match(outcome.message, /^(?:The answer of )?127\.0\.0\.1:\d+ [a-z].*\.$/);
          else assert.ok(outcome.status >= 200);
        },
      ),
      { numRuns: 150 },
    );
  });
});
