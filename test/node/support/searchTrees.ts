/** Random folders as repositories have them, and every way of searching them. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { FilePort } from "../../../src/core/ports/files";
import type { SearchPort, SearchScope } from "../../../src/core/ports/search";
import { standardTraits } from "../../../src/core/tools/traits";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { readRoots } from "../../../src/node/files/resolvePath";
import { PortSearch } from "../../../src/node/search/portSearch";
import { findRipgrep, RipgrepSearch } from "../../../src/node/search/ripgrep/ripgrep";
import { type Tree, tempFolder } from "../../support/tempFolder";

/** @throws Error where there is none: a suite that leaves out what it was to compare would pass for nothing. */
export function ripgrep(): string {
  const found = findRipgrep([]);
  if (!found) throw new Error("There is no ripgrep: run npm test once, which installs one, or put one on PATH.");
  return found;
}

/** The ways of D-11: ripgrep looks through the folders itself, or is given what is read through the file port. */
export const engines = ["rg", "port"] as const;

/** A folder with every search over it. */
export interface Searched extends Readonly<Record<(typeof engines)[number], SearchPort>> {
  readonly root: string;
  readonly files: FilePort;
  scope(changes?: Partial<SearchScope> & { readonly in?: string; readonly of?: string }): Promise<SearchScope>;
}

/**
 * @param tree what the folder holds.
 * @param isRepository whether git knows it.
 */
export async function searched(tree: Tree, isRepository = !(".git/config" in tree)): Promise<Searched> {
  const root = tempFolder(tree);
  if (isRepository) execFileSync("git", ["init", "-q"], { cwd: root });
  // ripgrep takes a folder with this name for the top of a repository.
  else mkdirSync(join(root, ".git"), { recursive: true });
  const roots = await readRoots([root]);
  const files = new NodeFiles(() => roots, root);
  return {
    root,
    files,
    rg: new RipgrepSearch(ripgrep(), files),
    port: new PortSearch(files, ripgrep()),
    async scope({ in: folder = ".", of: file, ...changes } = {}) {
      const target = file === undefined ? undefined : await files.resolve(file);
      return {
        directory: await files.resolve(folder),
        ...(target && { file: target }),
        exclude: [],
        excludeByDefault: standardTraits.excluded,
        includeIgnored: false,
        caseSensitive: true,
        signal: new AbortController().signal,
        ...changes,
      };
    },
  };
}

const folderName = fc.constantFrom("a", "b", "sp ace", "ünï", ".hid", "build", "node_modules", "(c)");
const fileName = fc.constantFrom(
  "x.ts",
  "y.js",
  "z.txt",
  ".dot",
  "é.ts",
  "[id].ts",
  "{b}.ts",
  "UP.TS",
  "a b.js",
  "x",
  "build",
  "-x.ts",
  "!y.js",
  "#z.txt",
);
const line = fc.constantFrom(
  "foo",
  "FOO bar",
  "a foo and foo",
  "bär €😀 foo",
  "",
  "nothing",
  "end$",
  "foo\tbar",
  "x".repeat(300),
  "\u2028 foo",
  "fo o",
);
const content = fc
  .tuple(fc.array(line, { maxLength: 5 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, ending, closed]) => lines.join(ending) + (closed && lines.length > 0 ? ending : ""));
/** Not `{x,y}`: ripgrep takes braces in an ignore file for alternatives, git for themselves. */
const pattern = fc.constantFrom(
  "*.js",
  "*.ts",
  "!x.ts",
  "!y.js",
  "/a",
  "/a/",
  "b/",
  "a/*",
  "!a/x.ts",
  "**/z.txt",
  "a/**",
  "**/b/x.ts",
  "build",
  "build/",
  "!build",
  "*",
  "!*/",
  "!*.ts",
  "[xy].*",
  "x.t?",
  "é.ts",
  "\\!y.js",
  "\\#z.txt",
  "# comment",
  "",
  "sp ace",
  "*.TS",
  ".dot",
  ".hid/",
  "/x",
  "x",
  "/*",
  "!/b",
  "a/b",
  "*.txt ",
);
const ignoreFile = fc.array(pattern, { minLength: 1, maxLength: 4 }).map((lines) => `${lines.join("\n")}\n`);
const folder = fc.array(folderName, { maxLength: 3 }).map((names) => names.map((name) => `${name}/`).join(""));

/** Files, ignore files in any folder, at most one thing of each name. */
export const tree: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.array(fc.tuple(folder, fileName, content), { minLength: 1, maxLength: 14 }),
    fc.array(fc.tuple(folder, ignoreFile), { maxLength: 3 }),
  )
  .map(([files, ignores]) => {
    const all = new Map([
      ...files.map(([place, name, text]) => [place + name, text] as const),
      ...ignores.map(([place, text]) => [`${place}.gitignore`, text] as const),
    ]);
    const paths = [...all.keys()];
    return Object.fromEntries([...all].filter(([path]) => !paths.some((other) => other.startsWith(`${path}/`))));
  });
