/** Folders made for one test. */
import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Content by relative path: text or bytes for a file, `{ link }` for a symbolic link, undefined for an empty folder. */
export type Tree = Readonly<Record<string, string | Uint8Array | { readonly link: string } | undefined>>;

const made: string[] = [];

/** A new folder, with the tree in it; its path has no links. It is gone when the tests of the file have ended. */
export function tempFolder(tree: Tree = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolcrib-test-")));
  made.push(folder);
  plant(folder, tree);
  return folder;
}

/** Writes a tree into a folder. */
export function plant(folder: string, tree: Tree): void {
  for (const [name, content] of Object.entries(tree)) {
    const path = join(folder, name);
    mkdirSync(content === undefined ? path : dirname(path), { recursive: true });
    if (content === undefined) continue;
    if (typeof content === "object" && "link" in content) symlinkSync(content.link, path);
    else writeFileSync(path, content);
  }
}

/** Removes a folder; a test may have taken away permissions that this needs. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    spawnSync("chmod", ["-R", "u+rwX", folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A new folder for what a module keeps for the tests of all files. It is gone when the process has ended. */
export function sharedFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolcrib-test-")));
  process.once("exit", () => removeFolder(folder));
  return folder;
}

function removeAll(): void {
  for (const folder of made.splice(0)) removeFolder(folder);
}

/** Required before all tests: a file leaves nothing behind. Thousands of folders at the end of a run are too many for its last second. */
export const mochaHooks = { afterAll: removeAll };

process.once("exit", removeAll);

/** Everything below a folder: bytes as latin1 text, links with an arrow, folders with a slash. For whole comparisons. */
export function snapshot(folder: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = below ? `${below}/${name}` : name;
    const stat = lstatSync(join(folder, path));
    if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(folder, path))}`;
    else if (stat.isDirectory()) Object.assign(found, { [`${path}/`]: "" }, snapshot(folder, path));
    else found[path] = stat.isFile() ? readFileSync(join(folder, path), "latin1") : "(special)";
  }
  return found;
}

/** What a snapshot has beside git's objects, which stay when a commit is taken back. */
export const withoutObjects = (found: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(found).filter(([path]) => !/^\.git\/objects\/[0-9a-f]{2}\//.test(path)));
