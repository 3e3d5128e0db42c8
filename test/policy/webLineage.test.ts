/** Which hosts a session has read from, and how confidential that made it (PO-6, PO-7). */
import assert from "node:assert/strict";
import { closeServers, redirectTo } from "../support/webServer";
import { webCrib } from "../tools/web/support/webCrib";
import { lineageOf, no, page, redirectToHost, world } from "./support/webWorld";

describe("the lineage of what came from the web (PO-6, PO-7)", () => {
  afterEach(closeServers);

  it("holds the host of every hop, and of errors that were answered", async () => {
    const at = await world(
      (port) => ({
        "/": redirectToHost("docs.example", port, "/a"),
        "/a": page,
      }),
      { local: ["packages.example", "docs.example", "crm.example"] },
    );
    await at.call("web_fetch", { url: at.url("packages.example") });
    assert.equal((await at.call("web_fetch", { url: at.url("crm.example", "/nothing") })).isError, true);
    assert.deepEqual(
      lineageOf(at).toSorted(),
      ["crm.example", "docs.example", "packages.example"].map(
        (host) => `PUBLIC ${host}:${at.server.port}: it comes from the network`,
      ),
    );
    assert.equal(at.session.taint.level, "PUBLIC");
  });

  it("holds the host that answered, and not the one that was then refused", async () => {
    for (const location of ["http://evil.example/", "http://10.0.0.1/"]) {
      const at = await world(() => ({ "/": redirectTo(location) }), {
        local: ["docs.example"],
        confirm: async () => no,
      });
      assert.equal((await at.call("web_fetch", { url: at.url("docs.example") })).isError, true);
      assert.deepEqual(lineageOf(at), [`PUBLIC docs.example:${at.server.port}: it comes from the network`], location);
    }
  });

  it("holds the host that answered a call which was then cancelled", async () => {
    const at = await webCrib();
    const request = { kind: "fetch", url: "https://docs.example/", method: "GET" } as const;
    const cancelled = { text: "", isError: true, data: { error: "cancelled" } };
    const checked = (requests: readonly (typeof request)[]) =>
      at.crib.responses.check(cancelled, undefined, at.session, "1", {
        files: [],
        requests: [...requests],
        reached: [],
      });
    await checked([]);
    assert.deepEqual(lineageOf(at), []);
    await checked([request]);
    assert.deepEqual(lineageOf(at), ["PUBLIC docs.example: it comes from the network"]);
  });

  it("holds nothing of requests that were refused", async () => {
    const at = await world(() => ({ "/": page }), { confirm: async () => no });
    for (const url of [at.url("evil.example"), at.url("127.0.0.1"), "https://me@packages.example/"])
      assert.equal((await at.call("web_fetch", { url })).isError, true);
    assert.deepEqual([lineageOf(at), at.server.connections], [[], 0]);
  });

  it("is as confidential as the person's rules for the host say", async () => {
    const rules = {
      "classification.rules": [{ match: { host: "crm.example" }, level: "CONFIDENTIAL", reason: "customers" }],
    };
    const at = await world(() => ({ "/": page }), { local: ["crm.example", "docs.example"], settings: rules });
    await at.call("web_fetch", { url: at.url("crm.example") });
    assert.equal(at.session.taint.level, "CONFIDENTIAL");
    assert.deepEqual(lineageOf(at), [`CONFIDENTIAL crm.example:${at.server.port}: customers`]);
    await at.call("web_fetch", { url: at.url("docs.example") });
    assert.deepEqual(
      at.asked.map(({ decision }) => decision.rule),
      ["taint"],
    );
  });
});
