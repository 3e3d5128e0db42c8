/** Git that a person's own rule lets do more than look (D-13). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { realCrib } from "../support/realCrib";

describe("git under a rule of the person", () => {
  it("reaches the repositories that it is told to, as it does for them", async () => {
    const rule = { "commands.allow": [["git", "push"]], sandbox: "off" };
    const { call, asked, root } = await realCrib({}, { settings: rule });
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
    git("init", "-q", "-b", "main");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "one");
    git("init", "-q", "--bare", "remote.git");
    const { text } = await call("run_command", { command: "git push ./remote.git HEAD:main" });
    assert.match(text, /exit code: 0/);
    assert.equal(asked.length, 0);
    assert.equal(git("--git-dir=remote.git", "log", "--format=%s", "main"), "one\n");
  });

  it("starts nothing of the repository's where it only looks, beside what a rule allows", async () => {
    const { call, asked, root } = await realCrib(
      { "hook.sh": "#!/bin/sh\ntouch STARTED\n", "package.json": `{"scripts":{"test":"true"}}` },
      { settings: { "commands.allow": [["npm", "test"]], sandbox: "off" } },
    );
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
    git("init", "-q", "-b", "main");
    git("config", "core.fsmonitor", "sh hook.sh");
    await call("run_command", { command: "git status --short && npm test" });
    const { text } = await call("run_command", { command: "ls" });
    assert.deepEqual(
      asked.map(({ decision }) => decision.reason),
      [],
    );
    assert.doesNotMatch(text, /STARTED/);
  });
});
