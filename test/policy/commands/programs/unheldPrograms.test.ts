/** What runs without a question where no sandbox holds it (D-13). */
import assert from "node:assert/strict";
import { type Fixture, makeFixture } from "../../support/fixture";
import { judgeCommand } from "../../support/judge";

describe("commands that no sandbox holds", () => {
  let at: Fixture;
  before(() => {
    at = makeFixture();
  });
  after(() => at.remove());

  const judge = (command: string, held: boolean) => judgeCommand(at, command, {}, { isHeld: async () => held });

  for (const command of [
    "cat file.txt | head -1",
    "ls -la src",
    "git status",
    "/bin/ls",
    "timeout 5 grep -n one file.txt",
    "cd src && wc -l a.ts",
  ])
    it(`runs ${command} unasked all the same`, async () => {
      assert.equal((await judge(command, false)).kind, "allow");
      assert.equal((await judge(command, true)).kind, "allow");
    });

  for (const [command, program] of [
    ["node --version", "node"],
    ["fd ts", "fd"],
    ["cat file.txt && python3 --version", "python3"],
    ["sh -c 'cat file.txt'", "sh"],
    ["timeout 5 node --version", "node"],
  ] as const)
    it(`asks about ${command}, which runs unasked in a sandbox`, async () => {
      assert.equal((await judge(command, true)).kind, "allow");
      const { kind, rule, reason } = await judge(command, false);
      assert.deepEqual(
        [kind, rule, reason],
        ["ask", "commands.unheld", `there is no sandbox here, and ${program} is not trusted to run without one`],
      );
    });

  for (const command of ["[[ -f file.txt ]]", "echo $'\\x41'", "((1>2))", "ls &> /dev/null", "cat <(ls)"])
    it(`asks about ${command} where sh runs it, which may read it in another way than bash`, async () => {
      const { reason } = await judgeCommand(at, command, {}, { inPlainShell: true });
      assert.equal(reason, "bash is not available here, and sh may read it differently");
      assert.equal((await judgeCommand(at, "ls -la | head -1", {}, { inPlainShell: true })).kind, "allow");
    });

  it("asks with the stronger reason where there is one", async () => {
    assert.equal((await judge("node build.js", false)).rule, "commands.unknown");
    assert.equal((await judge("sudo ls", false)).kind, "deny");
  });
});
