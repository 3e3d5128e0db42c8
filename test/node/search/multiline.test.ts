import assert from "node:assert/strict";
import fc from "fast-check";
import { searched } from "../support/searchTrees";

/** Patterns that match nothing or a line end alone are left out: they differ in what stands around. */
it("a match that spans lines is the same, whatever engine looks for it (D-11)", async () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "\n", "\r\n", "é", " ", "\n\n"), { maxLength: 14 })
    .map((p) => p.join(""));
  const pattern = fc.constantFrom(
    "a.*?b",
    "a\\s+b",
    "a[^b]*b",
    "a$",
    "^b",
    "a\\n",
    "b\\s*$",
    "(?-s)a.b",
    "a\\r?\\n?b",
    "b\\z",
    "é.",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), pattern, fc.nat(2), async (texts, p, context) => {
      const at = await searched(Object.fromEntries(texts.map((t, i) => [`${i}.txt`, t])));
      const scope = await at.scope({ multiline: true });
      const [one, two] = await Promise.all(
        [at.rg, at.port].map(async (s) => [
          (await s.searchText(scope, p, 100, context)).lines,
          (await s.matchingFiles(scope, p, 100)).files,
        ]),
      );
      assert.deepEqual(one, two);
    }),
    { numRuns: 150 },
  );
}).timeout(300000);
