/** Results of runs that an agent's next session is told (EX-9). */
import type { News, NewsSource } from "../../core/calls/beside/news";
import { isAgentNamed } from "../../core/vocabulary/caller";
import type { ScheduleBook, ScheduleRun } from "./scheduleRuns";
import type { Schedules, UsableSchedule } from "./schedules";
import { runFactLines, runStateText } from "./scheduleText";

/** Runs of one schedule that are told at once, and characters of what one printed. */
const max = { runs: 3, text: 2000 } as const;

/** Runs that an agent can learn something from. */
const told: ReadonlySet<ScheduleRun["state"]> = new Set(["succeeded", "failed", "refused", "brokenOff"]);

interface Untold {
  readonly schedule: UsableSchedule;
  readonly run: ScheduleRun;
}

/** What is known of runs that were not told yet; read anew when somebody says so. */
export class ScheduleNews implements NewsSource {
  readonly tool = "schedule_list";
  #untold: readonly Untold[] = [];

  constructor(
    private readonly schedules: Schedules,
    private readonly book: ScheduleBook,
    private readonly isElsewhere: (workspace: string) => boolean,
  ) {}

  /** Looks what has run since. Never rejects. */
  async refresh(): Promise<void> {
    const found: Untold[] = [];
    for (const schedule of this.schedules.all()) {
      const { definition } = schedule;
      if (!definition || this.isElsewhere(schedule.workspace)) continue;
      const runs = await this.book.history(schedule).catch(() => []);
      const ended = runs.filter(({ state, cause }) => told.has(state) && cause !== "person").slice(0, max.runs);
      found.push(...ended.toReversed().map((run) => ({ schedule: { ...schedule, definition }, run })));
    }
    this.#untold = found;
  }

  news(agent: string): readonly News[] {
    const own = this.#untold.filter(({ schedule }) => isAgentNamed(schedule.definition.agent, agent));
    this.#untold = this.#untold.filter((one) => !own.includes(one));
    return own
      .filter(({ schedule, run }) => this.book.tell(schedule, run.id))
      .map(({ schedule, run }) => ({
        text: newsText(schedule.name, run),
        ...(run.lineage && { lineage: run.lineage }),
      }));
  }
}

function newsText(name: string, run: ScheduleRun): string {
  const { text, startedAt } = run;
  const shown = text.length > max.text ? `…${text.slice(-max.text)}` : text;
  const head = `[The schedule "${name}" ran at ${new Date(startedAt).toISOString()}: ${runStateText(run)}.`;
  const file = run.head ? [`${run.head.file} begins:`, run.head.text] : [];
  return [head, ...runFactLines(run), ...file, `${shown.trimEnd()}]`].join("\n");
}
