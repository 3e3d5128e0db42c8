/** Which tracked files differ from what git has, and what git has of them. Pure. */

import { quoted } from "../../core/vocabulary/shellQuoting";
import { ToolError } from "../../core/vocabulary/toolError";
import { withWrittenEndings } from "./writtenEndings";

/** A file that differs from what git has of it. */
export interface ChangedFile {
  /** Below the top of the repository, with `/`. */
  readonly path: string;
  /** Object id of what git has; absent: it has nothing of it. */
  readonly blob?: string;
  readonly isExecutable: boolean;
  /** True where it can be executed in the one and not in the other. */
  readonly changesMode: boolean;
}

/** What a listing of changed files tells. */
export interface ChangedFiles {
  /** Absolute path of the repository's top folder. */
  readonly top: string;
  readonly files: readonly ChangedFile[];
  /** What can only be restored with a command, as a sentence each without its full stop. */
  readonly leftOut: readonly string[];
}

/** Files of one call at most: a person looks at all of them. */
export const maxFiles = 200;

const literal = "git --literal-pathspecs";

/** A read-only command that lists what differs from a revision, or without one from the index. */
export function listingCommand(paths: readonly string[], source: string | undefined): string {
  const places = paths.length > 0 ? ` -- ${paths.map(quoted).join(" ")}` : "";
  const listing = source === undefined ? "diff-files -z" : `diff-index -z ${quoted(source)}`;
  return `git rev-parse --show-toplevel && ${literal} ${listing}${places}`;
}

/** Modes, the object that git has, and the kind of the change. */
const line = /^:(\d+) (\d+) ([0-9a-f]+) [0-9a-f]+ (\w)/;

/** Said of what would be written under another name. */
const notUtf8 = "has a name that is not UTF-8";

const kinds: Readonly<Record<string, string>> = { "120000": "is a symbolic link", "160000": "is a submodule" };

/** @param source how git has it. @param mode how it is. */
const modesOf = (source: string, mode: string) => ({
  isExecutable: source === "100755",
  changesMode: source !== mode && [source, mode].every((one) => one.startsWith("100")),
});

/** Reads what {@link listingCommand} printed. @throws ToolError `too_large` for more files than a person can look at. */
export function listedFiles(printed: Uint8Array): ChangedFiles {
  const text = Buffer.from(printed).toString("utf8");
  const end = text.indexOf("\n");
  const fields = text.slice(end + 1).split("\0");
  const listed: ChangedFile[] = [];
  const leftOut: string[] = [];
  const unmerged = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, source = "", mode = "", blob = "", status = ""] = line.exec(fields[at] as string) ?? [];
    const path = fields[at + 1] as string;
    const nameFault = path.includes("\uFFFD") ? notUtf8 : undefined;
    const why = nameFault ?? (status === "U" ? "has merge conflicts" : (kinds[source] ?? kinds[mode]));
    if (status === "U") unmerged.add(path);
    if (why !== undefined) leftOut.push(`${path} ${why}`);
    else listed.push({ path, ...(!/^0+$/.test(blob) && { blob }), ...modesOf(source, mode) });
  }
  // Git lists a file with conflicts a second time, as compared with our side.
  const files = listed.filter(({ path }) => !unmerged.has(path));
  if (files.length > maxFiles)
    throw new ToolError(
      "too_large",
      `${files.length} files differ, and ${maxFiles} can be reviewed at once: name fewer paths.`,
      {
        files: files.length,
      },
    );
  return { top: text.slice(0, end), files, leftOut };
}

/** It may be given as git's words for true and false, as a number, without a value, or as `input`. */
const askAutocrlf =
  "{ git config --type=bool --get core.autocrlf 2> /dev/null || git config --get core.autocrlf || true; }";
const askEol = "{ git config --get core.eol || true; }";

/** A read-only command that prints what git has of files, and how it would write them. @param boundary nothing else prints it. */
export function contentsCommand(files: readonly ChangedFile[], boundary: string): string {
  const paths = files.map(({ path }) => quoted(path)).join(" ");
  const mark = `printf %s ${boundary}`;
  const contents = files.flatMap(({ blob }) => (blob === undefined ? [] : [`${mark} && git cat-file -p ${blob}`]));
  return [`git check-attr -z -a -- ${paths}`, mark, askAutocrlf, mark, askEol, ...contents].join(" && ");
}

/** What git would write. */
export interface GitContent extends ChangedFile {
  /** Absent: git has nothing of the file, so that it goes. */
  readonly bytes?: Uint8Array;
}

const own = ["filter", "working-tree-encoding", "ident"];

/**
 * Reads what {@link contentsCommand} printed.
 * @param isWindows whether git's native line ending is CRLF.
 * @returns the contents with the line endings that git would write, and the files that only git itself can write.
 */
export function printedContents(
  printed: Uint8Array,
  files: readonly ChangedFile[],
  boundary: string,
  isWindows: boolean,
): { readonly contents: readonly GitContent[]; readonly leftOut: readonly string[] } {
  const parts = splitAt(Buffer.from(printed), boundary);
  const [attributes = "", autocrlf = "", eol = ""] = parts.splice(0, 3).map((part) => part.toString("utf8"));
  const attributesOf = attributesIn(attributes);
  const settings = { autocrlf: autocrlf.trim(), eol: eol.trim(), isWindows };
  const contents: GitContent[] = [];
  const leftOut: string[] = [];
  for (const file of files) {
    const given = attributesOf.get(file.path) ?? new Map<string, string>();
    const bytes = file.blob === undefined ? undefined : parts.shift();
    const used = own.find((name) => !["unset", "unspecified", undefined].includes(given.get(name)));
    if (used !== undefined) leftOut.push(`${file.path} can only be written by git, because of its attribute ${used}`);
    else contents.push({ ...file, ...(bytes && { bytes: withWrittenEndings(bytes, given, settings) }) });
  }
  return { contents, leftOut };
}

function splitAt(bytes: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, from)) {
    parts.push(bytes.subarray(from, at));
    from = at + boundary.length;
  }
  return [...parts, bytes.subarray(from)];
}

function attributesIn(text: string): Map<string, Map<string, string>> {
  const all = new Map<string, Map<string, string>>();
  const fields = text.split("\0");
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path, name, value] = fields.slice(at, at + 3) as [string, string, string];
    all.set(path, (all.get(path) ?? new Map<string, string>()).set(name, value));
  }
  return all;
}
