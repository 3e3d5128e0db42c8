import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parsedAddress } from "../../src/core/parsedAddress";

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
