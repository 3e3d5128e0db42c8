/** How servers are started, and what they are told of files. */
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, extname, isAbsolute, join } from "node:path";
import { isInside } from "../../core/vocabulary/paths";
import type { Decode } from "./fileText";
import { unavailable } from "./serverErrors";

/** How a server is started. */
export interface ServerStart {
  /** Name of its language, as its setting and messages have it. */
  readonly language: string;
  /** A program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly options?: unknown;
  /** What it is told where it asks for settings of the editor, by section. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Real paths of the folders that it is to know; the first is where it runs. */
  readonly folders: readonly string[];
  /** Of its files, with the dot. */
  readonly extensions: readonly string[];
  /** Absent: its files are UTF-8. */
  readonly decode?: Decode | undefined;
  /** Names of variables that it does not get, beside those that no command gets; absent: none. */
  readonly hiddenVariables?: readonly string[] | undefined;
}

/** Languages of TypeScript's server. */
const byTypeScript = /^(?:java|type)script(?:react)?$/;

/**
 * TypeScript's server answers from single files while it loads a project, from a second process and without saying so,
 * unless it is told not to; and it runs the compiler that it finds in the folders, unless it is told of another one.
 * @throws ToolError `unavailable` where it would run code of the folders.
 */
export function optionsOf(start: ServerStart): unknown {
  const { language, options } = start;
  if (!byTypeScript.test(language) || (options !== undefined && !isRecord(options))) return options;
  const given = isRecord(options?.tsserver) ? options.tsserver : {};
  return { ...options, tsserver: { useSyntaxServer: "never", ...given, ...compilerFor(start, given.path) } };
}

/** A server that looks for its compiler in the folders first, also where what it is told of is not there. */
const looksInFolders = /typescript-language-server/;

/** Where the compiler is, unless a person says so. @param named what they say. */
function compilerFor(start: ServerStart, named: unknown): { readonly path?: string } {
  const isNamed = typeof named === "string" && named !== "";
  if (isNamed && !(isAbsolute(named) && !existsSync(named))) return {};
  const programs = start.command.flatMap(programPlaces);
  const path = isNamed ? undefined : programs.flatMap(compilersBeside).find((one) => isOutside(one, start.folders));
  if (path !== undefined) return { path };
  if (![...start.command, ...programs].some((word) => looksInFolders.test(word))) return {};
  const why = isNamed ? `options.tsserver.path (${named}) does not exist` : "there is no TypeScript beside its program";
  throw unavailable(
    start,
    `${why}, so it would run the one that the workspace holds; the person can set options.tsserver.path to the lib/tsserver.js of a TypeScript outside the workspace`,
  );
}

/** A path that a word of a command may mean as a program: as it is named, and where that leads. */
function programPlaces(word: string): string[] {
  const folders = /[\\/]/.test(word) ? [""] : (process.env.PATH ?? "").split(delimiter);
  const path = folders.map((folder) => join(folder, word)).find((one) => isAbsolute(one) && existsSync(one));
  return path === undefined ? [] : [path, realpathSync(path)];
}

/** As Node finds them from a program, and by the program `tsserver` in the same folder. */
function compilersBeside(program: string): string[] {
  const folders = createRequire(program).resolve.paths("typescript") ?? [];
  const sibling = join(dirname(program), "tsserver");
  const found = folders.map((folder) => join(folder, "typescript"));
  if (existsSync(sibling)) found.push(dirname(dirname(realpathSync(sibling))));
  return found.map((folder) => join(folder, "lib", "tsserver.js")).filter((path) => existsSync(path));
}

const isOutside = (path: string, folders: readonly string[]): boolean =>
  [path, realpathSync(path)].every((one) => !folders.some((folder) => isInside(folder, one)));

/** Languages of which the server looks for no problems unless a setting of the language says so. */
const validated: readonly string[] = ["css", "scss", "less"];

/** What a server is told where it asks for settings. */
export function settingsOf({ language, settings = {} }: ServerStart): Readonly<Record<string, unknown>> {
  const given = nested(settings);
  if (!validated.includes(language)) return given;
  return { ...Object.fromEntries(validated.map((name) => [name, { validate: true }])), ...given };
}

/** With `a.b` as `b` in `a`, as VS Code's settings mean it. */
function nested(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) {
    const [first = "", ...rest] = name.split(".");
    const inner = rest.length > 0 ? { [rest.join(".")]: value } : value;
    const known = Object.hasOwn(all, first) ? all[first] : undefined;
    const joined = isRecord(inner) ? nested({ ...(isRecord(known) && known), ...inner }) : inner;
    Object.defineProperty(all, first, { value: joined, enumerable: true, configurable: true, writable: true });
  }
  return all;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** By what TypeScript's server is told what may stand in a file, such as JSX. */
const byExtension: Readonly<Record<string, string>> = {
  ".tsx": "typescriptreact",
  ".jsx": "javascriptreact",
  ...Object.fromEntries([".ts", ".mts", ".cts"].map((extension) => [extension, "typescript"])),
  ...Object.fromEntries([".js", ".mjs", ".cjs"].map((extension) => [extension, "javascript"])),
};

/** What the protocol calls the language of a file. @param language of its server. */
export const languageOf = (path: string, language: string): string =>
  (byTypeScript.test(language) && byExtension[extname(path).toLowerCase()]) || language;
