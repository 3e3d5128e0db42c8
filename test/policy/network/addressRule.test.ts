/** Which addresses may be fetched from (HB-4, PO-8b, WF-6). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { readSettings } from "../../../src/core/settings/readSettings";
import { isPrivateIp, isPublicIp } from "../../../src/policy/network/addressKinds";
import { addressRule, judgeAddress } from "../../../src/policy/network/addressRule";
import { type Fixture, makeFixture } from "../support/fixture";

const settings = readSettings({
  "web.allowedHosts": ["packages.example", "*.trusted.example", "ports.example:8443"],
  "web.deniedHosts": ["evil.example", "*.bad.example"],
  "web.allowLocal": ["localhost:3000", "127.0.0.1:8080", "[::1]:9000"],
}).settings;

const cases: readonly (readonly [string, "allow" | "ask" | "deny"])[] = [
  ["https://packages.example/x", "allow"],
  ["HTTPS://PACKAGES.EXAMPLE/x", "allow"],
  ["http://packages.example", "allow"],
  ["https://packages.example./", "allow"],
  ["https://packages.example:443/", "allow"],
  ["https://packages.example:8443/", "ask"],
  ["https://ports.example:8443/", "allow"],
  ["https://ports.example/", "ask"],
  ["https://a.trusted.example/", "allow"],
  ["https://a.b.trusted.example/", "allow"],
  ["https://trusted.example/", "ask"],
  ["https://xtrusted.example/", "ask"],
  ["https://sub.packages.example/", "ask"],
  ["https://packages.example.other.test/", "ask"],
  ["https://other.test/packages.example", "ask"],
  ["https://other.test/?packages.example", "ask"],
  ["https://other.test#@packages.example/", "ask"],
  ["https://packages.example@other.test/", "ask"],
  ["https://user:pass@packages.example/", "ask"],
  ["https://@packages.example/", "ask"],
  ["https://user%40packages.example@packages.example/", "ask"],
  ["https://\u0440ackages.example/", "ask"],
  ["https://evil.example/", "deny"],
  ["https://EVIL.example:8080/", "deny"],
  ["https://x.bad.example/", "deny"],
  ["http://localhost:3000/", "allow"],
  ["http://localhost:3001/", "deny"],
  ["http://127.0.0.1:8080/", "allow"],
  ["http://[::1]:9000/", "allow"],
  ["http://x@localhost:3000/", "ask"],
  ["http://localhost/", "deny"],
  ["http://a.localhost/", "deny"],
  ["http://LOCALHOST./", "deny"],
  ["http://printer.local/", "deny"],
  ["http://127.1/", "deny"],
  ["http://0177.0.0.1/", "deny"],
  ["http://2130706433/", "deny"],
  ["http://0x7f000001/", "deny"],
  ["http://0/", "deny"],
  ["http://10.1.2.3/", "deny"],
  ["http://172.31.0.1/", "deny"],
  ["http://192.168.0.1/", "deny"],
  ["http://169.254.169.254/", "deny"],
  ["http://169.254.43518/", "deny"],
  ["http://100.64.0.1/", "deny"],
  ["http://192.0.2.1/", "deny"],
  ["http://198.18.0.1/", "deny"],
  ["http://224.0.0.1/", "deny"],
  ["http://255.255.255.255/", "deny"],
  ["http://[::]/", "deny"],
  ["http://[fe80::1]/", "deny"],
  ["http://[fc00::1]/", "deny"],
  ["http://[ff02::1]/", "deny"],
  ["http://[::ffff:10.0.0.1]/", "deny"],
  ["http://[::ffff:8.8.8.8]/", "ask"],
  ["http://[64:ff9b::7f00:1]/", "deny"],
  ["http://[2002:7f00:1::]/", "deny"],
  ["http://[2001:db8::1]/", "deny"],
  ["http://\u2460\u2461\u2466.0.0.1/", "deny"],
  ["http://metadata.google.internal/", "deny"],
  ["http://metadata/", "deny"],
  ["http://8.8.8.8/", "ask"],
  ["http://[2606:4700::1111]/", "ask"],
  ["ftp://packages.example/", "deny"],
  ["file:///etc/passwd", "deny"],
  ["gopher://127.0.0.1/", "deny"],
  ["javascript:alert(1)", "deny"],
  ["packages.example", "deny"],
  ["https:packages.example", "deny"],
  ["https:///packages.example", "deny"],
  ["https://packages%2eexample/", "deny"],
  ["https://other.test\\@packages.example/", "deny"],
  ["https://other.test\u0000.packages.example/", "deny"],
  ["https://packages.example\r\n/", "deny"],
  [" https://packages.example/", "deny"],
  ["https://packages.example/a b", "deny"],
  ["https://packages\u00ad.example/", "deny"],
  ["", "deny"],
];

describe("addresses", () => {
  for (const [url, expected] of cases)
    it(`${JSON.stringify(url)} is ${expected}`, () => {
      const { decision } = judgeAddress(url, settings);
      assert.equal(decision.kind, expected, decision.reason);
    });

  it("takes names in other letters and IPv6 addresses at length for what they are, in every list", () => {
    const means = (entry: string, url: string) =>
      judgeAddress(url, { ...settings, "web.deniedHosts": [entry] }).decision.reason.endsWith("is denied by a setting");
    for (const [entry, url] of [
      ["m\u00fcnchen.example", "https://xn--mnchen-3ya.example/"],
      ["*.M\u00dcNCHEN.example", "https://a.xn--mnchen-3ya.example/"],
      ["m\u00fcnchen.example:8443", "https://m\u00fcnchen.example:8443/"],
      ["[0:0:0:0:0:0:0:1]", "http://[::1]/"],
    ] as const)
      assert.equal(means(entry, url), true, entry);
    for (const entry of [
      "packages.example/x",
      "x@packages.example",
      "packages.example?",
      "packages.example#",
      "*.",
      "",
    ])
      assert.equal(means(entry, "https://packages.example/"), false, entry);
  });

  it("refuses ports of other protocols but those that a person names (WF-6)", () => {
    const named = {
      ...settings,
      "web.allowedHosts": ["mail.example:25"],
      "web.allowLocal": ["localhost:6000", "localhost:6379"],
    };
    const judged = (url: string) => judgeAddress(url, named).decision;
    for (const port of [
      0, 1, 22, 25, 53, 110, 143, 389, 465, 587, 993, 995, 2049, 5060, 6000, 6667, 10080, 445, 3306, 5432, 6379, 11211,
      27017,
    ])
      assert.deepEqual(
        [judged(`http://a.example:${port}/`).kind, judged(`http://a.example:${port}/`).reason],
        ["deny", `port ${port} is reserved for another protocol`],
      );
    for (const port of [81, 591, 3000, 8000, 8080, 8443, 9000])
      assert.equal(judged(`http://a.example:${port}/`).kind, "ask");
    assert.deepEqual(
      [
        judged("http://mail.example:25/").kind,
        judged("http://localhost:6000/").kind,
        judged("http://localhost:6379/").kind,
        judged("https://packages.example:22/").kind,
      ],
      ["allow", "allow", "allow", "deny"],
    );
  });

  it("tells a model what to do instead of spelling the address in another way", () => {
    const { decision } = judgeAddress("http://127.0.0.1/", settings);
    assert.deepEqual(decision, {
      kind: "deny",
      rule: "addresses",
      reason: "127.0.0.1 is not a public internet address",
      source: { setting: "web.allowLocal" },
      instead: "do not retry with another name or spelling; use another source, or tell the person what you need",
    });
    for (const text of [
      "user@packages.example",
      "javascript:alert(1)",
      "a page",
      "https://",
      "ftp://packages.example/",
    ]) {
      const { kind, instead } = judgeAddress(text, settings).decision;
      assert.deepEqual([kind, instead], ["deny", "give the full address of a page, such as https://example.com/page"]);
    }
    assert.equal(
      judgeAddress("https://a:b@packages.example/", settings).decision.reason,
      "it contains a user name or password",
    );
  });

  it("allows a company's registry that a person names in full with its port, and knows it as local (WF-6)", () => {
    const named = { ...settings, "web.allowLocal": ["Registry.corp.example:443", "*.corp.example:8443"] };
    const judged = (url: string) => {
      const { decision, isLocal } = judgeAddress(url, named);
      return [decision.kind, isLocal];
    };
    assert.deepEqual(judged("https://registry.corp.example/x"), ["allow", true]);
    for (const other of [
      "http://registry.corp.example/",
      "https://registry.corp.example:8443/",
      "https://a.registry.corp.example/",
      "https://other.corp.example:8443/",
    ])
      assert.deepEqual(judged(other), ["ask", false], other);
    assert.deepEqual(judged("https://packages.example/"), ["allow", false]);
    assert.deepEqual(
      judgeAddress("https://registry.corp.example/", { ...named, "web.deniedHosts": ["*.corp.example"] }).decision.kind,
      "deny",
    );
  });

  it("never throws and never allows random text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        assert.notEqual(judgeAddress(text, settings).decision.kind, "allow");
        assert.notEqual(judgeAddress(`https://${text}`, settings).decision.kind, "allow");
      }),
      { numRuns: 1000 },
    );
  });

  it("knows the services of clouds from servers that people run, for commands too", () => {
    const kind = (host: string) => judgeAddress(`http://${host}/`, settings).kind;
    for (const host of [
      "rancher-metadata",
      "instance-data",
      "api.metadata.cloud.ibm.com",
      "168.63.129.16",
      "[fd00:ec2::254]",
    ])
      assert.equal(kind(host), "special", host);
    for (const host of ["intranet", "nas.home.arpa", "box.local", "[fd00:ec3::254]"])
      assert.equal(kind(host), "local", host);
  });

  it("tells where a named server may be from where nobody's is", () => {
    for (const address of ["127.0.0.1", "10.0.0.1", "192.168.1.1", "::1", "fd00::1", "::ffff:10.0.0.1"])
      assert.equal(isPrivateIp(address), true, address);
    for (const address of [
      "8.8.8.8",
      "169.254.169.254",
      "100.100.100.200",
      "fe80::1",
      "224.0.0.1",
      "fd00:ec2::254",
      "none",
    ])
      assert.equal(isPrivateIp(address), false, address);
  });

  it("tells public addresses apart for whoever dials", () => {
    const open = ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "::ffff:8.8.8.8"];
    const not = [
      "127.0.0.1",
      "10.0.0.1",
      "0.0.0.0",
      "169.254.169.254",
      "::1",
      "fd00::1",
      "fe80::1",
      "::ffff:127.0.0.1",
      "64:ff9b::808:808",
      "168.63.129.16",
      "fe80::1%eth0",
      "nonsense",
      "",
    ];
    assert.deepEqual([open.map(isPublicIp), not.map(isPublicIp)], [open.map(() => true), not.map(() => false)]);
  });

  describe("as a rule", () => {
    let fixture: Fixture;
    before(() => {
      fixture = makeFixture();
    });
    after(() => fixture.remove());
    it("asks before sending data even to an allowed host, and is silent on other effects", async () => {
      const context = fixture.context({ "web.allowedHosts": ["packages.example"] });
      const fetched = async (method: "GET" | "POST" | "HEAD") =>
        (await addressRule.judge({ kind: "fetch", url: "https://packages.example/", method }, context))?.kind;
      assert.deepEqual([await fetched("GET"), await fetched("HEAD"), await fetched("POST")], ["allow", "allow", "ask"]);
      assert.equal(
        await addressRule.judge({ kind: "read", target: await context.resolve("file.txt") }, context),
        undefined,
      );
    });
  });
});
