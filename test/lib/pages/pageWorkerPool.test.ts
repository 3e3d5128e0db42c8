import assert from "node:assert/strict";
import { PageWorkerPool } from "../../../src/lib/pages/pageWorkerPool";
import { failsWith } from "../../support/toolFailure";
import { jobOf } from "./jobs";

const never = new AbortController().signal;
/** Takes hours: every unclosed element is looked at again for every other one. */
const endless = `<h1>${"<a href=x>b<div>".repeat(60_000)}`;

describe("PageRoom (WF-2)", function () {
  this.timeout(60_000);

  it("reads text and JSON at once, and pages in a thread that it keeps and ends", async () => {
    const room = new PageWorkerPool();
    const [text, json, html, other] = await Promise.all([
      room.read(jobOf("a", { contentType: "text/plain" }), never),
      room.read(jobOf('{"a":1}', { contentType: "application/json" }), never),
      room.read(jobOf("<title>t</title><h1>b"), never),
      room.read(jobOf(Buffer.from("\xe9", "latin1"), { contentType: "text/plain; charset=latin1" }), never),
    ]);
    await room.close();
    assert.deepEqual(text, { kind: "text", text: "a", charset: "utf-8", notes: [] });
    assert.equal(json.text, '{\n  "a": 1\n}');
    assert.deepEqual(html, { kind: "html", title: "t", text: "# b", charset: "utf-8", notes: [] });
    assert.deepEqual([other.text, other.charset], ["é", "windows-1252"]);
    assert.equal((await room.read(jobOf("<p>again"), never)).text, "again");
    await room.close();
  });

  it("gives up a page that takes too long, and reads the next", async () => {
    const room = new PageWorkerPool({ timeoutMs: 10, articleMs: 10 });
    await failsWith(
      () => room.read(jobOf(endless, { mode: "article" }), never),
      "timeout",
      'https://example.org/docs/page was not converted to text within 0.01 seconds, so it was given up: ask for its source with mode "raw".',
    );
    assert.equal((await room.read(jobOf("b", { contentType: "text/plain" }), never)).text, "b");
    await room.close();
  });

  it("gives all of a page when finding its article takes too long", async () => {
    const room = new PageWorkerPool({ articleMs: 1 });
    const links = `<title>Links</title>${"<a href=x>b</a>".repeat(3000)}`;
    const all = await room.read(jobOf(links), never);
    assert.deepEqual(await room.read(jobOf(links, { mode: "article" }), never), {
      ...all,
      notes: ["No article was found on this page, so all of it is given."],
    });
    await room.close();
  });

  it("ends with the call that it is for, whether it waits or works", async () => {
    const room = new PageWorkerPool();
    const stop = new AbortController();
    const working = room.read(jobOf(endless, { mode: "article" }), stop.signal);
    const waiting = room.read(jobOf("<p>x"), stop.signal);
    stop.abort();
    for (const page of [working, waiting, room.read(jobOf("y"), stop.signal)])
      await failsWith(() => page, "cancelled", "Reading https://example.org/docs/page was cancelled.");
    assert.equal((await room.read(jobOf("<p>next"), never)).text, "next");
    await room.close();
  });
});
