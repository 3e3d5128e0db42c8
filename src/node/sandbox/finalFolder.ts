/** In which folder a command's shell ended, told by the shell itself in a way that the command does not notice. */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { open, rm } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { quoted } from "../../core/vocabulary/shellQuoting";

/** A command that tells where it ended. */
export interface TellingCommand {
  /** For the same bash, in the command's stead. */
  readonly command: string;
  /** Called once, after the end; undefined when nothing was told. The command could have told anything. */
  folder(): Promise<string | undefined>;
}

const changesFolder = /\b(?:cd|pushd|popd)\b/;

/** What would notice a trap that is not its own, or keep it from doing its work. */
const minds = /\b(?:trap|ulimit|verbose)\b|\bset\s+-\w*v/;

/** Characters of a command with which it still fits into one argument when every one of them is quoted. */
const maxCharacters = 25_000;

/** Bytes of the longest path that the system takes, and its line end. */
const maxPathLength = 4097;

/** True for a command of which it is worth asking; every other is run as it stands. */
export const mayChangeFolder = (command: string): boolean =>
  changesFolder.test(command) && !minds.test(command) && command.length <= maxCharacters;

/**
 * What bash reads before the command. A trap outlives `exit`, a syntax error and `set -e`; the command's own would take
 * its place, and `exec` end it: then nothing is told. It prints nothing, whatever the command has set.
 */
const startUp = (file: string) =>
  [
    "exec 9<&-",
    "unset BASH_ENV",
    `trap ${quoted(`{ set +x -C; builtin umask 077; builtin pwd -P >${quoted(file)}; } 2>/dev/null || :`)} EXIT`,
  ].join("\n");

/**
 * The command itself stays the argument of `-c`, so that its line numbers, its messages and what it sees of itself stay
 * the same. What comes before is read from a descriptor that is closed again: a file could be changed by a command.
 * @param inside the folder for the report, as the command sees it; @param outside as this process does.
 */
export function tellingCommand(command: string, inside: string, outside: string): TellingCommand {
  const name = `.toolcrib-${randomUUID()}`;
  const text = `BASH_ENV=/dev/fd/9 exec "$0" -c ${quoted(command)} 9<<'START'\n${startUp(join(inside, name))}\nSTART`;
  return { command: text, folder: () => told(join(outside, name)) };
}

/** A command may have put anything in its place: only a short regular file is read, and no link followed. */
async function told(file: string): Promise<string | undefined> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile() || stat.size > maxPathLength) return undefined;
      const path = (await handle.readFile("utf8")).replace(/\n$/, "");
      return isAbsolute(path) ? path : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  } finally {
    await rm(file, { force: true, recursive: true }).catch(() => undefined);
  }
}
