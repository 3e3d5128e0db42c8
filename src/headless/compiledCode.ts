/** What is compiled of this program, kept for the next start. */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { isOwnFolder } from "../node/state/ownFolder";
import { defaultStateFolder } from "../node/state/stateFolder";
import { readOptions } from "./options";
import { isCommand } from "./usage";

/**
 * It is kept in the state folder, which no tool may write to and no command in the sandbox sees; what former versions have
 * left there is removed. Node's own cache (from 22.1 on) is not used: it takes whatever lies in its folder, whoever wrote it.
 * Never throws: without it the program only starts later.
 * @param argv the command line without program and file.
 * @returns the folder, from the second start with this state on.
 */
export function keepCompiled([command, ...rest]: readonly string[], version: string): string | undefined {
  if (command === undefined || !isCommand(command)) return undefined;
  try {
    const state = resolve(readOptions(command, rest).stateFolder ?? defaultStateFolder());
    // Whoever keeps state makes the folder, with the rights it is to have.
    if (!statSync(state, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    const all = join(state, "compiled");
    const own = join(all, version);
    mkdirSync(all, { recursive: true, mode: 0o700 });
    // A link in its place would name what is somebody else's.
    if (!isOwnFolder(all)) return undefined;
    const isFirst = mkdirSync(own, { recursive: true, mode: 0o700 }) !== undefined;
    for (const name of readdirSync(all))
      if (name !== version) rmSync(join(all, name), { recursive: true, force: true });
    return isFirst ? undefined : own;
  } catch {
    // The host itself says what is wrong with its options and folders.
    return undefined;
  }
}
