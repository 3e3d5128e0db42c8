import * as z from "zod";
import type { Job } from "../../core/jobs/job";
import { endingOfJob } from "../../core/jobs/jobs";
import { runningServers } from "../../core/jobs/unreachedServer";
import type { RunningCommand } from "../../core/ports/shell";
import { actionTitle, clause } from "../../core/text/clauses/clause";
import { defineTool, type RunContext, type ToolResult } from "../../core/tools/tool";
import type { ExecEffect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { plainOutput } from "../../lib/edits/terminal/terminalText";
import { planCommand, runParameters } from "../../tools/commands/commandRun";
import { portOf, type ReadyWish, type ServeData, servedText } from "./servedText";

/** Milliseconds after which a server is stopped all the same. */
const longest = 24 * 60 * 60 * 1000;

/** Milliseconds between two looks at its ports. */
const pause = 250;

/** Bytes of its output that are searched for a line, and that a failure shows. */
const maxRead = 64 * 1024;

export const serve = defineTool({
  name: "serve",
  displayName: "Serve",
  summary: "Start a server and wait until it is ready",
  description:
    "Starts a long-running command such as a dev server in the background, waits until it listens on a port, prints a text or answers a request, and returns the job id and the ports. In the sandbox it has a network of its own: set outside_sandbox if a browser or another command must reach it. job_output reads its output, job_stop ends it, and it ends with the session.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "dev server start background port listen watch localhost browser",
  },
  effectKinds: ["exec"],
  input: z.object({
    command: z.string().min(1).describe("The command line that runs the server in the foreground."),
    cwd: z
      .string()
      .min(1)
      .default(".")
      .describe("Working folder, relative to the workspace folder or absolute. Default: the workspace folder."),
    port: z
      .number()
      .int()
      .min(1)
      .max(65_535)
      .optional()
      .describe("Wait until it listens on this port. Default: on any, unless line is given."),
    line: z.string().min(1).max(500).optional().describe("Wait until it prints this text. Default: none."),
    answers: z
      .string()
      .regex(/^\/[!-~]*$/, "expected a path that begins with / and contains no blanks")
      .max(500)
      .optional()
      .describe(
        "Wait until an HTTP request for this path, such as /, is answered on the port, which needs outside_sandbox. Default: none.",
      ),
    wait_ms: z
      .number()
      .int()
      .min(0)
      .max(600_000)
      .default(30_000)
      .describe("Maximum wait in milliseconds; it goes on running afterwards. Default: 30000."),
    restart: z.coerce
      .string()
      .min(1)
      .optional()
      .describe('Id of your job that it replaces, which is stopped first; "true" for your only server. Default: none.'),
    outside_sandbox: runParameters.outside_sandbox,
    description: runParameters.description,
  }),
  async plan({ cwd, port, line, answers, wait_ms, restart, ...wish }, context) {
    const folder = await context.host.resolve(cwd);
    const background = { background: true, tty: false, movesFolder: false };
    const { effects, notes = [] } = await planCommand({ ...wish, ...background, folder }, context);
    const effect: ExecEffect = { ...(effects[0] as ExecEffect), timeoutMs: longest };
    const again = { ...wish, cwd: folder.path, port, line, answers, wait_ms };
    return {
      title: actionTitle`Serve ${wish.command.trim().split("\n")[0]}`,
      effects: [effect],
      notes: [clause`It runs until it is stopped or the session ends.`, ...notes],
      async run(context) {
        const replaced = replacedBy(restart, wish.command, context);
        const old = replaced === undefined ? undefined : await stopped(replaced, context);
        if (old?.isError) return old;
        const result = await started(effect, again, context);
        return old ? { ...result, text: `${old.text}\n${result.text}` } : result;
      },
    };
  },
});

/**
 * Id of the job whose place is taken; undefined for none.
 * @throws ToolError `invalid_input` where it is said that there is one and not which.
 */
function replacedBy(restart: string | undefined, command: string, { jobs }: RunContext): string | undefined {
  if (restart === "false") return undefined;
  if (restart !== "true") return restart;
  const servers = runningServers(jobs);
  const meant = servers.find(({ facts }) => facts.command === command) ?? servers[0];
  if (servers.length > 1 && meant?.facts.command !== command)
    throw new ToolError(
      "invalid_input",
      `restart "true" does not say which of your servers is meant: give ${servers.map(({ id }) => id).join(" or ")}.`,
    );
  return meant?.id;
}

/** Ends the server whose place is taken. */
const stopped = (id: string, context: RunContext): Promise<ToolResult> => context.call("job_stop", { id });

/** What is waited for, for how long, and all else that the call says. */
interface ServeWish extends ReadyWish, Readonly<Record<string, unknown>> {
  readonly wait_ms: number;
}

async function started(effect: ExecEffect, wish: ServeWish, context: RunContext): Promise<ToolResult> {
  const { kind, outsideSandbox, ...request } = effect;
  let running: RunningCommand | undefined;
  const facts = { command: effect.command, background: true, serving: wish };
  const job = await context.jobs.start(facts, (wires) =>
    context.host.exec({
      ...request,
      ...wires,
      onStarted: (command) => {
        running = command;
      },
    }),
  );
  for (const name of ["job_output", "job_stop"]) context.tools.activateTool(name);
  const waited = await untilReady(job, () => running, wish, wish.wait_ms, context);
  const data: ServeData = { job: job.id, ended: job.hasEnded, ports: job.ports, ...waited };
  if (job.hasEnded) job.isEndKnown = true;
  const printed = job.hasEnded ? await outputOf(job, context) : "";
  return { text: servedText(data, wish, job.hasEnded ? endingOfJob(job) : "", printed), isError: job.hasEnded, data };
}

/** Looks at its ports and its output until it is ready, has ended, or the time is over. */
async function untilReady(
  job: Job,
  running: () => RunningCommand | undefined,
  wish: ReadyWish,
  waitMs: number,
  context: RunContext,
): Promise<Pick<ServeData, "ready" | "waitedMs" | "status">> {
  const { signal } = context;
  const begun = performance.now();
  for (;;) {
    job.ports = (await running()?.listening()) ?? [];
    const { isReady, isInVain, status } = await readiness(job, running(), wish, context);
    const waitedMs = Math.round(performance.now() - begun);
    if (isReady || isInVain || job.hasEnded || signal.aborted || waitedMs >= waitMs)
      return { ready: isReady === true && !job.hasEnded, waitedMs, ...(status !== undefined && { status }) };
    context.progress(job.ports.length > 0 ? `Listens on ${job.ports.map((one) => one.port).join(", ")}` : "Starting…");
    await job.changed(Math.min(pause, waitMs - waitedMs), signal);
    // What prints without end must not be looked at without end.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How far a server is. */
interface Readiness {
  readonly isReady?: boolean;
  /** True when it cannot be asked, however long it is waited for. */
  readonly isInVain?: boolean;
  readonly status?: number;
}

/** Whether all that was wished for is so; by default that it listens. */
async function readiness(
  job: Job,
  running: RunningCommand | undefined,
  wish: ReadyWish,
  context: RunContext,
): Promise<Readiness> {
  const { port, line, answers } = wish;
  const first = portOf(wish, job.ports);
  if (answers !== undefined && first?.isReachable === false) return { isInVain: true };
  if (line !== undefined && !(await outputOf(job, context)).includes(line)) return {};
  if (first === undefined) return { isReady: line !== undefined && port === undefined && answers === undefined };
  if (answers === undefined) return { isReady: true };
  const status = await running?.answers(first.port, answers);
  return status === undefined ? {} : { isReady: status < 500, status };
}

/** The end of what it printed. */
async function outputOf({ id }: Job, { jobs }: RunContext): Promise<string> {
  const total = (await jobs.output(id, "both", 0, 0))?.total ?? 0;
  const range = await jobs.output(id, "both", Math.max(0, total - maxRead), maxRead);
  const bytes = Buffer.concat((range?.pieces ?? []).map((piece) => piece.bytes));
  return plainOutput(bytes.toString("utf8"));
}
