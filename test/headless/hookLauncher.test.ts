/** The file that harnesses start: it finds the program of whatever version is installed, and says no where there is none. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hookStartIn, placeLauncher } from "../../src/features/builtInTools/node/hookProgram";
import { tempFolder } from "../support/tempFolder";
import { program, workplace } from "./support/program";

const dist = join(program, "..");

describe("the launcher of the hook", () => {
  const call = (root: string, command: string) =>
    JSON.stringify({ sessionId: "s", timestamp: 1, cwd: root, toolName: "bash", toolArgs: { command } });

  /** An extension of one version, with the launcher that it has put into the state folder. */
  async function installed(version = "1.0.0") {
    const home = tempFolder();
    const extensions = join(home, "extensions");
    const copy = (name: string) => {
      const folder = join(extensions, `toolcrib.toolcrib-${name}`, "dist");
      mkdirSync(folder, { recursive: true });
      for (const file of ["headless.js", "commandLine.js"]) cpSync(join(dist, file), join(folder, file));
      cpSync(join(dist, "plugin"), join(folder, "plugin"), { recursive: true });
      return folder;
    };
    const own = copy(version);
    const folder = join(home, "state", "toolcrib", "hooks");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await placeLauncher(folder, own);
    const { root } = workplace();
    const start = (launcher: string, command: string, ...args: string[]) => {
      const env = { ...process.env, XDG_STATE_HOME: join(home, "state"), HOME: home };
      const { stdout, status } = spawnSync(process.execPath, [launcher, ...args], {
        ...{ input: call(root, command), env, encoding: "utf8" },
      });
      return { status, said: stdout === "" ? {} : JSON.parse(stdout) };
    };
    return { extensions, own, folder, launcher: hookStartIn(folder).launcher, copy, start };
  }

  it("judges with the program that it was told of, and passes its arguments on", async () => {
    const { launcher, start } = await installed();
    assert.deepEqual(start(launcher, "ls"), { status: 0, said: {} });
    const { status, said } = start(launcher, "sudo ls");
    assert.deepEqual([status, said.permissionDecision], [0, "deny"]);
    assert.match(start(launcher, "ls", "--timeout", "x").said.permissionDecisionReason, /--timeout x is not a number/);
  });

  it("finds the version that has come in the place of the one that it knew, the newest", async () => {
    const { extensions, own, launcher, copy, start } = await installed("1.9.0");
    copy("1.10.0");
    const older = copy("1.2.0");
    writeFileSync(join(older, "headless.js"), "throw new Error('the older one')");
    renameSync(join(own, ".."), join(extensions, "gone"));
    assert.equal(start(launcher, "sudo ls").said.permissionDecision, "deny");
    assert.deepEqual(start(launcher, "ls"), { status: 0, said: {} });
  });

  it("says no with what to do where no version is left, where it breaks, and where others may write to its folder", async () => {
    const { own, folder, launcher, start } = await installed();
    writeFileSync(join(own, "headless.js"), "throw new Error('broken')");
    assert.match(start(launcher, "ls").said.permissionDecisionReason, /could not start: broken/);
    rmSync(join(own, ".."), { recursive: true });
    const gone = start(launcher, "ls");
    assert.deepEqual([gone.status, gone.said.permissionDecision], [0, "deny"]);
    assert.match(gone.said.permissionDecisionReason, /is gone\. Use Toolcrib once .* delete ~\/\.copilot\/hooks/);
    const claude = start(launcher, "ls", "--harness", "claude-code").said;
    assert.deepEqual(Object.keys(claude), ["hookSpecificOutput"]);
    if (process.platform !== "win32") {
      chmodSync(join(folder, "launcher"), 0o777);
      assert.match(start(launcher, "ls").said.permissionDecisionReason, /others may write to/);
    }
    rmSync(join(folder, "launcher", "program.json"));
    assert.match(start(launcher, "ls").said.permissionDecisionReason, /use Toolcrib once in a window/);
  });

  it("works in the plugin: in the extension, and where the Agent Host has copied it to", async () => {
    const { own, extensions, start } = await installed();
    const inPlugin = join(own, "plugin", "hooks", "launcher.js");
    assert.equal(start(inPlugin, "sudo ls").said.permissionDecision, "deny");
    const cached = join(extensions, "cache", "hooks");
    cpSync(join(own, "plugin", "hooks"), cached, { recursive: true });
    assert.equal(start(join(cached, "launcher.js"), "sudo ls").said.permissionDecision, "deny");
    const { hooks } = JSON.parse(readFileSync(join(cached, "hooks.json"), "utf8"));
    assert.match(hooks.PreToolUse[0].command, /\$\{PLUGIN_ROOT\}\/hooks\/launcher\.js/);
  });
});
