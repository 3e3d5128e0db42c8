/**
 * The test suites. Those of one lane run one after the other, in this order, and the lanes beside each other: first those that
 * come first, and when all of them have ended the others.
 */
import { runInHost } from "../../test/extensionHost/support/runInHost.mjs";
import { atOnce, inTurn, runMocha } from "./mochaSuite.mjs";
import { installPacked } from "./packedExtensions.mjs";
import { sharesOf } from "./shares.mjs";
import { alone, forRoot, notUnit, starting, unitTests } from "./unitTests.cjs";

/**
 * @typedef {object} Run
 * @property {string[]} args for mocha
 * @property {(text: string) => void} print takes what the tests print
 *
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} what
 * @property {"second" | "third"} [lane] where it is not the first
 * @property {boolean} [first] runs while most of the machine is idle
 * @property {boolean} [packed] needs the packed extensions and a browser
 * @property {boolean} [unbuilt] what is built plays no part in it
 * @property {boolean} [onRequest] left out where no suite is named
 * @property {(run: Run) => Promise<{ passed: number, failed: number, failures?: import("./mochaSuite.mjs").Failure[] }>} run
 * @property {number} [secondsAlone] how long a test may take when its file is run a second time, where that is done
 */

/** Files at the same time: as many as the smallest machine that the tests run on has processors. */
const jobs = 2;

/** Workbenches at the same time: more than processors, as each waits for its own server, browser and clock now and then. */
const workbenches = 3;

/**
 * How long a suite may take before what is left of it is given up. They take a third of it on an idle machine: it is there for a
 * hang that no time limit of a test ends.
 */
const minutes = 80;

const thorough = { TOOLCRIB_TEST_THOROUGH: "1" };

/** @param {Run} run @param {Record<string, string>} [env] */
const runUnitTests = (run, env = {}) => {
  const beside = { ...run, testSeconds: 120, suiteMinutes: minutes, jobs, env };
  return inTurn([
    () => runMocha({ ...beside, files: starting, except: [...notUnit, ...alone] }),
    () => runMocha({ ...beside, files: [unitTests], except: [...notUnit, ...alone, ...starting] }),
  ]);
};

/** @param {Run} run @param {Record<string, string>} [env] */
const runAlone = (run, env = {}) => runMocha({ ...run, files: alone, testSeconds: 120, suiteMinutes: 20, env });

/** @param {Run} run */
const runWorkbenchTests = async (run) => {
  const installed = await installPacked();
  try {
    return await atOnce(
      run.print,
      sharesOf("test/workbench", workbenches).map(
        (files) => (print) => runMocha({ ...run, print, files, testSeconds: 180, suiteMinutes: minutes }),
      ),
    );
  } finally {
    await installed.remove();
  }
};

/** @type {Suite[]} */
export const suites = [
  {
    name: "alone",
    what: "plain Node, what needs the machine to itself",
    first: true,
    run: (run) => runAlone(run),
    secondsAlone: 120,
  },
  {
    name: "unit",
    what: "plain Node",
    run: (run) => runUnitTests(run),
    secondsAlone: 120,
  },
  {
    name: "host",
    what: "inside the real extension host",
    lane: "second",
    // It waits for itself much of the time, and so leaves what is measured beside it a processor.
    first: true,
    packed: true,
    run: ({ print }) => runInHost((line) => print(`${line}\n`)),
  },
  {
    name: "workbench",
    what: "the real workbench, driven through a browser",
    lane: "second",
    packed: true,
    run: runWorkbenchTests,
    secondsAlone: 180,
  },
  {
    name: "headless",
    what: "the built headless host",
    lane: "third",
    // One file after the other: the lane ends long before the two others all the same.
    run: (run) => runMocha({ ...run, files: ["test/headless/**/*.test.ts"], testSeconds: 90, suiteMinutes: minutes }),
    secondsAlone: 90,
  },
  {
    name: "root",
    what: "what only root can set up",
    unbuilt: true,
    onRequest: true,
    run: (run) => runMocha({ ...run, files: [forRoot], testSeconds: 30, suiteMinutes: 5 }),
  },
  {
    name: "thorough",
    what: "all cases of the properties, real agent clients at the MCP server, and sweeps that take minutes",
    onRequest: true,
    run: (run) =>
      inTurn([
        () => runAlone(run, thorough),
        () => runUnitTests(run, thorough),
        () =>
          runMocha({
            ...run,
            files: ["test/clients/**/*.test.ts", "test/sweeps/**/*.test.ts"],
            testSeconds: 120,
            suiteMinutes: 45,
            env: thorough,
          }),
      ]),
  },
];
