/** Which program runs the tests of a package.json, and how it is called with its script's own arguments. Pure. */

import type { SimpleCommand, Word } from "../../lib/shell/words/types";
import { baseName } from "../../lib/shell/words/wrappers";
import { filesOf, isStartedBy, istanbul, type NodeRunner, nodeRunners, placeOfArguments } from "./nodeRunners";
import { type ProjectFiles, type Runner, type TestWish, words } from "./runner";
import { assignmentsOf, asWritten, isConstant, type TestScript, testScript } from "./testScript";

/** What package.json says of tests. */
interface NodeProject {
  readonly script: TestScript | undefined;
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
      dependencies: new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]),
    };
  } catch {
    // What is no JSON names no tests.
    return { script: undefined, dependencies: new Set() };
  }
}

const managers = [
  ["pnpm-lock.yaml", "pnpm test"],
  ["yarn.lock", "yarn test"],
  ["bun.lockb", "bun run test"],
] as const;

/** The names in a folder by which a package manager is recognised. */
export const managerFiles: readonly string[] = managers.map(([lock]) => lock);

/** The runner of a project with a package.json; undefined where there is none. */
export function nodeRunner({ packageJson, names }: ProjectFiles): Runner | undefined {
  if (packageJson === undefined) return undefined;
  const { script, dependencies } = nodeProject(packageJson);
  const { first } = script ?? {};
  const started = first && nodeRunners.find((runner) => isStartedBy(runner, first));
  const depended = nodeRunners.find(({ dependency }) => dependency !== undefined && dependencies.has(dependency));
  const runner = started ?? depended;
  const own = managers.find(([lock]) => names.has(lock))?.[1] ?? "npm test";
  if (!runner) return script && scriptRunner(own);
  /** The script, where it is the runner with its arguments and nothing else. */
  const call = started && script?.isSimple ? first : undefined;
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
          command: words(own, own === "npm test" && "--", args),
          ...(!files && { note: `files that the script ${JSON.stringify(call.text)} names may run too` }),
        };
      const folder = wish.coverage && runner.mode !== undefined && "mkdir -p coverage &&";
      const kept = call && files && lineOf(call, files, runner, wish);
      if (kept !== undefined) return { command: words(folder, kept) };
      return {
        command: words(folder, measuring, runner.bare, args),
        ...(script && { note: `called without the arguments of the script ${JSON.stringify(script.text)}` }),
      };
    },
  };
}

/** Whether arguments may stand behind those of the script. */
const takesMore = ({ mode, measuring }: NodeRunner, { coverage }: TestWish) =>
  mode === undefined && !(coverage && measuring !== undefined);

/**
 * The script's command with what is wanted among its arguments; undefined where they cannot be kept.
 * @param files those of its arguments that are left out.
 */
function lineOf(call: SimpleCommand, files: readonly Word[], runner: NodeRunner, wish: TestWish): string | undefined {
  const { args, word } = call;
  if (!word || !isConstant(call)) return undefined;
  if (wish.coverage && args.some(({ value = "" }) => runner.reporting && value.startsWith(runner.reporting)))
    return undefined;
  const kept = args.filter((one) => !files.includes(one));
  const at = placeOfArguments(runner, kept, wish.file !== undefined);
  return words(
    ...assignmentsOf(call),
    wish.coverage && runner.measuring,
    programOf(call, runner),
    ...asWritten(kept.slice(0, at)),
    runner.args(wish),
    ...asWritten(kept.slice(at)),
  );
}

/** Only scripts find the programs of a project by their names. */
const programOf = ({ word, name = "" }: SimpleCommand, { dependency }: NodeRunner) =>
  words(dependency !== undefined && baseName(name) === name && "npx", word?.source);

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
