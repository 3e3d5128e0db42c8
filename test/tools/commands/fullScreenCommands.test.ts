/** Programs that need a terminal end at once with advice, in every dialect that runs commands (SH-8). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import type { DialectName } from "../../../src/composition/makeCribs";
import { realCrib } from "../../support/realCrib";

const advice = "needs a terminal, and commands do not have one, so it was not run: use an editing tool";

describe("full-screen programs without a terminal", function () {
  this.timeout(30_000);

  const tools: readonly (readonly [dialect: DialectName, tool: string, more: object])[] = [
    ["standard", "run_command", {}],
    ["standard", "exec_run", {}],
    ["triggerfish", "run_command", {}],
    ["nanobot", "exec", {}],
    ["flyto", "Bash", {}],
    ["qwen", "run_shell_command", {}],
  ];
  for (const [dialect, tool, more] of tools)
    it(`${dialect}'s ${tool} runs nothing, asks nobody, and names what the dialect has`, async () => {
      const { call, asked } = await realCrib({}, { dialect });
      const { text, isError } = await call(tool, { command: "touch made; vim a.txt", ...more });
      assert.equal(isError, true);
      assert.ok(text.includes(`vim ${advice}`), text);
      assert.equal(text.includes("set tty"), dialect === "standard", text);
      assert.deepEqual(asked, []);
    });

  it("with tty the person is asked instead", async () => {
    const { call, asked } = await realCrib({}, { confirm: async () => ({ approved: false, by: "person" }) });
    const { text } = await call("run_command", { command: "vim a.txt", tty: true });
    assert.match(text, /^The person declined this: Run in a terminal: vim a\.txt\. /);
    assert.equal(asked.length, 1);
  });

  it("an editor that another program opens leaves the text as it is", async function () {
    if (spawnSync("git", ["--version"]).status !== 0) this.skip();
    const { call } = await realCrib({}, { settings: { sandbox: "off" } });
    const as = "git -c user.email=a@b -c user.name=n";
    const begin = `git init -q && ${as} commit -q --allow-empty -m one && ${as} commit -q --allow-empty -m two`;
    const { text } = await call("run_command", {
      command: `${begin} && ${as} commit -q --amend --allow-empty && ${as} rebase -q -i HEAD~1 && $EDITOR && $VISUAL && git log --format=%s`,
    });
    assert.match(text, /^two\none\n/);
  });
});
