/** The one list of the unit tests, for `npm test` and `npm run check` alike: every test that has no suite of its own. */

/** Folders of suites that need a built host, a workbench, other programs or minutes, and what is only looked at by tests. */
const apart = [
  "headless",
  "extensionHost",
  "workbench",
  "clients",
  "sweeps",
  "bench",
  "evaluate",
  "soak",
  "demo-model",
];

/** What only root can set up. */
const forRoot = "test/**/*.root.test.ts";

exports.forRoot = forRoot;

exports.unitTests = "test/**/*.test.ts";

/** Globs of what `unitTests` matches and is not a unit test. */
exports.notUnit = [...apart.map((folder) => `test/${folder}/**`), forRoot];

/**
 * Globs of unit tests that measure processes, memory or the time something takes, or open very many files at once, and so
 * have a process to themselves, and nothing but the extension host beside them.
 */
exports.alone = [
  "test/node/sandbox/**/*imits*.test.ts",
  "test/node/sandbox/**/*rocesses.test.ts",
  "test/node/search/search.test.ts",
];

/**
 * Globs of unit tests that start programs by the hundred. Starting one takes the longer the more memory a process has, several
 * times as long in one that has been through all other tests: these have young ones.
 */
exports.starting = [
  "test/features/{subAgents,worktrees}/**/*.test.ts",
  "test/lib/shell/execution.test.ts",
  "test/lib/shell/programScripts.test.ts",
  "test/lib/shell/systemScripts.test.ts",
  "test/node/**/*.test.ts",
  "test/policy/hostile*.test.ts",
];

/** Modules that are required before any test, as paths from this one. */
exports.setup = ["ripgrepOnPath.mjs", "fewerCases.cjs", "patience.cjs", "../../test/support/tempFolder.ts"];
