import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claudeSettings, copilotHooks, setUpIn } from "../../../src/features/builtInTools/hookSettings";
import { judgedHarnesses } from "../../../src/features/builtInTools/judgedHarnesses";
import { tempFolder } from "../../support/tempFolder";

const start = { node: "/opt/it's/node", launcher: "/home/u/.local/state/toolcrib/hooks/launcher/launcher.js" };
const started = `ELECTRON_RUN_AS_NODE=1 '/opt/it'\\''s/node' '${start.launcher}'`;
const orRefused =
  " || { echo 'The Toolcrib hook could not be run, so this call was refused: tell the person.' >&2; exit 2; }";
const command = `${started}${orRefused}`;
const claudeCommand = `${started} --harness claude-code${orRefused}`;
const ours = { matcher: "*", hooks: [{ type: "command", command: claudeCommand, timeout: 20 }] };
const others = { matcher: "Bash", hooks: [{ type: "command", command: "./check.sh" }] };

describe("settings that start the hook", () => {
  it("quotes paths for each shell", () => {
    const [hook] = JSON.parse(copilotHooks(start)).hooks.PreToolUse;
    assert.deepEqual(hook, {
      ...{ type: "command", command, bash: command, timeout: 20, timeoutSec: 20 },
      powershell: `$env:ELECTRON_RUN_AS_NODE = '1'; & '/opt/it''s/node' '${start.launcher}'; if ($LASTEXITCODE -ne 0) { exit 2 }`,
    });
  });

  it("adds the hook to Claude Code's settings beside all others, once, and takes out its own alone", () => {
    const before = `${JSON.stringify({ model: "x", hooks: { PreToolUse: [others], Stop: [others] } }, null, 2)}\n`;
    const added = claudeSettings(before, start);
    assert.deepEqual(JSON.parse(added), { model: "x", hooks: { Stop: [others], PreToolUse: [others, ours] } });
    assert.equal(claudeSettings(added, start), added);
    assert.equal(setUpIn(added), "strict");
    const removed = claudeSettings(added, undefined);
    assert.deepEqual(JSON.parse(removed), JSON.parse(before));
    assert.equal(setUpIn(removed), "no");
    assert.deepEqual(JSON.parse(claudeSettings(claudeSettings(undefined, start), undefined)), {});
  });

  it("finds its own entry whatever version wrote it, on Windows too", () => {
    const windows = {
      node: "C:\\node.exe",
      launcher: "C:\\Users\\u\\AppData\\Local\\toolcrib\\hooks\\launcher\\launcher.js",
    };
    assert.equal(setUpIn(claudeSettings("{}", windows)), "strict");
    assert.deepEqual(JSON.parse(claudeSettings(claudeSettings("{}", windows), start)).hooks.PreToolUse, [ours]);
  });

  it("leaves settings alone that it cannot understand", () => {
    for (const text of ["{ // mine\n}", "[]", "7"]) {
      assert.throws(() => claudeSettings(text, start), /Claude Code's settings are not/);
      assert.equal(setUpIn(text), "no");
    }
  });

  it("knows one that an earlier version set up, whose failures are no refusal", () => {
    const earlier = { hooks: [{ type: "command", command: started, timeout: 20 }] };
    assert.equal(setUpIn(JSON.stringify({ hooks: { PreToolUse: [earlier] } })), "lenient");
    assert.equal(setUpIn(JSON.stringify({ hooks: { PreToolUse: [earlier, ours] } })), "lenient");
    assert.equal(setUpIn(copilotHooks(start)), "strict");
    assert.equal(setUpIn(undefined), "no");
  });

  it("refuses where its program cannot be started, is killed or fails", function () {
    if (process.platform === "win32") this.skip();
    const folder = join(tempFolder(), "toolcrib", "hooks", "launcher");
    mkdirSync(folder, { recursive: true });
    const launcher = join(folder, "launcher.js");
    const run = (node: string) => {
      const [{ command }] = JSON.parse(copilotHooks({ node, launcher })).hooks.PreToolUse;
      const { status, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
      return { status, stderr };
    };
    for (const text of ["process.kill(process.pid, 'SIGKILL')", "process.exit(1)", "throw new Error('x')"]) {
      writeFileSync(launcher, text);
      const { status, stderr } = run(process.execPath);
      assert.equal(status, 2, text);
      assert.match(stderr, /The Toolcrib hook could not be run, so this call was refused/);
    }
    assert.equal(run("/nowhere/node").status, 2);
    writeFileSync(launcher, "process.exit(0)");
    assert.equal(run(process.execPath).status, 0);
  });

  it("tells for each harness whether it is judged, and what a failure means", () => {
    const none = { plugin: false, copilot: "no", claude: "no" } as const;
    const said = (hooks: object) => Object.values(judgedHarnesses({ ...none, ...hooks }));
    assert.deepEqual(said({}), ["not", "not", "not", "not"]);
    assert.deepEqual(said({ plugin: true }), ["open", "open", "not", "not"]);
    assert.deepEqual(said({ copilot: "strict" }), ["closed", "closed", "closed", "not"]);
    assert.deepEqual(said({ copilot: "lenient" }), ["open", "closed", "closed", "not"]);
    assert.deepEqual(said({ plugin: true, claude: "lenient" }), ["open", "open", "not", "open"]);
    assert.deepEqual(said({ claude: "strict" }), ["not", "not", "not", "closed"]);
  });
});
