/** The programs that run tests in Node, and how each is told what to run. Pure. */

import { quoted } from "../../core/vocabulary/shellQuoting";
import type { SimpleCommand, Word } from "../../lib/shell/words/types";
import { baseName } from "../../lib/shell/words/wrappers";
import { escaped, fileWord, type TestWish, words } from "./runner";
import { type ProgramOptions, positionals } from "./testScript";

/** One of them. */
export interface NodeRunner extends ProgramOptions {
  readonly name: string;
  /** What a script calls it. */
  readonly programs: readonly string[];
  /** What such a program must be told to run tests. */
  readonly mode?: string;
  /** Words that may stand first and name no file. */
  readonly subcommands?: ReadonlySet<string>;
  /** The package that it comes from. */
  readonly dependency?: string;
  /** How the program is called without a script; one of a package is started by the package manager. */
  readonly bare: string;
  /** What it is told beside its own words. */
  args(wish: TestWish): string;
  readonly reports: readonly string[];
  /** What stands in front of it where it does not measure coverage itself, a program of a package. */
  readonly measuring?: string;
  /** How options begin that cannot stand beside those for coverage. */
  readonly reporting?: string;
}

/** Reports of programs that write them with istanbul. */
export const istanbul = ["coverage/lcov.info", "coverage/cobertura-coverage.xml"];

const nodeReport = "coverage/lcov.info";

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** One regular expression for several names. */
const pattern = (names: readonly string[]) => quoted(names.map(escaped).join("|"));

const vitest: NodeRunner = {
  ...{ name: "vitest", programs: ["vitest"], dependency: "vitest", bare: "vitest run", reports: istanbul },
  subcommands: setOf("run watch dev"),
  args: (wish) =>
    words(
      fileWord(wish),
      wish.names.length > 0 && `-t ${pattern(wish.names)}`,
      wish.coverage && "--coverage.enabled --coverage.reporter=lcov",
    ),
  switches: setOf(
    "--run --globals --dom --passWithNoTests --no-coverage --no-file-parallelism --no-isolate --no-watch",
  ),
  valued: setOf(
    "-c --config -r --root --dir --project --reporter --environment --pool --mode --shard --exclude --testTimeout --hookTimeout --retry --bail --outputFile --maxWorkers -t --testNamePattern",
  ),
};

const jest: NodeRunner = {
  ...{ name: "jest", programs: ["jest"], dependency: "jest", bare: "jest", reports: istanbul },
  args: (wish) =>
    words(
      fileWord(wish),
      wish.names.length > 0 && `-t ${pattern(wish.names)}`,
      wish.coverage && "--coverage --coverageReporters=lcov",
    ),
  switches: setOf(
    "-i --runInBand --ci --coverage --collectCoverage --verbose --silent --passWithNoTests --detectOpenHandles --forceExit --no-cache --no-coverage --watchAll --colors --logHeapUsage --errorOnDeprecated --runTestsByPath",
  ),
  valued: setOf(
    "-c --config --rootDir --env --testEnvironment -w --maxWorkers --maxConcurrency --testTimeout --workerIdleMemoryLimit --shard --outputFile --coverageDirectory --coverageProvider --preset --globals -t --testNamePattern",
  ),
};

const mocha: NodeRunner = {
  ...{ name: "mocha", programs: ["mocha", "_mocha"], dependency: "mocha", bare: "mocha", reports: istanbul },
  measuring: "c8 --reporter=lcov",
  args: (wish) => words(fileWord(wish), wish.names.length > 0 && `-g ${pattern(wish.names)}`),
  switches: setOf(
    "--allow-uncaught -A --async-only -b --bail --check-leaks -c --color --colors -C --no-color --no-colors --no-config --no-diff --no-package --no-timeout --no-timeouts --delay --diff --dry-run --exit --no-exit --fail-zero --forbid-only --forbid-pending --full-trace --inline-diffs -i --invert -p --parallel --recursive -S --sort",
  ),
  valued: setOf(
    "--config --extension -f --fgrep --file --global --globals -g --grep --ignore --exclude -j --jobs -n --node-option --package -R --reporter -O --reporter-option --reporter-options -r --require --retries -s --slow -t --timeout --timeouts -u --ui",
  ),
};

const node: NodeRunner = {
  ...{ name: "node --test", programs: ["node"], mode: "--test", bare: "node --test", reports: [nodeReport] },
  reporting: "--test-reporter",
  args: (wish) =>
    words(
      ...wish.names.map((name) => `--test-name-pattern=${quoted(escaped(name))}`),
      wish.coverage &&
        `--experimental-test-coverage --test-reporter=spec --test-reporter-destination=stdout --test-reporter=lcov --test-reporter-destination=${nodeReport}`,
      fileWord(wish),
    ),
  switches: setOf(
    "--test --test-only --test-force-exit --experimental-test-coverage --experimental-test-module-mocks --experimental-strip-types --experimental-transform-types --experimental-vm-modules --experimental-require-module --enable-source-maps --expose-gc --no-warnings --no-deprecation --preserve-symlinks --trace-warnings --trace-deprecation --trace-uncaught --throw-deprecation --inspect",
  ),
  valued: setOf(
    "-r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --test-concurrency --test-isolation --test-name-pattern --test-skip-pattern --test-reporter --test-reporter-destination --test-shard --test-timeout --unhandled-rejections --disable-warning",
  ),
};

/** All of them, those first that a project with several rather uses. */
export const nodeRunners: readonly NodeRunner[] = [vitest, jest, mocha, node];

/** Where {@link NodeRunner.mode} stands among the arguments; -1 where it is missing or follows a file, whose argument it is. */
function modeAt(runner: NodeRunner, args: readonly Word[]): number {
  const at = args.findIndex(({ value }) => value === runner.mode);
  const before = positionals(args.slice(0, Math.max(at, 0)), runner);
  return before !== undefined && before.length > 0 ? -1 : at;
}

/** Whether a command starts this program to run tests. */
export const isStartedBy = (runner: NodeRunner, { name, args }: SimpleCommand): boolean =>
  name !== undefined &&
  runner.programs.includes(baseName(name)) &&
  (runner.mode === undefined || modeAt(runner, args) >= 0);

function subcommandOf(runner: NodeRunner, args: readonly Word[]): Word | undefined {
  const [first] = positionals(args, runner) ?? [];
  return runner.subcommands?.has(first?.value ?? "") ? first : undefined;
}

/** The arguments of a script that name what to run; undefined where that cannot be told. */
export function filesOf(runner: NodeRunner, args: readonly Word[]): readonly Word[] | undefined {
  const subcommand = subcommandOf(runner, args);
  return positionals(args, runner)?.filter((word) => word !== subcommand);
}

/**
 * How many of a script's arguments stand before those that say what to run.
 * @param hasFile they name a file, and those of the script none.
 */
export function placeOfArguments(runner: NodeRunner, args: readonly Word[], hasFile: boolean): number {
  if (runner.mode !== undefined) return hasFile ? args.length : modeAt(runner, args) + 1;
  if (!hasFile) return args.length;
  // An option at the end of the script takes no file for its value where the file comes first.
  const subcommand = subcommandOf(runner, args);
  return subcommand ? args.indexOf(subcommand) + 1 : 0;
}
