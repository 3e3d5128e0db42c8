/** Ours over MCP and the best of the peers, for the table. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePackage } from "../../../scripts/testing/npmPrograms.mjs";
import { cellOf } from "../inTurn";
import { type Cell, type Cells, type Comparison, rounded } from "../measure";
import type { Task } from "../tasks";
import { type Peer, shortName } from "./peer";
import type { PeerPlan, PeerReport } from "./peerProcess";
import { peers } from "./peers";

type Reported = PeerReport["tasks"][number];

/** The fastest peer that does the task; where none does, what each came to instead. */
function bestOf({ outcomes }: Reported, runs: number): Cell {
  const { raw, ours: _ours, ...others } = outcomes;
  const done = Object.entries(others).flatMap(([name, outcome]) => ("failure" in outcome ? [] : [{ name, outcome }]));
  const [best] = done.sort((a, b) => a.outcome.milliseconds - b.outcome.milliseconds);
  if (best) return { ...cellOf(best.outcome, raw, runs), note: best.name };
  const failing = Object.keys(others);
  return { note: failing.length === 0 ? "no such tool" : `${failing.join(", ")}: fails` };
}

const cellsOf = (reported: Reported, { rawRuns = 1 }: Task): Cells => ({
  ...(reported.outcomes.ours ? { "over MCP": cellOf(reported.outcomes.ours, reported.outcomes.raw, rawRuns) } : {}),
  "best peer": bestOf(reported, rawRuns),
});

/** What there is to say of one peer: which tasks it fails, how slow it is in those in which another one is the best. */
function noteOf(
  peer: Peer,
  { tasks, failed, megabytes }: PeerReport,
  missing: Readonly<Record<string, string>>,
): string {
  const name = shortName(peer);
  const title = `\`${peer.package}\` ${peer.version}`;
  const reason = missing[name] ?? failed[name];
  if (reason !== undefined) return `${title}: ${reason}.`;
  const each = tasks.flatMap(({ name: task, outcomes: { raw, [name]: outcome } }) => {
    if (!outcome || !raw || "failure" in raw) return [];
    if ("failure" in outcome) return [`${task}: fails (${outcome.failure})`];
    return [`${task}: ${rounded(outcome.milliseconds)} ms`];
  });
  const memory = megabytes[name] ? ` At most ${rounded(megabytes[name])} MB.` : "";
  return `${title}: ${each.join("; ")}.${memory}`;
}

/** Peers that cannot be installed are named with the reason; the others are measured. */
async function install(log: (line: string) => void) {
  const installed: Record<string, string> = {};
  const missing: Record<string, string> = {};
  for (const peer of peers) {
    const name = shortName(peer);
    try {
      installed[name] = await ensurePackage(peer, `bench-peer-${name}`, log);
    } catch (error) {
      missing[name] = `could not be installed (${(error as Error).message.split("\n", 1)[0]})`;
      log(`${name} ${missing[name]}`);
    }
  }
  return { installed, missing };
}

/**
 * @param program the bundle of peerProcess.ts. @param rawProgram that of rawProcess.ts. @param folder for what they keep.
 * @param tasks those with `compared`.
 */
export async function comparePeers(
  tasks: readonly Task[],
  { program, rawProgram, folder }: { program: string; rawProgram: string; folder: string },
  log: (line: string) => void,
): Promise<Comparison> {
  const { installed, missing } = await install(log);
  const state = join(folder, "peers");
  mkdirSync(state);
  const plan = join(state, "plan.json");
  writeFileSync(plan, JSON.stringify({ tasks, installed, state, rawProgram } satisfies PeerPlan));
  const output = execFileSync(process.execPath, [program, plan], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const report = JSON.parse(output) as PeerReport;
  const byName = new Map(tasks.map((task) => [task.name, task]));
  return {
    cells: Object.fromEntries(
      report.tasks.map((reported) => [reported.name, cellsOf(reported, byName.get(reported.name) as Task)]),
    ),
    notes: peers.map((peer) => noteOf(peer, report, missing)),
  };
}
