/** What people are told of hosts in other letters than plain ones (PO-8b). */
import assert from "node:assert/strict";
import { hostNote } from "../../../src/features/preview/hostLetters";

describe("the letters of a host", () => {
  const notes: Readonly<Record<string, string | undefined>> = {
    "https://example.org/": undefined,
    "https://127.0.0.1/": undefined,
    nonsense: undefined,
    "https://[::1]:8080/": undefined,
    "https://example.org:8080/": undefined,
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
    "https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444:8080/":
      "xn--e1afmkfd.xn--p1ai is written \u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444",
  };
  for (const [address, note] of Object.entries(notes))
    it(`of ${address}: ${note ?? "nothing to say"}`, () => {
      assert.equal(hostNote(address), note);
    });
});
