/** Random folders as repositories have them, and both ways of searching them. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { SearchPort, SearchScope } from "../../../src/core/host";
import { NodeFiles } from "../../../src/node/nodeFiles";
import { PortSearch } from "../../../src/node/portSearch";
import { readRoots } from "../../../src/node/resolvePath";
import { findRipgrep, RipgrepSearch } from "../../../src/node/ripgrep";
import { type Tree, tempFolder } from "../../support/tempFolder";

/** Undefined where there is no ripgrep on this machine. */
export const ripgrep = findRipgrep([]);

/** A folder with both searches over it. */
export interface Searched {
  readonly root: string;
  readonly rg: SearchPort;
  readonly port: SearchPort;
  scope(changes?: Partial<SearchScope> & { readonly in?: string; readonly of?: string }): Promise<SearchScope>;
}

/** @param tree what the folder holds. */
export async function searched(tree: Tree): Promise<Searched> {
  const root = tempFolder(tree);
  // ripgrep and git take a folder with this name for the top of a repository.
  mkdirSync(join(root, ".git"), { recursive: true });
  const roots = await readRoots([root]);
  const files = new NodeFiles(() => roots, root);
  return {
    root,
    rg: new RipgrepSearch(ripgrep ?? "rg", files),
    port: new PortSearch(files),
    async scope({ in: folder = ".", of: file, ...changes } = {}) {
      const target = file === undefined ? undefined : await files.resolve(file);
      return {
        directory: await files.resolve(folder),
        ...(target && { file: target }),
        exclude: [],
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
