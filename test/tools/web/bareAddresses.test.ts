/** An address without a scheme is completed once, before it is judged, asked about, recorded and dialled (WF-1, WF-6). */
import assert from "node:assert/strict";
import type { DialectName } from "../../../src/composition/makeCribs";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { realCrib } from "../../support/realCrib";
import { closeServers, serve } from "../../support/webServer";
import { fetching } from "../support/webFetching";

const tools: readonly (readonly [dialect: DialectName, tool: string, more: object])[] = [
  ["standard", "web_fetch", {}],
  ["standard", "download_file", { path: "page.html" }],
  ["flyto", "WebFetch", {}],
];

describe("addresses without a scheme", function () {
  this.timeout(60_000);
  afterEach(closeServers);

  for (const [dialect, tool, more] of tools) {
    it(`${tool} asks about, and records, the https address`, async () => {
      const { call, asked, records } = await realCrib(
        {},
        { dialect, confirm: async () => ({ approved: false, by: "person" }) },
      );
      const { isError } = await call(tool, { url: "example.com:8443/x", ...more });
      assert.equal(isError, true);
      const urls = [
        ...asked.map(({ plan }) => plan.effects),
        ...records.map(({ judged }) => judged?.plan.effects ?? []),
      ].map((effects) => effects.flatMap((effect) => (effect.kind === "fetch" ? [effect.url] : [])));
      assert.deepEqual(urls, [["https://example.com:8443/x"], ["https://example.com:8443/x"]]);
    });

    it(`${tool} is denied a host that the settings deny`, async () => {
      const { call, asked } = await realCrib({}, { dialect, settings: { "web.deniedHosts": ["example.com"] } });
      const { text } = await call(tool, { url: "//example.com/x", ...more });
      assert.match(text, /example\.com is denied by a setting/);
      assert.deepEqual(asked, []);
    });

    it(`${tool} tells how to write what it cannot complete`, async () => {
      const { call } = await realCrib({}, { dialect });
      for (const url of ["user@example.com", "javascript:alert(1)", "intranet:8080/x"]) {
        const { text, isError } = await call(tool, { url, ...more });
        assert.equal(isError, true);
        assert.match(text, /give the full address of a page, such as https:\/\/example\.com\/page/);
      }
    });
  }

  it("a server of this machine is reached over http", async () => {
    const { crib, server } = await fetching({ "/a": "<p>here" });
    const { text, isError } = await crib.call("web_fetch", { url: `localhost:${server.port}/a` });
    assert.equal(isError, false, text);
    assert.match(text, new RegExp(`^Source: http://localhost:${server.port}/a `));
  });

  it("a host that is not on the open internet stays closed", async () => {
    const server = await serve({ "/a": "secret" });
    const { call } = await realCrib({}, { host: { web: new NodeWeb() } });
    for (const url of [server.host, `localhost:${server.port}`, "169.254.169.254/latest", `//${server.host}/a`])
      assert.match((await call("web_fetch", { url })).text, /^Denied by policy: .* is not a public internet address/);
    assert.deepEqual(server.requests, []);
  });
});
