/** The last runs of tests, for running again what failed, and for whoever shows them. */

import type { ResolvedPath } from "../../core/vocabulary/effect";
import { ranNone } from "../../lib/testRuns/reading/testRun";
import type { LocatedReport } from "../../lib/testRuns/reportLine";

/** One run. */
export interface TestRunFacts {
  readonly command: string;
  readonly folder: ResolvedPath;
  /** Absent where the output told of no test. */
  readonly report: LocatedReport | undefined;
  readonly exitCode: number | undefined;
  /** What it printed, as far as the model was shown it. */
  readonly output: string;
}

/** Runs one after the other; one for each window or process. */
export class TestRuns {
  readonly #last = new Map<string, TestRunFacts>();
  readonly #listeners = new Set<(run: TestRunFacts) => void>();

  /**
   * Remembers a run that told of tests; one in which none ran takes nothing away from what is known of the last.
   * @param agent whose run it was.
   */
  add(agent: string, run: TestRunFacts): void {
    if (!run.report || ranNone(run.report)) return;
    this.#last.set(agent, run);
    for (const listener of this.#listeners) listener(run);
  }

  /** The last run of an agent that told of tests. */
  last(agent: string): TestRunFacts | undefined {
    return this.#last.get(agent);
  }

  /** @returns ends the listening. */
  onRun(listener: (run: TestRunFacts) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
