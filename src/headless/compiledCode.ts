/** What Node has compiled of this program, kept for the next start. */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import nodeModule from "node:module";
import { join, resolve } from "node:path";
import { defaultStateFolder } from "../node/state/stateFolder";
import { readOptions } from "./options";
import { isCommand } from "./usage";

/** Node has it from 22.1 on. */
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };

/**
 * Keeps it in the state folder, which no command of an agent's changes in the sandbox; what former versions have left there
 * is removed. Never throws: without it the program only starts later.
 * @param argv the command line without program and file.
 * @returns the folder where Node does not keep it by itself, from the second start with this state on.
 */
export function keepCompiled(
  [command, ...rest]: readonly string[],
  version: string,
  enable = enableCompileCache,
): string | undefined {
  if (command === undefined || !isCommand(command)) return undefined;
  try {
    const state = resolve(readOptions(command, rest).stateFolder ?? defaultStateFolder());
    // Whoever keeps state makes the folder, with the rights it is to have.
    if (!statSync(state, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    const all = join(state, "compiled");
    const own = join(all, version);
    const isFirst = mkdirSync(own, { recursive: true, mode: 0o700 }) !== undefined;
    for (const name of readdirSync(all))
      if (name !== version) rmSync(join(all, name), { recursive: true, force: true });
    if (!enable) return isFirst ? undefined : own;
    enable(own);
  } catch {
    // The host itself says what is wrong with its options and folders.
  }
  return undefined;
}
