/** A run that eats memory, processor time, the disk and processes is stopped by each limit in turn (HB-6). */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { callTool, inWorkspace } from "./support/workspace";

describe("limits of runs in an agent's own workspace (HB-6)", function () {
  this.timeout(60_000);
  const set = async (values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values))
      await vscode.workspace.getConfiguration("toolcrib").update(name, value, vscode.ConfigurationTarget.Global);
  };
  const limits = { runMemoryMegabytes: 300, runCpuSeconds: 3, workspaceMegabytes: 8, processes: 48 };
  before(async () => {
    await set({ limits, "workspaces.folder": realpathSync(mkdtempSync(join(tmpdir(), "crib-workspaces-"))) });
    // Parts of settings of the machine, which VS Code does not know by these names and so takes from a workspace.
    const taken = new Promise((resolve) => {
      const listening = vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration("toolcrib.workspaces.folder")) return;
        listening.dispose();
        resolve(undefined);
      });
    });
    mkdirSync(inWorkspace(".vscode"), { recursive: true });
    const smuggled = { "toolcrib.limits.processes": 9999, "toolcrib.workspaces.folder.x": 1 };
    writeFileSync(inWorkspace(".vscode/settings.json"), JSON.stringify(smuggled));
    await taken;
  });
  after(async () => {
    rmSync(inWorkspace(".vscode"), { recursive: true });
    await set({ limits: undefined, "workspaces.folder": undefined });
  });

  const runs: readonly [what: string, command: string, note: string][] = [
    [
      "memory",
      `for i in 1 2 3 4; do perl -e 'my $x; $x .= "y" x 1e6 for 1..120; sleep 300' & done; wait`,
      "[It was stopped because its processes held more than 300 MiB of memory together (toolcrib.limits.runMemoryMegabytes). Do less at once, or ask the person to raise the limit.]",
    ],
    [
      "processor time",
      "for i in 1 2; do while :; do :; done & done; wait",
      "[It was stopped because its processes used more than 3 s of processor time together (toolcrib.limits.runCpuSeconds). Do less at once, or ask the person to raise the limit.]",
    ],
    [
      "processes",
      "for i in $(seq 1 90); do sleep 300 & done; wait",
      "[It was stopped because it ran more than 48 processes and threads at once (toolcrib.limits.processes). Do less at once, or ask the person to raise the limit.]",
    ],
    [
      "the disk",
      "perl -e 'print \"x\" x 1e6 for 1..20' > scratch/big; sleep 300",
      "[It was stopped because the files of the agent's workspace grew beyond 8 MiB (toolcrib.limits.workspaceMegabytes). Delete files that are not needed, or ask the person to raise the limit.]",
    ],
  ];
  for (const [what, command, note] of runs)
    it(`a run that eats ${what} is stopped, and the model reads why and how to go on`, async () => {
      const result = await callTool("exec_run", { command });
      assert.ok(result.includes(note), result);
    });
});
