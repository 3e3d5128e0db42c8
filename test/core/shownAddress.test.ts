/** How addresses are shown to people: nothing in them looks like something else (PO-8b). */
import assert from "node:assert/strict";
import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { hostNote } from "../../src/core/hostLetters";
import { decodePunycode } from "../../src/core/punycode";
import { shortAddress, shownAddress, shownHost } from "../../src/core/shownAddress";

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

describe("the letters of a host", () => {
  const notes: Readonly<Record<string, string | undefined>> = {
    "https://example.org/": undefined,
    "https://127.0.0.1/": undefined,
    nonsense: undefined,
    "https://m\u00fcnchen.example/": "xn--mnchen-3ya.example is written m\u00fcnchen.example",
    "https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/":
      "xn--e1afmkfd.xn--p1ai is written \u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444",
    "https://\u65e5\u672c\u8a9eabc.example/": "xn--abc-s08fl0dtz6h.example is written \u65e5\u672c\u8a9eabc.example",
    "https://\u0430\u0440\u0440\u04cf\u0435.com/":
      "xn--80ak6aa92e.com is written \u0430\u0440\u0440\u04cf\u0435.com, which only looks like apple.com",
    "https://\u0440ackages.example/":
      "xn--ackages-pjg.example is written \u0440ackages.example, which only looks like packages.example",
    "https://g\u03bf\u03bfgle.example/":
      "xn--ggle-0nda.example is written g\u03bf\u03bfgle.example, which only looks like google.example",
    "https://\u0436ournal.example/":
      "xn--ournal-9of.example is written \u0436ournal.example, which mixes letters of several scripts (Cyrillic, Latin)",
    "https://a.\u0436\u03bb.example/":
      "a.xn--wxa9v.example is written a.\u0436\u03bb.example, which mixes letters of several scripts (Cyrillic, Greek)",
  };
  for (const [address, note] of Object.entries(notes))
    it(`of ${address}: ${note ?? "nothing to say"}`, () => {
      assert.equal(hostNote(address), note);
    });

  it("are read from Punycode as Node reads them", () => {
    const letters = fc.constantFrom(
      ..."abz019-\u00e4\u00f1\u0430\u0436\u03bb\u05d0\u0627\u0e01\u65e5\u672c\u3042\uac00\u{1f600}",
    );
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 20 }), (name) => {
        const address = `https://${name}.example/`;
        if (!URL.canParse(address)) return;
        const [label = ""] = new URL(address).hostname.split(".");
        const [expected] = domainToUnicode(`${label}.example`).split(".");
        assert.equal(label.startsWith("xn--") ? decodePunycode(label.slice(4)) : label, expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("are not made up where there is no Punycode, and nothing throws", () => {
    for (const text of ["\u00e4", "a-\u00e4", "9", "zzzzzzzzzzzzzz", "a-!", "99999999"])
      assert.equal(decodePunycode(text), undefined, text);
    assert.equal(decodePunycode(""), "");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."az09-"), maxLength: 60 }), (text) => {
        const letters = decodePunycode(text);
        assert.ok(letters === undefined || letters.length >= 0);
      }),
    );
  });
});
