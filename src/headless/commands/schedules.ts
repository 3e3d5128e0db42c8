import { ToolError } from "../../core/vocabulary/toolError";
import type { FolderVerdict } from "../../features/approvedFolders/approvedFolder";
import { ScheduleBookFiles } from "../../features/schedules/node/scheduleBook";
import { ScheduleRunner } from "../../features/schedules/scheduleRunner";
import { keyOf, type Schedule, type Schedules } from "../../features/schedules/schedules";
import { historyText, scheduleReviewText, scheduleStateText } from "../../features/schedules/scheduleText";
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
  { positionals: [question = "list", name], yes }: Pick<Options, "positionals" | "yes">,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const { schedules: all } = machine.features;
  await all.refresh();
  if (!known.includes(question))
    throw new UsageError(`"schedules ${question}" is not a command: use schedules ${known.join(", ")}.`);
  if (question === "list") return list(all, print);
  const schedule = named(all, name);
  const book = new ScheduleBookFiles(() => machine.crib.workspaces.base, machine.crib.host.now);
  if (question === "run") return runOnce(machine, book, schedule, print, signal);
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
  { crib, features }: Machine,
  book: ScheduleBookFiles,
  schedule: Schedule,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const runner = new ScheduleRunner({
    schedules: features.schedules,
    book,
    now: crib.host.now,
    hindrance: () => "only a person starts runs here",
    call: (...run) => features.runSchedule(...run),
    failed: () => {},
    problem: print,
  });
  const stop = () => runner.stop(schedule);
  signal.addEventListener("abort", stop, { once: true });
  const run = await runner.runNow(schedule);
  signal.removeEventListener("abort", stop);
  print(run.text);
  return run.state === "succeeded" ? 0 : 1;
}
