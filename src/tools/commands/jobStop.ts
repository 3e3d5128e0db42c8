import * as z from "zod";
import { noSuchJob, stopJob } from "../../core/jobs/jobs";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";

/** What became of the job. */
export interface JobStopData {
  readonly job: string;
  /** False when it had ended before. */
  readonly stopped: boolean;
}

export const jobStop = defineTool({
  name: "job_stop",
  displayName: "Stop Job",
  summary: "End a background command",
  description:
    "Ends one of your background commands (bg_task_N) and every process it started, and returns when that is done. Its output can still be read with job_output.",
  metadata: {
    concurrencySafe: true,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "background task server kill cancel terminate",
  },
  effectKinds: [],
  input: z.object({ id: z.string().min(1).describe("Job id, as returned by run_command.") }),
  async plan({ id }) {
    return {
      title: actionTitle`Stop ${id}`,
      effects: [],
      async run({ jobs }) {
        const job = jobs.find(id);
        if (!job) throw noSuchJob(id, jobs.ids());
        const { stopped, text } = await stopJob(job);
        return { text, isError: false, data: { job: id, stopped } satisfies JobStopData };
      },
    };
  },
});
