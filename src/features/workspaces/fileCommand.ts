/** The command line that runs a file: which runtime is best for it (EX-10). */

import { type Runtime, type RuntimeName, runtimesText, type UsableRuntimes } from "../../core/ports/runtimes";
import type { PlanHost } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { commandLine } from "../../core/vocabulary/shellQuoting";
import { ToolError } from "../../core/vocabulary/toolError";

/** A file that is to be run. */
export interface FileRun {
  readonly file: ResolvedPath;
  readonly args: readonly string[];
  /** Folder of the command. */
  readonly cwd: ResolvedPath;
}

/** Bytes above which a file is not looked into for a `#!` line. */
const maxBytes = 1024 * 1024;

type Language = "typescript" | "jsx" | "javascript" | "python" | "shell";

const languageByEnding: Readonly<Record<string, Language>> = {
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "jsx",
  jsx: "jsx",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  py: "python",
  sh: "shell",
  bash: "shell",
};

const needs: Readonly<Record<Language, string>> = {
  typescript: "deno, node 22.6 or later, or tsx in node_modules",
  jsx: "deno, or tsx in node_modules",
  javascript: "node or deno",
  python: "python 3",
  shell: "bash or sh",
};

/** With what node runs TypeScript by leaving out its types; undefined for a version that cannot. */
export function stripOptions(version: string): readonly string[] | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isAtLeast = (wantedMajor: number, wantedMinor: number) => major === wantedMajor && minor >= wantedMinor;
  if (major > 23 || isAtLeast(23, 6) || isAtLeast(22, 18)) return [];
  return major === 23 || isAtLeast(22, 6) ? ["--experimental-strip-types"] : undefined;
}

class Choice {
  constructor(
    private readonly run: FileRun,
    private readonly host: PlanHost,
    private readonly runtimes: UsableRuntimes,
  ) {}

  /** A program and its options; undefined when none will do. */
  async forLanguage(language: Language): Promise<readonly string[] | undefined> {
    switch (language) {
      case "typescript":
        return this.#deno() ?? this.#strippingNode() ?? (await this.#tsx());
      case "jsx":
        return this.#deno() ?? (await this.#tsx());
      case "javascript":
        return this.#plain("node") ?? this.#deno();
      case "python":
        return (await this.#virtualPython()) ?? this.#plain("python");
      case "shell":
        return this.#plain("bash") ?? this.#plain("sh");
    }
  }

  /** What the file's `#!` line names; a program that is no known runtime as it is written there. */
  async forShebang(words: readonly string[]): Promise<readonly string[] | undefined> {
    const [program = "", ...options] = words;
    const base = program.slice(program.lastIndexOf("/") + 1);
    if (/^python(?:3(?:\.\d+)?)?$/.test(base)) {
      const python = (await this.#virtualPython()) ?? this.#plain("python");
      return python && [...python, ...options];
    }
    const known = this.runtimes.found.find(({ name }) => name === base);
    if (known) return this.runtimes.allows(known.name) ? [known.command, ...options] : undefined;
    return base === "deno" || base === "node" ? undefined : words;
  }

  #found(name: RuntimeName): Runtime | undefined {
    return this.runtimes.allows(name) ? this.runtimes.found.find((one) => one.name === name) : undefined;
  }

  #plain(name: RuntimeName): readonly string[] | undefined {
    const runtime = this.#found(name);
    return runtime && [runtime.command];
  }

  /** The sandbox is what holds it; deno's own questions nobody could answer. */
  #deno(): readonly string[] | undefined {
    const deno = this.#found("deno");
    return deno && [deno.command, "run", "--allow-all"];
  }

  #strippingNode(): readonly string[] | undefined {
    const node = this.#found("node");
    const options = node?.version === undefined ? undefined : stripOptions(node.version);
    return node && options && [node.command, ...options];
  }

  async #tsx(): Promise<readonly string[] | undefined> {
    if (!this.#found("node") || !this.runtimes.allows("tsx")) return undefined;
    const folder = await this.#nearest("node_modules/tsx/package.json");
    return folder === undefined ? undefined : [fromFolder(this.run.cwd, `${folder}/node_modules/.bin/tsx`)];
  }

  async #virtualPython(): Promise<readonly string[] | undefined> {
    if (!this.runtimes.allows("python")) return undefined;
    const folder = await this.#nearest(".venv/pyvenv.cfg");
    const program = process.platform === "win32" ? "Scripts/python.exe" : "bin/python";
    return folder === undefined ? undefined : [fromFolder(this.run.cwd, `${folder}/.venv/${program}`)];
  }

  /** The folder of the file, or the first above it in its root, that holds a place. */
  async #nearest(place: string): Promise<string | undefined> {
    const { root, real } = this.run.file;
    let folder = real;
    while (root !== undefined && folder.length > root.length) {
      folder = folder.replace(/[\\/][^\\/]*$/, "");
      if (await this.host.stat(await this.host.resolve(place, folder))) return folder;
    }
    return undefined;
  }
}

/** As a command in a folder names a place: by a path that no program takes for an option. */
function fromFolder({ real }: ResolvedPath, place: string): string {
  if (!isInside(real, place)) return place;
  const path = relativeInside(real, place);
  return path.startsWith("-") ? `./${path}` : path;
}

/** The words of a `#!` line, without `env`. */
function shebangOf(bytes: Uint8Array): readonly string[] | undefined {
  const end = bytes.subarray(0, 256).indexOf(10);
  const line = Buffer.from(bytes.subarray(0, end === -1 ? 256 : end)).toString("latin1");
  const words = /^#!\s*(\S.*?)\s*$/.exec(line)?.[1]?.split(/\s+/);
  if (!words) return undefined;
  const own = /(?:^|\/)env$/.test(words[0] as string) ? words.slice(words[1] === "-S" ? 2 : 1) : words;
  return own.length > 0 ? own : undefined;
}

async function existingFile({ file }: FileRun, host: PlanHost) {
  const stat = await host.stat(file);
  if (stat?.kind === "file") return stat;
  throw stat
    ? new ToolError("is_directory", `${file.shown} is a folder: name a file to run.`)
    : new ToolError("not_found", `${file.shown} does not exist: write it first, or name another file.`);
}

/**
 * A command line for the shell of the host, judged like any.
 * @throws ToolError `unavailable` when nothing here may run the file, `invalid_input` when nobody knows what would.
 */
export async function fileCommand(run: FileRun, host: PlanHost): Promise<string> {
  const { file, args, cwd } = run;
  const { size } = await existingFile(run, host);
  const runtimes = await host.runtimes();
  const choice = new Choice(run, host, runtimes);
  const shebang = size > maxBytes ? undefined : shebangOf(await host.read(file));
  const language = languageByEnding[/\.([a-z]+)$/i.exec(file.real)?.[1]?.toLowerCase() ?? ""];
  if (!shebang && !language)
    throw new ToolError(
      "invalid_input",
      `${file.shown} has no #! line and none of the endings .${Object.keys(languageByEnding).join(", .")}: give a command that runs it.`,
    );
  const program = shebang ? await choice.forShebang(shebang) : await choice.forLanguage(language as Language);
  if (!program) {
    const wanted = shebang ? shebang[0] : needs[language as Language];
    throw new ToolError(
      "unavailable",
      `${file.shown} needs ${wanted}, but only these are available here: ${runtimesText(runtimes)}. Write it in another language, or install what is missing in your workspace.`,
    );
  }
  return commandLine([...program, fromFolder(cwd, file.real), ...args], host.shellLanguage());
}
