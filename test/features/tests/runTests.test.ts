/** The project's own tests, run with its own runner, as commands like any other. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EditorTestsPort } from "../../../src/core/ports/editor/editorTests";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import type { ProjectFiles, TestWish } from "../../../src/features/tests/runner";
import { runnerOf } from "../../../src/features/tests/runners";
import { type CribOptions, realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";

const project = (packageJson: object | undefined, ...names: string[]): ProjectFiles => ({
  ...(packageJson && { packageJson: JSON.stringify(packageJson) }),
  names: new Set(names),
});
const called = (files: ProjectFiles, wish: Partial<TestWish> = {}) =>
  runnerOf(files)?.call({ names: [], coverage: false, ...wish });
const command = (files: ProjectFiles, wish: Partial<TestWish> = {}) => called(files, wish)?.command;

describe("the runner of a project", () => {
  it("is the project's own script wherever that takes what is wanted", () => {
    const mocha = project({ scripts: { test: "mocha --exit" }, devDependencies: { mocha: "1", c8: "1" } });
    assert.equal(command(mocha), "npm test");
    assert.equal(
      command(mocha, { file: "test/it's.js", names: ["adds (1+1)", "b"] }),
      `npm test -- 'test/it'\\''s.js' -g 'adds \\(1\\+1\\)|b'`,
    );
    assert.equal(command(mocha, { coverage: true }), "npx c8 --reporter=lcov npx mocha --exit");
    const jest = project({ scripts: { test: "jest" } }, "yarn.lock");
    assert.equal(command(jest, { names: ["x"] }), "yarn test -t 'x'");
    const built = project({ scripts: { test: "vitest run && echo done" } }, "pnpm-lock.yaml");
    assert.equal(command(built), "pnpm test");
    assert.equal(
      command(built, { file: "-x.ts", coverage: true }),
      "pnpm exec vitest run './-x.ts' --coverage.enabled --coverage.reporter=lcov",
    );
  });

  it("keeps the arguments of the script", () => {
    const node = (test: string, wish: Partial<TestWish>) => called(project({ scripts: { test } }), wish);
    const script = "node --import ./setup.mjs --test spec/*.spec.js";
    assert.deepEqual(node(script, { names: ["a b", "c"] }), {
      command: "node --import ./setup.mjs --test --test-name-pattern='a b' --test-name-pattern='c' spec/*.spec.js",
    });
    assert.deepEqual(node(script, { file: "spec/m.spec.js", names: ["a"] }), {
      command: "node --import ./setup.mjs --test --test-name-pattern='a' 'spec/m.spec.js'",
    });
    assert.deepEqual(node("TZ=UTC X='a b' node --test -r \"./x y\" 'test/**/*.js' t/{a,b}.js", { names: ["a"] }), {
      command: "TZ=UTC X='a b' node --test --test-name-pattern='a' -r \"./x y\" 'test/**/*.js' t/{a,b}.js",
    });
    assert.match(
      node(script, { coverage: true })?.command ?? "",
      /^mkdir -p coverage && node --import \.\/setup\.mjs --test --experimental-test-coverage .* spec\/\*\.spec\.js$/,
    );
    assert.deepEqual(node("NODE_ENV=test mocha --require ts-node/register 'test/**/*.ts'", { names: ["a"] }), {
      command: "npm test -- -g 'a'",
    });
    const mocha = project({ scripts: { test: "X=1 mocha -r x 'test/*.ts'" }, devDependencies: { c8: "1" } });
    assert.deepEqual(called(mocha, { coverage: true, file: "a.ts" }), {
      command: "X=1 npx c8 --reporter=lcov npx mocha 'a.ts' -r x",
    });
  });

  it("runs a file instead of those that the script names, with the options of the script", () => {
    const cases: [script: string, command: string][] = [
      ["mocha test/*.test.js", "npx mocha 'a.js' -g 'x'"],
      [
        "mocha -r ts-node/register --exit 'test/**/*.ts' --config x.json",
        "npx mocha 'a.js' -g 'x' -r ts-node/register --exit --config x.json",
      ],
      ["X=1 ./node_modules/.bin/mocha --retries=2 test", "X=1 ./node_modules/.bin/mocha 'a.js' -g 'x' --retries=2"],
      ["jest src --ci --onlyChanged", "npx jest 'a.js' -t 'x' --ci --onlyChanged"],
      ["vitest run src", "npx vitest run 'a.js' -t 'x'"],
      ["vitest -c my.ts run src --coverage", "npx vitest -c my.ts run 'a.js' -t 'x' --coverage"],
      ["vitest --dir run src", "npx vitest 'a.js' -t 'x' --dir run"],
      [
        "node --test --import ./s.mjs test/a.js test/b.js",
        "node --test --import ./s.mjs --test-name-pattern='x' 'a.js'",
      ],
      ["jest --ci true src --coverage=false", "npx jest 'a.js' -t 'x' --ci true --coverage=false"],
      ["jest --coverage truely", "npx jest 'a.js' -t 'x' --coverage"],
      ["mocha --parallel false --exit test", "npx mocha 'a.js' -g 'x' --parallel false --exit"],
      // They name none.
      ["jest --coverage false", "npm test -- 'a.js' -t 'x'"],
      ["mocha -r ts-node/register", "npm test -- 'a.js' -g 'x'"],
      ["jest --new=src --newer", "npm test -- 'a.js' -t 'x'"],
      ["vitest run", "npm test -- 'a.js' -t 'x'"],
    ];
    for (const [test, line] of cases)
      assert.deepEqual(called(project({ scripts: { test } }), { file: "a.js", names: ["x"] }), { command: line });
  });

  it("says which scripts of the package manager were passed over", () => {
    const scripts = { pretest: "tsc", test: "mocha out/test" };
    assert.deepEqual(called(project({ scripts }), { file: "out/test/a.js" }), {
      command: "npx mocha 'out/test/a.js'",
      note: "the script pretest was not run",
    });
    assert.deepEqual(called(project({ scripts }), { names: ["x"] }), { command: "npm test -- -g 'x'" });
    const more = { ...scripts, test: "tsc && mocha out", posttest: "rm -r out" };
    const both = project({ scripts: more, devDependencies: { mocha: "1" } });
    assert.deepEqual(called(both, { names: ["x"] }), {
      command: "npx mocha -g 'x'",
      note: 'called without the arguments of the script "tsc && mocha out"; the scripts pretest and posttest were not run',
    });
    assert.deepEqual(called(project({ scripts: { pretest: "tsc" }, devDependencies: { mocha: "1" } })), {
      command: "npx mocha",
    });
  });

  it("is started by the package manager of the project", () => {
    const cases: [lock: string, file: string, coverage: string][] = [
      ["pnpm-lock.yaml", "X=1 pnpm exec mocha 'a.js' -r x", "pnpm exec c8 --reporter=lcov pnpm exec mocha"],
      ["yarn.lock", "X=1 yarn mocha 'a.js' -r x", "yarn c8 --reporter=lcov yarn mocha"],
      ["bun.lockb", "X=1 bunx mocha 'a.js' -r x", "bunx c8 --reporter=lcov bunx mocha"],
    ];
    const dependencies = { mocha: "1", c8: "1" };
    for (const [lock, file, coverage] of cases) {
      assert.equal(command(project({ scripts: { test: "X=1 mocha -r x test" } }, lock), { file: "a.js" }), file);
      assert.equal(command(project({ dependencies }, lock), { coverage: true }), coverage);
    }
    // Yarn would run the script.
    const scripts = { test: "mocha test", mocha: "mocha --watch" };
    assert.equal(command(project({ scripts }, "yarn.lock"), { file: "a.js" }), "npx mocha 'a.js'");
  });

  it("says where the files of the script may run beside the one that is wanted", () => {
    for (const test of ["jest --reporters default src", "jest --new src", "jest $FILES"])
      assert.deepEqual(called(project({ scripts: { test } }), { file: "a.js" }), {
        command: "npm test -- 'a.js'",
        note: `files that the script ${JSON.stringify(test)} names may run too`,
      });
    assert.deepEqual(called(project({ scripts: { test: "jest --new src" } }), { names: ["x"] }), {
      command: "npm test -- -t 'x'",
    });
  });

  it("says where the arguments of the script cannot be kept", () => {
    const without = (test: string) => ({ note: `called without the arguments of the script ${JSON.stringify(test)}` });
    const cases: [script: string, wish: Partial<TestWish>, command: string][] = [
      ["node --test --import $SETUP", { names: ["a"] }, "node --test --test-name-pattern='a'"],
      ["node --new a --test spec", { file: "b.js" }, "node --test 'b.js'"],
      ["node --test -- spec", { names: ["a"] }, "node --test --test-name-pattern='a'"],
      ["node --test spec | cat", { names: ["a"] }, "node --test --test-name-pattern='a'"],
      ["mocha test/*.js > out.txt", { file: "b.js" }, "npx mocha 'b.js'"],
      ["tsc && mocha -r x", { names: ["a"] }, "npx mocha -g 'a'"],
      ["mocha -r x # all", { names: ["a"] }, "npx mocha -g 'a'"],
      ["! mocha -r x", { names: ["a"] }, "npx mocha -g 'a'"],
      ["sh -c 'mocha -r x'", { names: ["a"] }, "npx mocha -g 'a'"],
    ];
    for (const [test, wish, line] of cases)
      assert.deepEqual(called(project({ scripts: { test }, devDependencies: { mocha: "1" } }), wish), {
        command: line,
        ...without(test),
      });
    const reporting = called(project({ scripts: { test: "node --test --test-reporter=tap" } }), { coverage: true });
    assert.equal(reporting?.note, without("node --test --test-reporter=tap").note);
    assert.equal(runnerOf(project({ scripts: { test: "node run.js --test" } }))?.name, "npm test");
  });

  it("is known from what the project depends on, and from the files of other languages", () => {
    assert.equal(command(project({ devDependencies: { jest: "1" } })), "npx jest");
    assert.equal(
      command(project({ scripts: { test: "node --test" } }), { names: ["a b"], file: "a.js" }),
      "node --test --test-name-pattern='a b' 'a.js'",
    );
    assert.equal(
      command({ pyproject: "[tool.pytest.ini_options]", names: new Set() }, { names: ["t.py::test_a[1]", "test_b"] }),
      "python3 -m pytest -k 'test_a or test_b'",
    );
    assert.equal(
      command(project(undefined, "Cargo.toml"), { file: "tests/it.rs", names: ["works"] }),
      "cargo test --test 'it' -- 'works'",
    );
    assert.equal(command(project({ scripts: { test: "./run.sh" } })), "npm test");
  });

  it("is go with an expression for each level of subtests, and a folder with those below it", () => {
    const go = (wish: Partial<TestWish>) => called(project(undefined, "go.mod"), wish);
    const cases: [wish: Partial<TestWish>, command: string, note?: string][] = [
      [{}, "go test './...'"],
      [{ names: ["TestA"] }, "go test './...' -run '^TestA$'"],
      [{ names: ["TestA", "TestB"] }, "go test './...' -run '^(TestA|TestB)$'"],
      [{ names: ["TestA/a.b|c"] }, "go test './...' -run '^TestA$/^a\\.b\\|c$'"],
      [
        { names: ["TestA", "TestA/x", "TestA/x/deep", "TestA/x/deeper"] },
        "go test './...' -run '^TestA$/^x$/^(deep|deeper)$'",
      ],
      [
        { names: ["TestA", "TestA/x", "TestB"] },
        "go test './...' -run '^(TestA|TestB)$'",
        "go runs all subtests of these tests, because several in different ones are wanted",
      ],
      [{ file: "pkg" }, "go test './pkg/...'"],
      [{ file: "./pkg/" }, "go test './pkg/...'"],
      [{ file: "" }, "go test './...'"],
      [{ file: ".hidden" }, "go test './.hidden/...'"],
      [{ file: "/elsewhere/pkg" }, "go test '/elsewhere/pkg/...'"],
      [{ file: "a_test.go" }, "go test './'", "go runs the whole package of a file"],
      [
        { file: "pkg/a_test.go", names: ["TestA/x"] },
        "go test './pkg' -run '^TestA$/^x$'",
        "go runs the whole package of a file",
      ],
    ];
    for (const [wish, line, note] of cases) assert.deepEqual(go(wish), { command: line, ...(note && { note }) });
  });

  it("is not guessed", () => {
    assert.equal(runnerOf(project({ scripts: { test: 'echo "Error: no test specified" && exit 1' } })), undefined);
    assert.equal(runnerOf(project(undefined, "setup.py")), undefined);
    assert.equal(runnerOf({ packageJson: "{", names: new Set() }), undefined);
    const wish = { names: ["x"], coverage: false };
    assert.match(runnerOf(project({ scripts: { test: "./run.sh" } }))?.refusal?.(wish) ?? "", /runs all tests only/);
    assert.match(
      runnerOf(project(undefined, "go.mod"))?.refusal?.({ ...wish, coverage: true }) ?? "",
      /no lcov or Cobertura/,
    );
    assert.match(
      runnerOf({ pyproject: "pytest", names: new Set() })?.refusal?.({ ...wish, names: ["a or True"] }) ?? "",
      /names of functions/,
    );
  });
});

const code = `exports.add = (a, b) => a + b;
exports.sub = (a, b) => {
  return a - b;
};
`;
const tests = `const { test } = require("node:test");
const assert = require("node:assert");
const { add } = require("./math");
test("adds", () => assert.equal(add(1, 1), 2));
test("adds more", () => assert.equal(add(1, 2), 4));
`;

async function place() {
  const tree = {
    "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
    "math.js": code,
    "math.test.js": tests,
  };
  const at = await realCrib(tree, { settings: { "toolcrib.sandbox": "off" } });
  return { ...at, run: (input: object) => at.call("run_tests", input) };
}

describe("run_tests", () => {
  it("runs the tests as a command that is judged, and says which failed where", async () => {
    const { run, asked, crib, root } = await place();
    const { text, data } = await run({});
    assert.deepEqual(
      asked.map(({ plan }) => plan.title),
      ["Run npm test"],
    );
    assert.deepEqual(asked[0]?.plan.notes?.slice(0, 1), [
      "Runs the tests with node --test, because the script test of package.json starts it.",
    ]);
    assert.match(text, /^\$ npm test\n/);
    assert.match(text, /\[tests: 1 failed, 1 passed \(.*\); failing: "adds more" math\.test\.js:\d+\]/);
    const { tests } = data as { tests: { failed: number; passed: number } };
    assert.deepEqual([tests.failed, tests.passed], [1, 1]);
    assert.equal(crib.testRuns.last("tester")?.folder.real, root);
  });

  it("runs again what failed, and only that", async () => {
    const { run, root } = await place();
    assert.equal(
      (await run({ failed: true })).text,
      "No failing test is known in .: run the tests without failed first.",
    );
    await run({});
    writeFileSync(
      join(root, "math.test.js"),
      readFileSync(join(root, "math.test.js"), "utf8").replace("2), 4", "2), 3"),
    );
    const { text, data } = await run({ failed: true });
    assert.match(text, /^\$ node --test --test-name-pattern='adds more'\n/);
    assert.deepEqual((data as { tests: { failed: number } }).tests.failed, 0);
    assert.match((await run({ failed: true })).text, /^No failing test is known/);
  });

  it("measures coverage, and lists the uncovered lines of named files", async () => {
    const { run } = await place();
    const { text, data } = await run({ name: "adds", coverage: true, uncovered_in: ["math.js", "none.js"] });
    assert.match(text, /\[coverage: [\d.]+% of \d+ lines in \d+ files \(coverage\/lcov\.info\)\]/, text);
    assert.match(text, /Uncovered lines of math\.js: 3\n|Uncovered lines of math\.js: 3$/m);
    assert.match(text, /none\.js is not in the report\./);
    assert.ok((data as { coverage?: object }).coverage);
  });

  it("takes a file from the workspace folder or the project's, and says that a name is nobody's", async () => {
    const { call } = await realCrib(
      {
        "sub/package.json": JSON.stringify({ scripts: { test: "node --test" } }),
        "sub/a.test.js": 'require("node:test")("adds", () => {});\n',
      },
      { settings: { "toolcrib.sandbox": "off" } },
    );
    for (const file of ["a.test.js", "sub/a.test.js"])
      assert.match(
        (await call("run_tests", { folder: "sub", file })).text,
        /a\.test\.js[\s\S]*\[tests: 0 failed, 1 passed/,
      );
    assert.match((await call("run_tests", { folder: "sub", file: "b.test.js" })).text, /^b\.test\.js does not exist/);
    const named = await call("run_tests", { folder: "sub", name: "subtracts" });
    assert.match(named.text, /\n\[No test ran: none is called "subtracts", or it is skipped\.\]$/);
    assert.doesNotMatch((await call("run_tests", { folder: "sub", name: "adds" })).text, /No test ran/);
  });

  it("keeps what the script prepares, and what failed while a choice finds nothing", async () => {
    const test = "node --import ./setup.mjs --test spec/*.spec.js";
    const spec = (name: string) =>
      `const { test } = require("node:test");\ntest("${name} adds", () => {});\ntest("${name} subs", () => { if (setUp) throw new Error("no"); });\n`;
    const { call } = await realCrib(
      {
        "package.json": JSON.stringify({ scripts: { test } }),
        "setup.mjs": "globalThis.setUp = true;\n",
        "spec/m.spec.js": spec("m"),
        "spec/n.spec.js": spec("n"),
      },
      { settings: { "toolcrib.sandbox": "off" } },
    );
    const run = async (input: object) => (await call("run_tests", input)).text;
    const named = await run({ name: "m subs" });
    assert.match(named, /^\$ node --import \.\/setup\.mjs --test --test-name-pattern='m subs' spec\/\*\.spec\.js\n/);
    assert.match(named, /\[tests: 1 failed, 0 passed.*failing: "m subs"/);
    assert.match(await run({ file: "spec/n.spec.js" }), /\[tests: 1 failed, 1 passed.*failing: "n subs"/);
    assert.match(await run({ name: "none" }), /\n\[No test ran: none is called "none", or it is skipped\.\]$/);
    const other = await run({ file: "spec/n.spec.js", name: "m subs" });
    assert.match(other, /\n\[No test ran: none in spec\/n\.spec\.js is called "m subs", or it is skipped\.\]$/);
    assert.match(await run({ failed: true }), /^\$ node .* --test-name-pattern='n subs' [\s\S]*\[tests: 1 failed/);
  });

  it("says where no test is counted, and why that may be", async () => {
    const run = async (script: string, input: object) => {
      const tree = {
        "package.json": JSON.stringify({ scripts: { test: script } }),
        "x/a.js": 'require("node:test")("adds", () => {});\n',
      };
      const { call } = await realCrib(tree, { settings: { "toolcrib.sandbox": "off" } });
      return (await call("run_tests", input)).text;
    };
    assert.match(
      await run("node --test -- x/a.js", { name: "adds" }),
      /\n\[called without the arguments of the script "node --test -- x\/a\.js"\]\n\[No test ran: none is called "adds", or it is skipped\.\]$/,
    );
    const dots = "node --test --test-reporter=dot x/a.js";
    assert.match(await run(dots, { name: "adds" }), /\n\[No test was counted: the output tells of none\.\]$/);
    assert.doesNotMatch(await run(dots, {}), /No test/);
  });

  it("a no to the command is a no, and nothing is remembered of it", async () => {
    const at = await realCrib(
      { "package.json": JSON.stringify({ scripts: { test: "node --test" } }) },
      { confirm: async () => ({ approved: false, by: "person" }) },
    );
    assert.equal((await at.call("run_tests", {})).isError, true);
    assert.equal(at.crib.testRuns.last("tester"), undefined);
  });

  it("says what it cannot do", async () => {
    const { run } = await place();
    assert.match((await run({ failed: true, name: "x" })).text, /leave out file and name/);
    assert.equal(
      (await run({ file: "none.js" })).text,
      "none.js does not exist: check the path, or find it with find_files.",
    );
    const bare = await realCrib({ "a.txt": "" });
    assert.match((await bare.call("run_tests", {})).text, /^No test runner is recognised in \.: give the folder/);
  });
});

describe("run_tests in an editor", () => {
  /** An editor with tests, and what it was asked to run. */
  async function editorPlace(tree: Tree, options: CribOptions = {}, isThere = true) {
    const ran: unknown[] = [];
    const run: EditorTestsPort["run"] = async ({ files, names, coverage, uncoveredIn }) => {
      ran.push([files.map(({ shown }) => shown), names, coverage, uncoveredIn.map(({ shown }) => shown)]);
      return "<summary passed=2 failed=0 />";
    };
    const at = await realCrib(tree, { ...options, host: { tests: { isThere: () => isThere, run } } });
    return { ...at, ran, run: (input: object) => at.call("run_tests", input) };
  }
  const tree = { "a.x": "", "b.x": "", "package.json": '{ "scripts": { "test": "node --test" } }' };

  it("hands it what no runner of the project is recognised for, and asks each time", async () => {
    const { run, ran, asked } = await editorPlace({ "a.x": "", "b.x": "" });
    const { text, isError } = await run({ file: "a.x", name: "adds", coverage: true, uncovered_in: ["b.x"] });
    await run({});
    assert.deepEqual([text, isError], ["<summary passed=2 failed=0 />", false]);
    assert.deepEqual(ran, [
      [["a.x"], ["adds"], true, ["b.x"]],
      [[], [], false, []],
    ]);
    assert.deepEqual(
      asked.map(({ plan: { effects } }) => effects),
      ['Tests of a.x, named "adds", with coverage of b.x', "All tests of the Testing view"].map((prompt) => [
        { kind: "delegate", to: "editor's test runners", prompt },
      ]),
    );
  });

  it("leaves the project's own runner its tests, unless the editor is asked for", async () => {
    const { run, ran, asked } = await editorPlace(tree);
    await run({});
    assert.deepEqual([ran.length, asked[0]?.plan.title], [0, "Run npm test"]);
    await run({ runner: "editor" });
    assert.deepEqual([ran.length, asked[1]?.plan.title], [1, "Run tests in the editor: All tests of the Testing view"]);
    const bare = await editorPlace({ "a.x": "" });
    assert.match((await bare.run({ runner: "project" })).text, /^No test runner is recognised in \./);
  });

  it("stops what takes too long", async () => {
    const run: EditorTestsPort["run"] = (_tests, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new ToolError("cancelled", "Stopped."))),
      );
    const at = await realCrib({}, { host: { tests: { isThere: () => true, run } } });
    const { text, isError } = await at.call("run_tests", { timeout_ms: 1000 });
    assert.deepEqual(
      [text, isError],
      [
        "The editor's tests did not end within 1 s and were stopped: run fewer of them, by file or name, or give a longer timeout_ms.",
        true,
      ],
    );
  });

  it("runs nothing after a no, nor while planning", async () => {
    const no = await editorPlace({ "a.x": "" }, { confirm: async () => ({ approved: false, by: "person" }) });
    assert.equal((await no.run({})).isError, true);
    const planning = await editorPlace({ "a.x": "" });
    planning.session.plan.enter();
    assert.match((await planning.run({})).text, /plan mode/);
    assert.deepEqual([no.ran, planning.ran], [[], []]);
  });

  it("says what it cannot do", async () => {
    const { run } = await editorPlace(tree);
    assert.equal(
      (await run({ runner: "editor", failed: true })).text,
      "The editor does not say which of its tests failed last: give file or name instead of failed.",
    );
    assert.match((await run({ runner: "editor", file: "none.x" })).text, /^none\.x does not exist/);
    const without = await editorPlace(tree, {}, false);
    assert.equal(
      (await without.run({ runner: "editor" })).text,
      "No editor runs tests here: leave runner out, or run the project's tests with run_command.",
    );
  });
});
