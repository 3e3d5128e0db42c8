import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../../../../src/core/calls/approvals/answer";
import type { JudgedCall } from "../../../../src/core/calls/call";
import { needsLayer } from "../../../node/sandbox/support/world";
import { type CribOptions, type RealCrib, realCrib } from "../../../support/realCrib";
import { snapshot } from "../../../support/tempFolder";

/** What of a new or removed folder may not be made alone keeps the rest of it back. */
describe("folders that a command makes whole or not at all (D-12)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsLayer(this);
  });

  const nobody = async ({ decision }: JudgedCall): Promise<Answer> => ({
    approved: false,
    by: "nobody",
    feedback: `${decision.reason} (nobody is here)`,
  });
  const yes = async (): Promise<Answer> => ({ approved: true, by: "person" });
  const no = async (): Promise<Answer> => ({ approved: false, by: "person" });

  const advice = (...parts: string[]) =>
    `Ask the person to allow this or to run the command themselves, or do without ${parts.join(", ")}.]`;
  const isProtected = (name: string) => `(${name} is protected)`;
  const heldBy = (name: string) => `[not applied (${name} is protected (nobody is here)): `;

  async function repository(confirm: CribOptions["confirm"], options: CribOptions = {}) {
    const real = await realCrib(
      { "a.txt": "a\n" },
      { settings: { "toolcrib.commands.review": "changes" }, ...(confirm && { confirm }), ...options },
    );
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        cwd: real.root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("commit", "-qm", "one");
    return { ...real, git };
  }

  /** What was said of the changes. */
  async function said({ call, root }: Pick<RealCrib, "call" | "root">, script: string): Promise<string[]> {
    writeFileSync(join(root, "s.sh"), script);
    const { text } = await call("run_command", { command: "bash s.sh" });
    return text.split("\n").filter((line) => /^\[(?:changed|not|left)/.test(line));
  }

  const add = "git worktree add -q .worktrees/x -b x2";

  for (const [who, confirm] of Object.entries({ nobody, no })) {
    it(`leave a worktree and its repository as they were (${who})`, async () => {
      const real = await repository(confirm);
      const before = snapshot(real.root);
      const [text = "", ...more] = await said(real, add);
      const parts = `what the command changed in .git (8 changes), because it would work differently without .git/worktrees/x ${isProtected(".git")}; the new folder .worktrees/x (2 changes), because it would work differently without .worktrees/x/.git ${isProtected(".git")}`;
      const told =
        who === "no"
          ? `[not applied: ${parts}]`
          : `${heldBy(".git")}${parts}. ${advice(".git/worktrees/x", ".worktrees/x/.git")}`;
      assert.deepEqual([text, ...more], [told]);
      assert.deepEqual(snapshot(real.root), { ...before, "s.sh": add });
      assert.equal(real.git("branch", "--format=%(refname:short)"), "main\n");
    });
  }

  it("make all of a worktree after a yes, and undo it byte for byte", async () => {
    const real = await repository(yes);
    const before = { ...snapshot(real.root), "s.sh": add };
    assert.deepEqual(await said(real, add), [
      "[changed 10 files: .worktrees/x/.git (new), .worktrees/x/a.txt (new), .git (8 files)]",
    ]);
    assert.equal(real.git("-C", ".worktrees/x", "branch", "--show-current"), "x2\n");
    await real.crib.journal.undo();
    assert.deepEqual(snapshot(real.root), before);
  });

  it("keep a worktree that would only be removed in part", async () => {
    const real = await repository(nobody);
    real.git("worktree", "add", "-q", ".worktrees/x", "-b", "x2");
    const [text = ""] = await said(real, "git worktree remove .worktrees/x");
    assert.ok(
      text.includes("the removal of .worktrees/x (2 changes), because .worktrees/x/.git may not be removed with it"),
      text,
    );
    assert.equal(real.git("-C", ".worktrees/x", "status", "--porcelain", "-b"), "## x2\n");
    assert.equal(real.git("worktree", "list", "--porcelain").match(/^worktree /gm)?.length, 2);
  });

  it("leave out a new environment without its pyvenv.cfg, and make all else", async () => {
    const real = await repository(nobody);
    const script =
      "mkdir -p app/.venv/bin; echo home=/usr >app/.venv/pyvenv.cfg; echo x >app/.venv/bin/tool; echo 1 >app/main.py";
    assert.deepEqual(await said(real, script), [
      "[changed 1 file: app/main.py (new)]",
      `${heldBy("pyvenv.cfg")}the new folder app/.venv (2 changes), because it would work differently without app/.venv/pyvenv.cfg ${isProtected("pyvenv.cfg")}. ${advice("app/.venv/pyvenv.cfg")}`,
    ]);
    assert.deepEqual(
      [existsSync(join(real.root, "app/main.py")), existsSync(join(real.root, "app/.venv"))],
      [true, false],
    );
  });

  it("leave out only an editor's settings, each with its own reason", async () => {
    const real = await repository(nobody);
    const script = "mkdir -p app/.vscode; echo {} >app/.vscode/settings.json; echo A=1 >app/.env; echo 1 >app/main.c";
    assert.deepEqual(await said(real, script), [
      "[changed 1 file: app/main.c (new)]",
      `${heldBy(".env*")}app/.env would be created; app/.vscode/settings.json would be created ${isProtected(".vscode")}]`,
    ]);
  });

  it("lose nothing that was moved into a folder that is left out", async () => {
    const real = await repository(nobody);
    const script = `mkdir app; mv a.txt app; echo '{"scripts":{"x":"y"}}' >app/package.json`;
    assert.deepEqual(await said(real, script), [
      "[not applied (it changes the scripts in package.json (nobody is here)): the new folder app (2 changes), because it would work differently without app/package.json (it changes the scripts in package.json); a.txt would be deleted (it may have been moved to app/a.txt). Ask the person to allow this or to run the command themselves, or do without app/package.json.]",
    ]);
    assert.deepEqual([existsSync(join(real.root, "a.txt")), existsSync(join(real.root, "app"))], [true, false]);
  });

  it("leave out a clone of which something cannot be kept", async () => {
    const real = await repository(yes);
    assert.deepEqual(await said(real, "git init -q sub; mkfifo sub/.git/pipe; echo 1 >sub/f"), [
      "[left out: sub/.git/pipe is a pipe; the new folder sub (23 changes), because it would work differently without sub/.git (sub/.git/pipe is a pipe): do without sub/.git, or ask the person to run the command]",
    ]);
    assert.equal(existsSync(join(real.root, "sub")), false);
  });

  it("keep a repository of which a part may not be removed", async () => {
    const real = await repository(nobody);
    mkdirSync(join(real.root, "sub"));
    real.git("init", "-q", "sub");
    const before = snapshot(real.root);
    const [text = ""] = await said(real, "rm -rf sub");
    assert.ok(text.includes("the removal of sub ("), text);
    assert.deepEqual(snapshot(real.root), { ...before, "s.sh": "rm -rf sub" });
  });

  it("count in the folder that they lie in, also in a second one of the workspace", async () => {
    const real = await repository(nobody, { moreRoots: ["second"] });
    const place = join(real.root, "../second");
    const [text = ""] = await said(real, `git worktree add -q ../second/x -b x2; echo 1 >../second/y`);
    assert.ok(text.includes("changed 1 file"), text);
    assert.deepEqual([existsSync(join(place, "x")), existsSync(join(place, "y"))], [false, true]);
    assert.equal(real.git("branch", "--format=%(refname:short)"), "main\n");
  });
});
