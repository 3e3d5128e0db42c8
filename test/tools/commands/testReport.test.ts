/** Test runs that commands print, through the tool: facts beside the complete output (EX-2, C-33). */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { DialectName } from "../../../src/composition/makeCribs";
import type { LocatedFailure, LocatedReport } from "../../../src/lib/testRuns/reportLine";
import { realCrib } from "../../support/realCrib";
import { plant } from "../../support/tempFolder";

const mocha = (...files: readonly string[]) =>
  `  1 passing (4ms)\n  ${files.length} failing\n\n${files
    .map((file, index) => `  ${index + 1}) t${index + 1}:\n     Error: no\n      at f (${file}:3:5)\n`)
    .join("\n")}`;

const tree = {
  ".toolcribignore": "/vault/\n",
  "sub/a.test.js": "",
  "sub/run.txt": mocha("a.test.js"),
  "vault/b.test.js": "",
  ".env": "",
  "../outside/o.js": "",
  "../home/h.js": "",
  "a.txt": mocha("sub/a.test.js", "absent.js", "../outside/o.js", "vault/b.test.js", ".env", "~/h.js", "sub"),
  "good.txt": "  2 passing (4ms)\n",
  "x/y/p_test.go": "",
  "go.txt": "--- FAIL: TestP (0.00s)\n    p_test.go:7: no\nFAIL\texample.com/m/x/y\t0.01s\n",
};

describe("test runs that commands print", () => {
  const run = async (command: string, more: object = {}, dialect?: DialectName) => {
    const at = await realCrib(tree, { ...(dialect && { dialect }) });
    const { text, data, isError } = await at.call(dialect === "flyto" ? "Bash" : "run_command", { command, ...more });
    return { ...at, text, isError, tests: (data as { tests?: LocatedReport }).tests };
  };

  it("are told in one line at the end of the complete output, and as data", async () => {
    const { text, tests, isError } = await run("cat run.txt; exit 1", { cwd: "sub" });
    const [line, ending] = text.split("\n").slice(-2);
    assert.ok(text.startsWith(`${mocha("a.test.js").trimEnd()}\n`), text);
    assert.equal(line, '[tests: 1 failed, 1 passed (mocha); failing: "t1" sub/a.test.js:3]');
    assert.match(ending ?? "", /^\[exit code: 1, /);
    assert.equal(isError, false);
    assert.deepEqual([tests?.framework, tests?.passed, tests?.failed], ["mocha", 1, 1]);
    const { target, ...failure } = (tests?.failures[0] ?? {}) as LocatedFailure;
    assert.equal(target?.shown, "sub/a.test.js");
    assert.deepEqual(
      [failure.name, failure.file, failure.line, failure.column, failure.message],
      ["t1", "a.test.js", 3, 5, "Error: no"],
    );
  });

  it("are placed only in files that are there, inside the roots, and open", async () => {
    const { tests } = await run("cat a.txt");
    assert.deepEqual(
      tests?.failures.map(({ file, target }) => [file, target?.shown]),
      [
        ["sub/a.test.js", "sub/a.test.js"],
        ["absent.js", undefined],
        ["../outside/o.js", undefined],
        ["vault/b.test.js", undefined],
        [".env", undefined],
        ["~/h.js", undefined],
        ["sub", undefined],
      ],
    );
  });

  it("are placed in the folder of a Go package", async () => {
    const { tests } = await run("cat go.txt");
    assert.equal(tests?.failures[0]?.target?.shown, "x/y/p_test.go");
  });

  it("change no verdict: the exit code stands beside what a program says of itself", async () => {
    const { text, isError } = await run("cat good.txt; exit 1");
    assert.match(
      text,
      /\[tests: 0 failed, 2 passed \(mocha\); exit code: 1 though the run says that none failed\]\n\[exit code: 1, /,
    );
    assert.equal(isError, false);
  });

  it("ask nothing more than the command itself", async () => {
    const { asked, records } = await run("cat a.txt");
    assert.equal(asked.length, 0);
    assert.equal(records.length, 1);
  });

  it("are data alone in a dialect whose words are not ours", async () => {
    const { text, tests } = await run("cat sub/run.txt", {}, "flyto");
    assert.doesNotMatch(text, /\[tests:/);
    assert.equal(tests?.failed, 1);
  });

  it("are none where no test ran", async () => {
    const { text, tests } = await run("echo 3 passing");
    assert.equal(tests, undefined);
    assert.doesNotMatch(text, /tests:/);
  });

  it("are placed in the agent's own workspace by exec_run, and by run_command in no other's", async () => {
    const { call, root } = await realCrib({});
    await call("exec_write", { path: "scratch/a.test.js", content: "" });
    await call("exec_write", { path: "scratch/run.txt", content: mocha("scratch/a.test.js", `${root}/b.test.js`) });
    const place = async (tool: string, command: string) => {
      const { tests } = (await call(tool, { command })).data as { tests?: LocatedReport };
      return tests?.failures.map(({ target }) => target?.shown);
    };
    assert.deepEqual(await place("exec_run", "cat scratch/run.txt"), ["scratch/a.test.js", undefined]);
    const elsewhere = join(root, "../workspaces/other/scratch");
    plant(elsewhere, { "a.test.js": "" });
    assert.deepEqual(await place("run_command", `printf '%s' '${mocha(`${elsewhere}/a.test.js`)}'`), [undefined]);
  });
});
