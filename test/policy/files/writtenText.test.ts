import assert from "node:assert/strict";
import type { RuleContext } from "../../../src/core/rules/rule";
import type { WriteEffect } from "../../../src/core/vocabulary/effect";
import { writtenTextRule } from "../../../src/policy/files/writtenText";

const target = { path: "/w/a", real: "/w/a", root: "/w", shown: "a" };
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const bytes = (content: string | Buffer | undefined) => (typeof content === "string" ? Buffer.from(content) : content);
const opinion = (before: string | Buffer | undefined, after: string | Buffer | undefined) => {
  const effect: WriteEffect = { kind: "write", target, before: bytes(before), after: bytes(after) };
  const decision = writtenTextRule.judge(effect, {} as RuleContext);
  return decision && "kind" in decision ? decision : undefined;
};
const unseen = "the new text contains invisible characters";
const schema = (address: string) => `{"$schema": "${address}"}`;
const evil = "https://evil.example/?d=1";
const fetched = `editors would download its schema from ${evil}`;

describe("writtenText (D-7)", () => {
  const cases: [what: string, before: string | Buffer | undefined, after: string | Buffer | undefined, why?: string][] =
    [
      ["plain text says nothing", "a", "b"],
      ["a deletion says nothing", "a\u202eb", undefined],
      ["a tag character in a new file", undefined, "a\u{e0041}b", unseen],
      ["a bidi override put into a file", "if (a) b", "if (a\u202e) b", unseen],
      ["a zero width space inside a word", "abc", "a\u200bbc", unseen],
      ["one more where some were", "a\u200bb c", "a\u200bb\u200bc", unseen],
      ["those that were there before are no news", "x a\u200bb y", "z a\u200bb y"],
      ["nor where a line with one only moved", "a\u200bb\nc\n", "c\na\u200bb\n"],
      ["joiners in an emoji are ordinary", "", "👨‍👩‍👧"],
      ["a zero width space that two edits make hidden", "a\u200b", "a\u200bb", unseen],
      ["what is no text has none", undefined, `PK\0${"a\u202eb".repeat(1000)}`],
      ["unless it begins as text, which editors show", undefined, `${"a".repeat(512)}\0a\u202eb`, unseen],
      ["in UTF-16 too", utf16("ab"), utf16("a\u202eb"), unseen],
      ["a schema of a stranger in a new file", undefined, schema(evil), fetched],
      ["a schema whose address alone changes", schema("https://json-schema.org/a"), schema(evil), fetched],
      ["a schema with a part of its address changed", schema("https://evil.example/?d="), schema(evil), fetched],
      ["a schema far from its key", `{"$schema":\n\n\n"x"}`, `{"$schema":\n\n\n"${evil}"}`, fetched],
      ["a key put before an address that was there", `{"schema": "${evil}"}`, schema(evil), fetched],
      ["with escaped slashes", undefined, '{"$schema":"https:\\/\\/evil.example\\/?d=1"}', fetched],
      ["a schema that was there is no news", `${schema(evil)} a`, `${schema(evil)} b`],
      ["a usual one is none", undefined, schema("https://json.schemastore.org/package")],
      ["a file beside it is none", undefined, schema("./schema.json")],
      ["more than can be read", undefined, '"$schema"'.repeat(1001), "it refers to more schemas than can be checked"],
    ];
  for (const [what, before, after, why] of cases)
    it(what, () => {
      const decision = opinion(before, after);
      assert.equal(decision?.reason, why);
      assert.equal(decision?.always, why === undefined ? undefined : true);
    });

  it("a change deep in a large file is found all the same", () => {
    const text = "const a = 1; // a line of some length\n".repeat(100_000);
    const at = 2_345_678;
    assert.equal(opinion(text, `${text.slice(0, at)}a\u202eb${text.slice(at)}`)?.reason, unseen);
    assert.equal(opinion(text, `${text.slice(0, at)}ab${text.slice(at)}`), undefined);
  });
});
