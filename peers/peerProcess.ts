/** Measures ours over MCP and the peers, in turn with the raw tools: `peerProcess.js PLAN-FILE` prints one line of JSON. */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inTurn, type Outcome, type Participant } from "../inTurn";
import { type McpServer, startMcpServer, startOurs } from "../mcpServer";
import { timed } from "../measure";
import { RawHelper } from "../rawHelper";
import { type Compared, swapped, type Task } from "../tasks";
import { type Peer, peerTask, shortName } from "./peer";
import { peers } from "./peers";

/** What is to be measured. */
export interface PeerPlan {
  readonly tasks: readonly Task[];
  /** `node_modules` of the peers that are there, by `shortName`. */
  readonly installed: Readonly<Record<string, string>>;
  /** A folder for what they keep. */
  readonly state: string;
  /** The bundle of rawProcess.ts. */
  readonly rawProgram: string;
}

/** What came of it. */
export interface PeerReport {
  readonly tasks: readonly {
    readonly name: string;
    /** By "raw", "ours" and the `shortName` of a peer. */
    readonly outcomes: Readonly<Record<string, Outcome>>;
  }[];
  /** Peers that did not start, and why. */
  readonly failed: Readonly<Record<string, string>>;
  /** The most memory that each had; megabytes. */
  readonly megabytes: Readonly<Record<string, number>>;
}

/** Every file that is edited has a copy for each, so that none is refused what another one has changed. */
function ownCopy({ root, input, compared }: Task, name: string): string | undefined {
  if (compared !== "edit") return undefined;
  const { path } = input as { path: string };
  const copy = join(root, `${name}-${path}`);
  copyFileSync(join(root, path), copy);
  return copy;
}

/** The input of round after round. */
function inputs(task: Task): () => Task["input"] {
  let round = 0;
  return () => swapped(task, round++);
}

async function ours(task: Task, server: McpServer): Promise<Participant> {
  const path = ownCopy(task, "ours");
  const where = path === undefined ? {} : { path };
  if (task.first) await server.call(task.first.tool, { ...task.first.input, ...where });
  const next = inputs(task);
  return () => timed(() => server.call(task.tool, { ...next(), ...where }));
}

function peerWay(task: Task, peer: Peer, server: McpServer): Participant | undefined {
  const way = peer.ways[task.compared as Compared];
  if (!way) return undefined;
  const path = ownCopy(task, shortName(peer));
  const next = inputs(task);
  return () => timed(() => way(server.call, peerTask({ root: task.root, input: next() }, path)));
}

async function startPeers({ tasks, installed, state }: PeerPlan, failed: Record<string, string>) {
  const roots = [...new Set(tasks.map(({ root }) => root))];
  const started: { peer: Peer; server: McpServer }[] = [];
  for (const peer of peers) {
    const modules = installed[shortName(peer)];
    if (modules === undefined) continue;
    try {
      const env = { ...process.env, HOME: state, ...peer.env };
      const server = await startMcpServer([join(modules, peer.program), ...(peer.args?.(roots) ?? [])], env);
      started.push({ peer, server });
    } catch (error) {
      failed[shortName(peer)] = `does not start: ${(error as Error).message.split("\n", 1)[0]}`;
    }
  }
  return started;
}

async function measure(plan: PeerPlan): Promise<PeerReport> {
  const raw = new RawHelper(plan.rawProgram);
  const failed: Record<string, string> = {};
  const started = await startPeers(plan, failed);
  const hosts = new Map<string, McpServer>();
  const tasks: PeerReport["tasks"][number][] = [];
  const most: Record<string, number> = {};
  const note = (name: string, server: McpServer) => {
    most[name] = Math.max(most[name] ?? 0, server.megabytes() ?? 0);
  };
  for (const task of plan.tasks) {
    const host = hosts.get(task.root) ?? (await startOurs(task.root, join(plan.state, `ours-${hosts.size}`)));
    hosts.set(task.root, host);
    const participants: Record<string, Participant> = { raw: () => raw.run(task), ours: await ours(task, host) };
    for (const { peer, server } of started) {
      const way = peerWay(task, peer, server);
      if (way) participants[shortName(peer)] = way;
    }
    const outcomes = await inTurn(participants, { rounds: task.rounds, warm: task.rounds > 1 });
    tasks.push({ name: task.name, outcomes: outcomes as Record<string, Outcome> });
    note("ours", host);
    for (const { peer, server } of started) note(shortName(peer), server);
  }
  raw.close();
  await Promise.all([...hosts.values(), ...started.map(({ server }) => server)].map((server) => server.close()));
  return { tasks, failed, megabytes: most };
}

void measure(JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as PeerPlan).then((report) =>
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit()),
);
