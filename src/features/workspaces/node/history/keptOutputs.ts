/** What runs in a workspace printed, kept with its history, so that any window can show it again (PO-8, C-33). */

import type { AgentJobs } from "../../../../core/jobs/jobs";
import type { OutputPiece } from "../../../../core/ports/outputLog";
import { OutputLogs } from "../../../../node/commands/outputLogs";
import type { RetentionLimits } from "../../../../node/commands/outputRetention";
import type { KeptOutput } from "../../execHistory";

const mebibyte = 1024 ** 2;

/** Of each workspace; the oldest outputs go first. */
const limits: RetentionLimits = { agentBytes: 256 * mebibyte, allBytes: 256 * mebibyte, agentLogs: 500 };

/** Bytes of one run, its first ones. */
const maxRunLength = 64 * mebibyte;
/** Bytes that are copied or read at once. */
const portion = mebibyte;

/** All outputs of a workspace have the same owner. */
const owner = "workspace";

/** The outputs in one folder. */
export class KeptOutputs {
  readonly #logs: OutputLogs;

  constructor(folder: string) {
    this.#logs = new OutputLogs(folder, limits);
  }

  /** Copies what a job that has ended printed. */
  async keep(jobs: AgentJobs, job: string): Promise<KeptOutput> {
    const total = (await jobs.output(job, "both", 0, 0))?.total ?? 0;
    const missing = jobs.find(job)?.missing ?? 0;
    const outputBytes = total + missing;
    if (total === 0) return { outputBytes, ...(missing > 0 && { outputLost: missing }) };
    const copied = Math.min(total, maxRunLength);
    const log = await this.#logs.open(owner, "run");
    for (let from = 0; from < copied; from += portion) {
      const range = await jobs.output(job, "both", from, Math.min(portion, copied - from));
      for (const { stream, bytes } of range?.pieces ?? []) await log.append(stream, bytes);
    }
    await log.close();
    const outputLost = missing + total - copied + log.missing;
    // A name under which nothing is kept is given to another run.
    const hasKept = log.missing < copied;
    return { ...(hasKept && { output: log.id }), outputBytes, ...(outputLost > 0 && { outputLost }) };
  }

  /** The pieces of an output in the order in which they were printed; undefined when it is no longer kept. */
  async read(output: string): Promise<AsyncGenerator<OutputPiece> | undefined> {
    const total = (await this.#logs.read(owner, output, "both", 0, 0))?.total;
    return total === undefined ? undefined : this.#pieces(output, total);
  }

  async *#pieces(output: string, total: number): AsyncGenerator<OutputPiece> {
    for (let from = 0; from < total; from += portion)
      yield* (await this.#logs.read(owner, output, "both", from, portion))?.pieces ?? [];
  }
}
