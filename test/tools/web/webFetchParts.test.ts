/** `web_fetch`: parts of long pages, copies, progress and cancellation (WF-5, IFC-2). */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebPort } from "../../../src/core/ports/web";
import type { ToolResult } from "../../../src/core/tools/tool";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { bySteps } from "../../../src/tools/web/webParameters";
import { sample } from "../../lib/media/samples";
import { closeServers, redirectTo } from "../../support/webServer";
import { type Fetching, fetching, requestsFor, text, untrusted } from "../support/webFetching";

describe("web_fetch: long pages and whoever watches", function () {
  this.timeout(60_000);
  afterEach(closeServers);

  describe("parts", () => {
    const lines = Array.from({ length: 500 }, (_, at) => `Line ${at} of the page, and 😀 some words.`);
    const page = `<title>Long</title>${lines.map((line) => `<p>${line}</p>`).join("")}`;

    it("say where to go on, and are the whole when put together", async () => {
      const { data, says } = await fetching({ "/a": page, "/longer": page.repeat(3) });
      const whole = await data("/a", { limit: 1_000_000 });
      assert.equal(whole.more, false);
      const longer = await data("/longer", { limit: 1_000_000 });
      assert.ok(longer.more && longer.text.length <= 30_000, String(longer.text.length));
      const parts: string[] = [];
      for (let offset = 0; ; ) {
        const part = await data("/a", { offset, limit: 5000 });
        assert.ok(part.text.length <= 5000);
        assert.equal(part.total, whole.total);
        parts.push(part.text);
        offset += part.text.length;
        if (!part.more) break;
      }
      assert.ok(parts.length > 4);
      assert.equal(parts.join(""), whole.text);
      const first = await says("/a", { limit: 5000 });
      const grouped = (count: number) => count.toLocaleString("en-US");
      const end = parts[0]?.length ?? 0;
      assert.ok(
        first.endsWith(
          `\n\nCharacters 0 to ${grouped(end)} of ${grouped(whole.total)}: call web_fetch again with offset ${end}.`,
        ),
      );
      const from = whole.total - (parts.at(-1)?.length ?? 0);
      assert.ok(
        (await says("/a", { offset: from, limit: 5000 })).endsWith(
          `\n\nCharacters ${grouped(from)} to ${grouped(whole.total)} of ${grouped(whole.total)}: this is the end.`,
        ),
      );
    });

    it("an offset behind the end is an error with the length", async () => {
      const { fails } = await fetching({ "/a": text("abc") });
      assert.equal(
        (await fails("/a", { offset: 3 })).text,
        "offset 3 is past the end of $/a, which has 3 characters: use a smaller offset.",
      );
    });
  });

  describe("copies", () => {
    it("later parts come from the copy of the first, without asking the server", async () => {
      let version = 0;
      const { server, data } = await fetching({
        "/a": (_request, response) => {
          version += 1;
          response.setHeader("content-type", "text/plain");
          response.end(`${version}`.repeat(3000));
        },
      });
      const first = await data("/a", { limit: 1000 });
      const second = await data("/a", { limit: 1000, offset: 1000 });
      assert.deepEqual([first.text[0], second.text[0], second.isCopy], ["1", "1", true]);
      assert.equal(requestsFor(server, "/a"), 1);
    });

    it("refresh asks the server, and later parts are of what it sends then", async () => {
      let version = 0;
      const { server, data } = await fetching({
        "/a": (_request, response) => {
          version += 1;
          response.setHeader("content-type", "text/plain");
          response.end(`${version}`.repeat(3000));
        },
      });
      await data("/a", { limit: 1000 });
      const renewed = await data("/a", { limit: 1000, refresh: true });
      const next = await data("/a", { limit: 1000, offset: 1000 });
      assert.deepEqual([renewed.text[0], renewed.isCopy, next.text[0], next.isCopy], ["2", false, "2", true]);
      assert.equal(requestsFor(server, "/a"), 2);
    });

    it("a page that is still the same is not sent again (304)", async () => {
      const { server, data } = await fetching({
        "/a": ({ headers }, response) => {
          response.setHeader("etag", '"one"');
          if (headers["if-none-match"] === '"one"') response.writeHead(304).end();
          else response.setHeader("content-type", "text/plain").end("the same");
        },
      });
      await data("/a");
      const again = await data("/a");
      assert.deepEqual([again.text, again.isCopy, again.status], ["the same", true, 200]);
      assert.equal(requestsFor(server, "/a"), 2);
    });

    it("refresh does not ask whether a page is still the same", async () => {
      const { data } = await fetching({
        "/a": ({ headers }, response) => {
          response.setHeader("etag", '"one"');
          if (headers["if-none-match"] === '"one"') response.writeHead(304).end();
          else response.setHeader("content-type", "text/plain").end("the same");
        },
      });
      await data("/a");
      assert.equal((await data("/a", { refresh: true })).isCopy, false);
    });

    it("are told with their age", async () => {
      const web = new NodeWeb();
      const aged: WebPort = {
        fetch: async (request) => {
          const answer = await web.fetch(request);
          return answer.isCopy ? { ...answer, time: answer.time - 190_000 } : answer;
        },
      };
      const { says } = await fetching({ "/a": text("a\n".repeat(1500)) }, { host: { web: aged } });
      assert.ok((await says("/a", { limit: 1000 })).startsWith(`Source: $/a ${untrusted}\n\n`));
      assert.ok(
        (await says("/a", { limit: 1000, offset: 1000 })).startsWith(
          `Source: $/a ${untrusted}, as it was 3 minutes ago\n\n`,
        ),
      );
      assert.ok(!(await says("/a", { limit: 1000, offset: 1000 })).includes("is gone"));
    });

    it("that are gone are told", async () => {
      const { says } = await fetching({ "/a": text("a\n".repeat(1500)) });
      assert.ok(
        (await says("/a", { limit: 1000, offset: 1000 })).includes(
          "\n\nThe cached copy used for earlier parts has expired: this part comes from a new request.\n\nCharacters 1,000 to ",
        ),
      );
    });
  });

  describe("whoever watches", () => {
    it("sees a short title and how far it is", async () => {
      const { crib, server } = await fetching({ "/a": "<title>T</title>x", "/b": redirectTo("/a") });
      const lines: string[] = [];
      const asked: string[] = [];
      await crib.call("web_fetch", { url: `${server.origin}/b` }, { progress: (line) => lines.push(line) });
      asked.push(...crib.records.map(({ title }) => title));
      assert.deepEqual(asked, [`Fetch ${server.origin}/a`, `Fetch ${server.origin}/b`]);
      assert.equal(lines[0], `Requesting ${server.host}`);
      assert.ok(lines.includes("Reading the response"));
    });

    it("hears of a page that comes in drops in a few lines, as each stays in a chat", () => {
      const lines: string[] = [];
      const onProgress = bySteps(2048, (line) => lines.push(line));
      for (let received = 100; received <= 6000; received += 100) onProgress(received, 6000);
      assert.deepEqual(lines, ["Received 3 KB of 6 KB", "Received 5 KB of 6 KB"]);
    });

    const cancelledAt = ({ crib, server }: Fetching, path: string, at: (line: string) => boolean) => {
      const stop = new AbortController();
      const progress = (line: string) => {
        if (at(line)) stop.abort();
      };
      const call = crib.call("web_fetch", { url: server.origin + path }, { signal: stop.signal, progress });
      return { stop, call };
    };
    const isCancelled = ({ isError, data }: ToolResult) =>
      assert.deepEqual([isError, (data as { error?: string }).error], [true, "cancelled"]);

    it("who cancels is obeyed at once, whatever the server is about", async () => {
      const started = await fetching({
        "/silent": () => {},
        "/slow": (_request, response) => {
          response.setHeader("content-type", "text/html");
          response.write("<p>");
        },
        "/redirect": redirectTo("/silent?again"),
      });
      for (const [path, last] of [
        ["/silent", "/silent"],
        ["/slow", "/slow"],
        ["/redirect", "/silent?again"],
      ] as const) {
        const { stop, call } = cancelledAt(started, path, () => false);
        while (requestsFor(started.server, last) === 0) await sleep(5);
        stop.abort();
        isCancelled(await call);
      }
    });

    it("who cancels is obeyed while a page, a picture or a document is converted", async () => {
      const started = await fetching({
        "/page": "<p>x".repeat(100),
        "/picture": text(sample("plain.png"), "image/png"),
        "/document": text(sample("text.pdf"), "application/pdf"),
      });
      for (const path of ["/page", "/picture", "/document"]) {
        const { call } = cancelledAt(started, path, (line) => line === "Reading the response");
        isCancelled(await call);
      }
    });
  });
});
