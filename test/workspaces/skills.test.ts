/** Skills are used once a person has approved their very bytes, and as long as they are what was approved (EX-8). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Skill } from "../../src/core/skills";
import { ToolError } from "../../src/core/toolError";
import { type CribOptions, type RealCrib, realCrib } from "../support/realCrib";
import { snapshot, type Tree } from "../support/tempFolder";

const given = {
  name: "weekly",
  description: "Sums up the week.",
  instructions: "Run `scripts/run.sh`.",
  files: [{ path: "scripts/run.sh", content: "echo week\n" }],
};

interface WithSkill extends RealCrib {
  /** The skill as it is now. */
  skill(): Promise<Skill>;
  /** The agent's folder with it. */
  readonly source: string;
  /** Where it is installed in the workspace, and for the person. */
  readonly target: string;
  readonly own: string;
}

async function withSkill(tree: Tree = {}, options: CribOptions = {}): Promise<WithSkill> {
  const made = await realCrib(tree, options);
  await made.call("skill_save", given);
  return {
    ...made,
    source: join(dirname(made.root), "workspaces/tester/skills/weekly"),
    target: join(made.root, ".github/skills/weekly"),
    own: join(made.home, ".copilot/skills/weekly"),
    async skill() {
      await made.crib.skills.refresh();
      const [skill] = made.crib.skills.all();
      assert.ok(skill);
      return skill;
    },
  };
}

const stateOf = ({ state, problem, installs }: Skill) => [problem ?? state, ...installs.map((one) => one.condition)];
const failure = async (doing: Promise<unknown>): Promise<string> => {
  const error = await doing.then(
    () => assert.fail("it did not fail"),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ToolError);
  return `${error.code}: ${error.message}`;
};

describe("skills that agents wrote (EX-8)", () => {
  it("are nowhere before a person approved them, then exactly their bytes, and nowhere once that is withdrawn", async () => {
    const { skill, crib, root, source, target } = await withSkill({ "a.txt": "a" });
    const before = snapshot(root);
    assert.deepEqual(stateOf(await skill()), ["pending"]);
    await crib.skills.approve(await skill(), "workspace");
    assert.deepEqual(stateOf(await skill()), ["approved", "whole"]);
    assert.deepEqual(snapshot(target), snapshot(source));
    await crib.skills.withdraw(await skill());
    assert.deepEqual(stateOf(await skill()), ["pending"]);
    assert.deepEqual(snapshot(root), before);
  });

  it("go into the person's own folder when they say so", async () => {
    const { skill, crib, root, source, own, home } = await withSkill();
    await crib.skills.approve(await skill(), "user");
    assert.deepEqual(snapshot(own), snapshot(source));
    assert.deepEqual(snapshot(root), {});
    await crib.skills.withdraw(await skill());
    assert.deepEqual(snapshot(home), {});
  });

  it("leave what was in the folder before as it was", async () => {
    const tree = { ".github/workflows/ci.yml": "on: push\n", ".github/skills/other/SKILL.md": "theirs" };
    const { skill, crib, root } = await withSkill(tree);
    const before = snapshot(root);
    await crib.skills.approve(await skill(), "workspace");
    await crib.skills.withdraw(await skill());
    assert.deepEqual(snapshot(root), before);
  });

  it("wait again as soon as a byte of them changes, while what was approved stays installed", async () => {
    const { skill, crib, source, target } = await withSkill();
    await crib.skills.approve(await skill(), "workspace");
    const approved = snapshot(target);
    writeFileSync(join(source, "scripts/run.sh"), "echo other\n");
    assert.deepEqual(stateOf(await skill()), ["changed", "whole"]);
    assert.deepEqual(snapshot(target), approved);
    rmSync(join(source, "scripts"), { recursive: true });
    writeFileSync(join(source, "more.md"), "more");
    await crib.skills.approve(await skill(), "workspace");
    assert.deepEqual(stateOf(await skill()), ["approved", "whole"]);
    assert.deepEqual(Object.keys(snapshot(target)).sort(), ["SKILL.md", "more.md"]);
  });

  it("are not approved when they are not any more what was shown", async () => {
    const { skill, crib, source, target } = await withSkill();
    const shown = await skill();
    writeFileSync(join(source, "scripts/run.sh"), "echo other\n");
    const stale = 'stale: The skill "weekly" was changed while it was looked at: look at it again.';
    assert.equal(await failure(crib.skills.approve(shown, "workspace")), stale);
    assert.equal(await failure(crib.skills.reject(shown)), stale);
    assert.equal(existsSync(target), false);
    assert.deepEqual(stateOf(await skill()), ["pending"]);
  });

  it("are not approved when they cannot be used", async () => {
    const { skill, crib, source, target } = await withSkill();
    writeFileSync(join(source, "SKILL.md"), "---\nname: [\n---\n");
    const broken = await skill();
    assert.match(broken.problem ?? "", /^in its SKILL\.md line \d+: /);
    assert.match(
      await failure(crib.skills.approve(broken, "workspace")),
      /^invalid_input: The skill "weekly" cannot be approved: in its SKILL\.md line \d+: /,
    );
    assert.equal(existsSync(target), false);
  });

  it("stay rejected until they change", async () => {
    const { skill, crib, source } = await withSkill();
    await crib.skills.reject(await skill());
    assert.deepEqual(stateOf(await skill()), ["rejected"]);
    writeFileSync(join(source, "scripts/run.sh"), "echo other\n");
    assert.deepEqual(stateOf(await skill()), ["pending"]);
  });

  it("never take the place of a skill that is not ours without a word", async () => {
    const { skill, crib, target } = await withSkill({
      ".github/skills/weekly/SKILL.md": "theirs",
      ".github/skills/weekly/notes.md": "theirs",
    });
    assert.equal(
      await failure(crib.skills.approve(await skill(), "workspace")),
      `exists: There is a skill "weekly" in ${target} already that was not installed by Toolcrib or was changed since (SKILL.md): agree to replace it, or move it away.`,
    );
    assert.deepEqual(snapshot(target), { "SKILL.md": "theirs", "notes.md": "theirs" });
    assert.deepEqual(stateOf(await skill()), ["pending"]);
    await crib.skills.approve(await skill(), "workspace", { replace: true });
    assert.deepEqual(stateOf(await skill()), ["approved", "whole"]);
    await crib.journal.undo();
    assert.deepEqual(snapshot(target), { "SKILL.md": "theirs", "notes.md": "theirs" });
    assert.deepEqual(stateOf(await skill()), ["approved", "altered"]);
  });

  it("are told of when somebody changes what is installed, which then stays unless the person says so", async () => {
    const { skill, crib, target } = await withSkill();
    await crib.skills.approve(await skill(), "workspace");
    const script = join(target, "scripts/run.sh");
    writeFileSync(script, "rm -rf ~\n");
    writeFileSync(join(target, "mine.md"), "the person's own");
    assert.deepEqual(stateOf(await skill()), ["approved", "altered"]);
    assert.equal(
      await failure(crib.skills.withdraw(await skill())),
      `stale: ${script} was changed since the skill "weekly" was installed: nothing was removed.`,
    );
    assert.equal(existsSync(join(target, "SKILL.md")), true);
    await crib.skills.withdraw(await skill(), true);
    assert.deepEqual(snapshot(target), { "mine.md": "the person's own" });
    assert.deepEqual(stateOf(await skill()), ["pending"]);
  });

  it("are one change of the journal, which is undone as a whole and then told of", async () => {
    const { skill, crib, root } = await withSkill();
    await crib.skills.approve(await skill(), "workspace");
    const [entry] = await crib.journal.undoable();
    assert.deepEqual(
      [entry?.agent, entry?.tool, entry?.title],
      ["person", "skill_install", "Install the skill weekly in .github/skills/weekly"],
    );
    await crib.journal.undo();
    assert.deepEqual(snapshot(root), {});
    assert.deepEqual(stateOf(await skill()), ["approved", "gone"]);
    await crib.skills.approve(await skill(), "workspace");
    assert.deepEqual(stateOf(await skill()), ["approved", "whole"]);
  });

  it("can be withdrawn when the agent has removed its own", async () => {
    const { skill, crib, source, target } = await withSkill();
    await crib.skills.approve(await skill(), "workspace");
    rmSync(source, { recursive: true });
    assert.deepEqual(stateOf(await skill()), ["its folder is gone from the agent's workspace", "whole"]);
    await crib.skills.withdraw(await skill());
    assert.equal(existsSync(target), false);
    await crib.skills.refresh();
    assert.deepEqual(crib.skills.all(), []);
  });

  it("are finished when the installation was cut off, and removed as far as they came", async () => {
    const { skill, crib, target } = await withSkill();
    await crib.skills.approve(await skill(), "workspace");
    rmSync(join(target, "SKILL.md"));
    assert.deepEqual(stateOf(await skill()), ["approved", "incomplete"]);
    await crib.skills.approve(await skill(), "workspace");
    assert.deepEqual(stateOf(await skill()), ["approved", "whole"]);
    rmSync(join(target, "SKILL.md"));
    await crib.skills.withdraw(await skill());
    assert.equal(existsSync(target), false);
  });

  it("take the halves of files with them that a killed process left", async () => {
    const { skill, crib, target, source } = await withSkill();
    await crib.skills.approve(await skill(), "workspace");
    const half = join(target, "scripts/.run.sh.0123456789ab.tmp");
    writeFileSync(half, "ech");
    assert.deepEqual(stateOf(await skill()), ["approved", "whole"]);
    await crib.skills.approve(await skill(), "workspace");
    assert.deepEqual(snapshot(target), snapshot(source));
    writeFileSync(half, "ech");
    await crib.skills.withdraw(await skill());
    assert.equal(existsSync(target), false);
  });

  it("write SKILL.md last and remove it first, so that what is half there is no skill", async () => {
    const { skill, crib } = await withSkill();
    await crib.skills.approve(await skill(), "workspace");
    await crib.skills.withdraw(await skill());
    const entries = await Promise.all((await crib.journal.list()).map(({ id }) => crib.journal.get(id)));
    const orders = entries.slice(-2).map(({ changes }) => changes.map(({ shown }) => shown.split("/").at(-1)));
    assert.deepEqual(orders, [
      ["run.sh", "SKILL.md"],
      ["SKILL.md", "run.sh"],
    ]);
  });

  it("are installed whole when two windows approve them at once", async () => {
    const { skill, crib, source, target } = await withSkill();
    const shown = await skill();
    const both = await Promise.allSettled([
      crib.skills.approve(shown, "workspace"),
      crib.skills.approve(shown, "workspace"),
    ]);
    assert.ok(both.some(({ status }) => status === "fulfilled"));
    assert.deepEqual(stateOf(await skill()), ["approved", "whole"]);
    assert.deepEqual(snapshot(target), snapshot(source));
  });

  for (const [what, link] of [
    ["the skill's folder", ".github/skills/weekly"],
    ["the folder of all skills", ".github/skills"],
  ] as const)
    it(`are not installed through a link in place of ${what}`, async () => {
      const { skill, crib, root, outside } = await withSkill();
      mkdirSync(dirname(join(root, link)), { recursive: true });
      symlinkSync(outside, join(root, link));
      assert.match(await failure(crib.skills.approve(await skill(), "workspace")), /^denied: .* is a link/);
      assert.deepEqual(snapshot(outside), {});
      assert.deepEqual(stateOf(await skill()), ["pending"]);
    });

  it("cannot be used with a link in them, and are not read through one", async () => {
    const { skill, source, outside, crib } = await withSkill();
    writeFileSync(join(outside, "secret"), "s");
    symlinkSync(join(outside, "secret"), join(source, "secret"));
    assert.deepEqual(stateOf(await skill()), ["secret is a link"]);
    rmSync(source, { recursive: true });
    symlinkSync(outside, source);
    await crib.skills.refresh();
    assert.deepEqual(crib.skills.all(), []);
  });

  it("are not installed where the policy forbids it, whoever approved them", async () => {
    const managed = JSON.stringify({
      rules: [{ effect: "write", match: ".github/**", decision: "deny", reason: "frozen" }],
    });
    const { skill, crib, root } = await withSkill({}, { managed });
    assert.match(
      await failure(crib.skills.approve(await skill(), "workspace")),
      /^denied: .* may not be written, because /,
    );
    assert.deepEqual(snapshot(root), {});
    assert.deepEqual(stateOf(await skill()), ["pending"]);
  });

  it("are not installed while the workspace is not trusted (PTH-8)", async () => {
    const { crib, root, home } = await realCrib({}, { trusted: false });
    const folder = join(dirname(root), "workspaces/tester/skills/weekly");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "SKILL.md"), "---\nname: weekly\ndescription: Sums up.\n---\n");
    await crib.skills.refresh();
    const [skill] = crib.skills.all();
    for (const place of ["workspace", "user"] as const)
      assert.equal(
        await failure(crib.skills.approve(skill as Skill, place)),
        "denied: The workspace is not trusted, so nothing is installed: trust it first.",
      );
    assert.deepEqual([snapshot(root), snapshot(home)], [{}, {}]);
  });

  it("carry what their writer had read, and are asked about where that should not go (PO-9)", async () => {
    const rules = [{ match: { path: "**/.github/**" }, level: "INTERNAL" }];
    const settings = { "classification.rules": rules };
    const { skill, crib, session, call, target } = await withSkill({}, { settings });
    session.taint.add({ time: 1, call: "c", level: "CONFIDENTIAL", source: "crm", reason: "a rule says so" });
    await call("skill_save", { ...given, instructions: "Other." });
    const reason =
      'CONFIDENTIAL data (the skill "weekly") would flow to .github/skills/weekly/scripts/run.sh, which is cleared for INTERNAL';
    const told: string[] = [];
    const consents = {
      async outflow(reasons: readonly string[]) {
        told.push(...reasons);
        return false;
      },
    };
    assert.match(await failure(crib.skills.approve(await skill(), "workspace", consents)), /^declined: /);
    assert.equal(told[0], reason);
    assert.match(
      await failure(crib.skills.approve(await skill(), "workspace")),
      /^declined: The skill "weekly" was not/,
    );
    assert.equal(existsSync(target), false);
    await crib.skills.approve(await skill(), "workspace", { outflow: async () => true });
    assert.deepEqual(stateOf(await skill()), ["approved", "whole"]);
  });

  it("are each agent's own, by the same name", async () => {
    const { crib, root, source } = await withSkill();
    const other = join(dirname(dirname(dirname(source))), "other/skills/weekly");
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, "SKILL.md"), readFileSync(join(source, "SKILL.md")));
    await crib.skills.refresh();
    const [theirs, ours] = crib.skills.all();
    assert.deepEqual([theirs?.owner, ours?.owner], ["other", "tester"]);
    await crib.skills.approve(ours as Skill, "workspace");
    assert.match(await failure(crib.skills.approve(theirs as Skill, "workspace")), /^exists: /);
    assert.deepEqual(Object.keys(snapshot(join(root, ".github/skills/weekly"))).length, 3);
  });
});
