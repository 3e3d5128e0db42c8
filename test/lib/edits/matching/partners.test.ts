import assert from "node:assert/strict";
import { partnersOf } from "../../../../src/lib/edits/matching/partners";

/** The pairs of a text in which every character is a piece. */
const pairs = (text: string) =>
  partnersOf([...text], (piece) => /^\w$/.test(piece ?? "")).flatMap((partner, at) =>
    partner !== undefined && at < partner ? [text.slice(at, partner + 1)] : [],
  );

describe("the partners of quotes and brackets", () => {
  const cases: [what: string, text: string, expected: string[]][] = [
    ["quotes within a line", `"a" 'b' \`c\` "d`, [`"a"`, "'b'", "`c`"]],
    ["quotes do not pair across lines", `"a\nb" "c"`, [`" "`]],
    ["an apostrophe belongs to nothing", `it's 'a' dogs' 'it's'`, ["'a'", "'it's'"]],
    ["brackets within each other and across lines", "(a[b]\n{c})", ["(a[b]\n{c})", "[b]", "{c}"]],
    ["a bracket of another kind has no matching opening bracket", "(a] b)", ["(a] b)"]],
    ["brackets that nothing opened or closed", ") ( ]", []],
  ];
  for (const [what, text, expected] of cases) it(what, () => assert.deepEqual(pairs(text), expected));
});
