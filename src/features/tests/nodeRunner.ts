/** Which program runs the tests of a package.json, and how it is called with its script's own arguments. Pure. */

import type { SimpleCommand, Word } from "../../lib/shell/words/types";
import { baseName } from "../../lib/shell/words/wrappers";
import { filesOf, isStartedBy, istanbul, type NodeRunner, nodeRunners, placeOfArguments } from "./nodeRunners";
import { type ProjectFiles, type Runner, type TestCall, type TestWish, words } from "./runner";
import { assignmentsOf, asWritten, isConstant, type TestScript, testScript } from "./testScript";

/** What package.json says of tests. */
interface NodeProject {
  readonly script: TestScript | undefined;
  /** The names of all scripts. */
  readonly scripts: ReadonlySet<string>;
  readonly dependencies: ReadonlySet<string>;
}

function nodeProject(text: string): NodeProject {
  try {
    const {
      scripts = {},
      dependencies = {},
      devDependencies = {},
    } = JSON.parse(text) as Record<string, Record<string, unknown>>;
    const script = scripts.test;
    return {
      script: typeof script === "string" && !script.includes("no test specified") ? testScript(script) : undefined,
      scripts: new Set(Object.keys(scripts)),
      dependencies: new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]),
    };
  } catch {
    // What is no JSON names no tests.
    return { script: undefined, scripts: new Set(), dependencies: new Set() };
  }
}

/** A package manager. */
interface Manager {
  /** Runs the script for tests. */
  readonly test: string;
  /** Starts a program of a package. */
  readonly exec: string;
}

const npm: Manager = { test: "npm test", exec: "npx" };
const managers: readonly (readonly [lock: string, manager: Manager])[] = [
  ["pnpm-lock.yaml", { test: "pnpm test", exec: "pnpm exec" }],
  ["yarn.lock", { test: "yarn test", exec: "yarn" }],
  ["bun.lock", { test: "bun run test", exec: "bunx" }],
  ["bun.lockb", { test: "bun run test", exec: "bunx" }],
];

/** Writes how a program of a package is started, with what stands behind its name. */
type Starter = (line: string) => string;

/** `yarn` would rather run a script of the program's name. */
const starterOf =
  ({ exec }: Manager, scripts: ReadonlySet<string>): Starter =>
  (line) =>
    words(exec === "yarn" && scripts.has(line.split(" ", 1)[0] ?? "") ? npm.exec : exec, line);

/** The names in a folder by which a package manager is recognised. */
export const managerFiles: readonly string[] = managers.map(([lock]) => lock);

/** The runner of a project with a package.json; undefined where there is none. */
export function nodeRunner({ packageJson, names }: ProjectFiles): Runner | undefined {
  if (packageJson === undefined) return undefined;
  const { script, scripts, dependencies } = nodeProject(packageJson);
  const { first } = script ?? {};
  const started = first && nodeRunners.find((runner) => isStartedBy(runner, first));
  const depended = nodeRunners.find(({ dependency }) => dependency !== undefined && dependencies.has(dependency));
  const runner = started ?? depended;
  const manager = managers.find(([lock]) => names.has(lock))?.[1] ?? npm;
  const { test: own } = manager;
  if (!runner) return script && scriptRunner(own);
  /** The script, where it is the runner with its arguments and nothing else. */
  const call = started && script?.isSimple ? first : undefined;
  const start = starterOf(manager, scripts);
  const passedOver = script && hooksNote(scripts);
  return {
    name: runner.name,
    because: started ? "the script test of package.json starts it" : "package.json depends on it",
    reports: runner.measuring && !dependencies.has("c8") ? [] : runner.reports,
    call(wish) {
      const args = runner.args(wish);
      const measuring = wish.coverage && runner.measuring;
      if (script && args === "" && !measuring) return { command: own };
      const files = wish.file !== undefined && call ? filesOf(runner, call.args) : [];
      if (call && takesMore(runner, wish) && !files?.length)
        return {
          command: words(own, manager === npm && "--", args),
          ...(!files && { note: `files that the script ${JSON.stringify(call.text)} names may run too` }),
        };
      const folder = wish.coverage && runner.mode !== undefined && "mkdir -p coverage &&";
      const kept = call && files && lineOf({ call, files, runner, start }, wish);
      if (kept !== undefined) return noted(words(folder, kept), passedOver);
      const bare = runner.dependency === undefined ? runner.bare : start(runner.bare);
      const lost = script && `called without the arguments of the script ${JSON.stringify(script.text)}`;
      return noted(words(folder, measuring && start(measuring), bare, args), lost, passedOver);
    },
  };
}

/** Whether arguments may stand behind those of the script. */
const takesMore = ({ mode, measuring }: NodeRunner, { coverage }: TestWish) =>
  mode === undefined && !(coverage && measuring !== undefined);

/** What package managers run with the script for tests, and nobody runs with its program. */
function hooksNote(scripts: ReadonlySet<string>): string | undefined {
  const [first, second] = ["pretest", "posttest"].filter((name) => scripts.has(name));
  if (second !== undefined) return `the scripts ${first} and ${second} were not run`;
  return first && `the script ${first} was not run`;
}

function noted(command: string, ...notes: readonly (string | undefined)[]): TestCall {
  const note = notes.filter((one) => one !== undefined).join("; ");
  return { command, ...(note !== "" && { note }) };
}

/** A script that is one command. */
interface ScriptCall {
  readonly call: SimpleCommand;
  /** Those of its arguments that are left out. */
  readonly files: readonly Word[];
  readonly runner: NodeRunner;
  readonly start: Starter;
}

/** The script's command with what is wanted among its arguments; undefined where they cannot be kept. */
function lineOf({ call, files, runner, start }: ScriptCall, wish: TestWish): string | undefined {
  const { args, word, name = "" } = call;
  if (!word || !isConstant(call)) return undefined;
  if (wish.coverage && args.some(({ value = "" }) => runner.reporting && value.startsWith(runner.reporting)))
    return undefined;
  const kept = args.filter((one) => !files.includes(one));
  const at = placeOfArguments(runner, kept, wish.file !== undefined);
  return words(
    ...assignmentsOf(call),
    wish.coverage && runner.measuring !== undefined && start(runner.measuring),
    // Only scripts find the programs of a project by their names.
    runner.dependency !== undefined && baseName(name) === name ? start(word.source) : word.source,
    ...asWritten(kept.slice(0, at)),
    runner.args(wish),
    ...asWritten(kept.slice(at)),
  );
}

/** A script that starts a program which nobody here knows. */
const scriptRunner = (own: string): Runner => ({
  name: own,
  because: "package.json has a script test",
  reports: istanbul,
  call: () => ({ command: own }),
  refusal: ({ file, names }) =>
    file !== undefined || names.length > 0
      ? `The script test of package.json starts a program that is not recognised, so it runs all tests only: call without file, name and failed, or use run_command.`
      : undefined,
});
