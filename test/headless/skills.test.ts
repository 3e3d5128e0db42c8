/** `toolcrib skills`: a person's word on the skills that agents wrote, where there is no editor (EX-8). */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownFolder, ownName } from "../support/ownFolder";
import { run, workplace } from "./support/program";

const wish = {
  name: "weekly",
  description: "Sums up the week.",
  instructions: "Run run.sh.\u202e",
  required_tools: ["exec_run"],
  files: [{ path: "run.sh", content: "echo\n" }],
};

function place() {
  const { root, state } = workplace();
  const workspaces = join(dirname(root), "workspaces");
  const settings = join(dirname(root), "settings.json");
  writeFileSync(settings, JSON.stringify({ "toolcrib.workspaces.folder": workspaces }));
  const home = join(dirname(root), "home");
  const at = ["--root", root, "--state", state, "--settings", settings];
  return {
    target: join(root, ".github/skills/weekly"),
    source: join(ownFolder(workspaces, "headless", root), "skills/weekly"),
    owner: ownName("headless", root),
    save: () => run(["call", "skill_save", JSON.stringify(wish), ...at, "--approve", "all"]),
    skills: (...words: string[]) => run(["skills", ...words, ...at], "", { HOME: home }),
  };
}

describe("toolcrib skills (EX-8)", function () {
  this.timeout(60_000);

  it("shows all of a skill, installs it on a person's word, and takes that back", async () => {
    const { save, skills, target, source, owner } = place();
    assert.equal((await skills()).out, "No agent has written a skill.\n");
    assert.equal(JSON.parse((await save()).out).isError, false);
    assert.equal((await skills("list")).out, `${owner}/weekly: waits for your approval\n`);

    const { out: seen } = await skills("show", "weekly");
    const shown = [
      "weekly: waits for your approval",
      "Sums up the week.",
      "It needs these tools: exec_run.",
      "It connects to these hosts: none are named.",
      "It includes scripts, which run with the rights of the person who uses the skill: run.sh.",
      "Its confidentiality level is PUBLIC.",
    ].join("\n");
    assert.equal(seen.slice(0, shown.length), shown);
    for (const part of ["\n--- SKILL.md (", "Run run.sh.⟨U+202E⟩\n", "\n--- run.sh (5 bytes)\necho\n"])
      assert.ok(seen.includes(part), part);

    const refusals: readonly (readonly [words: readonly string[], err: string])[] = [
      [
        ["approve", "weekly"],
        "Say where to install the skill: --to workspace (.github/skills of the first folder) or --to user (~/.copilot/skills).",
      ],
      [["approve", "weekly", "--to", "moon"], "--to moon is not known: use workspace or user."],
      [
        ["approve", "weekly", "--to", "workspace"],
        '"weekly" was not approved, because nobody can be asked here: run this in a terminal, or with --yes once you have read all of it.',
      ],
      [["approve", "other"], `There is no skill "other": name one of ${owner}/weekly.`],
      [["aprove", "weekly"], '"skills aprove" is not a command: use skills list, show, approve, reject or withdraw.'],
    ];
    for (const [words, err] of refusals) {
      const ended = await skills(...words);
      assert.deepEqual([ended.code, ended.err], [words[0] === "aprove" ? 2 : 1, `toolcrib: ${err}\n`]);
    }
    assert.equal(existsSync(target), false);

    const approved = await skills("approve", `${owner}/weekly`, "--to", "workspace", "--yes");
    assert.equal(approved.out, `${seen}weekly: approved; installed in ${target}.\n`);
    assert.equal(readFileSync(join(target, "SKILL.md"), "utf8"), readFileSync(join(source, "SKILL.md"), "utf8"));

    writeFileSync(join(target, "run.sh"), "other\n");
    const altered = `${owner}/weekly: approved; installed, and changed since then, in ${target}\n`;
    assert.equal((await skills("list")).out, altered);
    assert.match((await skills("withdraw", "weekly")).err, /was changed since the skill "weekly" was installed/);
    assert.equal(
      (await skills("withdraw", "weekly", "--yes")).out,
      "weekly: waits for approval again, and is not installed anywhere.\n",
    );
    assert.equal(existsSync(target), false);
    assert.equal(
      (await skills("reject", "weekly")).out,
      "weekly: rejected: it will not be installed in its current form.\n",
    );
    assert.equal((await skills("list")).out, `${owner}/weekly: rejected\n`);
  });
});
