import { once } from "node:events";
import type { Writable } from "node:stream";
import type { AgentWorkspace } from "../../core/ports/workspaces";
import { oneLine } from "../../core/text/oneLine";
import { ToolError } from "../../core/vocabulary/toolError";
import { callOfRun, endingOfRun, type HistoryRun } from "../../features/workspaces/execHistory";
import { WorkspaceCare } from "../../features/workspaces/node/history/workspaceCare";
import type { WorkspaceHistory } from "../../features/workspaces/node/history/workspaceHistory";
import { replayText } from "../../features/workspaces/replayText";
import type { Machine } from "../machine";
import type { Options } from "../options";
import { UsageError } from "../usageError";

/** Where what is said goes: text for people on the first; of a replayed run what it printed on each stream. */
export interface HistoryStreams {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
}

/**
 * `toolcrib history show` lists what agents did in their own workspaces, `verify` says whether the histories hold, `replay`
 * prints the output of one run again (PO-8).
 * @returns the exit code: 1 when a history does not hold.
 * @throws ToolError when there is no such workspace or run, or nothing of its output is kept.
 */
export async function history(machine: Machine, options: Options, streams: HistoryStreams): Promise<number> {
  const [question = "show", id] = options.positionals;
  const { execHistory, crib } = machine;
  const workspaces = await wantedWorkspaces(machine, options.givenAgent);
  const print = (line: string) => void streams.stdout.write(`${line}\n`);
  if (question === "replay") {
    await replay(execHistory, workspaces, id, streams);
    return 0;
  }
  if (question !== "show" && question !== "verify")
    throw new UsageError(
      `"history ${question}" is not a command: use history show, history verify or history replay ID.`,
    );
  if (workspaces.length === 0) print(`No agent has a workspace in ${crib.workspaces.base}.`);
  let isWhole = true;
  for (const workspace of workspaces) {
    const { lines, runs, problems } = await execHistory.runs(workspace);
    isWhole &&= problems.length === 0;
    if (question === "show") {
      const shown = options.json ? lines.map((one) => JSON.stringify(one)) : runs.toReversed().map(runText);
      for (const line of shown) print(line);
    } else if (problems.length === 0) print(`History of ${workspace.id} verified: ${lines.length} lines.`);
    for (const problem of problems) streams.stderr.write(`${workspace.id}: ${problem}\n`);
  }
  return isWhole || question === "show" ? 0 : 1;
}

async function wantedWorkspaces(
  { crib, execHistory }: Machine,
  agent: string | undefined,
): Promise<readonly AgentWorkspace[]> {
  const all = await new WorkspaceCare(crib.workspaces, execHistory, async () => {}).all();
  const wanted = agent === undefined ? undefined : crib.workspaces.of(agent);
  if (agent === undefined) return all;
  // By the whole name of its folder, one of another project or of none.
  const found = all.filter(({ id }) => id === wanted?.id || id === agent);
  if (found.length > 0) return found;
  throw new ToolError(
    "not_found",
    `The agent ${JSON.stringify(agent)} has no workspace in ${crib.workspaces.base}: ${all.length > 0 ? `name one of ${all.map(({ id }) => id).join(", ")}` : "no agent has one"}.`,
  );
}

const runText = (run: HistoryRun): string =>
  oneLine(
    [
      `${new Date(run.time).toISOString()}  ${run.call}  ${run.agent}  ${run.isCommand ? `${run.tool}: ` : ""}${callOfRun(run)}`,
      run.judged === "" ? "not judged" : run.judged,
      endingOfRun(run),
    ].join(" | "),
  );

async function replay(
  histories: WorkspaceHistory,
  workspaces: readonly AgentWorkspace[],
  id: string | undefined,
  { stdout, stderr }: HistoryStreams,
): Promise<void> {
  for (const workspace of workspaces) {
    const { runs } = await histories.runs(workspace);
    const run = runs.find(({ call }) => call === id);
    if (!run) continue;
    const pieces = await histories.output(workspace, run);
    // In a terminal what a program prints could do more than be read.
    if (stdout.isTTY || !pieces) return void stdout.write(await replayText(run, pieces));
    for await (const { stream, bytes } of pieces) await write(stream === "stdout" ? stdout : stderr, bytes);
    return;
  }
  throw new ToolError(
    "not_found",
    `${id === undefined ? "No run was named" : `There is no run ${JSON.stringify(id)}`}: history show lists the id of each after its time.`,
  );
}

async function write(stream: Writable, bytes: Uint8Array): Promise<void> {
  if (!stream.write(bytes)) await once(stream, "drain");
}
