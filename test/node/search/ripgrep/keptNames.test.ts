import assert from "node:assert/strict";
import fc from "fast-check";
import { pathMatcher } from "../../../../src/lib/globs/pathMatcher";
import { rootedGlob } from "../../../../src/lib/globs/searchGlobs";
import { KeptNames } from "../../../../src/node/search/ripgrep/keptNames";

const kept = (names: readonly string[]) => new KeptNames(names.map((name) => `./${name}\0`).join(""));
const printed = (names: readonly string[]) => names.map((name) => `./${name}`);

describe("names that were kept", () => {
  it("are given where one of the globs may match, in their order", () => {
    const names = [
      "a/session17.py",
      "session17.py",
      "a/SESSION17.PY/x",
      "my-session17.py",
      "session170py",
      "b/s.py",
      "a\nb",
    ];
    const found = (...globs: string[]) => kept(names).mayMatch(globs);
    assert.deepEqual(found("**/session17.py"), printed(names.slice(0, 3)));
    assert.deepEqual(found("*session17.py"), printed(names.slice(0, 4)));
    assert.deepEqual(found("**/b/*", "session17.py"), printed(names));
    assert.deepEqual(found("nowhere.py"), []);
    assert.deepEqual(new KeptNames("").mayMatch(["nowhere.py"]), []);
  });

  it("are all given where no plain text is needed, or a letter has a fold of its own", () => {
    const names = ["a.ts", "b/\u212aiosk.ts", "c"];
    for (const globs of [undefined, [], ["*"], ["kiosk.ts"], ["{a,b}.ts"]])
      assert.deepEqual(kept(names).mayMatch(globs), printed(names));
  });

  it("are found with the separator of Windows too", () => {
    const names = new KeptNames(".\\a\\session17.py\0.\\session170.py\0");
    assert.deepEqual(names.mayMatch(["session17.py"]), [".\\a\\session17.py"]);
  });

  it("hold every name that a glob matches", () => {
    const part = fc
      .stringMatching(/^[abA-C0-1._ -]{1,6}$|^[äÄſK\u0130ı]{1,3}abc$/u)
      .filter((name) => !/^\.+$/.test(name));
    const name = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    // Parts of a name, with something in the place of some of its letters.
    const hole = fc.constantFrom("*", "?", "[ab]", "{a,B}", "[!x]");
    const glob = (names: readonly string[]) =>
      fc
        .tuple(
          fc.constantFrom(...names),
          fc.constantFrom("", "**/", "*/"),
          fc.array(fc.tuple(fc.nat(20), hole), { maxLength: 2 }),
        )
        .map(([name, start, holes]) => {
          const letters = [...(start === "" ? name : (name.split("/").at(-1) ?? ""))];
          for (const [at, text] of holes) if (letters[at] !== undefined && letters[at] !== "/") letters[at] = text;
          return start + letters.join("");
        })
        .chain((text) => fc.constantFrom(text, text.toLowerCase(), text.toUpperCase()));
    const given = fc
      .array(name, { minLength: 1, maxLength: 12 })
      .chain((names) => fc.tuple(fc.constant(names), fc.array(glob(names), { minLength: 1, maxLength: 2 })));
    let matched = 0;
    fc.assert(
      fc.property(given, ([names, globs]) => {
        const found = new Set(kept(names).mayMatch(globs));
        for (const caseSensitive of [true, false])
          for (const one of globs) {
            const matches = pathMatcher(rootedGlob(one), caseSensitive);
            for (const name of names.filter(matches)) {
              matched++;
              assert.ok(found.has(`./${name}`), `${name} by ${one}`);
            }
          }
      }),
      { numRuns: 2000 },
    );
    assert.ok(matched > 100, `only ${matched} matched`);
  });
});
