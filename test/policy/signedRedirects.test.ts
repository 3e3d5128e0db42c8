/** Servers lead to their files by signed addresses: a person is asked, and the session has learned no secret of theirs (PO-9). */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import type { Answer } from "../../src/core/calls/approvals/answer";
import { closeServers, redirectTo, serve } from "../support/webServer";
import { webCrib } from "../tools/web/support/webCrib";

const signature = [
  Buffer.from('{"typ":"JWT","alg":"HS256"}').toString("base64url"),
  Buffer.from('{"path":"releases/tool.bin","exp":1700000000}').toString("base64url"),
  "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C",
].join(".");
const signed = `/files/tool.bin?sp=r&jwt=${signature}`;

/** @param settings beside those that name the server as the person's. */
async function releases(settings: Record<string, unknown> = {}, confirm?: () => Promise<Answer>) {
  const server = await serve({
    "/latest": redirectTo(signed),
    "/files/tool.bin": { headers: { "content-type": "text/plain" }, body: "the tool\n" },
    "/page": `<p>Somebody's token: ${signature}</p>`,
  });
  const at = await webCrib({ local: [server], settings, ...(confirm && { confirm }) });
  return { ...at, server, url: `${server.origin}/latest` };
}

const sentTo = ({ server }: Awaited<ReturnType<typeof releases>>) =>
  server.requests.map(({ path }) => path).filter((path) => path !== "/robots.txt");

describe("a redirect to a signed address", () => {
  afterEach(closeServers);

  for (const [tool, more] of [
    ["web_fetch", {}],
    ["download_file", { path: "tool.bin" }],
  ] as const)
    it(`is asked about each time, and ${tool} leaves the session as it was`, async () => {
      const at = await releases();
      for (const count of [1, 2]) {
        const { isError, text } = await at.call(tool, {
          url: at.url,
          ...more,
          ...(tool === "web_fetch" && { refresh: true }),
        });
        assert.equal(isError, false, text);
        const questions = at.asked.filter(({ plan }) => plan.effects[0]?.kind === "fetch");
        assert.equal(questions.length, count);
        assert.deepEqual(questions.map(({ decision: { rule, always } }) => [rule, always])[0], ["taint", true]);
      }
      assert.deepEqual(sentTo(at), ["/latest", signed, "/latest", signed]);
      assert.equal(at.session.taint.level, "PUBLIC");
    });

  it("is not followed after a no, and refused where the settings refuse every outflow", async () => {
    const declined = await releases({}, async () => ({ approved: false, by: "person" }));
    assert.equal((await declined.call("web_fetch", { url: declined.url })).data.error, "declined");
    assert.deepEqual(sentTo(declined), ["/latest"]);
    const denied = await releases({ "classification.outflow": "deny" });
    assert.equal((await denied.call("download_file", { url: denied.url, path: "tool.bin" })).data.error, "denied");
    assert.deepEqual([sentTo(denied), denied.asked, readdirSync(denied.root)], [["/latest"], [], []]);
  });

  it("lends nothing to the same address from a model, nor to a session that holds a secret", async () => {
    const at = await releases();
    const given = await at.call("web_fetch", { url: at.server.origin + signed });
    assert.deepEqual([given.data.error, sentTo(at)], ["denied", []]);
    const holding = await releases();
    holding.session.taint.add({ time: 1, call: "1", level: "RESTRICTED", source: ".env", reason: "a test says so" });
    assert.equal((await holding.call("web_fetch", { url: holding.url })).data.error, "denied");
    assert.deepEqual(sentTo(holding), []);
  });

  it("is the only place where a secret counts for less: one that a model sends counts when it comes back", async () => {
    const at = await releases({ "classification.outflow": "ask" });
    assert.equal((await at.call("web_fetch", { url: at.server.origin + signed })).isError, false);
    assert.equal(at.session.taint.level, "RESTRICTED");
  });

  it("does not hide a secret that a page holds", async () => {
    const at = await releases();
    assert.equal((await at.call("web_fetch", { url: `${at.server.origin}/page` })).isError, false);
    assert.equal(at.session.taint.level, "RESTRICTED");
  });
});
