/** `explain`: JSON lines in, JSON lines out, same order, nothing executed (D-1). */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { run, workplace } from "./support/program";

describe("toolcrib explain", () => {
  const ask = async (...questions: unknown[]) => {
    const { root, state } = workplace();
    const input = questions
      .map((question) => (typeof question === "string" ? question : JSON.stringify(question)))
      .join("\n");
    const { code, out } = await run(["explain", "--root", root, "--state", state], `${input}\n`);
    assert.equal(code, 0);
    return {
      root,
      answers: out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    };
  };

  it("answers in order, with the whole anatomy of a command", async () => {
    const { answers } = await ask({ command: "FOO=1 cat a.txt 2>/dev/null | sudo tee b.txt &" }, { read: "a.txt" });
    const [command, read] = answers;
    assert.equal(command.decision, "deny");
    assert.equal(command.rule, "commands.denylist");
    assert.equal(command.readOnly, false);
    assert.equal(typeof command.category, "string");
    assert.deepEqual(command.commands, [
      {
        name: "cat",
        args: ["a.txt"],
        prefixes: [],
        redirects: [{ op: ">", target: "/dev/null", static: true }],
        assignments: ["FOO=1"],
        pipeline: [0, 2],
        background: true,
      },
      {
        name: "tee",
        args: ["b.txt"],
        prefixes: ["sudo"],
        redirects: [],
        assignments: [],
        pipeline: [1, 2],
        background: true,
      },
    ]);
    assert.deepEqual([read.decision, read.rule], ["allow", "scope"]);
  });

  it("executes nothing", async () => {
    const { root, answers } = await ask(
      { command: "touch made" },
      { write: "made" },
      { command: "echo $(touch made)" },
    );
    assert.deepEqual(
      answers.map(({ decision }) => decision),
      ["ask", "ask", "ask"],
    );
    assert.equal(existsSync(join(root, "made")), false);
  });

  it("answers what is no question, and goes on", async () => {
    const { answers } = await ask(
      "not json",
      { what: 1 },
      '"text"',
      "null",
      { command: "" },
      { read: "a\u0000b" },
      { command: "ls" },
    );
    assert.deepEqual(
      answers.map(({ decision }) => decision),
      ["deny", "deny", "deny", "deny", "ask", "deny", "allow"],
    );
    for (const { reason } of answers) assert.ok(reason.length > 0);
  });

  it("tells a parse error", async () => {
    const [answer] = (await ask({ command: 'echo "unclosed' })).answers;
    assert.equal(answer.decision, "ask");
    assert.equal(typeof answer.parseError, "string");
  });
});
