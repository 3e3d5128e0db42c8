/** From an empty workspace to a skill that VS Code lists: scaffold, red, fix, install, green, save, approve (EX-2, EX-6 to EX-8). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../../scripts/vscode/paths.mjs";
import { type PackageServer, startMirror } from "../features/workspaces/support/packageServer";
import { allTools, type DemoWorkbench, openAgentMode, pictureFailures, script } from "./support/demo";
import { openWaiting } from "./support/needsYou";

const folder = "integrations/price-check";
const wish = { name: "price-check", description: "Says which prices are numbers.", runtime: "node" };
const test = `import assert from "node:assert/strict";
import test from "node:test";
import { run } from "./index.js";

test("tells numbers from other texts", async () => {
  assert.deepEqual(await run({ prices: ["12", "free"] }), { numbers: ["12"] });
});
`;
const wrong = `export const run = async ({ prices }) => ({ numbers: prices });
`;
const right = `import isNumber from "is-number";

export const run = async ({ prices }) => ({ numbers: prices.filter((price) => isNumber(price)) });
`;
const write = (name: string, content: string) => ({
  tool: "exec_write",
  input: { path: `${folder}/${name}`, content },
});
const runTests = { tool: "integration_run", input: { name: "price-check", action: "test" } };
const install = { tool: "exec_run", input: { command: "npm install is-number@7.0.0", cwd: folder } };
const save = {
  tool: "skill_save",
  input: {
    name: "price-check",
    description: "Says which prices are numbers. Use it before a price list is published.",
    instructions: "# Price check\n\n1. Run `npm install`.\n2. Give `scripts/index.js` the prices.",
    required_tools: ["run_command"],
    files: [
      { path: "scripts/index.js", from: `${folder}/index.js` },
      { path: "scripts/package.json", from: `${folder}/package.json` },
    ],
  },
};

describe("the exec environment", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "crib-workspaces-")));
  let workbench: DemoWorkbench;
  let registry: PackageServer;
  before(async function () {
    const mirror = await startMirror();
    if (!mirror) {
      console.error("\n  NO REGISTRY ANSWERS: the exec environment is not tried from end to end\n");
      this.skip();
    }
    registry = mirror;
    workbench = await openAgentMode({
      settings: allTools,
      machineSettings: {
        "toolcrib.workspaces.folder": base,
        "toolcrib.skills.installTo": "workspace",
        "toolcrib.web.allowLocal": [`localhost:${registry.port}`],
      },
    });
  });
  after(async () => {
    await workbench?.close();
    registry?.server.close();
  });
  pictureFailures(() => workbench);

  /** What the tools said to each call. */
  async function play(...steps: object[]): Promise<string[]> {
    const before = workbench.modelRequests().length;
    await workbench.ask(script(...steps));
    await workbench.answered();
    const asked = workbench.modelRequests().slice(before + 1);
    return asked.map(({ results }) => results[0] ?? "");
  }
  const own = () => join(base, readdirSync(base).find((name) => existsSync(join(base, name, "scratch"))) ?? "none");

  it("lets an agent scaffold, see its test fail, install what it needs, and see it pass, unasked", async () => {
    const [created = "", , , red = "", , installed = "", , green = ""] = await play(
      { tool: "integration_create", input: wish },
      write("index.test.js", test),
      write("index.js", wrong),
      runTests,
      write(".npmrc", `registry=${registry.url}\n`),
      install,
      write("index.js", right),
      runTests,
    );
    assert.match(created, /^Created integrations\/price-check with /);
    assert.match(red, /'free'/);
    assert.match(red, /\[exit code: 1, /);
    assert.match(red, /1 failed/);
    assert.match(installed, /added 1 package/);
    assert.match(green, /\[exit code: 0, /);
    assert.match(green, /1 passed/);
    assert.ok(existsSync(join(own(), folder, "node_modules/is-number/package.json")));
    assert.equal(existsSync(join(workbench.folder, "node_modules/is-number")), false);
    await workbench.screenshot("exec-environment-loop");
  });

  it("keeps it from another agent's file tool, command, link and process", async () => {
    const secret = join(own(), folder, "index.js");
    const settings = join(base, "..", `${Date.now()}-settings.json`);
    writeFileSync(settings, JSON.stringify({ "toolcrib.workspaces.folder": base }));
    const other = (tool: string, input: object, ...more: string[]) => {
      const state = mkdtempSync(join(tmpdir(), "crib-state-"));
      const given = ["call", tool, JSON.stringify(input), "--agent", "other", "--settings", settings, "--state", state];
      const args = [join(repository, "dist/headless.js"), ...given, "--root", workbench.folder, ...more];
      return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as {
        text: string;
        isError: boolean;
      };
    };
    const hidden = Buffer.from(secret).toString("base64");
    const link = join(workbench.folder, "link.js");
    symlinkSync(secret, link);
    const attempts = [
      other("read_file", { path: secret }),
      other("run_command", { command: `cat ${secret}` }, "--approve", "all"),
      other("read_file", { path: "link.js" }),
      other("exec_run", { command: `cat "$(echo ${hidden} | base64 -d)"` }, "--approve", "all"),
    ];
    for (const { text } of attempts) assert.doesNotMatch(text, /isNumber/);
    const [byFile, byCommand, byLink, byProcess] = attempts;
    for (const refused of [byFile, byCommand, byLink]) {
      assert.equal(refused?.isError, true);
      assert.match(refused?.text ?? "", /belongs to another agent/);
    }
    assert.match(byProcess?.text ?? "", /No such file or directory/);
  });

  it("hands the work over as a skill, which VS Code lists once a person has approved it", async () => {
    const [saved = ""] = await play(save);
    assert.match(saved, /It is PENDING_APPROVAL/);
    const installedSkill = join(workbench.folder, ".github/skills/price-check");
    assert.equal(existsSync(installedSkill), false);
    await openWaiting(workbench, "price-check");
    await workbench.editors.clickEditorAction("Accept");
    await workbench.waitFor("the skill to be installed", () => existsSync(join(installedSkill, "SKILL.md")));
    assert.equal(readFileSync(join(installedSkill, "scripts/index.js"), "utf8"), right);
    await workbench.quickInput.list("Chat: Configure Skills...", "price-check");
    await workbench.screenshot("exec-environment-skill");
    await workbench.page.keyboard.press("Escape");
  });
});
