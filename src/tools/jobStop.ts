import * as z from "zod";
import { noSuchJob, stopJob } from "../core/jobs";
import { defineTool } from "../core/tool";

/** What became of the job. */
export interface JobStopData {
  readonly job: string;
  /** False when it had ended before. */
  readonly stopped: boolean;
}

export const jobStop = defineTool({
  name: "job_stop",
  displayName: "Stop Job",
  summary: "End a command that runs in the background",
  description:
    "Ends a command of yours that runs in the background (bg_task_N) with everything it started, and returns when that is done. What it printed can still be read with job_output.",
  metadata: {
    concurrencySafe: true,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "background task kill cancel terminate",
  },
  touches: [],
  input: z.object({ id: z.string().min(1).describe("The job's id, as run_command named it.") }),
  async plan({ id }) {
    return {
      title: `Stop ${id}`,
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
