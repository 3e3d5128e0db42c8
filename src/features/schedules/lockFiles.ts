/** Files by which package managers install the same again, as far as runs install by them (EX-5). Pure. */
import { clause, nested } from "../../core/text/clauses/clause";
import type { FolderFile } from "../approvedFolders/approvedFolder";
import type { IntegrationManifest, PackageSource } from "../workspaces/integration";

/** How a package manager installs what its lock file names, and nothing else. */
export interface Lock {
  readonly file: string;
  readonly source: PackageSource;
  readonly command: string;
}

const pip = (file: string): Lock => ({
  file,
  source: "pip",
  command: `python3 -m venv .venv && .venv/bin/python -m pip install --no-input -r ${file}`,
});

/** The first that is among the files counts. */
const locks: readonly Lock[] = [
  { file: "package-lock.json", source: "npm", command: "npm ci --no-audit --no-fund" },
  pip("requirements.lock"),
  pip("requirements.txt"),
  { file: "deno.lock", source: "deno", command: "deno install --frozen" },
];

const supported = locks.map(({ file }) => file).join(", ");

/** Lock files of package managers that runs do not use. */
const others = ["uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "yarn.lock", "pnpm-lock.yaml", "bun.lock"];

const textOf = ({ bytes }: FolderFile): string => new TextDecoder().decode(bytes);

/** How many entries the JSON object in a file has below a key; 0 for what is none. */
function entriesIn(file: FolderFile, key: string): number {
  try {
    return Object.keys((JSON.parse(textOf(file)) as Record<string, object | undefined> | null)?.[key] ?? {}).length;
  } catch {
    return 0;
  }
}

const namedByDeno = (file: FolderFile) => entriesIn(file, "specifiers") + entriesIn(file, "remote");

/** What holds nothing but comments names no package, and Deno writes its lock file where there is none. */
const isEmpty = (file: FolderFile) =>
  file.name === "deno.lock"
    ? namedByDeno(file) === 0
    : textOf(file)
        .split("\n")
        .every((line) => /^\s*(?:#|$)/.test(line));

/** The lock file by which a run of these files gets its packages; undefined where there is none. */
export function lockAmong(files: readonly FolderFile[]): Lock | undefined {
  const names = new Set(files.filter((file) => !isEmpty(file)).map(({ name }) => name));
  return locks.find(({ file }) => names.has(file));
}

/** A requirement that only a registry has: a name, and no path, address or option. */
const requirement = /^\s*[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?(?:\[[^\]]*\])?\s*(?:[=<>!~;#].*|\\)?$/;

function needsRegistry(file: FolderFile): boolean {
  if (file.name === "deno.lock") return true;
  // A package-lock.json lists the project itself under an empty name.
  if (file.name === "package-lock.json") return entriesIn(file, "packages") > 1;
  return textOf(file)
    .split(/\r?\n/)
    .some((line) => requirement.test(line) && !/\.(?:whl|zip|gz)\s*$/.test(line));
}

/** What of an integration's manifest says what it may reach. */
type Reach = Pick<IntegrationManifest, "packages"> | undefined;

/**
 * One clause on packages that cannot be installed, so that no run can do without mending that; undefined where they can.
 * @param hosts that the run may reach.
 */
export function lockProblem(
  files: readonly FolderFile[],
  integration: Reach,
  hosts: readonly string[],
): string | undefined {
  const lock = lockAmong(files);
  const file = files.find(({ name }) => name === lock?.file);
  if (!lock || !file || !needsRegistry(file) || integration?.packages.includes(lock.source)) return undefined;
  if (isFetchedLater(lock) && hosts.length > 0) return undefined;
  return clause`${lock.file} names packages, but no integration.json beside it lists "${lock.source}" under packages to install them`;
}

/** True where what is not installed may be fetched by the run itself, from hosts that it may reach. */
export const isFetchedLater = ({ source }: Lock): boolean => source === "deno";

/** One sentence on packages that files name and no run installs; undefined where there are none. */
export function uninstalledText(files: readonly FolderFile[]): string | undefined {
  if (lockAmong(files)) return undefined;
  const other = files.find(({ name }) => others.includes(name));
  const manifest = files.find((file) => file.name === "package.json" && entriesIn(file, "dependencies") > 0);
  const file = other ?? manifest;
  return file && clause`Runs install nothing from ${file.name}: they get packages from ${supported}.`;
}

/** Where packages of a run come from, or why they do not come, a line for the person's review. @param hosts see lockProblem. */
export function packageLines(files: readonly FolderFile[], integration: Reach, hosts: readonly string[]): string[] {
  const lock = lockAmong(files);
  const problem = lockProblem(files, integration, hosts);
  if (problem !== undefined) return [clause`No run will succeed, because ${nested(problem)}.`];
  const uninstalled = uninstalledText(files);
  if (lock && integration?.packages.includes(lock.source))
    return [clause`Its packages are installed from ${lock.source}, by ${lock.file}.`];
  return uninstalled === undefined ? [] : [uninstalled];
}
