import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { judgeEffect, type RuleContext } from "../../../../src/core/rules/rule";
import { rules } from "../../../../src/policy";
import { type Fixture, makeFixture } from "../../support/fixture";

const remotes = `[core]
\trepositoryformatversion = 0
[remote "origin"]
\turl = https://host.example/a.git
[remote "key"]
\turl = git@host.example:a.git
[remote "ssh"]
\turl = ssh://host.example/a.git
[remote "token"]
\turl = https://me:secret@host.example/a.git
[remote "near"]
\turl = ../near.git
[remote "both"]
\turl = https://host.example/a.git
\tpushurl = ../near.git
`;

describe("git that signs in (D-15)", () => {
  let at: Fixture;
  before(() => {
    at = makeFixture();
    for (const [folder, text] of [
      ["repo", remotes],
      ["onlyKey", '[remote "key"]\n\turl = git@host.example:a.git\n'],
      ["broken", "[remote\n"],
    ] as const) {
      for (const part of ["objects", "refs"]) mkdirSync(join(at.root, folder, ".git", part), { recursive: true });
      writeFileSync(join(at.root, folder, ".git/HEAD"), "ref: refs/heads/main\n");
      writeFileSync(join(at.root, folder, ".git/config"), text);
    }
  });
  after(() => at.remove());

  const held: Partial<RuleContext> = { isHeld: async (outside) => !outside };
  async function judged(command: string, folder = "repo") {
    const cwd = await at.context().resolve(folder);
    const effect = { kind: "exec", command, cwd, timeoutMs: 1000 } as const;
    return judgeEffect(rules, effect, at.context({}, held));
  }

  for (const command of [
    "git push",
    "git push origin main",
    "git push -u origin main",
    "git push --force key",
    "git lfs push origin main",
    "git push $remote",
    "git push https://host.example/a.git main",
    "git fetch key",
    "git fetch --depth 1 ssh",
    "git fetch --all",
    "git pull key main",
    "git clone git@host.example:a.git",
    "git clone --depth 1 ssh://host.example/a.git b",
    "git ls-remote ssh://host.example/a.git",
    "cd .. && git -C repo push",
    "cd $folder && git push",
    "npm test && git push",
  ])
    it(`is asked about once, for the way out: ${command}`, async () => {
      const { kind, rule, reason, always, leavesSandbox } = await judged(command);
      assert.deepEqual([kind, rule, always, leavesSandbox], ["ask", "sandbox", true, true]);
      assert.match(
        reason,
        /^git (?:lfs )?[\w-]+ signs in with the person's credentials, which commands in the sandbox do not get, so it runs/,
      );
    });

  for (const command of [
    "git fetch",
    "git fetch origin",
    "git pull",
    "git fetch $remote",
    "git push token",
    "git push near",
    "git push both main",
    "git push . HEAD:main",
    "git push ../near.git",
    "git clone https://host.example/a.git",
    "git clone ../near.git",
    "git push --help",
    "git status",
    "git commit -m push",
    "git remote -v",
  ])
    it(`stays in the sandbox: ${command}`, async () => {
      const { rule, leavesSandbox } = await judged(command);
      assert.deepEqual([rule === "sandbox", leavesSandbox], [false, undefined]);
    });

  it("takes the only remote, and what cannot be read for one that asks who sends", async () => {
    assert.equal((await judged("git fetch", "onlyKey")).leavesSandbox, true);
    assert.equal((await judged("git push near", "broken")).leavesSandbox, true);
    assert.equal((await judged("git fetch", "broken")).leavesSandbox, undefined);
  });
});
