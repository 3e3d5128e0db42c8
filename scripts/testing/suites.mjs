/** The test suites, in the order in which they run: the fast ones first. */
import { runInHost } from "../../test/vscode/support/runInHost.mjs";
import { runMocha } from "./mochaSuite.mjs";

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} what
 * @property {boolean} [onRequest] left out where no suite is named
 * @property {(mochaArgs: string[]) => Promise<{ passed: number, failed: number, failures?: string[] }>} run
 */

/** What has a suite of its own, or is not ours to run. */
const apart = ["headless", "vscode", "workbench", "clients", "sweeps", "bench", "demo-workspace", "demo-model"];

/** What only root can set up. */
const forRoot = "test/**/*.root.test.ts";

/** @type {Suite[]} */
export const suites = [
  {
    name: "unit",
    what: "plain Node",
    run: (args) =>
      runMocha({
        files: ["test/**/*.test.ts"],
        except: [...apart.map((folder) => `test/${folder}/**`), forRoot],
        testSeconds: 60,
        suiteMinutes: 40,
        args,
        ripgrep: true,
      }),
  },
  {
    name: "headless",
    what: "the built headless host",
    run: (args) =>
      runMocha({ files: ["test/headless/**/*.test.ts"], testSeconds: 30, suiteMinutes: 20, args, ripgrep: true }),
  },
  {
    name: "host",
    what: "inside the real extension host",
    run: () => runInHost((line) => console.log(`  ${line}`)),
  },
  {
    name: "workbench",
    what: "the real workbench, driven through a browser",
    run: (args) => runMocha({ files: ["test/workbench/**/*.test.ts"], testSeconds: 120, suiteMinutes: 45, args }),
  },
  {
    name: "root",
    what: "what only root can set up",
    onRequest: true,
    run: (args) => runMocha({ files: [forRoot], testSeconds: 30, suiteMinutes: 5, args }),
  },
  {
    name: "thorough",
    what: "real agent clients at the MCP server, and sweeps that take minutes",
    onRequest: true,
    run: (args) =>
      runMocha({
        files: ["test/clients/**/*.test.ts", "test/sweeps/**/*.test.ts"],
        testSeconds: 120,
        suiteMinutes: 45,
        args,
        ripgrep: true,
      }),
  },
];
