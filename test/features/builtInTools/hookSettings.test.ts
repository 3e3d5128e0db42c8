import assert from "node:assert/strict";
import { claudeSettings, copilotHooks, startsHook } from "../../../src/features/builtInTools/hookSettings";
import { judgedHarnesses } from "../../../src/features/builtInTools/judgedHarnesses";

const start = { node: "/opt/it's/node", launcher: "/home/u/.local/state/toolcrib/hooks/launcher/launcher.js" };
const command = `ELECTRON_RUN_AS_NODE=1 '/opt/it'\\''s/node' '${start.launcher}'`;
const ours = { matcher: "*", hooks: [{ type: "command", command: `${command} --harness claude-code`, timeout: 20 }] };
const others = { matcher: "Bash", hooks: [{ type: "command", command: "./check.sh" }] };

describe("settings that start the hook", () => {
  it("quotes paths for each shell", () => {
    const [hook] = JSON.parse(copilotHooks(start)).hooks.PreToolUse;
    assert.deepEqual(hook, {
      ...{ type: "command", command, bash: command, timeout: 20, timeoutSec: 20 },
      powershell: `$env:ELECTRON_RUN_AS_NODE = '1'; & '/opt/it''s/node' '${start.launcher}'`,
    });
  });

  it("adds the hook to Claude Code's settings beside all others, once, and takes out its own alone", () => {
    const before = `${JSON.stringify({ model: "x", hooks: { PreToolUse: [others], Stop: [others] } }, null, 2)}\n`;
    const added = claudeSettings(before, start);
    assert.deepEqual(JSON.parse(added), { model: "x", hooks: { Stop: [others], PreToolUse: [others, ours] } });
    assert.equal(claudeSettings(added, start), added);
    assert.equal(startsHook(added), true);
    const removed = claudeSettings(added, undefined);
    assert.deepEqual(JSON.parse(removed), JSON.parse(before));
    assert.equal(startsHook(removed), false);
    assert.deepEqual(JSON.parse(claudeSettings(claudeSettings(undefined, start), undefined)), {});
  });

  it("finds its own entry whatever version wrote it, on Windows too", () => {
    const windows = {
      node: "C:\\node.exe",
      launcher: "C:\\Users\\u\\AppData\\Local\\toolcrib\\hooks\\launcher\\launcher.js",
    };
    assert.equal(startsHook(claudeSettings("{}", windows)), true);
    assert.deepEqual(JSON.parse(claudeSettings(claudeSettings("{}", windows), start)).hooks.PreToolUse, [ours]);
  });

  it("leaves settings alone that it cannot understand", () => {
    for (const text of ["{ // mine\n}", "[]", "7"]) {
      assert.throws(() => claudeSettings(text, start), /Claude Code's settings are not/);
      assert.equal(startsHook(text), false);
    }
  });

  it("tells for each harness whether it is judged, and what a failure means", () => {
    const none = { plugin: false, copilot: false, claude: false };
    const said = (hooks: object) => Object.values(judgedHarnesses({ ...none, ...hooks }));
    assert.deepEqual(said({}), ["not", "not", "not", "not"]);
    assert.deepEqual(said({ plugin: true }), ["open", "open", "not", "not"]);
    assert.deepEqual(said({ copilot: true }), ["open", "closed", "closed", "not"]);
    assert.deepEqual(said({ plugin: true, claude: true }), ["open", "open", "not", "open"]);
  });
});
