/** How addresses are shown to people: nothing in them looks like something else (PO-8b). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { shortAddress, shownAddress, shownHost } from "../../../../src/core/text/addresses/shownAddress";

describe("an address as it is shown", () => {
  const shown: Readonly<Record<string, string>> = {
    "https://example.org": "https://example.org/",
    "HTTPS://Example.ORG:443/A/../b?c=D#e": "https://example.org/b?c=D#e",
    "http://example.org:8080/": "http://example.org:8080/",
    "https://\u0430\u0440\u0440\u04cf\u0435.com/x": "https://xn--80ak6aa92e.com/x",
    "https://example.org/\u043f\u0443\u0442\u044c": "https://example.org/%D0%BF%D1%83%D1%82%D1%8C",
    "http://\u2460\u2461\u2466.1/": "http://127.0.0.1/",
    "https://me:secret@example.org/": "https://\u2026@example.org/",
    "https://packages.example@evil.example/": "https://\u2026@evil.example/",
    "https://a\u200b.example/": "https://a\\u{200b}.example/",
    "https://a.example/\u202egpj.exe": "https://a.example/\\u{202e}gpj.exe",
    "https://a.example\\@b.example/": "https://a.example\\@b.example/",
    "https://a.example/b c\n": "https://a.example/b\\u{20}c\\u{a}",
    "javascript:alert('\u00e9')": "javascript:alert('\\u{e9}')",
    "no address": "no\\u{20}address",
    "": "",
  };
  for (const [address, expected] of Object.entries(shown))
    it(`${JSON.stringify(address)} is ${expected}`, () => assert.equal(shownAddress(address), expected));

  it("is always plain ASCII but for the mark in place of a user name, in one piece and without blanks", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string({ unit: "binary" }),
          fc.domain().map((name) => `http://\u0430${name}/`),
        ),
        (address) => {
          assert.match(shownAddress(address), /^[\x21-\x7e\u2026]*$/);
          assert.match(shortAddress(address), /^[\x21-\x7e\u2026]*$/);
        },
      ),
    );
  });

  it("names the host alone, with a port that is not the usual one", () => {
    assert.equal(shownHost("https://m\u00fcnchen.example:443/a"), "xn--mnchen-3ya.example");
    assert.equal(shownHost("http://[0:0:0:0:0:0:0:1]:8080/a"), "[::1]:8080");
    assert.equal(shownHost("ftp://example.org/"), "");
    assert.equal(shownHost("nonsense"), "");
  });
});

describe("an address in a title", () => {
  it("is the whole address where that is short", () =>
    assert.equal(shortAddress("https://example.org/a/b?c=d"), "https://example.org/a/b?c=d"));

  it("leaves out the middle of a long path, and never its host", () => {
    const address = `https://docs.example.org/${"a".repeat(100)}/${"b".repeat(100)}/page.html?x=1`;
    const short = shortAddress(address);
    assert.match(short, /^https:\/\/docs\.example\.org\/a+…b+\/page\.html\?x=1$/);
    assert.equal(short.length, 90);
  });

  it("leaves out the beginning of a long host, whose end says whose it is", () => {
    const short = shortAddress(`https://accounts.bank.example.${"a".repeat(60)}.${"b".repeat(60)}.evil.example/login`);
    assert.match(short, /^https:\/\/…[ab.]+\.evil\.example\/login$/);
    assert.ok(short.length < 100, String(short.length));
  });

  it("is short for what is no address", () => assert.equal(shortAddress("x".repeat(500)).length, 90));
});
