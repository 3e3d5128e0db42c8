/** `--state DIR`: everything that the host keeps is below that folder, and nothing is in the home folder. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownFolder } from "../support/ownFolder";
import { run, workplace } from "./support/program";

/** Calls that make the host keep something of each kind. */
const calls = [
  ["read_file", { path: "a.txt" }],
  ["edit_file", { path: "a.txt", old_string: "one", new_string: "1" }],
  ["run_command", { command: "echo out" }],
  ["run_command", { command: "sleep 0", background: true }],
  ["search_text", { pattern: "two" }],
  ["exec_write", { path: "scratch/a.js", content: "console.log(1)\n" }],
  ["exec_run", { command: "echo own" }],
  ["integration_create", { name: "words", description: "Counts.", runtime: "bash" }],
  ["skill_save", { name: "weekly", description: "Sums up.", instructions: "Read it." }],
  ["schedule_create", { name: "report", command: "echo hello" }],
] as const;

describe("toolcrib --state", function () {
  this.timeout(120_000);

  for (const [what, named] of [
    ["without variables that name places", false],
    ["whatever variables name places", true],
  ] as const)
    it(`keeps everything below the folder, ${what}`, async () => {
      const { root, state } = workplace();
      const home = join(dirname(state), "home");
      mkdirSync(home);
      const variables = ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"];
      const places = variables.map((name) => [name, named ? join(home, name) : undefined]);
      const env = { ...Object.fromEntries(places), HOME: home };
      const at = ["--root", root, "--state", state, "--approve", "all"];
      for (const [tool, input] of calls) {
        const { out, err } = await run(["call", tool, JSON.stringify(input), ...at], "", env);
        assert.equal(JSON.parse(out || "{}").isError, false, `${tool}: ${out}${err}`);
      }
      for (const words of [
        ["skills", "list"],
        ["schedules", "approve", "report", "--yes"],
        ["schedules", "run", "report"],
        ["history", "verify"],
        ["audit", "verify"],
        ["taint", "reset"],
        ["undo"],
      ])
        await run([...words, ...at], "", env);
      assert.deepEqual(readdirSync(home), []);
      assert.deepEqual(readdirSync(dirname(state)).sort(), ["home", root.slice(dirname(root).length + 1), "state"]);
      assert.equal(existsSync(join(state, "workspace")), true);
    });

  it("names workspaces below it, and leaves them where a setting names another place", async () => {
    const { root, state } = workplace();
    const settings = join(dirname(state), "settings.json");
    const elsewhere = join(dirname(state), "elsewhere");
    writeFileSync(settings, JSON.stringify({ "toolcrib.workspaces.folder": elsewhere }));
    const at = ["call", "exec_ls", "{}", "--root", root, "--state", state];
    for (const [more, base] of [
      [[], join(state, "workspace")],
      [["--settings", settings], elsewhere],
    ] as const) {
      const { text } = JSON.parse((await run([...at, ...more])).out);
      assert.ok(text.includes(`[Your workspace is ${ownFolder(base, "headless", root)}: `), text);
    }
  });
});
