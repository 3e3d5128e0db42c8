/** Absolute patterns, and those of further roots, hold for the files that they mean and for their copies (AG-3). */
import assert from "node:assert/strict";
import { readSettings } from "../../../src/core/settings/readSettings";
import { type PatternPlace, withRootPatterns } from "../../../src/policy/matching/rootPatterns";

const one: PatternPlace = { roots: ["/w/app"], home: "/w", inWorktree: false, isOnlyRoot: true };
const two: PatternPlace = { ...one, roots: ["/w/app", "/w/app/sub", "/w/other"], isOnlyRoot: false };

const secretsOf = (pattern: string, place: PatternPlace) =>
  withRootPatterns(readSettings({ secretPaths: [pattern] }).settings, place).secretPaths.slice(1);

describe("patterns of the workspace's own files", () => {
  for (const [pattern, alone, several, inWorktree] of [
    ["/w/app/keys/**", ["keys/**"], ["keys/**"], ["keys/**"]],
    ["/W/App/keys/a.txt", ["keys/a.txt"], ["keys/a.txt"], ["keys/a.txt"]],
    ["~/app/keys/*.txt", ["keys/*.txt"], ["keys/*.txt"], ["keys/*.txt"]],
    ["/w/*/keys/**", ["keys/**"], ["keys/**"], ["keys/**"]],
    ["/**/app/keys/**", ["**/app/keys/**", "keys/**"], ["**/app/keys/**", "keys/**"], ["**/app/keys/**", "keys/**"]],
    ["/w/**/keys", ["**/keys"], ["**/keys"], ["**/keys"]],
    ["/w/app/sub/keys/a", ["sub/keys/a"], ["sub/keys/a", "keys/a"], ["sub/keys/a"]],
    ["/w/other/keys/a", [], ["keys/a"], []],
    ["/w/app/{a,b/c}/d", ["{a,b/c}/d"], ["{a,b/c}/d"], ["{a,b/c}/d"]],
    ["keys/a", [], [], ["sub/keys/a"]],
    ["./keys/a", [], [], ["sub/keys/a"]],
    ["/keys/a", [], [], ["sub/keys/a"]],
    ["**/keys/a", [], [], []],
    ["*.secret", [], [], []],
    ["/w/app", [], [], ["sub/w/app"]],
    ["/w", [], [], []],
  ] as const)
    it(`${pattern} is known below the roots`, () => {
      assert.deepEqual(secretsOf(pattern, one), alone);
      assert.deepEqual(secretsOf(pattern, two), several);
      assert.deepEqual(secretsOf(pattern, { ...two, inWorktree: true }), inWorktree);
    });

  it("lower nothing below another root, and stay the same list while nothing is added", () => {
    const rule = (path: string) => ({ match: { path }, level: "PUBLIC" });
    const { settings } = readSettings({
      "classification.rules": [rule("/w/app/open/**"), rule("/**/app/**"), rule("/*/app/**")],
      "classification.raise": [{ match: { path: "/w/app/hush/**" }, level: "CONFIDENTIAL" }],
      protectedPaths: ["*.lock"],
    });
    const pathsOf = (place: PatternPlace) => {
      const found = withRootPatterns(settings, place);
      return [found["classification.rules"], found["classification.raise"]].map((list) =>
        list.map(({ match }) => ("path" in match ? match.path : "")),
      );
    };
    const [rules, raise] = [
      ["/w/app/open/**", "open/**", "/**/app/**", "/*/app/**"],
      ["/w/app/hush/**", "hush/**"],
    ];
    assert.deepEqual(pathsOf(one), [rules, raise]);
    assert.deepEqual(pathsOf(two), [rules.filter((path) => path !== "open/**"), raise]);
    assert.deepEqual(pathsOf({ ...two, inWorktree: true }), [rules, raise]);
    assert.equal(withRootPatterns(settings, one).protectedPaths, settings.protectedPaths);
    assert.equal(
      withRootPatterns(settings, one)["classification.raise"],
      withRootPatterns(settings, one)["classification.raise"],
    );
  });
});
