/** The hook for other agents' tools beside a real window, which judges for it. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import * as vscode from "vscode";
import { callTool, inWorkspace, put } from "./support/workspace";

interface Said {
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
}

/** Starts the hook as a harness does, in the window's folder. */
function hooked(tool: string, input: object): Promise<Said> {
  const extension = vscode.extensions.getExtension("toolcrib.toolcrib");
  const program = join(extension?.extensionPath ?? "", "dist", "headless.js");
  const call = {
    ...{ timestamp: "2026-01-01T00:00:00Z", hook_event_name: "PreToolUse", session_id: "s", transcript_path: "/t" },
    ...{ tool_name: tool, tool_input: input, tool_use_id: "1", cwd: inWorkspace(".") },
  };
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
    const child = execFile(process.execPath, [program, "hook", "--timeout", "60"], { env }, (error, out) =>
      error ? reject(error) : resolve(out === "" ? {} : (JSON.parse(out) as Said)),
    );
    child.stdin?.end(JSON.stringify(call));
  });
}

describe("a hook beside the window", () => {
  const settings = () => vscode.workspace.getConfiguration("toolcrib");
  afterEach(() => settings().update("commands.deny", undefined, vscode.ConfigurationTarget.Global));

  it("is answered by the window's settings and its policy", async () => {
    put("hooked.txt", "text\n");
    assert.equal(await callTool("read_file", { path: "hooked.txt" }), "text\n");
    assert.deepEqual(await hooked("run_in_terminal", { command: "ls" }), {});
    await settings().update("commands.deny", ["ls"], vscode.ConfigurationTarget.Global);
    const denied = await hooked("run_in_terminal", { command: "ls" });
    assert.equal(denied.permissionDecision, "deny");
    assert.match(denied.permissionDecisionReason ?? "", /Denied by policy: .*"Run ls" was not done/);
    const protectedFile = await hooked("create_file", { filePath: inWorkspace(".git/hooks/x"), content: "" });
    assert.equal(protectedFile.permissionDecision, "ask");
    assert.deepEqual(await hooked("read_file", { filePath: inWorkspace("hooked.txt") }), {});
  });
});
