/** What programs print is anything: it is read without an error, in bounded time, and for no more than it says. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { TestReport } from "../../../src/lib/testRuns/reading/testRun";
import { recogniseTests, type TestOutput } from "../../../src/lib/testRuns/recognise";
import { fixture, fixtureNames } from "./fixtures";

const printed = (stdout: string, more: Partial<TestOutput> = {}): TestOutput => ({
  stdout,
  stderr: "",
  isCut: false,
  ...more,
});

const allOf = (name: string) => fixture(name).stdout + fixture(name).stderr;

const told = ({ passed, failed, skipped, todo, failures }: TestReport) => ({
  counts: [passed, failed, skipped, todo],
  failures,
});

/** Everything of which the formats are made. */
const pieces = [
  ...[
    "\n",
    "\r\n",
    " ",
    "    ",
    "\t",
    "1",
    "999999999",
    ":",
    ":1:1",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "<",
    ">",
    "あ",
  ],
  ...[
    "ok 1",
    "not ok 1 - x",
    "1..2",
    "TAP version 13",
    "# SKIP",
    "# pass 1",
    "---",
    "...",
    "at a.js:1:1",
    "❯ ",
    " FAIL  ",
    "FAIL ",
  ],
  ...[
    "ℹ tests 1",
    "ℹ duration_ms 1",
    "✖ a (1ms)",
    "test at a.js:1:1",
    "Failed tests:",
    "  1 passing (1ms)",
    "  1) a",
    "  1 failing",
  ],
  ...[
    "Test Suites: 1 total",
    "Tests:       1 failed, 1 total",
    "  ● a",
    " Test Files  1 failed (1)",
    "      Tests  1 failed (1)",
  ],
  ...[
    "== 1 failed in 0.1s ==",
    "=== FAILURES ===",
    "___ a ___",
    "FAILED a.py::b - c",
    "a.py:1: E",
    'File "a.py", line 1',
    "E   x",
  ],
  ...["=".repeat(70), "-".repeat(70), "FAIL: a (b)", "Ran 1 test in 0.1s", "FAILED (failures=1)", "OK"],
  ...[
    "--- FAIL: T (0.00s)",
    "=== RUN   T",
    "FAIL\ta\t0.1s",
    '{"Action":"fail","Package":"a"}',
    "---- a stdout ----",
    " panicked at a.rs:1:1:",
  ],
  ...[
    "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
    "ok | 1 passed | 0 failed (1ms)",
    " ERRORS ",
    "a => b.ts:1:1",
  ],
  ...[
    "<testsuite>",
    '<testcase name="a"',
    "<testcase name='",
    "<failure",
    "</failure>",
    "</testcase>",
    "<![CDATA[",
    "<!--",
    "&#1114112;",
    "\u001b[",
  ],
];

/** Make every reader look. */
const marks = [
  ...["ok 1", "ℹ duration_ms 1", "Failed tests:", "1 passing (", "Test Suites: 1", "Test Files  1", "a in b", "Ran 1"],
  ...["FAIL\ta\tb", '"Action": "stats": "numTotalTests":', "test result: ok", "a | b", "<testsuite"],
].join("\n");

describe("hostile output", function () {
  // Far beyond what reading it takes: only what takes time out of proportion comes near.
  this.timeout(120_000);

  it("never throws, whatever is printed", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), fc.boolean(), (parts, isCut) => {
        recogniseTests(printed(parts.join(""), { isCut }));
        recogniseTests({ stdout: "", stderr: parts.join("\n"), isCut });
      }),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void recogniseTests(printed(text))));
  });

  it("is read to its end however long one piece of it, or two, are repeated", () => {
    const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));
    const read = (text: string) => void recogniseTests(printed(`${marks}\n${text}\n`));
    for (const piece of pieces) {
      read(repeated(piece, 300_000));
      read(repeated(`${piece}\n`, 100_000));
    }
    for (const [a, b] of [
      ["not ok 1 - x\n", "  ---\n"],
      [" FAIL  a > b\n", "x\n"],
      ["--- FAIL: T (0.00s)\n", "x\n"],
      ["FAILED a.py::b - c\n", "E   x\n"],
      ["<testcase name='a'><failure>", "<"],
    ] as const)
      read(`${repeated(a, 200_000)}${repeated(b, 200_000)}`);
  });

  it("holds names, messages and stacks to their lengths, and tells of 100 failures", () => {
    const failure = (number: number) =>
      `not ok ${number} - ${"n".repeat(1000)}\n${`  ${"m".repeat(100)}\n`.repeat(100)}`;
    const text = `TAP version 13\n${Array.from({ length: 130 }, (_, index) => failure(index + 1)).join("")}1..130\n`;
    const report = recogniseTests(printed(text)) as TestReport;
    assert.equal(report.failed, 130);
    assert.equal(report.failures.length, 100);
    assert.equal(report.failuresLeftOut, 30);
    const [{ name, message, stack = "" }] = report.failures as [TestReport["failures"][number]];
    assert.deepEqual([name.length, message.length, stack.length], [300, 2000, 4000]);
  });

  for (const words of [
    "ok 1 then\nok, starting\nnot ok at all\n",
    "ok 1 - no version and no plan\n",
    "10 passing thoughts\nTests: many\nRan away\n",
    "12 passed, 3 failed\n",
    "FAILED a.py::b - c\n",
    "--- FAIL: T (0.00s)\n",
    "PASS ./a.js\nTests: 1 failed, 1 total\n",
    "OK\n",
    '{"stats":{"passes":3}}\n',
    "<testsuite><testcase name='never ended'>",
    "......\n",
    "",
  ])
    it(`takes no run for one that is none: ${JSON.stringify(words)}`, () =>
      assert.equal(recogniseTests(printed(words)), undefined));
});

describe("the same run", () => {
  for (const name of fixtureNames.filter((one) => !one.includes("json"))) {
    it(`is read from Windows line ends and through colours: ${name}`, () => {
      const { stdout, stderr } = fixture(name);
      const plain = told(recogniseTests(fixture(name)) as TestReport);
      const changed = (change: (text: string) => string) =>
        told(recogniseTests({ stdout: change(stdout), stderr: change(stderr), isCut: false }) as TestReport);
      assert.deepEqual(
        changed((text) => text.replaceAll("\n", "\r\n")),
        plain,
      );
      assert.deepEqual(
        changed((text) => text.replace(/\S+/g, "\u001b[31m$&\u001b[39m")),
        plain,
      );
    });
  }

  for (const name of fixtureNames)
    it(`never claims more where its output breaks off: ${name}`, () => {
      const whole = recogniseTests(fixture(name)) as TestReport;
      const text = allOf(name);
      const step = text.length > 8000 ? 7 : 1;
      for (let end = 0; end < text.length; end += step) {
        const part = recogniseTests(printed(text.slice(0, end)));
        if (!part) continue;
        for (const key of ["passed", "failed", "skipped", "todo"] as const)
          assert.ok((part[key] ?? 0) <= (whole[key] ?? Number.POSITIVE_INFINITY), `${key} after ${end} characters`);
        assert.ok(part.failures.length <= whole.failures.length);
      }
    });

  it("is counted twice when it is printed twice, and with those of others", () => {
    const one = recogniseTests(fixture("mocha-spec")) as TestReport;
    const twice = recogniseTests(printed(allOf("mocha-spec").repeat(2))) as TestReport;
    assert.deepEqual([twice.framework, twice.passed, twice.failed, twice.runs?.length], ["mocha", 2, 4, 2]);
    assert.deepEqual(twice.failures, [...one.failures, ...one.failures]);
    const mixed = recogniseTests(printed(`${allOf("mocha-spec")}\n> next\n${allOf("pytest")}`)) as TestReport;
    assert.deepEqual([mixed.framework, mixed.passed, mixed.failed], ["mocha, pytest", 3, 6]);
    assert.deepEqual(
      mixed.runs?.map(({ framework, failed }) => [framework, failed]),
      [
        ["mocha", 2],
        ["pytest", 4],
      ],
    );
  });

  it("is found among the output of other programs", () => {
    for (const name of fixtureNames) {
      const noisy = recogniseTests(printed(`> npm test\n\nstarting, 3 of 4 ready\n${allOf(name)}\nnpm error code 1\n`));
      assert.deepEqual(
        [name, noisy && told(noisy).counts],
        [name, told(recogniseTests(fixture(name)) as TestReport).counts],
      );
    }
  });

  it("is at least what its end says where the middle is missing, and a torn line says nothing", () => {
    const cut = (end: string) =>
      printed(`== test session starts ==\n[… 900 bytes left out …]\n${end}`, { isCut: true });
    assert.equal(recogniseTests(cut("2 passed in 0.10s\n")), undefined);
    const report = recogniseTests(cut("1.py F\n== 1 failed, 12 passed in 0.10s ==\n")) as TestReport;
    assert.deepEqual([report.failed, report.passed, report.isPartial], [1, 12, true]);
  });

  it("is partial where TAP announced more than came", () => {
    assert.equal(recogniseTests(printed("1..3\nok 1\nok 2\n"))?.isPartial, true);
    assert.equal(recogniseTests(printed("1..2\nok 1\nok 2\n"))?.isPartial, undefined);
    assert.equal(recogniseTests(printed("TAP version 14\nok 1\nok 2\n"))?.isPartial, true);
  });
});
