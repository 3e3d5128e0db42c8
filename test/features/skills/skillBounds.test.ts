/** What keeps a skill from where it must not go, whoever approved it (EX-8). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Skill } from "../../../src/features/skills/skills";
import { ownFolder } from "../../support/ownFolder";
import { realCrib } from "../../support/realCrib";
import { snapshot } from "../../support/tempFolder";
import { failure, given, stateOf, withSkill } from "../workspaces/support/savedSkill";

describe("the bounds of skills that agents wrote (EX-8)", () => {
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
      /^denied: .* cannot be written, because /,
    );
    assert.deepEqual(snapshot(root), {});
    assert.deepEqual(stateOf(await skill()), ["pending"]);
  });

  it("are not installed while the workspace is not trusted (PTH-8)", async () => {
    const { crib, root, home } = await realCrib({}, { trusted: false });
    const folder = join(ownFolder(join(dirname(root), "workspaces"), "tester", root), "skills/weekly");
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
      'it would send CONFIDENTIAL data (the skill "weekly") to .github/skills/weekly/scripts/run.sh, which may only receive INTERNAL';
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
});
