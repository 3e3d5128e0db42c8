/** Which changes run by themselves in editors (D-7). */
import assert from "node:assert/strict";
import { changesEditorCode } from "../../../../src/policy/files/obeyed/editorCode";

const bytes = (text: string) => new TextEncoder().encode(text);
const changes = (path: string, before: string | undefined, after: string) =>
  changesEditorCode(path, before === undefined ? undefined : bytes(before), bytes(after));

describe("code that extensions of editors run (D-7)", () => {
  const wholes = [
    ...["eslint.config.mjs", "sub/.eslintrc", "a/b/prettier.config.ts", "cspell.config.js", ".markdownlint-cli2.cjs"],
    ...["pylintrc", ".luarc.json", "hie.yaml", "app/build.gradle.kts", "settings.gradle", "build.rs", "src/a.csproj"],
    ...["pylintrc.toml", "phpstan.dist.neon", "cspell.json", "gemfile", "x.props", "sub/x.targets"],
    ...["build.zig", "package.swift", "sub/rust-analyzer.toml", "a.cabal", "project/plugins.sbt", ".rubocop_todo.yml"],
    ...["vitest.config.ts", "tests/conftest.py", ".bsp/sbt.json", "x/.bsp/mill.json", "cmakelists.txt"],
  ];
  for (const path of wholes)
    it(`is all of ${path}`, () =>
      assert.deepEqual([changes(path, "a", "b"), changes(path, undefined, "")], [true, true]));

  for (const path of [
    "src/index.ts",
    "build.ts",
    "pylint.txt",
    ".bspx/a.json",
    ".bsp/a/b.json",
    "eslint.md",
    "tsconfig.json",
  ])
    it(`is not ${path}`, () => assert.equal(changes(path, "a", "b"), false));

  for (const key of ["prettier", "eslintConfig", "stylelint", "lint-staged", "husky", "mocha"])
    it(`is "${key}" in a package.json`, () => {
      const some = JSON.stringify({ name: "a", [key]: { plugins: ["./x.js"] } });
      const others = JSON.stringify({ version: "2", [key]: { plugins: ["./x.js"] }, name: "b" }, null, 2);
      assert.deepEqual(
        [changes("package.json", '{"name":"a"}', some), changes("a/package.json", undefined, some)],
        [true, true],
      );
      assert.deepEqual([changes("package.json", some, others), changes("package.json", some, "{}")], [false, true]);
    });

  it("is every file that may name code, where nobody has looked at its bytes", () => {
    const unread = (path: string) => changesEditorCode(path, undefined, undefined);
    for (const path of ["setup.cfg", "sub/.flake8", "cargo.toml", "package.json", "build.rs"])
      assert.equal(unread(path), true, path);
    assert.equal(unread("src/index.ts"), false);
  });

  it("is a package.json that cannot be read, and none that names nothing", () => {
    assert.equal(changes("package.json", "{}", "{"), true);
    for (const after of ["{}", "null", "[]", '{"dependencies":{"a":"1"}}'])
      assert.equal(changes("package.json", undefined, after), false, after);
  });

  const lines: readonly (readonly [path: string, line: string])[] = [
    ["Cargo.toml", 'build = "x.rs"'],
    ["Cargo.toml", 'package = { name = "a", "build" = "x.rs" }'],
    ["Cargo.toml", '"bu\\u0069ld" = "x.rs"'],
    ["Cargo.toml", "proc-macro = true"],
    ["pyproject.toml", "init-hook = 'import x'"],
    ["pyproject.toml", 'load-plugins = ["x"]'],
    ["setup.cfg", "plugins = x.py"],
    ["mypy.ini", "plugins=./x.py"],
    [".flake8", "[flake8:local-plugins]"],
    ["pytest.ini", "addopts = -v -pevil"],
    ["pyproject.toml", 'addopts = ["-p", "evil"]'],
    [".oxlintrc.json", '"jsPlugins": ["./x.js"]'],
    ["analysis_options.yaml", "  plugins:"],
  ];
  for (const [name, line] of lines)
    it(`is ${line} in ${name}`, () => {
      const path = `sub/${name}`.toLowerCase();
      assert.deepEqual(
        [changes(path, "[a]\n", `[a]\n${line}\n`), changes(path, undefined, line), changes(path, line, "")],
        [true, true, true],
      );
      assert.equal(changes(path, `${line}\n  a\n`, `${line}\n  a\n  ./evil.py\n`), true);
      assert.deepEqual([changes(path, line, line), changes(path, "[a]\n", "[b]\n")], [false, false]);
    });
});
