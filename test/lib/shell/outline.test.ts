import assert from "node:assert/strict";
import fc from "fast-check";
import { analyse } from "../../../src/lib/shell/analyse";
import { outlineOf } from "../../../src/lib/shell/outline";

/** The outline as text: two spaces for each level. */
function outline(text: string): string[] {
  const analysis = analyse(text);
  return outlineOf(analysis).map(
    ({ depth, is }) => "  ".repeat(depth) + (typeof is === "number" ? analysis.commands[is]?.text : `(${is})`),
  );
}

describe("the outline of a command line", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["a; b", ["a", "b"]],
    ["a | b", ["(pipeline)", "  a", "  b"]],
    ["a && b || c; d", ["(list)", "  a", "  b", "  c", "d"]],
    [
      "a | (b; c | d) | e && f",
      ["(list)", "  (pipeline)", "    a", "    b", "    (pipeline)", "      c", "      d", "    e", "  f"],
    ],
    ["echo $(x | y) | cat", ["(pipeline)", "  echo $(x | y)", "    (pipeline)", "      x", "      y", "  cat"]],
    ["bash -c 'a | b' && c", ["(list)", "  bash -c 'a | b'", "    (pipeline)", "      a", "      b", "  c"]],
    ["if a; then b | c; fi", ["a", "(pipeline)", "  b", "  c"]],
    ["for x in $(a | b); do c; done | d", ["(pipeline)", "  (pipeline)", "    a", "    b", "  c", "  d"]],
    ["", []],
  ];
  for (const [text, expected] of cases) it(JSON.stringify(text), () => assert.deepEqual(outline(text), expected));

  it("holds every command once, in order, and goes down one level at a time", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b c", "|", "&&", "||", ";", "$(", ")", "(", "{ ", "; }", "!", "&", "\n"), {
          maxLength: 14,
        }),
        (tokens) => {
          const analysis = analyse(tokens.join(" "));
          const items = outlineOf(analysis);
          assert.deepEqual(
            items.map(({ is }) => is).filter((is) => typeof is === "number"),
            analysis.commands.map((_, at) => at),
          );
          for (const [at, { depth }] of items.entries()) assert.ok(depth <= (items[at - 1]?.depth ?? -1) + 1);
        },
      ),
      { numRuns: 1000 },
    ));
});
