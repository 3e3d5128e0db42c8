/**
 * Failed tests are run once more, their files one by one, when everything else has ended. What passes then is no defect of the
 * product that shows every time; it is named as unsteady, so that its cause is looked for.
 */

/** More files than this do not fail by chance. */
const mostFiles = 6;

/**
 * @typedef {import("./mochaSuite.mjs").Failure} Failure
 * @typedef {{ failed: number, passed: number, failures: Failure[] }} Outcome
 * @typedef {(file: string) => Promise<{ passed: number, failed: number, failures: Failure[] }>} RunFile
 */

/**
 * The outcomes with what passed alone counted as passed.
 * @template {Outcome & { again?: RunFile | undefined }} Result
 * @param {readonly Result[]} results
 * @returns {Promise<{ results: Result[], unsteady: Failure[] }>} unsteady: what failed beside other suites and passed alone
 */
export async function runFailedAgain(results) {
  const files = new Set(results.flatMap(({ failures }) => failures.map(({ file }) => file)));
  if (files.size > mostFiles) return { results: [...results], unsteady: [] };
  /** @type {Failure[]} */
  const unsteady = [];
  /** @type {Result[]} */
  const counted = [];
  for (const result of results) {
    const settled = await passedAlone(result);
    unsteady.push(...settled);
    counted.push({
      ...result,
      passed: result.passed + settled.length,
      failed: result.failed - settled.length,
      failures: result.failures.filter((failure) => !settled.includes(failure)),
    });
  }
  return { results: counted, unsteady };
}

/**
 * @param {Outcome & { again?: RunFile | undefined }} result
 * @returns {Promise<Failure[]>} those of its failures whose files passed as a whole
 */
async function passedAlone({ failures, again }) {
  if (!again) return [];
  /** @type {Failure[]} */
  const settled = [];
  for (const file of new Set(failures.map((failure) => failure.file))) {
    if (file === undefined) continue;
    // A file that cannot be run to its end has failed.
    const outcome = await again(file).catch(() => undefined);
    if (outcome && outcome.failed === 0 && outcome.passed > 0)
      settled.push(...failures.filter((failure) => failure.file === file));
  }
  return settled;
}
