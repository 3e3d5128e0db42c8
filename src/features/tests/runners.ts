/** Which program runs a project's tests, from the project's own files, and how it is told what to run. Pure. */

import { quoted } from "../../core/vocabulary/shellQuoting";

/** What is to be run. */
export interface TestWish {
  /** Relative to the project's folder; absent: all files. */
  readonly file?: string | undefined;
  /** Names or parts of names; empty: all tests. */
  readonly names: readonly string[];
  /** Whether the runner is to write a report of what was covered. */
  readonly coverage: boolean;
}

/** A program that runs tests. */
export interface Runner {
  readonly name: string;
  /** What it was recognised by, as one clause. */
  readonly because: string;
  command(wish: TestWish): string;
  /** Reports of coverage that it may write, relative to the project's folder; empty: it writes none that is read here. */
  readonly reports: readonly string[];
  /** Why a wish cannot be met, as one sentence; undefined when it can. */
  refusal?(wish: TestWish): string | undefined;
}

/** Files of a project, as far as they are there. */
export interface ProjectFiles {
  readonly packageJson?: string | undefined;
  readonly pyproject?: string | undefined;
  /** Names in the project's folder. */
  readonly names: ReadonlySet<string>;
}

const words = (...parts: readonly (string | undefined | false)[]) => parts.filter(Boolean).join(" ");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** One regular expression for several names. */
const pattern = (names: readonly string[]) => quoted(names.map(escaped).join("|"));

const fileWord = ({ file }: TestWish) => file !== undefined && quoted(file.startsWith("-") ? `./${file}` : file);

interface NodeRunner {
  readonly name: string;
  /** How the program is called without a script. */
  readonly bare: string;
  /** What it is told beside its own words. */
  args(wish: TestWish): string;
  readonly reports: readonly string[];
  /** Stands in front of it where it does not measure coverage itself. */
  readonly measuring?: string;
}

const istanbul = ["coverage/lcov.info", "coverage/cobertura-coverage.xml"];

const nodeReport = "coverage/lcov.info";

/** By the word that starts them in a script, the most particular first. */
const nodeRunners: readonly (NodeRunner & { readonly word: RegExp; readonly dependency?: string })[] = [
  {
    ...{ name: "vitest", word: /^vitest\b/, dependency: "vitest", bare: "npx vitest run", reports: istanbul },
    args: (wish) =>
      words(
        fileWord(wish),
        wish.names.length > 0 && `-t ${pattern(wish.names)}`,
        wish.coverage && "--coverage.enabled --coverage.reporter=lcov",
      ),
  },
  {
    ...{ name: "jest", word: /^jest\b/, dependency: "jest", bare: "npx jest", reports: istanbul },
    args: (wish) =>
      words(
        fileWord(wish),
        wish.names.length > 0 && `-t ${pattern(wish.names)}`,
        wish.coverage && "--coverage --coverageReporters=lcov",
      ),
  },
  {
    ...{ name: "mocha", word: /^_?mocha\b/, dependency: "mocha", bare: "npx mocha", reports: istanbul },
    measuring: "npx c8 --reporter=lcov",
    args: (wish) => words(fileWord(wish), wish.names.length > 0 && `-g ${pattern(wish.names)}`),
  },
  {
    ...{ name: "node --test", word: /^node\b.*\s--test\b/, bare: "node --test", reports: [nodeReport] },
    args: (wish) =>
      words(
        ...wish.names.map((name) => `--test-name-pattern=${quoted(escaped(name))}`),
        wish.coverage &&
          `--experimental-test-coverage --test-reporter=spec --test-reporter-destination=stdout --test-reporter=lcov --test-reporter-destination=${nodeReport}`,
        fileWord(wish),
      ),
  },
];

/** What package.json says of tests. */
interface NodeProject {
  readonly script: string | undefined;
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
      script: typeof script === "string" && !script.includes("no test specified") ? script : undefined,
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

/** One program with its arguments and nothing else, so that more arguments are its own. */
const isSimple = (script: string) => !/[;&|<>$`"'\\\n()]/.test(script);

function nodeRunner({ packageJson, names }: ProjectFiles): Runner | undefined {
  if (packageJson === undefined) return undefined;
  const { script, dependencies } = nodeProject(packageJson);
  const started = script === undefined ? undefined : nodeRunners.find(({ word }) => word.test(script));
  const depended = nodeRunners.find(({ dependency }) => dependency !== undefined && dependencies.has(dependency));
  const runner = started ?? depended;
  const own = managers.find(([lock]) => names.has(lock))?.[1] ?? "npm test";
  const separator = own === "npm test" ? " --" : "";
  if (!runner) return script === undefined ? undefined : scriptRunner(own);
  const takesMore = started !== undefined && script !== undefined && isSimple(script) && started.name !== "node --test";
  return {
    name: runner.name,
    because: started ? "the script test of package.json starts it" : "package.json depends on it",
    reports: runner.measuring && !dependencies.has("c8") ? [] : runner.reports,
    command(wish) {
      const args = runner.args(wish);
      if (runner.measuring && wish.coverage) return words(runner.measuring, runner.bare, args);
      const asScript = script !== undefined && (args === "" || takesMore);
      const making = wish.coverage && runner.name === "node --test" ? "mkdir -p coverage && " : "";
      return asScript ? `${own}${args === "" ? "" : `${separator} ${args}`}` : `${making}${words(runner.bare, args)}`;
    },
  };
}

/** A script that starts a program which nobody here knows. */
const scriptRunner = (own: string): Runner => ({
  name: own,
  because: "package.json has a script test",
  reports: istanbul,
  command: () => own,
  refusal: ({ file, names }) =>
    file !== undefined || names.length > 0
      ? `The script test of package.json starts a program that is not recognised, so it runs all tests only: call without file, name and failed, or use run_command.`
      : undefined,
});

const pythonReport = "coverage.xml";

function pythonRunner({ pyproject, names }: ProjectFiles): Runner | undefined {
  const file = ["pytest.ini", "conftest.py", "tox.ini", "setup.cfg"].find((name) => names.has(name));
  const because = pyproject?.includes("pytest") ? "pyproject.toml names it" : file && `${file} is there`;
  if (because === undefined) return undefined;
  return {
    ...{ name: "pytest", because, reports: [pythonReport] },
    command: (wish) =>
      words(
        "python3 -m pytest",
        fileWord(wish),
        wish.names.length > 0 && `-k ${quoted(wish.names.map(leafName).join(" or "))}`,
        wish.coverage && `--cov --cov-report=xml:${pythonReport}`,
      ),
    refusal: ({ names }) =>
      names.some((name) => !/^\w+$/.test(leafName(name)))
        ? "pytest selects by the names of functions: give a name of letters, digits and underscores."
        : undefined,
  };
}

/** `test_a` of `tests/a.py::TestA::test_a[1]`. */
const leafName = (name: string) => (name.split("::").at(-1) as string).replace(/\[.*$/s, "");

const noReport = (name: string) => `${name} writes no lcov or Cobertura report: call without coverage.`;

function goRunner({ names }: ProjectFiles): Runner | undefined {
  if (!names.has("go.mod")) return undefined;
  return {
    ...{ name: "go test", because: "go.mod is there", reports: [] },
    command(wish) {
      const folder = wish.file?.replace(/(?:^|\/)[^/]*\.go$/, "");
      const place = folder === undefined ? "./..." : `./${folder.replace(/^\.\//, "")}`;
      return words(
        "go test",
        quoted(place),
        wish.names.length > 0 && `-run ${quoted(`^(${wish.names.map(escaped).join("|")})$`)}`,
      );
    },
    refusal: ({ coverage }) => (coverage ? noReport("go test") : undefined),
  };
}

function cargoRunner({ names }: ProjectFiles): Runner | undefined {
  if (!names.has("Cargo.toml")) return undefined;
  return {
    ...{ name: "cargo test", because: "Cargo.toml is there", reports: [] },
    command: (wish) => {
      const target = /^tests\/([^/]+)\.rs$/.exec(wish.file ?? "")?.[1];
      return words(
        "cargo test",
        target !== undefined && `--test ${quoted(target)}`,
        wish.names.length > 0 && `-- ${wish.names.map(quoted).join(" ")}`,
      );
    },
    refusal: ({ file, names, coverage }) => {
      if (coverage) return noReport("cargo test");
      if (file !== undefined && !/^tests\/[^/]+\.rs$/.test(file))
        return "cargo runs single files of the folder tests only: give the name of a test or a module instead.";
      return names.some((name) => name.startsWith("-")) ? "The name of a test cannot begin with -." : undefined;
    },
  };
}

/** The runner of a project; undefined where none is recognised. */
export const runnerOf = (files: ProjectFiles): Runner | undefined =>
  nodeRunner(files) ?? pythonRunner(files) ?? goRunner(files) ?? cargoRunner(files);

/** The names in a folder by which a runner is recognised. */
export const markerNames: readonly string[] = [
  ...["package.json", "pyproject.toml", "pytest.ini", "conftest.py", "tox.ini", "setup.cfg", "go.mod", "Cargo.toml"],
  ...managers.map(([lock]) => lock),
];

/** The name of a test without the file and the groups that its runner prints before it. */
export const ownName = (framework: string, name: string): string =>
  framework === "vitest" || framework === "jest" || framework === "node --test"
    ? (name.split(/ [›>] /).at(-1) as string)
    : name;
