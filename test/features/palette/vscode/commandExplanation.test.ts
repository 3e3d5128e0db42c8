/** `Toolcrib: Explain Command…`: the tree of simple commands with facts, rules and verdicts. */
import "../../../support/vscodeTexts";
import assert from "node:assert/strict";
import { commandExplanation } from "../../../../src/features/palette/vscode/commandExplanation";
import { type Fixture, makeFixture } from "../../../policy/support/fixture";
import { judgeCommand } from "../../../policy/support/judge";

describe("the explanation of a command line (D-12)", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
  });
  after(() => fixture.remove());
  const explained = async (command: string) => commandExplanation(command, await judgeCommand(fixture, command));

  it("shows each simple command with its facts, the rule and the verdict, nested as they are", async () => {
    assert.equal(
      await explained("A=1 env ls -l 2>&1 | tee out > $f && bash -c 'sudo id' &"),
      [
        "# `A=1 env ls -l 2>&1 | tee out > $f && bash -c 'sudo id' &`",
        "✗ **never runs**: sudo runs commands with other rights",
        [
          "| Part | What it does | Verdict |",
          "| --- | --- | --- |",
          "| `A=1 env ls -l 2>&1` | lists | ✓ **runs without asking**: it only reads inside the workspace |",
          "| `A=1` |  | ? **asks first**: setting A may change what programs do |",
          "| `tee out > $f` | writes files; writes `out`, `$f` | ? **asks first**: it writes files |",
          "| `> $f` |  | ? **asks first**: the target of \\> \\$f is computed at run time |",
          "| `bash -c 'sudo id'` | runs a program | ✓ **runs without asking**: it only reads inside the workspace |",
          "| `sudo id` | runs a program | ✗ **never runs**: sudo runs commands with other rights |",
        ].join("\n"),
        "## Details",
        "✗ **deny** by `commands.denylist`: sudo runs commands with other rights",
        "### Simple commands",
        [
          "- in sequence, depending on `&&` and `||`",
          "  - pipeline",
          "    - `ls`",
          "      - arguments: `-l`",
          "      - runs through: `env`",
          "      - redirect: `2>& 1`",
          "      - sets: `A=1`",
          "      - command 1 of 2 in its pipeline",
          "      - runs in the background",
          "      - lists",
          "      - `A=1 env ls -l 2>&1` ✓ **allow** by `commands.readonly`: it only reads inside the workspace",
          "      - `A=1` ? **ask** by `commands.assignment`: setting A may change what programs do",
          "    - `tee`",
          "      - arguments: `out`",
          "      - redirect: `> $f` (expanded at run time)",
          "      - command 2 of 2 in its pipeline",
          "      - runs in the background",
          "      - writes files",
          "      - `tee out > $f` ? **ask** by `commands.unknown`: it writes files",
          "      - `> $f` ? **ask** by `commands.redirect`: the target of \\> \\$f is computed at run time",
          "  - `bash`",
          "    - arguments: `-c` `sudo id`",
          "    - runs in the background",
          "    - runs a program",
          "    - `bash -c 'sudo id'` ✓ **allow** by `commands.readonly`: it only reads inside the workspace",
          "    - `id`",
          "      - runs through: `bash` `sudo`",
          "      - runs in the background",
          "      - runs a program",
          "      - `sudo id` ✗ **deny** by `commands.denylist`: sudo runs commands with other rights",
        ].join("\n"),
        "",
      ].join("\n\n"),
    );
  });

  it("tells what holds for the whole text, and when there is no command in it", async () => {
    const shown = await explained("# nothing");
    assert.match(
      shown,
      /\n### The command line as a whole\n\n- \? \*\*ask\*\* by `commands\.parse`: it contains no command\n/,
    );
    assert.match(shown, /\n### Simple commands\n\nThere are none\.\n/);
  });

  it("keeps a table whole where the command has a bar or a line end in it", async () => {
    const shown = await explained("echo 'a|b'\nls");
    const rows = shown.split("\n").filter((line) => line.startsWith("| "));
    assert.equal(rows.length, 4);
    for (const row of rows) assert.equal(row.match(/(?<!\\)\|/g)?.length, 4, row);
  });

  it("lets nothing of the command become Markdown or hide", async () => {
    const shown = await explained("echo '`[a](command:b)`\u202e'");
    assert.doesNotMatch(shown, /\u202e/);
    assert.doesNotMatch(shown.replace(/`[^`\n]*`/g, ""), /\[a\]\(/);
  });
});
