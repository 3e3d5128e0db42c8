import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parsedAddress, withScheme } from "../../../../src/core/text/addresses/parsedAddress";

describe("parsed addresses", () => {
  it("takes addresses apart, relative ones on their base, and says of others that they are none", () => {
    assert.equal(parsedAddress("https://bücher.example/Straße")?.href, "https://xn--bcher-kva.example/Stra%C3%9Fe");
    assert.equal(parsedAddress("/a?b#c", "https://x.example/y/z")?.href, "https://x.example/a?b#c");
    assert.deepEqual(
      ["", "no address", "http://", "http://a b/", "/a"].map((text) => parsedAddress(text)),
      [undefined, undefined, undefined, undefined, undefined],
    );
  });

  it("says the same however often it is asked, where URL.canParse may not", () => {
    const answers = new Set<string | undefined>();
    for (let at = 0; at < 20_000; at++) answers.add(parsedAddress("https://bücher.example/Straße?a=ä")?.host);
    assert.deepEqual([...answers], ["xn--bcher-kva.example"]);
  });

  it("is what the product asks, and never URL.canParse", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
    const asking = files.filter((path) => /\bcanParse\(/.test(readFileSync(join("src", path), "utf8")));
    assert.deepEqual(asking, []);
  });
});

describe("addresses without a scheme", () => {
  const taken: readonly (readonly [given: string, as: string])[] = [
    ["example.com", "https://example.com"],
    ["Example.com:8080/x?y=http://z#w", "https://Example.com:8080/x?y=http://z#w"],
    ["//example.com/x", "https://example.com/x"],
    ["bücher.example", "https://bücher.example"],
    ["example.com.?q", "https://example.com.?q"],
    ["192.168.1.5:8080", "https://192.168.1.5:8080"],
    ["[2001:db8::1]:8080/x", "https://[2001:db8::1]:8080/x"],
    ["localhost", "http://localhost"],
    ["localhost:3000/a", "http://localhost:3000/a"],
    ["app.localhost:3000", "http://app.localhost:3000"],
    ["127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["[::1]:3000", "http://[::1]:3000"],
    ["//localhost:3000", "http://localhost:3000"],
    ["localhost.example.com", "https://localhost.example.com"],
    ["127.0.0.1.example.com", "https://127.0.0.1.example.com"],
  ];
  for (const [given, as] of taken)
    it(`takes ${given} as ${as}`, () => {
      assert.equal(withScheme(given), as);
      assert.equal(withScheme(as), as);
    });

  const kept = [
    ...["http://example.com", "HTTPS://example.com", "ftp://example.com", "file:///etc/passwd", "https:example.com"],
    ...["user@example.com", "user:pw@example.com/x", "example.com:80@evil.example", "example.com@evil.example"],
    ...["javascript:alert(1)", "javascript:1", "data:text/html,x", "mailto:a@b.example", "intranet:8080/x", "intranet"],
    ...["", "/", "//", "///example.com", "//user@example.com", "/etc/passwd", "./example.com", "a page"],
    ...["example.com\\@evil.example", "example.com\t", " example.com", "exa\u200dmple.com", "example%2ecom", "[::1"],
  ];
  for (const text of kept)
    it(`leaves ${JSON.stringify(text)} as it is`, () => {
      assert.equal(withScheme(text), text);
    });
});
