/** Finding files and lines through the file port alone: where there is no ripgrep, or no disk (D-11). */
import { parse } from "node:path";
import fastGlob from "fast-glob";
import type { ResolvedPath } from "../core/effect";
import type { FilePort, FoundFile, FoundLine, SearchPort, SearchScope, TextSearchOutcome } from "../core/host";
import { messageOf, ToolError } from "../core/toolError";
import { pathMatcher } from "../globs/pathMatcher";
import { closedGlobs, rootedGlob, serviceGlobs } from "../globs/searchGlobs";
import { IgnoreRules, ignoredNames, placeBelow } from "./ignoreRules";
import { mostPlaces } from "./ripgrepEvents";

/** Larger files are left out, as they would be read whole. */
const mostBytes = 20 * 1024 * 1024;

/** SearchPort over a FilePort. */
export class PortSearch implements SearchPort {
  constructor(private readonly files: FilePort) {}

  async findFiles(
    scope: SearchScope,
    glob: string,
    limit: number,
  ): Promise<{ files: FoundFile[]; truncated: boolean }> {
    const matches = pathMatcher(rootedGlob(glob), scope.caseSensitive);
    const found: FoundFile[] = [];
    for await (const path of this.#paths(scope)) {
      if (!matches(path)) continue;
      const stat = await this.files.stat(await this.#below(scope, path)).catch(() => undefined);
      found.push({ path, size: stat?.size ?? 0, mtimeMs: stat?.mtimeMs ?? 0 });
    }
    found.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
    return { files: found.slice(0, limit), truncated: found.length > limit };
  }

  async searchText(scope: SearchScope, pattern: string, limit: number, context: number): Promise<TextSearchOutcome> {
    const regex = compile(pattern, scope.caseSensitive);
    const included = scope.include ? pathMatcher(rootedGlob(scope.include), true) : () => true;
    const paths: string[] = [];
    if (!scope.file) for await (const path of this.#paths(scope)) if (included(path)) paths.push(path);
    const targets = scope.file
      ? [{ path: scope.file.shown, target: scope.file }].filter(({ path }) => included(path))
      : await Promise.all(paths.sort().map(async (path) => ({ path, target: await this.#below(scope, path) })));
    const lines: FoundLine[] = [];
    let matched = 0;
    for (const { path, target } of targets) {
      if (scope.signal.aborted) throw new ToolError("cancelled", "The search was cancelled.");
      const text = await this.#text(target);
      if (text === undefined) continue;
      for (const line of matchingLines(path, text, regex, context)) {
        if (line.matches.length > 0 && ++matched > limit)
          return { lines, truncated: true, filesSearched: targets.length };
        lines.push(line);
      }
    }
    return { lines, truncated: false, filesSearched: targets.length };
  }

  async ignoredNames(directory: ResolvedPath, names: readonly string[]): Promise<ReadonlySet<string>> {
    return ignoredNames(this.files, directory, names);
  }

  #below(scope: SearchScope, path: string): Promise<ResolvedPath> {
    return this.files.resolve(`${scope.directory.path.replace(/\/$/, "")}/${path}`);
  }

  async #text(target: ResolvedPath): Promise<string | undefined> {
    const stat = await this.files.stat(target).catch(() => undefined);
    if (stat?.kind !== "file" || stat.size > mostBytes) return undefined;
    const bytes = await this.files.read(target).catch(() => undefined);
    return bytes && textOf(bytes);
  }

  async *#paths(scope: SearchScope): AsyncIterable<string> {
    const top = await this.files.resolve(scope.directory.root ?? parse(scope.directory.real).root);
    const prefix = placeBelow(top, scope.directory);
    const rules = new IgnoreRules(this.files, top);
    const ours = [...closedGlobs, ...(scope.includeIgnored ? [] : serviceGlobs)];
    const leftOut = [
      ...scope.exclude.map((glob) => pathMatcher(glob, false)),
      ...ours.map((glob) => pathMatcher(glob, true)),
    ];
    const stream = fastGlob.stream("**/*", {
      cwd: scope.directory.path,
      dot: true,
      followSymbolicLinks: false,
      suppressErrors: true,
      ignore: ours,
      fs: this.#globFileSystem(),
    });
    for await (const entry of stream) {
      const path = String(entry);
      if (scope.signal.aborted) throw new ToolError("cancelled", "The search was cancelled.");
      const fromTop = prefix ? `${prefix}/${path}` : path;
      if (foldersOf(fromTop).some((name) => leftOut.some((matches) => matches(name)))) continue;
      if (scope.includeIgnored || !(await rules.ignores(fromTop))) yield path;
    }
  }

  /** fast-glob reads folders through the port, so that it sees what a person sees, on a disk or not. */
  #globFileSystem(): Partial<fastGlob.FileSystemAdapter> {
    const readdir = (path: string, _options: unknown, done: (error: Error | null, entries?: unknown[]) => void) => {
      this.files
        .resolve(path)
        .then((target) => this.files.list(target))
        .then((entries) =>
          done(
            null,
            entries.map(({ name, kind, link }) => ({
              name,
              isFile: () => kind === "file" && !link,
              isDirectory: () => kind === "directory" && !link,
              isSymbolicLink: () => link,
            })),
          ),
        )
        .catch((error) => done(error instanceof Error ? error : new Error(messageOf(error))));
    };
    return { readdir: readdir as unknown as fastGlob.FileSystemAdapter["readdir"] };
  }
}

/** A path and every folder it lies in: a glob that names a folder leaves out what is in it. */
const foldersOf = (path: string): string[] => {
  const names = path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
};

/** As ripgrep takes it: a mark names the encoding, and a NUL makes it binary. */
function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
}

function compile(pattern: string, caseSensitive: boolean): RegExp {
  try {
    return new RegExp(pattern, caseSensitive ? "gu" : "giu");
  } catch (error) {
    throw new ToolError("invalid_pattern", `The search could not run: ${messageOf(error)}. Correct the pattern.`);
  }
}

function placesIn(line: string, regex: RegExp): (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  for (const match of line.matchAll(regex)) {
    places.push([match.index, match.index + match[0].length]);
    if (places.length === mostPlaces) break;
  }
  return places;
}

function* matchingLines(path: string, text: string, regex: RegExp, context: number): Iterable<FoundLine> {
  const all = text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
  const matches = all.map((line) => placesIn(line, regex));
  for (const [index, line] of all.entries()) {
    const near = matches.slice(Math.max(0, index - context), index + context + 1).some((found) => found.length > 0);
    if (near) yield { path, line: index + 1, text: line, matches: matches[index] ?? [] };
  }
}
