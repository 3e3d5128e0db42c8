/** Whether somebody has written to what is about to be moved as it is. */
import { createHash } from "node:crypto";
import { readdirSync, type Stats } from "node:fs";
import { Turns } from "../../../core/util/turns";
import { reachableEntry } from "../reachable";

/** A file, or a folder and all that is in it; without `stat` what is missing by now or may not be looked at. */
async function* entriesOf(top: string): AsyncGenerator<{ path: string; stat: Stats | undefined }> {
  const turns = new Turns();
  const left = [top];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    await turns.next();
    const stat = reachableEntry(path);
    yield { path, stat };
    if (stat?.isDirectory()) for (const name of readdirSync(path)) left.push(`${path}/${name}`);
  }
}

/** A time that lies ahead was given to it, and one more name, or one less, is no change of what it holds. */
const isLater = ({ mtimeMs, ctimeMs }: Stats, since: number) =>
  Math.floor(mtimeMs) > since && Math.floor(ctimeMs) > since;

/**
 * True where something in a folder was written after a moment, or came to it or went.
 * @param since milliseconds since 1970. @throws the file system's own error for a folder that cannot be listed.
 */
export async function isChangedSince(top: string, since: number): Promise<boolean> {
  for await (const { stat } of entriesOf(top)) if (!stat || isLater(stat, since)) return true;
  return false;
}

/** So many tell enough. */
const named = 4;

/** See WholePort.changedSince. @throws the file system's own error for a folder that cannot be listed. */
export async function changedSince(top: string, since: (below: string) => number): Promise<readonly string[]> {
  const [files, folders]: [string[], string[]] = [[], []];
  for await (const { path, stat } of entriesOf(top)) {
    const below = path.slice(top.length + 1);
    if (stat && !isLater(stat, since(below))) continue;
    (stat?.isDirectory() ? folders : files).push(below);
    if (files.length === named) break;
  }
  return files.length > 0 ? files.sort() : folders.slice(0, named);
}

/**
 * Digest of what the system says of a file, or of a folder and all that is in it: the same for as long as nobody writes to it,
 * whatever times are given to files, and when it gets another name in its folder. Two writes within a tick of the system's
 * clock (some milliseconds) that leave as many bytes look like one.
 * @throws the file system's own error for a folder that cannot be listed.
 */
export async function stateOf(top: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const { path, stat } of entriesOf(top)) {
    // Another name changes this time of the top.
    const changed = path === top ? undefined : stat?.ctimeMs;
    digest.update(JSON.stringify([path.slice(top.length), stat?.ino, stat?.mode, stat?.size, stat?.mtimeMs, changed]));
  }
  return digest.digest("hex");
}
