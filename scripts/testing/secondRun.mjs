/**
 * Failed tests are run once more, their files one by one, when everything else has ended. What passes then is no defect of the
 * product that shows every time; it is named as unsteady, so that its cause is looked for.
 */

/** More files than this do not fail by chance. */
const mostFiles = 20;

/**
 * @typedef {import("./mochaSuite.mjs").Failure} Failure
 * @typedef {{ failed: number, passed: number, failures: Failure[] }} Outcome
 * @typedef {(file: string) => Promise<import("./mochaSuite.mjs").Outcome>} RunFile
 */

/**
 * The outcomes with what passed alone counted as passed.
 * @template {Outcome & { again?: RunFile | undefined }} Result
 * @param {readonly Result[]} results
 * @returns {Promise<{ results: Result[], unsteady: Failure[] }>} unsteady: what failed in one run and passed in the other
 */
export async function runFailedAgain(results) {
  const files = new Set(results.flatMap(({ failures }) => failures.map(({ file }) => file)));
  if (files.size > mostFiles) return { results: [...results], unsteady: [] };
  /** @type {Failure[]} */
  const unsteady = [];
  /** @type {Result[]} */
  const counted = [];
  for (const result of results) {
    const { settled, onlyAlone } = await secondRun(result);
    unsteady.push(...settled, ...onlyAlone);
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
 * @returns {Promise<{ settled: Failure[], onlyAlone: Failure[] }>} settled: those of its failures that passed alone;
 * onlyAlone: what passed beside the others and failed alone
 */
async function secondRun({ failures, again }) {
  /** @type {Failure[]} */
  const settled = [];
  /** @type {Failure[]} */
  const onlyAlone = [];
  if (!again) return { settled, onlyAlone };
  for (const file of new Set(failures.map((failure) => failure.file))) {
    if (file === undefined) continue;
    // A file that cannot be run to its end has failed.
    const outcome = await again(file).catch(() => undefined);
    if (!outcome) continue;
    const first = failures.filter((failure) => failure.file === file);
    const isWhole = outcome.failed === 0 && outcome.passed > 0;
    // What no test is, as a hook, is named only where it fails.
    settled.push(...first.filter(({ title }) => isWhole || outcome.passes.includes(title)));
    onlyAlone.push(...outcome.failures.filter(({ title }) => !first.some((failure) => failure.title === title)));
  }
  return { settled, onlyAlone };
}
