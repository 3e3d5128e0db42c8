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
    ...["a/b.gradle", "buildsrc/src/main/java/a.java", "gradle/libs.versions.toml", "a.gemspec", "lib/a/version.rb"],
    ...["cmake/find.cmake", "meson.build", "sub/x.wrap", "module.bazel", "tools/x.bzl", "project/deps.scala"],
    ...["project/build.properties", "mix.lock", "apps/a/config/dev.exs", "package@swift-5.9.swift", "lib/dune"],
    ...["dune-project", "directory.build.props", "a.vcxproj", "global.json", "phpcs.xml.dist", ".phpcs.xml"],
    ...["ansible.cfg", "config.nims", "a.nimble", "rust-project.json", "makefile", "rules.mk", "xmake.lua"],
    ...[
      ".vscode-test.mjs",
      "commitlint.config.js",
      ".golangci.yml",
      ".sqlfluff",
      "steepfile",
      "oxlint.config.ts",
      "dprint.json",
    ],
    ...["ruby_lsp/x/addon.rb", ".lsp/config.edn", "lean-toolchain", "cabal.project.local", ".rubocop"],
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
    "build/makefile",
    "build/cmakefiles/3.28/cmakesystem.cmake",
    "build/cmake_install.cmake",
    "src/version.rb",
    "project/readme.md",
    "go.mod",
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
    ["pyproject.toml", "python_executable = './t.sh'"],
    ["setup.cfg", "python_executable = ./t.sh"],
    ["mypy.ini", "python_executable = ./t.sh"],
    ["gradle.properties", "org.gradle.jvmargs=-javaagent:x.jar"],
    ["pom.xml", "<plugin><?m2e execute?></plugin>"],
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

  describe("in a Cargo.toml", () => {
    const manifest =
      '[package]\nname = "a" # of us\nversion = "1.0.0"\nauthors = ["a", "b"]\n\n[dependencies]\nlog = "1"\n';
    const path = "crates/a/cargo.toml";
    for (const line of [
      'log_utils = { git = "https://evil.example/x" }',
      'evil = "1"',
      "[dependencies.evil]",
      "[build-dependencies]",
      '[target."cfg(unix)".dependencies]\nevil = "1"',
      '[dev-dependencies]\nversion = "1"',
      '[patch.crates-io]\nlog = { path = "x" }',
      '[replace]\n"log:1.0.0" = { path = "x" }',
      '[workspace]\nmembers = ["x"]',
      "[lib]\nproc-macro = true",
    ])
      it(`is ${line.replace("\n", " ")}`, () => assert.equal(changes(path, manifest, `${manifest}${line}\n`), true));

    for (const [from, to] of [
      ['name = "a"', 'name = "a"\nbuild = "x.rs"'],
      ['name = "a"', 'name = "a"\n"bu\\u0069ld" = "x.rs"'],
      ['name = "a"', 'name = "a"\nlinks = "z"'],
      ['version = "1.0.0"', 'version = """1.0.0"""'],
      ['log = "1"', 'log = "2"'],
    ] as const)
      it(`is ${to.replace("\n", " ")} for ${from}`, () =>
        assert.equal(changes(path, manifest, manifest.replace(from, to)), true));

    it("is none of what describes the package", () => {
      for (const after of [
        manifest.replace("1.0.0", "1.0.1"),
        manifest.replace("# of us\n", 'description = "[dependencies]"\n# evil = "1"\n'.replace(/^/, "\n")),
        manifest.replace('["a", "b"]', "['c']").replaceAll("\n", "\r\n"),
      ])
        assert.equal(changes(path, manifest, after), false, after);
      assert.equal(changes(path, undefined, '[package]\nname = "a"\n\n[dependencies]\n'), false);
      assert.equal(changes(path, undefined, manifest), true);
    });

    it("is found in no time, however its lines look", () => {
      const odd = `[package]\nauthors = [${'"a"  '.repeat(5000)}\n`;
      assert.equal(changes(path, odd, `${odd}evil = "1"`), true);
    });
  });

  it("is the commit of a git source in a lock, and no version of another", () => {
    const lock = (version: string, commit: string) =>
      `[[package]]\nname = "a"\nversion = "${version}"\nsource = "git+https://git.example/a?branch=main#${commit}"\n`;
    assert.deepEqual(
      [
        changes("cargo.lock", lock("1", "aa"), lock("2", "aa")),
        changes("cargo.lock", lock("1", "aa"), lock("1", "bb")),
      ],
      [false, true],
    );
    const bundle = (version: string, commit: string) => `GIT\n  revision: ${commit}\n  specs:\n    a (${version})\n`;
    const changed = (one: string, other: string) => changes("gemfile.lock", one, other);
    assert.deepEqual(
      [changed(bundle("1", "aa"), bundle("2", "aa")), changed(bundle("1", "aa"), bundle("1", "bb"))],
      [false, true],
    );
  });
});
