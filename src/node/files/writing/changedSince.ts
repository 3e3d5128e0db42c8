/** Whether somebody has written to what is about to be moved as it is. */
import { readdirSync } from "node:fs";
import { Turns } from "../../../core/util/turns";
import { reachableEntry } from "../reachable";

/**
 * True where something in a folder was written after a moment, or came to it or went.
 * @param since milliseconds since 1970. @throws the file system's own error for a folder that cannot be listed.
 */
export async function isChangedSince(top: string, since: number): Promise<boolean> {
  const turns = new Turns();
  const left = [top];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    await turns.next();
    const stat = reachableEntry(path);
    // A time that lies ahead was given to it, and one more name, or one less, is no change of what it holds.
    if (!stat || (stat.mtimeMs > since && stat.ctimeMs > since)) return true;
    if (stat.isDirectory()) for (const name of readdirSync(path)) left.push(`${path}/${name}`);
  }
  return false;
}
