/** Git, started without a shell and without anything that a repository or an agent's files could make it run. */
import { execFile } from "node:child_process";
import { ToolError } from "../../../core/vocabulary/toolError";
import { commandEnvironment } from "../../../node/environment/environment";
import { homeFolder } from "../../../node/environment/homeFolder";

/** Bytes that git prints at most: a file of a branch is held in memory. */
const maxOutput = 256 * 1024 * 1024;

/** Configuration by its key, as git's last word. */
export type GitConfiguration = readonly (readonly [key: string, value: string])[];

/** What a call of git may be told beside its arguments. */
export interface GitOptions {
  /** What it reads; nothing by default. */
  readonly input?: string | Uint8Array;
  readonly configuration?: GitConfiguration;
  readonly variables?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** How it ended. */
export interface GitEnd {
  readonly code: number;
  readonly output: Buffer;
  /** What it printed to stderr. */
  readonly complaint: string;
}

/** Nothing of a person's way of working that would get in the way of ours. */
const ownWays: GitConfiguration = [
  ["commit.gpgSign", "false"],
  ["core.safecrlf", "false"],
  ["core.untrackedCache", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["merge.conflictStyle", "merge"],
  ["submodule.recurse", "false"],
];

function environment(configuration: GitConfiguration, variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const given = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name)));
  const plain = commandEnvironment(given, [], true);
  const from = Number(plain.GIT_CONFIG_COUNT);
  const more = [...ownWays, ...configuration];
  const numbered = more.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${from + at}`, key],
    [`GIT_CONFIG_VALUE_${from + at}`, value],
  ]);
  const own = {
    GIT_CONFIG_COUNT: String(from + more.length),
    // Its messages are told to models, and told apart, in one language.
    LC_ALL: "C",
    // What is shown, compared and merged is what would be pushed.
    GIT_NO_REPLACE_OBJECTS: "1",
    // What a partial clone lacks is fetched, but not by a program that the repository names.
    GIT_ALLOW_PROTOCOL: "https:http",
    GIT_NO_LAZY_FETCH: "0",
  };
  return { ...plain, ...Object.fromEntries(numbered), ...own, ...variables };
}

/**
 * Runs git in a folder, whatever code it ends with.
 * @throws ToolError `unavailable` when there is no git, `cancelled`, `too_large` when it prints more than 256 MiB.
 */
export function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitEnd> {
  const { input, configuration = [], variables = {}, signal } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      ["-C", folder, ...args],
      {
        // Windows would take a git.exe in the folder it starts in.
        cwd: homeFolder(),
        env: environment(configuration, variables),
        encoding: "buffer",
        maxBuffer: maxOutput,
        windowsHide: true,
        ...(signal && { signal }),
      },
      (error, output, complaint) => {
        const failure = error && startFailure(error, signal);
        if (failure) reject(failure);
        else resolve({ code: Number(error?.code ?? 0), output, complaint: complaint.toString("utf8").trim() });
      },
    );
    // It may end before it has read everything, which its exit code tells better.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

/** Undefined when git ran and ended by itself. */
function startFailure(error: { readonly code?: unknown; readonly message: string }, signal: AbortSignal | undefined) {
  if (signal?.aborted) return new ToolError("cancelled", "Working with git was cancelled.");
  if (typeof error.code === "number") return undefined;
  if (error.code === "ENOENT")
    return new ToolError("unavailable", "There is no git on this machine: ask the person to install it.");
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
    return new ToolError("too_large", "Git printed more than 256 MiB, more than can be handled at once.");
  return new ToolError("unavailable", `Git could not be run (${error.message}).`);
}

/** The failure of a call of git, in its own words. @param what was tried: "make the branch x". */
export const gitFailure = (what: string, { code, complaint }: GitEnd): ToolError => {
  const words = complaint.split("\n").find((line) => /^(?:fatal|error):/.test(line)) ?? complaint.split("\n")[0];
  return new ToolError(
    "unavailable",
    `Git could not ${what}: ${words || `it ended with ${code}`}.`.replace(/\.+$/, "."),
  );
};

/**
 * Runs git and takes what it prints. @param what is tried, for the message: "make the branch x".
 * @throws ToolError `unavailable` with git's own words when it ends with another code than 0.
 */
export async function printedByGit(
  folder: string,
  what: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Buffer> {
  const end = await runGit(folder, args, options);
  if (end.code !== 0) throw gitFailure(what, end);
  return end.output;
}

/** The same, as text without the line feed at its end. */
export const lineByGit = async (...call: Parameters<typeof printedByGit>): Promise<string> =>
  (await printedByGit(...call)).toString("utf8").replace(/\r?\n$/, "");

/** What git prints with `-z`. */
export const fieldsOf = (output: Buffer): string[] => output.toString("utf8").split("\0").slice(0, -1);

/** The one filter whose program is no file of the repository. */
const known: ReadonlyMap<string, string> = new Map([
  ["filter.lfs.clean", "git-lfs clean -- %f"],
  ["filter.lfs.smudge", "git-lfs smudge -- %f"],
  ["filter.lfs.process", "git-lfs filter-process"],
  ["filter.lfs.required", "true"],
]);

/** Programs that Git LFS itself starts for what it filters. */
const startedByLfs = /^lfs\.(?:extension\..*|customtransfer\..*|standalonetransferagent)$/s;

/**
 * Configuration that switches content filters off: their programs may be files that an agent has changed, and would run
 * outside of the sandbox. Git LFS stays, as it configures itself and without programs of its own.
 */
export async function withoutFilters(folder: string): Promise<GitConfiguration> {
  const { output } = await runGit(folder, ["config", "-z", "--get-regexp", "^(filter|lfs)\\."]);
  const found = fieldsOf(output).map((field) => /^([^\n]*)\n?(.*)$/s.exec(field)?.slice(1) as [string, string]);
  const given = found.filter(([key]) => key.startsWith("filter."));
  const drivers = new Set(given.map(([key]) => key.replace(/\.[^.]*$/, "")));
  const kept =
    given.every(([key, value]) => !key.startsWith("filter.lfs.") || known.get(key) === value) &&
    !found.some(([key]) => startedByLfs.test(key));
  if (kept) drivers.delete("filter.lfs");
  return [...drivers].flatMap((driver) => [
    ...["clean", "smudge", "process"].map((part) => [`${driver}.${part}`, ""] as const),
    [`${driver}.required`, "false"] as const,
  ]);
}
