/** A run that eats memory, processor time, the disk and processes is stopped by each limit in turn, in the real workbench (HB-6). */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../support/tempFolder";
import { allTools, type DemoWorkbench, openAgentMode, pictureFailures, script } from "./support/demo";

describe("limits of runs in an agent's own workspace (HB-6)", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openAgentMode({
      machineSettings: {
        ...allTools,
        "toolcrib.workspaces.folder": tempFolder(),
        "toolcrib.limits": { runMemoryMegabytes: 300, runCpuSeconds: 1, workspaceMegabytes: 8, processes: 48 },
      },
    });
    // Parts of settings of the machine, which VS Code does not know by these names and so takes from a workspace.
    mkdirSync(join(workbench.folder, ".vscode"), { recursive: true });
    const smuggled = { "toolcrib.limits.processes": 9999, "toolcrib.workspaces.folder.x": 1 };
    writeFileSync(join(workbench.folder, ".vscode/settings.json"), JSON.stringify(smuggled));
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

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
      "[It was stopped because the files of the agent's workspace grew beyond 8 MiB (toolcrib.limits.workspaceMegabytes). Delete files that are not needed, or ask the person to raise it.]",
    ],
  ];
  for (const [what, command, note] of runs)
    it(`a run that eats ${what} is stopped, and the model reads why and how to go on`, async () => {
      await workbench.ask(script({ tool: "exec_run", input: { command } }));
      const [result] = await workbench.answered();
      assert.ok(result?.includes(note), result);
      await workbench.screenshot(`exec-limits-${what.replace(" ", "-")}`);
    });
});
