/** A run that eats memory, processor time, the disk and processes is stopped by each limit in turn (HB-6). */
import assert from "node:assert/strict";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { callTool } from "./support/workspace";

describe("limits of runs in an agent's own workspace (HB-6)", function () {
  this.timeout(60_000);
  const settings = () => vscode.workspace.getConfiguration("toolcrib");
  const limits: Readonly<Record<string, unknown>> = {
    "limits.runMemoryMegabytes": 300,
    "limits.runCpuSeconds": 1,
    "limits.workspaceMegabytes": 8,
    "limits.processes": 48,
  };
  const set = async (values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values))
      await settings().update(name, value, vscode.ConfigurationTarget.Global);
  };
  before(() => set({ ...limits, "workspaces.folder": realpathSync(mkdtempSync(join(tmpdir(), "crib-workspaces-"))) }));
  after(() => set(Object.fromEntries([...Object.keys(limits), "workspaces.folder"].map((name) => [name, undefined]))));

  const runs: readonly [what: string, command: string, note: string][] = [
    [
      "memory",
      `for i in 1 2 3 4; do perl -e 'my $x; $x .= "y" x 1e6 for 1..120; sleep 300' & done; wait`,
      "[It was stopped because its processes held more than 300 MiB of memory together (toolcrib.limits.runMemoryMegabytes). Do less at once, or ask the person to raise it.]",
    ],
    [
      "processor time",
      "for i in 1 2; do while :; do :; done & done; wait",
      "[It was stopped because its processes used more than 1 s of processor time together (toolcrib.limits.runCpuSeconds). Do less at once, or ask the person to raise it.]",
    ],
    [
      "processes",
      "for i in $(seq 1 90); do sleep 300 & done; wait",
      "[It was stopped because it ran more than 48 processes and threads at once (toolcrib.limits.processes). Do less at once, or ask the person to raise it.]",
    ],
    [
      "the disk",
      "perl -e 'print \"x\" x 1e6 for 1..20' > scratch/big; sleep 300",
      "[It was stopped because the files of the agent's workspace grew beyond 8 MiB (toolcrib.limits.workspaceMegabytes). Delete what is not needed, or ask the person to raise it.]",
    ],
  ];
  for (const [what, command, note] of runs)
    it(`a run that eats ${what} is stopped, and the model reads why and how to go on`, async () => {
      const result = await callTool("exec_run", { command });
      assert.ok(result.includes(note), result);
    });
});
