/** Runs a suite of mocha tests in a process of its own. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { repository } from "../vscode/paths.mjs";
import { endGroup, startGroup } from "../vscode/processes.mjs";
import { setup } from "./unitTests.cjs";

const graceMs = 2_000;

const beside = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * @typedef {object} Failure
 * @property {string} title the test's whole name
 * @property {string} text the same, and what went wrong
 * @property {string | undefined} [file] where the test is written
 *
 * @typedef {{ passed: number, failed: number, failures: Failure[], passes: string[] }} Outcome `passes`: titles
 */

/**
 * The repository's mocha settings are for a plain `mocha`, and would add their own files.
 * @param {object} suite
 * @param {string[]} suite.files globs
 * @param {string[]} [suite.except] globs of what is not meant
 * @param {number} suite.testSeconds how long one test may take
 * @param {number} suite.suiteMinutes how long all may take
 * @param {string[]} [suite.args] further arguments to mocha
 * @param {number} [suite.jobs] how many files are run at the same time; one by one where it is left out
 * @param {Record<string, string>} [suite.env] added to the environment
 * @param {(text: string) => void} suite.print takes what the tests print
 * @returns {Promise<Outcome>}
 */
export async function runMocha({ files, except = [], testSeconds, suiteMinutes, args = [], jobs, env, print }) {
  const folder = await mkdtemp(join(tmpdir(), "crib-mocha-"));
  const counts = join(folder, "counts.json");
  const mocha = createRequire(import.meta.url).resolve("mocha/bin/mocha.js");
  const child = startGroup(
    process.execPath,
    [
      // Worker threads do not take over what was imported for this one.
      ...["--import=tsx", "--require=tsx/cjs", mocha, "--no-config"],
      ...setup.flatMap((name) => ["--require", beside(name)]),
      ...files,
      ...except.flatMap((glob) => ["--ignore", glob]),
      // What a failed test has left running would otherwise keep the suite from ending until all its minutes are over.
      ...["--exit", "--timeout", `${testSeconds}s`, ...(jobs ? ["--parallel", "--jobs", String(jobs)] : [])],
      ...["--reporter", beside("countingReporter.cjs"), "--reporter-option", `counts=${counts}`, ...args],
    ],
    { cwd: repository, env: { ...process.env, ...env } },
  );
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", print);
  try {
    await ended(child, suiteMinutes);
    return JSON.parse(await readFile(counts, "utf8"));
  } catch (error) {
    throw isMissing(error) ? new Error("It ended before its tests did.") : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * One run after the other, counted as one.
 * @param {readonly (() => Promise<Outcome>)[]} runs
 * @returns {Promise<Outcome>}
 */
export async function inTurn(runs) {
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const run of runs) outcomes.push(await run());
  return sumOf(outcomes);
}

/**
 * Runs at the same time, counted as one. What the first prints is seen at once, and what the others print after all have
 * ended, so that nothing is torn apart.
 * @param {(text: string) => void} print
 * @param {readonly ((print: (text: string) => void) => Promise<Outcome>)[]} runs
 * @returns {Promise<Outcome>}
 */
export async function atOnce(print, runs) {
  /** @type {string[][]} */
  const kept = runs.map(() => []);
  const ended = await Promise.allSettled(
    runs.map((run, at) => run(at === 0 ? print : (text) => void kept[at]?.push(text))),
  );
  print(kept.flat().join(""));
  return sumOf(
    ended.map((end) => {
      if (end.status === "rejected") throw end.reason;
      return end.value;
    }),
  );
}

/** @param {readonly Outcome[]} outcomes @returns {Outcome} */
const sumOf = (outcomes) => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  passes: outcomes.flatMap(({ passes }) => passes),
});

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {number} minutes
 */
async function ended(child, minutes) {
  const exit = new Promise((resolve, reject) => {
    // What it printed last may still be on its way, or held open for ever by something it left behind.
    child.once("exit", (code) => setTimeout(resolve, graceMs, code));
    child.once("close", resolve);
    child.once("error", reject);
  });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${minutes} minutes.`)), minutes * 60_000);
  });
  try {
    await Promise.race([exit, late]);
  } finally {
    clearTimeout(timer);
    await endGroup(child);
  }
}

/** @param {unknown} error */
const isMissing = (error) => error instanceof Error && "code" in error && error.code === "ENOENT";
