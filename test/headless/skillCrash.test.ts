/** A process that is killed while it installs a skill leaves no half of one, and what it left is finished (EX-8). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { ownFolder } from "../support/ownFolder";
import { snapshot } from "../support/tempFolder";
import { program, run, workplace } from "./support/program";

const files = Array.from({ length: 40 }, (_, at) => ({ path: `f${at}.md`, content: "x".repeat(2_000) }));
const wish = { name: "weekly", description: "Sums up the week.", instructions: "Read f0.md.", files };

/** Names in a folder, none while it is not there. */
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

describe("a skill whose installation is killed (EX-8)", function () {
  this.timeout(12_000);

  for (const after of [1, 20, 40])
    it(`is none with ${after} of its files, and whole once it is approved again`, async () => {
      const { root, state } = workplace();
      const workspaces = join(dirname(root), "workspaces");
      const settings = join(dirname(root), "settings.json");
      writeFileSync(settings, JSON.stringify({ "toolcrib.workspaces.folder": workspaces }));
      const at = ["--root", root, "--state", state, "--settings", settings];
      const target = join(root, ".github/skills/weekly");
      await run(["call", "skill_save", JSON.stringify(wish), ...at]);
      const approve = ["skills", "approve", "weekly", "--to", "workspace", "--yes", ...at];

      const child = spawn(process.execPath, [program, ...approve], { stdio: "ignore" });
      const exited = once(child, "exit");
      while (namesIn(target).length < after && child.exitCode === null) await turn();
      child.kill("SIGKILL");
      await exited;
      const left = namesIn(target).filter((name) => !name.startsWith("."));
      if (left.includes("SKILL.md")) assert.equal(left.length, files.length + 1);

      assert.match((await run(approve)).out, /\nweekly: approved; installed in .*\.\n$/);
      const [installed, wanted] = [
        snapshot(target),
        snapshot(join(ownFolder(workspaces, "headless", root), "skills/weekly")),
      ];
      assert.deepEqual(installed, wanted);
      assert.match((await run(["skills", "withdraw", "weekly", ...at])).out, /is not installed anywhere\.\n$/);
      assert.equal(existsSync(join(root, ".github")), false);
    });
});
