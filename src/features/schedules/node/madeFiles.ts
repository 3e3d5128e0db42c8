/** The files that a run made: found, begun to read, and copied, whatever a run put in their place (EX-9). */
import { lstat, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withoutTexts } from "../../../core/text/takenOut";
import { messageOf } from "../../../core/vocabulary/toolError";
import type { FolderFile } from "../../approvedFolders/approvedFolder";
import { isLeftover, isPlainFolder, readPlainFile } from "../../approvedFolders/node/wholeFolder";

/** Files that are told of a run, folders below each other that are looked into for them, bytes that are copied. */
const max = { files: 20, depth: 4, bytes: 10 * 1024 ** 2 } as const;

/** Bytes of a text that is begun to read, and characters of it that are told. */
const maxHead = { bytes: 65_536, text: 600 } as const;

/** Those beside what it began with and its state, by their paths in its folder. */
export async function madeFiles(folder: string, files: readonly FolderFile[]): Promise<string[]> {
  const known = new Set(files.map(({ name }) => name));
  const found: string[] = [];
  const look = async (below: string, depth: number): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (found.length >= max.files || isLeftover(entry.name) || entry.name.startsWith(".")) continue;
      if (entry.isDirectory() && depth < max.depth) await look(name, depth + 1);
      else if (entry.isFile() && !known.has(name)) found.push(name);
    }
  };
  await look("", 1);
  return found;
}

/** @throws Error with one clause for what is no regular file, lies behind a link, or is larger than the room. */
async function readMade(folder: string, name: string, room: number): Promise<Uint8Array> {
  let place = folder;
  for (const part of name.split("/").slice(0, -1)) {
    place = join(place, part);
    if (!(await isPlainFolder(place))) throw new Error("it is behind a link");
  }
  const path = join(folder, name);
  if ((await lstat(path)).size > room) throw new Error(`it exceeds the ${room} bytes that are left for files`);
  return readPlainFile(path, "it", room);
}

/** The beginning of the first small text among them, without secrets. @param hidden values of these. */
export async function headOf(
  folder: string,
  names: readonly string[],
  hidden: readonly string[],
): Promise<{ file: string; text: string } | undefined> {
  for (const name of names)
    try {
      const bytes = await readMade(folder, name, maxHead.bytes);
      const text = withoutTexts(new TextDecoder("utf-8", { fatal: true }).decode(bytes), hidden).trim();
      if (text === "" || text.includes("\0")) continue;
      const shown = text.length > maxHead.text ? `${text.slice(0, maxHead.text)}…` : text;
      return { file: withoutTexts(name, hidden), text: shown };
    } catch {
      // The next one may be a text.
    }
  return undefined;
}

/**
 * Copies them to a new folder.
 * @param hidden values of secrets: a file that holds one is left out.
 * @returns those that were left out, with one clause each on why.
 */
export async function copyMade(
  folder: string,
  names: readonly string[],
  target: string,
  hidden: readonly string[],
): Promise<readonly string[]> {
  const left: string[] = [];
  let room: number = max.bytes;
  for (const name of names)
    try {
      const bytes = Buffer.from(await readMade(folder, name, room));
      if (hidden.some((text) => bytes.includes(text))) throw new Error("it holds a secret");
      room -= bytes.length;
      const path = join(target, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
    } catch (error) {
      left.push(`${name}: ${messageOf(error)}`);
    }
  return left;
}
