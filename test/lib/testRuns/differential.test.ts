/** The numbers agree with those that the programs give to other programs (EX-2). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TestReport } from "../../../src/lib/testRuns/reading/testRun";
import { recogniseTests } from "../../../src/lib/testRuns/recognise";
import { tempFolder } from "../../support/tempFolder";

const tree = {
  "node.test.cjs": `const { describe, it } = require("node:test");
const assert = require("node:assert");
describe("sums", () => {
  it("adds", () => assert.equal(1 + 1, 2));
  it("adds wrongly", () => assert.equal(1 + 1, 3));
  it("is later", { skip: true }, () => {});
  it("is planned", { todo: true }, () => {});
});
describe("試験", () => it("breaks", () => { throw new TypeError("だめ"); }));
`,
  "mocha.cjs": `const assert = require("node:assert");
describe("sums", () => {
  it("adds", () => assert.equal(1 + 1, 2));
  it("adds wrongly", () => assert.equal(1 + 1, 3));
  it.skip("is later", () => {});
});
describe("試験", () => {
  before(() => { throw new TypeError("だめ"); });
  it("is never run", () => {});
});
`,
  "counting.mjs": `export default async function* (events) {
  const counts = { passed: 0, failed: 0, skipped: 0, todo: 0 };
  for await (const { type, data } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || data.details.type === "suite") continue;
    const kind = data.skip ? "skipped" : data.todo ? "todo" : type === "test:pass" ? "passed" : "failed";
    counts[kind]++;
  }
  yield JSON.stringify(counts);
}
`,
  "unit.py": `import unittest


class Sums(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(1 + 1, 2)

    def test_adds_wrongly(self):
        self.assertEqual(1 + 1, 3)

    @unittest.skip("later")
    def test_later(self):
        pass

    def test_parts(self):
        for n in range(3):
            with self.subTest(n=n):
                self.assertEqual(n, 0)


if __name__ == "__main__":
    import json, sys
    result = unittest.main(exit=False).result
    bad = {case.id() for case, _ in result.failures} | {case.test_case.id() for case, _ in result.failures if hasattr(case, "test_case")}
    tests = {"Sums.test_adds", "Sums.test_adds_wrongly", "Sums.test_parts", "Sums.test_later"}
    passed = len(tests - {name.split("__main__.")[-1] for name in bad}) - len(result.skipped)
    print(json.dumps([passed, len(result.failures) + len(result.errors), len(result.skipped), 0]))
`,
};

const numbers = ({ passed, failed, skipped, todo }: TestReport) => [passed, failed, skipped, todo];

describe("numbers of tests, against the programs' own", function () {
  this.timeout(60_000);
  const mocha = resolve("node_modules/mocha/bin/mocha.js");
  let folder: string;
  before(() => {
    folder = tempFolder(tree);
  });

  function run(program: string, ...args: string[]): TestReport & { stdout: string } {
    // A test that node:test itself runs would tell its runner instead of printing.
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    const { stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8", env });
    return Object.assign(recogniseTests({ stdout, stderr, isCut: false }) ?? ({} as TestReport), { stdout });
  }

  for (const reporter of ["tap", "spec"])
    it(`node:test, ${reporter}`, () => {
      const own = ["--test-reporter=./counting.mjs", "--test-reporter-destination=counts.json"];
      const report = run(
        process.execPath,
        ...["--test", `--test-reporter=${reporter}`, "--test-reporter-destination=stdout", ...own, "node.test.cjs"],
      );
      const { passed, failed, skipped, todo } = JSON.parse(readFileSync(join(folder, "counts.json"), "utf8"));
      assert.deepEqual(numbers(report), [passed, failed, skipped, todo]);
      assert.deepEqual([passed, failed, skipped, todo], [1, 2, 1, 1]);
      assert.deepEqual(
        report.failures.map(({ name, file, line }) => [name, file, line]),
        [
          ["adds wrongly", join(folder, "node.test.cjs"), 5],
          ["breaks", join(folder, "node.test.cjs"), 9],
        ],
      );
    });

  for (const reporter of ["spec", "dot", "min", "list", "tap", "json", "xunit"])
    it(`mocha, ${reporter}`, () => {
      const { stats } = JSON.parse(run(process.execPath, mocha, "--no-config", "--reporter=json", "mocha.cjs").stdout);
      const report = run(process.execPath, mocha, "--no-config", `--reporter=${reporter}`, "mocha.cjs");
      assert.deepEqual(numbers(report), [stats.passes, stats.failures, stats.pending, 0]);
      assert.deepEqual([stats.passes, stats.failures, stats.pending], [1, 2, 1]);
      assert.deepEqual(
        report.failures.map(({ line }) => line),
        [4, 8],
      );
    });

  it("unittest", function () {
    if (spawnSync("python3", ["--version"]).status !== 0) this.skip();
    const report = run("python3", "unit.py");
    assert.deepEqual(numbers(report), JSON.parse(report.stdout));
    assert.deepEqual(numbers(report), [1, 3, 1, 0]);
  });
});
