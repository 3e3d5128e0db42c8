/** Finding files and lines with ripgrep (D-11). */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { delimiter, join, parse } from "node:path";
import type { Readable } from "node:stream";
import type { ResolvedPath } from "../core/effect";
import type { FilePort, FoundFile, FoundLine, SearchPort, SearchScope, TextSearchOutcome } from "../core/host";
import { messageOf, ToolError } from "../core/toolError";
import { pathMatcher } from "../globs/pathMatcher";
import { closedGlobs, rootedGlob, serviceGlobs } from "../globs/searchGlobs";
import { ignoredNames, isIgnored, placeBelow } from "./ignoreRules";
import { type Piece, piecesOf } from "./pieces";
import { bytesOf, eventOf, foundLine, mostEventBytes, type RipgrepEvent } from "./ripgrepEvents";

/** Two cores or sixteen: measured twice as fast as ripgrep's own choice on two. */
const threads = 8;

/** Files examined for their time at once. */
const batch = 256;

const lineFeed = 0x0a;

const executable = process.platform === "win32" ? "rg.exe" : "rg";

/**
 * The first ripgrep that is there.
 * @param places folders or full paths to try before PATH.
 */
export function findRipgrep(places: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = [
    ...places.flatMap((place) => [place, join(place, executable)]),
    ...folders.map((folder) => join(folder, executable)),
  ];
  return candidates.find((path) => path.endsWith(executable) && existsSync(path));
}

/** Where a search runs, and where in there it looks. Globs that leave out count from the root (SearchScope.exclude). */
function placesOf({ directory }: SearchScope): { top: string; below: string } {
  const top = directory.root ?? parse(directory.real).root;
  return { top, below: placeBelow({ real: top }, directory) };
}

function commonArgs(scope: SearchScope): string[] {
  const leftOut = [...closedGlobs, ...(scope.includeIgnored ? [] : serviceGlobs)];
  return [
    "--no-config",
    "--hidden",
    "--no-require-git",
    "--no-messages",
    `--threads=${threads}`,
    ...(scope.includeIgnored ? ["--no-ignore"] : []),
    ...leftOut.flatMap((glob) => ["--glob", `!${glob}`]),
    ...scope.exclude.flatMap((glob) => ["--iglob", `!${glob}`]),
  ];
}

type Ripgrep = ChildProcessByStdio<null, Readable, Readable>;

interface Running {
  readonly pieces: AsyncIterable<Piece>;
  /** Stops it early; its exit code no longer matters then. */
  stop(): void;
  /** @throws ToolError `invalid_pattern` quoting ripgrep when it could not run the search. */
  finish(): Promise<void>;
}

/** @param separator the byte between what it prints. */
function start(program: string, args: readonly string[], cwd: string, signal: AbortSignal, separator: number): Running {
  const child: Ripgrep = spawn(program, [...args], { cwd, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
  let complaint = "";
  let failed: unknown;
  let stopped = false;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (complaint.length < 2000) complaint += text;
  });
  const closed = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      failed = error;
      resolve(null);
    });
    child.once("close", resolve);
  });
  const stop = () => {
    stopped = true;
    child.kill("SIGKILL");
  };
  signal.addEventListener("abort", stop, { once: true });
  return {
    pieces: piecesOf(child.stdout, separator, mostEventBytes),
    stop,
    async finish() {
      const code = await closed;
      signal.removeEventListener("abort", stop);
      if (signal.aborted) throw new ToolError("cancelled", "The search was cancelled.");
      if (failed) throw new ToolError("unavailable", `The search engine could not be started (${messageOf(failed)}).`);
      if (!stopped && code === 2 && complaint.trim()) throw new ToolError("invalid_pattern", complaintText(complaint));
    },
  };
}

const complaintText = (complaint: string) =>
  `The search could not run: ${complaint.trim().replace(/^rg: /, "")}\nCorrect the pattern; special characters are escaped with a backslash.`;

/** SearchPort over a ripgrep program. */
export class RipgrepSearch implements SearchPort {
  constructor(
    private readonly program: string,
    private readonly fileSystem: FilePort,
  ) {}

  ignoredNames(directory: ResolvedPath, names: readonly string[]): Promise<ReadonlySet<string>> {
    return ignoredNames(this.fileSystem, directory, names);
  }

  /** ripgrep looks into a folder that is named, whatever is said of it. */
  async #isLeftOut({ directory, file, includeIgnored }: SearchScope): Promise<boolean> {
    return !file && !includeIgnored && (await isIgnored(this.fileSystem, directory));
  }

  async findFiles(
    scope: SearchScope,
    glob: string,
    limit: number,
  ): Promise<{ files: FoundFile[]; truncated: boolean }> {
    const matches = pathMatcher(rootedGlob(glob), scope.caseSensitive);
    const paths = (await this.#isLeftOut(scope)) ? [] : await this.#paths(scope, matches);
    const files = await withTimes(scope.directory.real, paths);
    files.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
    return { files: files.slice(0, limit), truncated: files.length > limit };
  }

  async #paths(scope: SearchScope, matches: (path: string) => boolean): Promise<string[]> {
    const { top, below } = placesOf(scope);
    const args = ["--files", "--null", ...commonArgs(scope), "--", `./${below}`];
    const running = start(this.program, args, top, scope.signal, 0);
    const paths: string[] = [];
    for await (const { text } of running.pieces) {
      const path = pathBelow(text, below);
      if (matches(path)) paths.push(path);
    }
    await running.finish();
    return paths;
  }

  async searchText(scope: SearchScope, pattern: string, limit: number, context: number): Promise<TextSearchOutcome> {
    const included = scope.include ? pathMatcher(rootedGlob(scope.include), true) : () => true;
    if (await this.#isLeftOut(scope)) return { lines: [], truncated: false, filesSearched: 0 };
    const { top, below } = placesOf(scope);
    const args = [
      "--json",
      "--crlf",
      ...commonArgs(scope),
      ...(scope.caseSensitive ? ["--case-sensitive"] : ["--ignore-case"]),
      ...(context > 0 ? [`--context=${context}`] : []),
      ...typeFilter(scope.include),
      "--regexp",
      pattern,
      "--",
      scope.file ? scope.file.real : `./${below}`,
    ];
    const running = start(this.program, args, top, scope.signal, lineFeed);
    const pathOf = ({ data }: RipgrepEvent) =>
      scope.file ? scope.file.shown : pathBelow(bytesOf(data.path).toString("utf8"), below);
    const lines: FoundLine[] = [];
    let matched = 0;
    let truncated = false;
    for await (const piece of running.pieces) {
      const event = eventOf(piece);
      if (event && event.type !== "match" && event.type !== "context") continue;
      const path = event && pathOf(event);
      if (path !== undefined && !included(path)) continue;
      // A line too long to be understood is there all the same.
      if (!event || (event.type === "match" && ++matched > limit)) {
        truncated = true;
        break;
      }
      lines.push(foundLine(event, pathOf(event)));
    }
    if (truncated) running.stop();
    await running.finish();
    // ripgrep counts the files in which it found something, and no others.
    const searched =
      lines.length > 0 ? new Set(lines.map(({ path }) => path)).size : (await this.#paths(scope, included)).length;
    return { lines: byPath(lines), truncated, filesSearched: searched };
  }
}

/** From ripgrep's `./searched/folder/file` to the path below the searched folder, with `/`. */
function pathBelow(printed: string, below: string): string {
  const path = process.platform === "win32" ? printed.replaceAll("\\", "/") : printed;
  return path.slice(below === "" ? 2 : below.length + 3);
}

/** ripgrep's own sorting would use one thread; a file's lines come together, so sorting here keeps their order. */
const byPath = (lines: FoundLine[]): FoundLine[] =>
  lines.sort((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));

/** Names that mean the same to ripgrep and to us; in others it sees directives, or no alternatives where we do. */
const plainName = /^(?!.*(?:\*\*|\.\.))[\w.*?-]*(?:\{[\w.*?,-]+\})?[\w.*?-]*$/;

/** Narrows by the file name before contents are read; the full glob is checked on what is found. */
function typeFilter(include: string | undefined): string[] {
  const name = include?.split("/").at(-1);
  if (!name || !plainName.test(name) || name.includes("{") !== /[{}]/.test(include ?? "")) return [];
  return ["--type-add", `crib:${name}`, "--type", "crib"];
}

async function withTimes(folder: string, paths: readonly string[]): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  for (let at = 0; at < paths.length; at += batch) {
    const found = await Promise.all(
      paths.slice(at, at + batch).map(async (path) => {
        const stats = await stat(join(folder, path), { bigint: true }).catch(() => undefined);
        return { path, size: Number(stats?.size ?? 0), mtimeMs: Number(stats?.mtimeNs ?? 0) / 1e6 };
      }),
    );
    files.push(...found);
  }
  return files;
}
