import assert from "node:assert/strict";
import fc from "fast-check";
import { childOf, isInside, relativeInside, segments } from "../../../src/core/vocabulary/paths";

describe("isInside (PTH-7)", () => {
  const cases: [folder: string, real: string, inside: boolean][] = [
    ["/ws/foo", "/ws/foo", true],
    ["/ws/foo", "/ws/foo/", true],
    ["/ws/foo/", "/ws/foo", true],
    ["/ws/foo", "/ws/foo/a/b", true],
    ["/ws/foo", "/ws/foomalicious", false],
    ["/ws/foo", "/ws/foomalicious/a", false],
    ["/ws/foo", "/ws", false],
    ["/ws/foo", "/WS/FOO/a", false],
    ["/ws", "/ws\\evil", false],
    ["/", "/etc/passwd", true],
    ["/", "/", true],
    ["C:\\ws", "C:\\ws\\a", true],
    ["C:\\ws", "C:\\wsx\\a", false],
    ["\\\\srv\\share", "\\\\srv\\share\\a", true],
  ];
  for (const [folder, real, inside] of cases)
    it(`${real} is ${inside ? "" : "not "}in ${folder}`, () => assert.equal(isInside(folder, real), inside));

  it("folds case only where the system does", () => {
    assert.equal(isInside("/WS", "/ws/a", false), true);
    assert.equal(isInside("/WS", "/ws/a", true), false);
    assert.equal(isInside("/ws", "/WSx", false), false);
  });

  it("agrees with comparing names one by one", () => {
    const path = fc.array(fc.constantFrom("a", "ab", "b", "A", "a\\b", ".", "…"), { maxLength: 4 });
    fc.assert(
      fc.property(path, path, (outer, inner) => {
        const wanted = outer.every((name, index) => inner[index] === name);
        assert.equal(isInside(`/${outer.join("/")}`, `/${inner.join("/")}`), wanted);
      }),
    );
  });
});

describe("relativeInside and segments", () => {
  it("gives what is below the folder, with slashes", () => {
    assert.equal(relativeInside("/ws", "/ws/a/b.ts"), "a/b.ts");
    assert.equal(relativeInside("/ws/", "/ws/a"), "a");
    assert.equal(relativeInside("/ws", "/ws"), "");
    assert.equal(relativeInside("/", "/etc/x"), "etc/x");
    assert.equal(relativeInside("/ws", "/ws/a\\b"), "a\\b");
    assert.equal(relativeInside("C:\\ws", "C:\\ws\\a\\b"), "a/b");
  });

  it("splits at either separator and drops empty names", () =>
    assert.deepEqual([segments("/a//b\\c/"), segments("")], [["a", "b", "c"], []]));
});

describe("childOf", () => {
  const shown = (folder: string, text: string, place: string) => {
    const child = childOf({ path: folder, real: folder, root: "/ws", shown: text }, place);
    assert.equal(child.path, child.real);
    return [child.real, child.shown];
  };
  it("is the place below a folder, in the system's way and as people see it", () => {
    assert.deepEqual(shown("/ws", ".", "a"), ["/ws/a", "a"]);
    assert.deepEqual(shown("/ws/b", "b", "a/c"), ["/ws/b/a/c", "b/a/c"]);
    assert.deepEqual(shown("/", "/", "a"), ["/a", "/a"]);
    assert.deepEqual(shown("/ws/odd\\", "odd\\", "a"), ["/ws/odd\\/a", "odd\\/a"]);
    assert.deepEqual(shown("C:\\ws", ".", "a/b"), ["C:\\ws\\a\\b", "a/b"]);
    assert.deepEqual(shown("C:\\", ".", "a"), ["C:\\a", "a"]);
  });
});
