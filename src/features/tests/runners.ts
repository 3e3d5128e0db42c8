/** Which program runs a project's tests, from the project's own files. Pure. */

import { quoted } from "../../core/vocabulary/shellQuoting";
import { goRunner } from "./goRunner";
import { managerFiles, nodeRunner } from "./nodeRunner";
import { fileWord, noReport, type ProjectFiles, type Runner, words } from "./runner";

const pythonReport = "coverage.xml";

function pythonRunner({ pyproject, names }: ProjectFiles): Runner | undefined {
  const file = ["pytest.ini", "conftest.py", "tox.ini", "setup.cfg"].find((name) => names.has(name));
  const because = pyproject?.includes("pytest") ? "pyproject.toml names it" : file && `${file} is there`;
  if (because === undefined) return undefined;
  return {
    ...{ name: "pytest", because, reports: [pythonReport] },
    call: (wish) => ({
      command: words(
        "python3 -m pytest",
        fileWord(wish),
        wish.names.length > 0 && `-k ${quoted(wish.names.map(leafName).join(" or "))}`,
        wish.coverage && `--cov --cov-report=xml:${pythonReport}`,
      ),
    }),
    refusal: ({ names }) =>
      names.some((name) => !/^\w+$/.test(leafName(name)))
        ? "pytest selects by the names of functions: give a name of letters, digits and underscores."
        : undefined,
  };
}

/** `test_a` of `tests/a.py::TestA::test_a[1]`. */
const leafName = (name: string) => (name.split("::").at(-1) as string).replace(/\[.*$/s, "");

function cargoRunner({ names }: ProjectFiles): Runner | undefined {
  if (!names.has("Cargo.toml")) return undefined;
  return {
    ...{ name: "cargo test", because: "Cargo.toml is there", reports: [] },
    call(wish) {
      const target = /^tests\/([^/]+)\.rs$/.exec(wish.file ?? "")?.[1];
      return {
        command: words(
          "cargo test",
          target !== undefined && `--test ${quoted(target)}`,
          wish.names.length > 0 && `-- ${wish.names.map(quoted).join(" ")}`,
        ),
      };
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
  ...managerFiles,
];

/** The name of a test without the file and the groups that its runner prints before it. */
export const ownName = (framework: string, name: string): string =>
  framework === "vitest" || framework === "jest" || framework === "node --test"
    ? (name.split(/ [›>] /).at(-1) as string)
    : name;
