/** Which repositories make git ask, what is said of them, and which keep it unasked. */
import assert from "node:assert/strict";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { judgeEffect } from "../../../../src/core/rules/rule";
import { rules } from "../../../../src/policy";
import { git, repositoryWith } from "../../../support/repository";
import { plant, tempFolder } from "../../../support/tempFolder";
import { makeFixture } from "../../support/fixture";

const fixture = makeFixture();

/** The verdict on a command in the root, whose repository has these settings. */
async function verdict(
  command: string,
  settings: Readonly<Record<string, string>> = {},
  policy: Record<string, unknown> = {},
) {
  rmSync(join(fixture.root, ".git"), { recursive: true, force: true });
  git(fixture.root, "init", "-q");
  for (const [key, value] of Object.entries(settings)) git(fixture.root, "config", key, value);
  return judged(command, policy);
}

async function judged(command: string, policy: Record<string, unknown> = {}, isHeld = false) {
  const context = fixture.context(policy, isHeld ? { isHeld: async () => true } : {});
  const cwd = await context.resolve(".");
  const { kind, rule, reason } = await judgeEffect(rules, { kind: "exec", command, cwd, timeoutMs: 1000 }, context);
  return [kind, rule, reason];
}

const asks = (reason: string, rule = "commands.unknown") => ["ask", rule, reason];
const unasked = ["allow", "commands.readonly", "every part of it is known to be harmless"];

describe("the repository that git works in", () => {
  after(() => fixture.remove());

  describe("git in a repository that names programs", () => {
    it("says which setting in which file, and what leaves it out", async () => {
      assert.deepEqual(
        await verdict("git diff", { "diff.external": "x" }),
        asks("it runs the program set in diff.external in .git/config; --no-ext-diff avoids that"),
      );
      assert.deepEqual(
        await verdict("git log -p", { "diff.Ipynb.textconv": "x" }),
        asks("it runs the program set in diff.Ipynb.textconv in .git/config; --no-textconv avoids that"),
      );
      assert.deepEqual(
        await verdict("git status", { "filter.a\u202eb.clean": "x" }),
        asks("it runs the program set in filter.a\\u{202e}b.clean in .git/config"),
      );
    });

    it("is asked about only where it would start them", async () => {
      const filter = { "filter.nbstripout.clean": "nbstripout", "filter.nbstripout.smudge": "cat" };
      const quiet = [
        "git log -p",
        "git show",
        "git diff --cached",
        "git ls-files",
        "git describe --tags",
        "git grep x",
      ];
      for (const command of quiet) assert.deepEqual(await verdict(command, filter), unasked, command);
      const differences = { "diff.external": "x", "diff.y.command": "x", "diff.y.textconv": "x" };
      const plain = [
        "git status",
        "git log --stat",
        "git diff --stat",
        "git diff --name-only",
        "git diff --no-ext-diff --no-textconv",
      ];
      for (const command of plain) assert.deepEqual(await verdict(command, differences), unasked, command);
    });

    it("stays unasked with husky, and with Git LFS as it sets itself up", async () => {
      for (const command of ["git status", "git diff", "git log -p", "git blame file.txt"]) {
        assert.deepEqual(await verdict(command, { "core.hooksPath": ".husky/_", "core.fsmonitor": "true" }), unasked);
        const lfs = { "filter.lfs.clean": "git-lfs clean -- %f", "filter.lfs.process": "git-lfs filter-process" };
        assert.deepEqual(await verdict(command, { ...lfs, "filter.lfs.required": "true" }), unasked);
      }
    });

    it("runs where a user rule allows it", async () => {
      const policy = { "commands.allow": [["git", "status"]] };
      assert.equal((await verdict("git status", { "filter.x.clean": "x" }, policy))[0], "allow");
    });

    it("is looked at in every folder that it may run in", async () => {
      await verdict("git status");
      const nested = repositoryWith({}, join(fixture.root, "nested"));
      git(nested, "config", "diff.external", "x");
      const reason = "it runs the program set in diff.external in nested/.git/config; --no-ext-diff avoids that";
      for (const command of ["cd nested && git diff", "cd nested || true; git diff"])
        assert.deepEqual(await judged(command), asks(reason), command);
      assert.deepEqual(await judged("git diff"), unasked);
      rmSync(nested, { recursive: true });
    });

    it("says when it cannot tell", async () => {
      await verdict("git status");
      writeFileSync(join(fixture.root, ".git/config"), "[core\n");
      const config = join(fixture.root, ".git/config");
      assert.deepEqual(await judged("git log"), asks(`the git configuration cannot be read: ${config} is malformed`));
    });
  });

  describe("git whose repository is elsewhere", () => {
    it("is asked about where that is outside the workspace and knows nothing of it", async () => {
      assert.deepEqual(
        await verdict("git status", { "core.worktree": "/etc" }),
        asks(".git/config points git to /etc, which is outside the workspace", "commands.path"),
      );
      const other = repositoryWith({ "a.txt": "" });
      rmSync(join(fixture.root, ".git"), { recursive: true });
      plant(fixture.root, { ".git": `gitdir: ${other}/.git\n` });
      assert.deepEqual(
        await judged("git log"),
        asks(`.git points git to ${other}/.git, which is outside the workspace`, "commands.path"),
      );
    });

    it("is asked about where its data is another's, by a link or as alternates", async () => {
      const other = repositoryWith({ "a.txt": "", "b.txt": "" });
      const { objects, third } = { objects: join(other, ".git/objects"), third: repositoryWith({ c: "" }) };
      const asked = (file: string, folder: string) =>
        asks(`.git/${file} points git to ${folder}, which is outside the workspace`, "commands.path");
      for (const name of [
        "objects",
        "objects/pack",
        "objects/info",
        "objects/ab",
        "refs",
        "refs/heads",
        "logs",
        "index",
      ]) {
        await verdict("git status");
        const place = join(fixture.root, ".git", name);
        rmSync(place, { recursive: true, force: true });
        const meant = name === "index" ? join(other, ".git/index") : objects;
        symlinkSync(meant, place);
        assert.deepEqual(await judged("git log"), asked(name, meant), name);
      }
      // Git goes up from where the folder of objects really is.
      await verdict("git status");
      rmSync(join(fixture.root, ".git/objects"), { recursive: true });
      plant(fixture.root, { "o/info/alternates": "../../secret/.git/objects\n" });
      symlinkSync("../o", join(fixture.root, ".git/objects"));
      const secret = repositoryWith({ a: "" }, join(fixture.root, "../secret"));
      assert.match(String((await judged("git log"))[2]), /points git to .*secret\/\.git\/objects, which is outside/);
      rmSync(secret, { recursive: true });
      rmSync(join(fixture.root, "o"), { recursive: true });
      await verdict("git status");
      const file = "objects/info/alternates";
      plant(fixture.root, { [`.git/${file}`]: `# one\n\n${objects}\n` });
      assert.deepEqual(await judged("git log"), asked(file, objects));
      // What a sandbox hides need not be asked about before anybody misses it.
      assert.deepEqual(await judged("git log", {}, true), unasked);
      plant(fixture.root, { [`.git/${file}`]: "../../kept/.git/objects\n" });
      const kept = repositoryWith({ a: "" }, join(fixture.root, "kept"));
      assert.deepEqual(await judged("git log"), unasked);
      plant(kept, { [`.git/${file}`]: join(third, ".git/objects") });
      assert.equal((await judged("git log"))[0], "ask");
      plant(kept, { [`.git/${file}`]: "." });
      assert.deepEqual(await judged("git log"), unasked);
      for (const line of ['"/a"', "a/../../../../other"]) {
        plant(kept, { [`.git/${file}`]: line });
        assert.match(String((await judged("git log"))[2]), /alternates names "/, line);
      }
      plant(kept, { [`.git/${file}`]: `${Array.from({ length: 101 }, (_, at) => `x${at}`).join("\n")}\n` });
      assert.match(String((await judged("git log"))[2]), /is one of more than 100 alternates$/);
      // Each names the next many times over.
      const many = ["m1", "m2", "m3", "m4"].map((name) => join(fixture.root, "kept", name));
      for (const [at, folder] of many.entries())
        plant(folder, { "info/alternates": `${many[at + 1] ?? objects}\n`.repeat(90) });
      plant(kept, { [`.git/${file}`]: `${many[0]}\n`.repeat(90) });
      assert.equal((await judged("git log"))[0], "ask");
      rmSync(kept, { recursive: true });
    });

    it("is asked about where a submodule's is, for what looks at its files", async () => {
      await verdict("git status");
      const other = repositoryWith({ "a.txt": "" });
      repositoryWith({ "a.txt": "" }, join(fixture.root, "sub"));
      git(fixture.root, "add", "sub");
      rmSync(join(fixture.root, "sub/.git"), { recursive: true });
      plant(fixture.root, { "sub/.git": `gitdir: ${other}/.git\n` });
      assert.deepEqual(
        await judged("git status"),
        asks(`sub/.git points git to ${other}/.git, which is outside the workspace`, "commands.path"),
      );
      rmSync(join(fixture.root, "sub"), { recursive: true });
    });

    it("is refused where it is another agent's", async () => {
      rmSync(join(fixture.root, ".git"), { recursive: true, force: true });
      const closed = repositoryWith({ "a.txt": "" }, join(fixture.world, ".agents/b/repo"));
      plant(fixture.root, { ".git": `gitdir: ${closed}/.git\n` });
      assert.deepEqual(await judged("git log"), [
        "deny",
        "commands.path",
        "it belongs to another agent or to Toolcrib",
      ]);
    });

    it("stays unasked in a worktree of a repository outside, and where its folder was moved within the workspace", async () => {
      rmSync(join(fixture.root, ".git"), { recursive: true, force: true });
      const main = repositoryWith({ "a.txt": "" });
      const tree = join(tempFolder(), "tree");
      git(main, "worktree", "add", "-q", tree);
      renameSync(join(tree, ".git"), join(fixture.root, ".git"));
      writeFileSync(join(main, ".git/worktrees/tree/gitdir"), `${fixture.root}/.git\n`);
      assert.deepEqual(await judged("git log"), unasked);
      rmSync(join(fixture.root, ".git"));
      renameSync(join(main, ".git"), join(fixture.root, "kept"));
      plant(fixture.root, { ".git": "gitdir: kept\n" });
      assert.deepEqual(await judged("git log"), unasked);
    });
  });
});
