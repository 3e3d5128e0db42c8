/** Clones where the system makes none: plain copies. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { type Cloning, copyBy } from "../../../../../src/node/sandbox/layer/clones/cloning";

/** As on a Mac, each name of a file with several is cloned by itself. */
export const copying: Cloning = {
  clone: (from, to) => copyBy("cp", ["-a", "--no-preserve=links", "--reflink=auto", from, to]),
  fileSystemOf: async () => "apfs",
  runHeld: async () => 0,
};

/** Every name with its kind, permissions and content. */
export function state(folder: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const one of readdirSync(join(folder, below))) {
    const name = join(below, one);
    const path = join(folder, name);
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else if (stat.isDirectory()) Object.assign(found, { [name]: `folder ${mode}` }, state(folder, name));
    else found[name] = `${mode} ${readFileSync(path, "latin1")}`;
  }
  return found;
}
