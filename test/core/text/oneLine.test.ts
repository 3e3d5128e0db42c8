/** What a person reads holds nothing that is not seen. */
import assert from "node:assert/strict";
import { revealed } from "../../../src/core/text/markdown";
import { oneLine } from "../../../src/core/text/oneLine";

const unseen = [
  ...["\u034f", "\u17b4", "\u180b", "\u200b", "\u2064", "\ufe00", "\ufe0f", "\ufff9", "\ufffb", "\u{e0041}"],
  ...["\u{1bca0}", "\u{1d173}", "\u{13430}", "\u{e0100}", "\u00ad", "\u202e", "\u3164"],
];

describe("characters that are not seen", () => {
  it("are shown by their code point in what a person reads", () => {
    for (const character of [...unseen, "\u2800", "\u200d"]) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
      assert.equal(revealed(`a${character}b`), `a⟨U+${code}⟩b`);
    }
  });

  it("are left out of a line", () => {
    for (const character of [...unseen, "\u200d"]) assert.equal(oneLine(`a${character}b`), "ab");
    for (const character of ["\u2800", "\u2028", "\ufeff", "\n"]) assert.equal(oneLine(`a${character}b`), "a b");
  });

  const whole = ["❤\ufe0f", "1\ufe0f\u20e3", "👩\u200d💻", "👩🏽\u200d❤\ufe0f\u200d👨", "日本 é", "\u0600\u0661"];
  for (const text of whole)
    it(`are none of ${text}`, () => {
      assert.equal(revealed(text), text);
      assert.equal(oneLine(text), text);
    });

  it("are none of the joiners in words of the scripts that need them, in a line", () => {
    for (const word of ["می\u200cخواهم", "क्\u200dष"]) assert.equal(oneLine(word), word);
  });

  it("are shown where an emoji has more of them than it needs", () => {
    assert.equal(revealed("❤\ufe0f\ufe0f"), "❤\ufe0f⟨U+FE0F⟩");
    assert.equal(revealed("👩\u200d\u200d💻"), "👩⟨U+200D⟩⟨U+200D⟩💻");
  });
});
