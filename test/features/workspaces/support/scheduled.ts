/** Schedules over a real crib and real files, with a clock of the test's own. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ScheduleBookFiles } from "../../../../src/features/schedules/node/scheduleBook";
import type { ScheduleDefinition } from "../../../../src/features/schedules/scheduleDefinition";
import { ScheduleRunner } from "../../../../src/features/schedules/scheduleRunner";
import type { ScheduleRun } from "../../../../src/features/schedules/scheduleRuns";
import type { Schedule } from "../../../../src/features/schedules/schedules";
import { endedBadly } from "../../../../src/features/schedules/scheduleText";
import { type CribOptions, realCrib } from "../../../support/realCrib";

/** When the test's clock begins. */
export const morning = Date.parse("2026-01-05T06:59:30Z");

const minute = 60_000;

/** One crib with its book and runner. */
export async function scheduled(options: CribOptions = {}) {
  const made = await realCrib({}, options);
  const { crib } = made;
  const own = crib.workspaces.of("tester");
  if (!own) throw new Error("the agent has no workspace");
  const clock = { now: morning };
  const now = () => clock.now;
  const failed: ScheduleRun[] = [];
  const problems: string[] = [];
  let hindrance: string | undefined;
  const anotherRunner = () =>
    new ScheduleRunner({
      schedules: crib.schedules,
      book: new ScheduleBookFiles(() => crib.workspaces.base, now),
      now,
      hindrance: () => hindrance,
      call: (...run) => crib.runSchedule(...run),
      ended: (_schedule, run) => void (endedBadly(run) && failed.push(run)),
      problem: (text) => problems.push(text),
    });
  const runner = anotherRunner();
  const book = new ScheduleBookFiles(() => crib.workspaces.base, now);
  const write = (path: string, text: string) => {
    const file = join(own.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const propose = async (definition: Partial<ScheduleDefinition>, name = "report"): Promise<Schedule> => {
    write(`schedules/${name}.json`, JSON.stringify({ agent: "tester", command: "echo done", ...definition }));
    await crib.schedules.refresh();
    return find(name);
  };
  const find = (name = "report"): Schedule => {
    const found = crib.schedules.all().find((one) => one.name === name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  };
  return {
    ...made,
    ...{ own, clock, runner, book, failed, problems, anotherRunner, write, propose, find },
    hinder(reason: string | undefined) {
      hindrance = reason;
    },
    async approve(definition: Partial<ScheduleDefinition>, name = "report"): Promise<Schedule> {
      await crib.schedules.decide(await propose(definition, name), "approved");
      await runner.look();
      return find(name);
    },
    /** Looks at every half minute of so many minutes, and waits for what that starts. */
    async pass(minutes: number, ...runners: readonly ScheduleRunner[]) {
      const all = runners.length > 0 ? runners : [runner];
      for (let step = 0; step < minutes * 2; step++) {
        clock.now += minute / 2;
        await Promise.all(all.map((one) => one.look()));
        await Promise.all(all.map((one) => one.idle()));
      }
    },
    states: async (name = "report") => (await book.history(find(name))).map(({ state }) => state).reverse(),
  };
}
