/** What is shown of a proposal, such that only what a person types is stored differently (D-9, D-16). */
import assert from "node:assert/strict";
import type { WriteEffect } from "../../../src/core/vocabulary/effect";
import { fromShown, shownText, toShown } from "../../../src/features/review/shownText";

const german = "Schöne Grüße aus der Straße\nund vom Bücherschrank\n";
const latin = (text: string) => Buffer.from(text, "latin1");
const change = (before?: Uint8Array, after?: Uint8Array, encoding?: string): WriteEffect => ({
  kind: "write",
  target: { path: "/ws/a.txt", real: "/ws/a.txt", root: "/ws", shown: "a.txt" },
  before,
  after,
  ...(encoding !== undefined && { encoding }),
});

describe("shownText", () => {
  it("shows Unicode as it is stored", () => {
    for (const bytes of ["ä", "\ufeffä"].map((text) => Buffer.from(text)))
      assert.deepEqual(shownText(change(bytes, bytes)), { isBinary: false });
    const utf16 = Buffer.from("\ufeffä", "utf16le");
    assert.deepEqual(shownText(change(undefined, utf16)), { isBinary: false });
  });

  it("shows what is stored otherwise as UTF-8, also where one side is plain", () => {
    const wanted = { isBinary: false, storedAs: "windows1252" };
    assert.deepEqual(shownText(change(latin(german), latin(german.replace("Schöne", "Alle")))), wanted);
    assert.deepEqual(shownText(change(latin(german), latin("plain"))), wanted);
    assert.deepEqual(shownText(change(latin("plain"), latin("pl\xe4n"), "windows1252")), wanted);
  });

  it("takes contents that are no text as a whole", () => {
    const broken = Buffer.from("häßlich \xff Grüße aus der Straße", "utf8");
    const damaged = Buffer.concat([broken, Buffer.from([0xff])]);
    assert.deepEqual(shownText(change(damaged, broken)), { isBinary: true });
    assert.deepEqual(shownText(change(broken, Buffer.from([0, 1, 2]))), { isBinary: true });
  });

  it("stores what it showed as the same bytes", () => {
    const shown = toShown(latin(german), "windows1252");
    assert.equal(Buffer.from(shown).toString(), `\ufeff${german}`);
    assert.deepEqual(fromShown(shown, change(undefined, latin(german)), "windows1252"), latin(german));
  });

  it("refuses letters that the file's encoding has not", () => {
    assert.throws(() => fromShown(Buffer.from("\ufeffa → b"), change(undefined, latin(german)), "windows1252"), {
      message:
        'a.txt is stored as windows1252, which has no "→" (U+2192): leave that out, or ask the person to store the file as UTF-8.',
    });
  });

  it("keeps the endings of lines that were not changed, which an editor makes one", () => {
    const before = "one\r\ntwo\nthree\rfour\n\r\nlast";
    const after = "ONE\r\ntwo\nthree\rFOUR\n\r\nlast";
    const typed = (text: string) =>
      Buffer.from(fromShown(Buffer.from(text), change(Buffer.from(before), Buffer.from(after)))).toString();
    assert.equal(typed("ONE\ntwo\nthree\nFOUR\n\nlast"), after);
    assert.equal(typed("one\ntwo\nthree\nFOUR\n\nlast"), after.replace("ONE", "one"));
    assert.equal(typed("ONE\r\ntwo\r\nmore\r\nthree\r\nfour\r\n\r\nlast"), "ONE\r\ntwo\nmore\r\nthree\rfour\n\r\nlast");
  });

  it("takes the ending that an editor gives a text with one of its own", () => {
    const [before, after] = [Buffer.from("a\nb\n"), Buffer.from("a\nB\n")];
    const typed = Buffer.from("\ufeffa\r\nB\r\n");
    assert.deepEqual(fromShown(typed, change(before, after)), typed);
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
    assert.deepEqual(fromShown(utf16("a\nb\nc"), change(utf16("A\r\nb\nC"), utf16("A\r\nb\nc"))), utf16("a\nb\nc"));
  });
});
