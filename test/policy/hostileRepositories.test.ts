/** What a repository configures is neither run nor followed by git commands that nobody was asked about. */
import assert from "node:assert/strict";
import { type Family, families, hostileRepository, runPlainly, secret, wasRun } from "../support/hostileRepositories";
import { type RealCrib, realCrib } from "../support/realCrib";
import { verdictOn } from "../support/verdictOn";

/** Commands that the table of programs knows to only look, with the options that decide what they start. */
const looking = [
  ...["status", "status -v", "status --porcelain -uall", "ls-files", "ls-files -s", "ls-files -m", "ls-files -o"],
  ...["diff", "diff HEAD", "diff --cached", "diff --stat", "diff HEAD~1 HEAD", "diff -S main HEAD~1 HEAD"],
  ...["diff --no-ext-diff", "diff --no-ext-diff --no-textconv", "diff --no-index a.txt b.txt", "diff --name-only -p"],
  ...["diff --submodule", "diff --submodule=diff", "diff-tree -p HEAD~1 HEAD", "diff-index HEAD", "diff-files"],
  ...["log", "log --oneline", "log -p", "log -p -m", "log -S main", "log -p --no-textconv", "log -p --submodule=diff"],
  ...["show", "show -m HEAD", "show HEAD", "show HEAD:a.txt", "show --stat", "whatchanged -p", "stash list -p"],
  ...["stash show -p", "reflog", "blame a.txt", "blame --no-textconv a.txt", "grep main HEAD", "describe --always"],
  ...[
    "describe --always --dirty",
    "cat-file -p HEAD:a.txt",
    "submodule status",
    "submodule status --recursive",
    "branch -av",
    "config --get user.name",
    "log --oneline -3",
  ],
].map((words) => `git ${words}`);

const refuse = async () => ({ approved: false, by: "nobody" }) as const;

async function unaskedOf(
  at: RealCrib,
  commands: readonly string[],
  within: (command: string) => string,
): Promise<string[]> {
  const allowed: string[] = [];
  for (const command of commands) if ((await verdictOn(at, within(command))).kind === "allow") allowed.push(command);
  return allowed;
}

/** Those that show what the sandbox keeps in its own folder for temporary files. */
const sandboxed = new Set(["diff.external", "filter.X.clean", "core.fsmonitor", "a submodule's filter"]);

/** Runs what is not asked about in one go. */
async function runUnasked(at: RealCrib, { folder }: Family): Promise<string[]> {
  const within = (command: string) => (folder === undefined ? command : `cd ${folder} && (${command})`);
  const unasked = await unaskedOf(at, looking, within);
  if (unasked.length === 0) return [];
  const line = within(unasked.join("; "));
  const { text } = await at.call("run_command", { command: line });
  assert.equal(at.asked.length, 0, `${line} was asked about`);
  assert.ok(!text.includes(secret), text);
  return unasked;
}

describe("a hostile repository", () => {
  for (const family of families)
    it(`${family.name}: nothing of it is run or shown unasked, and it means harm`, async () => {
      const at = await realCrib({}, { settings: { sandbox: "off" }, confirm: refuse });
      const world = hostileRepository(family, at.root, at.outside);
      const unasked = await runUnasked(at, family);
      assert.equal(wasRun(at.root, at.state, at.outside), false, unasked.join("\n"));
      for (const command of family.asked ?? []) assert.ok(!unasked.includes(command), command);
      if (family.provokedBy === undefined) return;
      const printed = runPlainly(family, world, family.provokedBy);
      assert.ok(wasRun(at.root) || printed.includes(secret), printed);
    });

  for (const family of families.filter(({ name }) => sandboxed.has(name)))
    it(`${family.name}: nothing of it is run in the sandbox either`, async () => {
      const at = await realCrib({}, { confirm: refuse });
      hostileRepository(family, at.root, at.outside);
      const unasked = await runUnasked(at, family);
      assert.equal(wasRun(at.root, at.state, at.outside), false, unasked.join("\n"));
    });
});
