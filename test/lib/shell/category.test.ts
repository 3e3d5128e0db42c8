/** Classes of commands (SH-6, SH-7). */
import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { categoryOf } from "../../../src/lib/shell/category";
import type { Category } from "../../../src/lib/shell/words/types";

describe("category (SH-6, SH-7)", () => {
  const cases: readonly (readonly [string, Category])[] = [
    ["grep x f", "search"],
    ["rg x", "search"],
    ["find . -name x", "search"],
    ["cat f", "read"],
    ["head -5 f", "read"],
    ["jq . f", "read"],
    ["ls -la", "list"],
    ["du -sh .", "list"],
    ["stat f", "list"],
    ["mkdir -p a", "silent"],
    ["mv a b && rm c", "silent"],
    ["npm test", "general"],
    ["", "general"],
    ["echo hi", "general"],
    ["cat f | sort | head -3", "read"],
    ["cat f | npm test", "general"],
    ["echo x && ls", "list"],
    ["test -f a && cat a", "read"],
    ["ls > out", "write"],
    ["cat a | npm test > out", "write"],
    ["ls 2> /dev/null", "list"],
    ["ls 2>&1 | grep x", "list"],
    ["mkdir a && ls a", "list"],
    ["timeout 5 /usr/bin/grep x f", "search"],
    ["sudo cat f", "read"],
    ["cat $(npm bin)/x", "general"],
    ['echo "unclosed', "general"],
  ];
  for (const [text, expected] of cases)
    it(`${text} is ${expected}`, () => assert.equal(categoryOf(analyse(text)), expected));
});
