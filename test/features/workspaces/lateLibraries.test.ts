/** Libraries that take a while to load wait for the first who need them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { bundled } from "../../support/bundled";
import { type Tree, tempFolder } from "../../support/tempFolder";

const schedule = { agent: "alice", command: "true", cron: "0 7 * * *" };
const skill = "---\nname: weekly\ndescription: Writes the weekly report.\n---\n";

/** What of the two a process has loaded that opened a machine with these workspaces and looked at all that is in them. */
function loadedWith(workspaces: Tree): string[] {
  const folder = tempFolder(
    Object.fromEntries(Object.entries(workspaces).map(([path, text]) => [`workspaces/${path}`, text])),
  );
  const options = {
    ...{ roots: [folder], dialect: "standard", agent: "tester", stateFolder: join(folder, "state") },
    settings: { "workspaces.folder": join(folder, "workspaces") },
  };
  const program = `
    const { startMachine } = require(${JSON.stringify(bundled("src/headless/machine.ts", "external"))});
    startMachine(${JSON.stringify(options)}).then(async ({ features, close }) => {
      await features.schedules.refresh();
      await close();
      const paths = Object.keys(require.cache).join("\\n");
      console.log(JSON.stringify(["croner", "yaml"].filter((name) => paths.includes("/node_modules/" + name + "/"))));
    });`;
  const env = { ...process.env, NODE_PATH: resolve("node_modules") };
  return JSON.parse(execFileSync(process.execPath, ["--eval", program], { encoding: "utf8", env })) as string[];
}

describe("libraries of workspaces", () => {
  it("are not loaded where no workspace needs them", () => {
    assert.deepEqual(loadedWith({ "alice/scratch/notes": "" }), []);
  });

  it("are loaded for the first cron line", () => {
    assert.deepEqual(loadedWith({ "alice/schedules/daily.json": JSON.stringify(schedule) }), ["croner"]);
  });

  it("are loaded for the first skill", () => {
    assert.deepEqual(loadedWith({ "alice/skills/weekly/SKILL.md": skill }), ["yaml"]);
  });
});
