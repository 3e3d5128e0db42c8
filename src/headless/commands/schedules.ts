import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import type { FolderVerdict } from "../../features/approvedFolders/approvedFolder";
import { writeResult } from "../../features/schedules/node/resultFiles";
import { scheduleHindrance } from "../../features/schedules/scheduleHindrance";
import { type RunnerPorts, ScheduleRunner } from "../../features/schedules/scheduleRunner";
import { keyOf, type Schedule, type Schedules } from "../../features/schedules/schedules";
import { historyText, runText, scheduleReviewText, scheduleStateText } from "../../features/schedules/scheduleText";
import type { Machine } from "../machine";
import type { Options } from "../options";
import { UsageError } from "../usageError";
import { mustAgree } from "./mustAgree";

/** How a verdict is asked for and told. */
const verdicts: Readonly<Record<string, { verdict: FolderVerdict | undefined; done: string }>> = {
  approve: { verdict: "approved", done: "approved: it runs until anything in it changes" },
  reject: { verdict: "rejected", done: "rejected: it will not run in its current form" },
  withdraw: { verdict: undefined, done: "waits for approval again" },
};

const known = ["list", "show", "run", "remove", ...Object.keys(verdicts)];

/**
 * `toolcrib schedules`: lists what agents wired to run later, shows one with its files and runs, takes a person's word on
 * it, and runs it once. Nothing is started by itself here (EX-5, EX-9).
 * @returns the exit code.
 * @throws ToolError when there is no such schedule, or nobody who could be asked.
 */
export async function schedules(
  machine: Machine,
  { positionals: [question = "list", name], yes, due }: Pick<Options, "positionals" | "yes" | "due">,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const { schedules: all } = machine.features;
  await all.refresh();
  if (!known.includes(question))
    throw new UsageError(`"schedules ${question}" is not a command: use schedules ${known.join(", ")}.`);
  if (question === "list") return list(all, print);
  if (question === "run" && due) return runDue(machine, print, signal);
  const schedule = named(all, name);
  const { book } = machine.features;
  if (question === "run") return runOnce(machine, schedule, print, signal);
  if (question === "show" || question === "approve")
    print(scheduleReviewText(schedule, all.times, machine.crib.host.now()));
  if (question === "show") print(`\nRuns:\n${historyText(await book.history(schedule))}`);
  if (question === "remove") {
    await all.remove(schedule);
    print(`${keyOf(schedule)}: removed.`);
  }
  const answer = verdicts[question];
  if (!answer) return 0;
  if (question === "approve" && !yes) await mustAgree(keyOf(schedule));
  await all.decide(schedule, answer.verdict);
  print(`${keyOf(schedule)}: ${answer.done}.`);
  return 0;
}

function list(all: Schedules, print: (line: string) => void): number {
  if (all.all().length === 0) print("No agent has proposed a schedule.");
  for (const schedule of all.all()) print(`${keyOf(schedule)}: ${scheduleStateText(schedule)}`);
  return 0;
}

/** By its whole name, or by the part after the agent's where only one has it. */
function named(all: Schedules, name = ""): Schedule {
  const found = all.all().filter((one) => keyOf(one) === name || one.name === name);
  if (found.length === 1 && found[0]) return found[0];
  const names = all.all().map(keyOf);
  throw new ToolError(
    "not_found",
    `${found.length > 1 ? "There are several schedules" : "There is no schedule"} "${name}": ${names.length > 0 ? `name one of ${names.join(", ")}` : "there are none"}.`,
  );
}

async function runOnce(
  machine: Machine,
  schedule: Schedule,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const runner = runnerOn(machine, {
    hindrance: () => "only a person starts runs here",
    ended: () => {},
    problem: print,
  });
  const stop = () => runner.stop(schedule);
  signal.addEventListener("abort", stop, { once: true });
  const run = await runner.runNow(schedule);
  signal.removeEventListener("abort", stop);
  print(run.text);
  return run.state === "succeeded" ? 0 : 1;
}

const runnerOn = (
  { crib, features }: Machine,
  ports: Pick<RunnerPorts, "hindrance" | "ended" | "problem" | "grace">,
): ScheduleRunner =>
  new ScheduleRunner({
    ...{ schedules: features.schedules, book: features.book, now: crib.host.now, ...ports },
    call: (...run) => features.runSchedule(...run),
  });

/** Milliseconds after which what was due counts as missed: whatever calls this may do so once an hour. */
const dueGrace = 3_900_000;

/** Starts what is due by the clock, each once whoever else looks, and waits for its end. @returns 1 when one ended badly. */
async function runDue(machine: Machine, print: (line: string) => void, signal: AbortSignal): Promise<number> {
  let code = 0;
  const results: Promise<void>[] = [];
  const told = new Set<string>();
  const runner = runnerOn(machine, {
    grace: dueGrace,
    hindrance(schedule) {
      const reason = scheduleHindrance(machine.crib, schedule, machine.session.plan.isOn);
      if (reason !== undefined && !told.has(keyOf(schedule))) print(`${keyOf(schedule)}: not run, because ${reason}.`);
      told.add(keyOf(schedule));
      return reason;
    },
    ended(schedule, run) {
      print(`${keyOf(schedule)}: ${runText(run)}\n${run.text.trimEnd()}`);
      if (run.state !== "succeeded") code = 1;
      const { settings } = machine.crib.context();
      const written = writeResult(settings["schedules.resultsFolder"], schedule, run, machine.features.book);
      written.catch((error) => print(`The result of ${keyOf(schedule)} could not be written: ${messageOf(error)}.`));
      results.push(written);
    },
    problem(text) {
      print(`A schedule could not be run: ${text}`);
      code = 1;
    },
  });
  const stop = () => void runner.stopAll();
  signal.addEventListener("abort", stop, { once: true });
  await runner.look();
  await runner.idle();
  await Promise.allSettled(results);
  signal.removeEventListener("abort", stop);
  return code;
}
