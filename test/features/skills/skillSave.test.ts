/** Agents save finished work as skills in their own workspaces; none is used because of that (EX-7, EX-8). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ownFolder } from "../../support/ownFolder";
import { type RealCrib, realCrib } from "../../support/realCrib";
import { snapshot } from "../../support/tempFolder";

const given = {
  name: "weekly",
  description: "Sums up the week.",
  instructions: "# Weekly\n\nRun `run.sh`.\n",
  required_tools: ["exec_run"],
  hosts: ["api.example.org"],
  files: [{ path: "run.sh", content: "echo week\n" }],
};

const workspaceOf = ({ root }: Pick<RealCrib, "root">) => ownFolder(join(dirname(root), "workspaces"), "tester", root);
const today = new Date().toISOString().slice(0, 10);
const wanted = `---
name: "weekly"
description: "Sums up the week."
metadata:
  required-tools: "exec_run"
  hosts: "api.example.org"
  classification: "PUBLIC"
  agent: "tester"
  created: "${today}"
---

# Weekly

Run \`run.sh\`.
`;

describe("skill_save (EX-7)", () => {
  it("writes the skill in the agent's own workspace, without a question, and says that it waits", async () => {
    const made = await realCrib();
    const { text, isError, data } = await made.call("skill_save", given);
    assert.equal(
      text,
      'Saved the skill "weekly" (skills/weekly/run.sh, skills/weekly/SKILL.md). It is PENDING_APPROVAL: ask the person to review it ("Toolcrib: Review Skills", or "toolcrib skills approve weekly" without an editor); it is not used until they have approved it.',
    );
    assert.equal(isError, false);
    assert.deepEqual(data, {
      skill: "weekly",
      files: ["skills/weekly/run.sh", "skills/weekly/SKILL.md"],
      classification: "PUBLIC",
      state: "PENDING_APPROVAL",
    });
    assert.deepEqual(made.asked, []);
    assert.deepEqual(snapshot(join(workspaceOf(made), "skills")), {
      "weekly/": "",
      "weekly/SKILL.md": wanted,
      "weekly/run.sh": "echo week\n",
    });
    assert.deepEqual(
      made.crib.skills.all().map(({ owner, name, state, level, origin }) => [owner, name, state, level, origin?.agent]),
      [[basename(workspaceOf(made)), "weekly", "pending", "PUBLIC", "tester"]],
    );
  });

  it("takes files from the workspace, byte for byte, and says what the session had read (PO-9)", async () => {
    const made = await realCrib();
    made.session.taint.add({ time: 1, call: "c", level: "CONFIDENTIAL", source: "crm", reason: "a rule says so" });
    const bytes = Buffer.from([0, 255, 10, 13]);
    mkdirSync(join(workspaceOf(made), "integrations/crm"), { recursive: true });
    writeFileSync(join(workspaceOf(made), "integrations/crm/data.bin"), bytes);
    const files = [{ path: "data.bin", from: "integrations/crm/data.bin" }];
    const { data } = await made.call("skill_save", { ...given, files });
    assert.equal((data as { classification: string }).classification, "CONFIDENTIAL");
    assert.deepEqual(readFileSync(join(workspaceOf(made), "skills/weekly/data.bin")), bytes);
    const [skill] = made.crib.skills.all();
    assert.deepEqual([skill?.level, skill?.origin?.level], ["CONFIDENTIAL", "CONFIDENTIAL"]);
    assert.equal(skill?.origin?.call, made.records.at(-1)?.id);
  });

  it("keeps the level that its writer had, whatever the file says later", async () => {
    const made = await realCrib();
    made.session.taint.add({ time: 1, call: "c", level: "RESTRICTED", source: "keys", reason: "a rule says so" });
    await made.call("skill_save", given);
    writeFileSync(join(workspaceOf(made), "skills/weekly/SKILL.md"), wanted);
    await made.crib.skills.refresh();
    assert.equal(made.crib.skills.all()[0]?.level, "RESTRICTED");
  });

  it("is as confidential as what the agent had read when a command of its changed it", async () => {
    const made = await realCrib();
    await made.call("skill_save", given);
    made.session.taint.add({ time: 1, call: "c", level: "CONFIDENTIAL", source: "crm", reason: "a rule says so" });
    const ran = await made.call("exec_run", { command: "echo more > skills/weekly/more.md" });
    assert.equal(ran.isError, false);
    const [skill] = made.crib.skills.all();
    assert.deepEqual([skill?.level, skill?.origin?.call], ["CONFIDENTIAL", made.records.at(-1)?.id]);
  });

  it("is one change, which is taken back as a whole", async () => {
    const made = await realCrib();
    const { undo } = await made.call("skill_save", given);
    await made.crib.journal.undo(undo?.id ?? "");
    assert.equal(existsSync(join(workspaceOf(made), "skills/weekly")), false);
  });

  it("replaces what is named when it is saved again, and leaves the rest", async () => {
    const made = await realCrib();
    await made.call("skill_save", given);
    const again = await made.call("skill_save", { ...given, files: [{ path: "more.sh", content: "echo\n" }] });
    assert.equal(again.isError, false);
    assert.deepEqual(Object.keys(snapshot(join(workspaceOf(made), "skills/weekly"))), [
      "SKILL.md",
      "more.sh",
      "run.sh",
    ]);
    const same = await made.call("skill_save", given);
    assert.match(same.text, /^Nothing changed in the skill "weekly"/);
    assert.equal(same.undo, undefined);
  });

  const refused: readonly (readonly [what: string, change: object, text: RegExp])[] = [
    ["a name with a separator", { name: "a/b" }, /^skill_save was given an invalid value|name/],
    ["a name that turns around", { name: "a\u202eb" }, /name/],
    ["a name that devices have", { name: "con" }, /reserved for devices on Windows/],
    ["a description with tags", { description: "<b>x</b>" }, /expected no tags/],
    ["a description of two lines", { description: "a\nb" }, /expected one line/],
    [
      "empty instructions",
      { instructions: " \n" },
      /^skill_save was given an invalid value: "instructions" is empty\.$/,
    ],
    ["a path out of its folder", { files: [{ path: "../x", content: "" }] }, /expected a path of plain names/],
    [
      "SKILL.md as a file",
      { files: [{ path: "skill.md", content: "" }] },
      /SKILL\.md is generated from the other values/,
    ],
    [
      "a file twice",
      { files: ["a", "A"].map((path) => ({ path, content: "" })) },
      /^skill_save was given an invalid value: the file A is given twice\.$/,
    ],
    [
      "a file in a file",
      { files: ["a/b", "a"].map((path) => ({ path, content: "" })) },
      /^skill_save was given an invalid value: the file a\/b is inside another of the files\.$/,
    ],
    [
      "a file without bytes",
      { files: [{ path: "a" }] },
      /^skill_save was given an invalid value: the file a needs either content or from\.$/,
    ],
    [
      "a file that is not there",
      { files: [{ path: "a", from: "scratch/none" }] },
      /^scratch\/none does not exist: name a file of your workspace\.$/,
    ],
    [
      "a folder for a file",
      { files: [{ path: "a", from: "scratch" }] },
      /^scratch is not a file: name a file of your workspace\.$/,
    ],
    [
      "too much",
      { files: Array.from({ length: 11 }, (_, at) => ({ path: `f${at}`, content: "x".repeat(100_000) })) },
      /^skill_save was given an invalid value: its files are \d+ bytes in total; the limit is 1048576\.$/,
    ],
  ];
  for (const [what, change, text] of refused)
    it(`refuses ${what} in one sentence, and writes nothing`, async () => {
      const made = await realCrib();
      const result = await made.call("skill_save", { ...given, ...change });
      assert.equal(result.isError, true);
      assert.match(result.text, text);
      assert.deepEqual(made.crib.skills.all(), []);
      assert.equal(existsSync(join(workspaceOf(made), "skills/weekly")), false);
    });

  it("takes no file from outside of the workspace, be it through a link (EX-4)", async () => {
    const made = await realCrib({ "secret.txt": "the person's" });
    mkdirSync(join(workspaceOf(made), "scratch"), { recursive: true });
    symlinkSync(join(made.root, "secret.txt"), join(workspaceOf(made), "scratch/link"));
    for (const from of ["scratch/link", join(made.root, "secret.txt")]) {
      const result = await made.call("skill_save", { ...given, files: [{ path: "a", from }] });
      assert.equal(result.isError, true, from);
    }
    assert.equal(existsSync(join(workspaceOf(made), "skills/weekly")), false);
  });

  it("writes nothing where a link leads out of the skill's folder", async () => {
    const made = await realCrib();
    mkdirSync(join(workspaceOf(made), "skills"), { recursive: true });
    symlinkSync(made.outside, join(workspaceOf(made), "skills/weekly"));
    assert.equal((await made.call("skill_save", given)).isError, true);
    assert.deepEqual(snapshot(made.outside), {});
  });
});
