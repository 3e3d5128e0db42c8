/** The folder tree that the verdict cases assume, made for real, and a context that resolves paths in it. */
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve as resolveLexically, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { RuleContext } from "../../../src/core/rules/rule";
import { noPolicies } from "../../../src/core/settings/policies";
import { readSettings } from "../../../src/core/settings/readSettings";
import { nobody } from "../../../src/core/vocabulary/caller";
import type { ResolvedPath } from "../../../src/core/vocabulary/effect";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { repositoriesAt } from "../../../src/node/repositories/repositories";
import { ClosedFilesReader } from "../../../src/policy/files/closedFilesReader";

/** The tree, and how to name its parts as the cases do. */
export interface Fixture {
  /** Stands for `/w`. */
  readonly world: string;
  /** Stands for `/home/u`. */
  readonly home: string;
  readonly root: string;
  /** Puts the real folders in for `/w` and `/home/u`. */
  map(text: string): string;
  context(settings?: Record<string, unknown>, changes?: Partial<RuleContext>): RuleContext;
  remove(): void;
}

/** Follows every link in a path; names that do not exist are kept. A dangling link leads where it points. */
function realPath(path: string, depth = 0): string {
  if (depth > 40) throw new ToolError("invalid_input", `${path} goes round in circles.`);
  let real: string = sep;
  for (const name of path.split(sep).filter((one) => one !== "")) {
    const next = join(real, name);
    const stat = lstatSync(next, { throwIfNoEntry: false });
    real = stat?.isSymbolicLink() ? realPath(resolveLexically(real, readlinkSync(next)), depth + 1) : next;
  }
  return real;
}

/** Makes the tree described in the cases' README. */
export function makeFixture(): Fixture {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "toolcrib-policy-")));
  const world = join(top, "w");
  const home = join(top, "home", "u");
  const root = join(world, "app");
  const file = (path: string, content: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  file(join(root, "src", "a.ts"), "export const a = 1;\n");
  file(join(root, "file.txt"), "one\ntwo\n");
  file(join(root, "package.json"), '{"name":"app","scripts":{"test":"true"}}\n');
  file(join(root, ".env"), "KEY=1\n");
  file(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  file(join(world, "app-evil", "x"), "x\n");
  file(join(world, "out", "file.txt"), "outside\n");
  file(join(world, ".agents", "b", "secret"), "secret\n");
  file(join(home, ".ssh", "id_rsa"), "key\n");
  symlinkSync(join(world, "out"), join(root, "link_out"));
  symlinkSync(join(world, "out", "file.txt"), join(root, "link_file"));
  symlinkSync(join(world, "out", "none"), join(root, "dangling"));
  symlinkSync("src", join(root, "link_in"));
  linkSync(join(world, "out", "file.txt"), join(root, "hard_out"));

  const roots = [root];
  const resolvePath = async (path: string, base: string = root): Promise<ResolvedPath> => {
    if (path.includes("\0")) throw new ToolError("invalid_input", "a path cannot contain NUL.");
    if (/^~[^/]/.test(path)) throw new ToolError("invalid_input", `${path} names another person's home.`);
    const expanded = path.startsWith("file://") ? fileURLToPath(path) : path.replace(/^~(?=\/|$)/, home);
    const named = resolveLexically(base, expanded);
    const real = realPath(named);
    const inside = roots.find((folder) => real === folder || real.startsWith(folder + sep));
    return {
      path: named,
      real,
      ...(inside !== undefined && { root: inside }),
      shown: inside === undefined ? real : relative(inside, real),
    };
  };

  const closedFiles = new ClosedFilesReader(new NodeFiles(() => [{ path: root, real: root, name: "app" }], home));
  return {
    world,
    home,
    root,
    map: (text) => text.replace(/\/w(?=\/)/g, world).replace(/\/home\/u(?=\/)/g, home),
    context: (settings = {}, changes = {}) => {
      const read = readSettings(settings);
      if (read.problems.length > 0) throw new Error(read.problems.map(({ text }) => text).join(" "));
      return {
        caller: nobody,
        settings: read.settings,
        roots,
        home,
        closed: [join(world, ".agents", "b")],
        policies: noPolicies,
        trusted: true,
        closedFiles: () => closedFiles.read(roots),
        repositoriesAt: async (folder) => repositoriesAt(folder),
        resolve: resolvePath,
        names: async (folder) => readdirSync(folder),
        entries: async (folder) =>
          readdirSync(folder, { withFileTypes: true }).map((one) => ({ name: one.name, isFolder: one.isDirectory() })),
        ...changes,
      };
    },
    remove: () => {
      if (existsSync(top)) rmSync(top, { recursive: true });
    },
  };
}
