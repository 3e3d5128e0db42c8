/**
 * `npm test`: builds, runs every suite that needs no request, and ends with the line "N passed, N failed".
 *
 *   --suite unit,host   only these; `root` (by root) and `thorough` run only when they are named
 *   anything else       is handed to mocha, as `--grep edit`
 */
import { spawnSync } from "node:child_process";
import { relative } from "node:path";
import { runMocha } from "./testing/mochaSuite.mjs";
import { packExtensions } from "./testing/packedExtensions.mjs";
import { runFailedAgain } from "./testing/secondRun.mjs";
import { suites } from "./testing/suites.mjs";
import { useTemporaryFolder } from "./testing/temporaryFolder.mjs";
import { findBrowser } from "./vscode/browser.mjs";
import { repository } from "./vscode/paths.mjs";
import { ensureServer } from "./vscode/serverInstall.mjs";

/**
 * @typedef {import("./testing/mochaSuite.mjs").Failure} Failure
 * @typedef {{ name: string, passed: number, failed: number, start: number, seconds: number, failures: Failure[], trouble?: string, again?: import("./testing/secondRun.mjs").RunFile | undefined }} Result
 */

const { wanted, mochaArgs } = readArguments(process.argv.slice(2));
const began = Date.now();
useTemporaryFolder();
const inWorkbench = wanted.some(({ packed }) => packed);
const told = (/** @type {string} */ line) => console.log(`  ${line}`);
// Before the build, as it leaves the bundles as they are published, and before all that it would have to leave out is there.
if (inWorkbench) await packExtensions();
// Before any suite: two would install the same over each other.
const installing = [ensureServer(told), inWorkbench ? findBrowser(told) : undefined];
if (!wanted.every(({ unbuilt }) => unbuilt)) build();
await Promise.all(installing);

const liveOutput = { print: (/** @type {string} */ text) => void process.stdout.write(text), end: () => {} };
/** @type {Map<import("./testing/suites.mjs").Suite, Result>} */
const done = new Map();
for (const first of [true, false]) await runBeside(wanted.filter((suite) => (suite.first ?? false) === first));
const { results, unsteady } = await runFailedAgain(wanted.flatMap((suite) => done.get(suite) ?? []));
summarize();

/** @param {readonly import("./testing/suites.mjs").Suite[]} suites */
async function runBeside(suites) {
  const lanes = [...new Set(suites.map(({ lane }) => lane))].map((lane) =>
    suites.filter((suite) => suite.lane === lane),
  );
  await Promise.all(
    lanes.map(async (lane) => {
      for (const suite of lane) await runAndPrint(suite, lanes.length > 1 ? laterOutput() : liveOutput);
    }),
  );
}

/** @param {import("./testing/suites.mjs").Suite} suite @param {{ print: (text: string) => void, end: () => void }} output */
async function runAndPrint(suite, output) {
  output.print(`\n── ${suite.name}: ${suite.what} ──\n`);
  done.set(suite, await runSuite(suite, output.print));
  output.end();
}

/**
 * @param {import("./testing/suites.mjs").Suite} suite
 * @param {(text: string) => void} print
 * @returns {Promise<Result>}
 */
async function runSuite(suite, print) {
  const start = Date.now();
  const outcome = await suite
    .run({ args: mochaArgs, print })
    .catch((error) => ({ passed: 0, failed: 0, trouble: String(error.stack ?? error) }));
  // A suite that says nothing has failed: it crashed, or found no tests.
  const silent = outcome.passed + outcome.failed === 0;
  const trouble = "trouble" in outcome ? outcome.trouble : silent ? "No tests ran." : undefined;
  if (trouble) print(`\n${suite.name}: ${trouble}\n`);
  return {
    name: suite.name,
    passed: outcome.passed,
    failed: outcome.failed + (silent ? 1 : 0),
    start: (start - began) / 1000,
    seconds: (Date.now() - start) / 1000,
    failures: "failures" in outcome ? (outcome.failures ?? []) : [],
    again: againOf(suite),
    ...(trouble ? { trouble } : {}),
  };
}

/** @param {import("./testing/suites.mjs").Suite} suite @returns {import("./testing/secondRun.mjs").RunFile | undefined} */
function againOf({ name, secondsAlone }) {
  if (secondsAlone === undefined) return undefined;
  return (file) => {
    console.log(`\n── ${name}, once more and alone: ${relative(repository, file)} ──`);
    return runMocha({
      ...{ files: [file], args: mochaArgs, testSeconds: secondsAlone, suiteMinutes: 15 },
      print: liveOutput.print,
    });
  };
}

/** Of suites that run beside each other, each is printed when it ends, so that none is torn apart. */
function laterOutput() {
  /** @type {string[]} */
  const kept = [];
  return {
    print: (/** @type {string} */ text) => void kept.push(text),
    end: () => void process.stdout.write(kept.join("")),
  };
}

/** @param {string[]} args */
function readArguments(args) {
  const at = args.indexOf("--suite");
  if (at < 0) return { wanted: suites.filter((suite) => !suite.onRequest), mochaArgs: args };
  const names = (args[at + 1] ?? "").split(",");
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    console.error(`There is no suite "${unknown}". There are: ${suites.map((suite) => suite.name).join(", ")}.`);
    process.exit(2);
  }
  return { wanted: suites.filter((suite) => names.includes(suite.name)), mochaArgs: args.toSpliced(at, 2) };
}

function build() {
  const { status } = spawnSync("npm run build", { stdio: "inherit", shell: true });
  if (status === 0) return;
  console.log("\nThe build failed: nothing was tested.\n0 passed, 1 failed");
  process.exit(1);
}

function summarize() {
  // Again at the end, where it is still seen of a long run.
  for (const { name, failures } of results) {
    for (const { text } of failures) console.log(`\nFailed in ${name}: ${text}`);
  }
  for (const { text } of unsteady) console.log(`\nUnsteady, failed in one of two runs: ${text}`);
  const row = (/** @type {string} */ name, /** @type {string[]} */ ...cells) =>
    name.padEnd(12) + cells.map((cell) => cell.padStart(10)).join("");
  console.log(`\n${row("suite", "passed", "failed", "from", "time")}`);
  for (const { name, passed, failed, start, seconds, trouble } of results) {
    const cells = row(name, `${passed}`, `${failed}`, `${start.toFixed(1)} s`, `${seconds.toFixed(1)} s`);
    console.log(trouble ? `${cells}   ${trouble.split("\n", 1)[0]?.replace("Error: ", "")}` : cells);
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  // Not process.exit: what was printed may still be on its way through a pipe.
  process.exitCode = failed > 0 ? 1 : 0;
}
