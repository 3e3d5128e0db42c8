/** Skills are used once a person has approved their very bytes, and as long as they are what was approved (EX-8). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Skill } from "../../../src/features/skills/skills";
import { snapshot } from "../../support/tempFolder";
import { failure, stateOf, withSkill } from "../workspaces/support/savedSkill";

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
    const stale = 'stale: The skill "weekly" was changed during the review: review it again.';
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
      `exists: There is already a skill "weekly" in ${target} that was not installed by Toolcrib or was changed since (SKILL.md): replace it, or move it away.`,
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

  it("are each agent's own, by the same name", async () => {
    const { crib, root, source } = await withSkill();
    const other = join(dirname(dirname(dirname(source))), "other/skills/weekly");
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, "SKILL.md"), readFileSync(join(source, "SKILL.md")));
    await crib.skills.refresh();
    const [theirs, ours] = crib.skills.all();
    assert.deepEqual([theirs?.owner, ours?.owner], ["other", basename(dirname(dirname(source)))]);
    await crib.skills.approve(ours as Skill, "workspace");
    assert.match(await failure(crib.skills.approve(theirs as Skill, "workspace")), /^exists: /);
    assert.deepEqual(Object.keys(snapshot(join(root, ".github/skills/weekly"))).length, 3);
  });
});
