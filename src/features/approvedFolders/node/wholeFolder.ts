/** Reads a folder that an agent made, such as that of a tool: whole, through no link, and within bounds (CT-2). */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { noFollow, noWait } from "../../../node/files/opened/openFlags";
import type { FolderFile } from "../approvedFolder";

/** A person has to read all of it. */
const bounds = { depth: 4, files: 50, bytes: 1024 * 1024 } as const;

/** What has been read so far, and what was wrong first. */
interface Reading {
  readonly files: FolderFile[];
  readonly aside: FolderFile[];
  bytes: number;
  isAside(name: string): boolean;
  readonly skipsLeftovers: boolean;
  problem?: string;
}

/** A folder's files as far as they could be read, by name, and one clause on why they are not all of it. */
export interface ReadFolder {
  readonly files: readonly FolderFile[];
  /** What was asked to be kept apart; it counts to the bounds. */
  readonly aside: readonly FolderFile[];
  readonly problem?: string;
}

/** True for a folder that is there by itself, and not by a link. */
export const isPlainFolder = async (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Names that look the same everywhere, and hide nothing from whoever reads a list of them. */
const isPlainName = (name: string) => /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name);

/** The same after a dot, for folders of which every file is shown: package managers are configured by such files. */
const isDotName = (name: string) => name.startsWith(".") && isPlainName(name.slice(1));

/**
 * Reads an ordinary file; never follows a link nor waits for a pipe.
 * @param room bytes that it may have.
 * @throws Error with one clause.
 */
export async function readPlainFile(path: string, name: string, room: number = bounds.bytes): Promise<Uint8Array> {
  const flags = constants.O_RDONLY | noFollow | noWait;
  const handle = await open(path, flags).catch(() => {
    throw new Error(`${name} cannot be read`);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error(`${name} is not a regular file`);
    const buffer = Buffer.alloc(Math.min(found.size, room) + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < buffer.length; length += read)
      ({ bytesRead: read } = await handle.read(buffer, length, buffer.length - length, null));
    if (length > room) throw new Error(`its files exceed ${bounds.bytes} bytes in total`);
    if (length === buffer.length) throw new Error(`${name} changed while it was read`);
    return buffer.subarray(0, length);
  } finally {
    await handle.close();
  }
}

async function readInto(reading: Reading, folder: string, below: string, depth: number): Promise<void> {
  if (depth > bounds.depth) throw new Error(`${below} is more than ${bounds.depth} folders deep`);
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (reading.skipsLeftovers && isLeftover(entry.name)) continue;
    const isAside = reading.isAside(entry.name);
    const isPlain = isPlainName(entry.name) || (reading.skipsLeftovers && isDotName(entry.name));
    if (!isAside && !isPlain) throw new Error(`${JSON.stringify(name)} is not a plain name`);
    if (entry.isSymbolicLink()) throw new Error(`${name} is a link`);
    if (entry.isDirectory()) {
      await readInto(reading, join(folder, entry.name), name, depth + 1);
      continue;
    }
    if (reading.files.length >= bounds.files) throw new Error(`it has more than ${bounds.files} files`);
    const isLock = reading.skipsLeftovers && below === "" && locks.test(name);
    const bytes = await readPlainFile(join(folder, entry.name), name, isLock ? maxLock : bounds.bytes - reading.bytes);
    if (!isLock) reading.bytes += bytes.length;
    (isAside ? reading.aside : reading.files).push({ name, bytes });
  }
}

/**
 * What programs leave in a folder as they run, install and test: it can be made again, and approved code runs without it.
 * `state` is the folder that a run finds as the run before left it.
 */
const leftovers =
  /^(?:__pycache__|\.?venv|node_modules|state|\.(?:pytest|mypy|ruff|npm)?_?cache|\.(?:hypothesis|tox|nox|nyc_output|git|deno|tmp|coverage|DS_Store|eggs)|.*\.(?:py[co]|egg-info))$/;

/** See {@link leftovers}. @param name of a file or folder. */
export const isLeftover = (name: string): boolean => leftovers.test(name);

/** Files by which package managers install the same again; they are long, and nobody reads them. */
const locks = /^(?:package-lock\.json|deno\.lock|requirements\.lock)$/;

/** Bytes of such a file at most. */
const maxLock = 8 * 1024 ** 2;

/** How a folder is read. */
export interface FolderReading {
  /** True for names of files to be kept apart; by default none is. */
  isAside?(name: string): boolean;
  /**
   * True where leftovers of programs are left out, and other names may begin with a dot; by default leftovers are files
   * like others, and such names are refused.
   */
  readonly skipsLeftovers?: boolean;
}

/** Reads everything below a folder. Never rejects. */
export async function readWholeFolder(
  folder: string,
  { isAside = () => false, skipsLeftovers = false }: FolderReading = {},
): Promise<ReadFolder> {
  const reading: Reading = { files: [], aside: [], bytes: 0, isAside, skipsLeftovers };
  try {
    await readInto(reading, folder, "", 1);
  } catch (error) {
    reading.problem = error instanceof Error ? error.message : String(error);
  }
  const files = reading.files.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { files, aside: reading.aside, ...(reading.problem !== undefined && { problem: reading.problem }) };
}

/** Names these files and no others. */
export function digestOf(files: readonly FolderFile[]): string {
  const hash = createHash("sha256").update("toolcrib tool 1\n");
  for (const { name, bytes } of files) hash.update(`${name.length}:${name}${bytes.length}:`).update(bytes);
  return hash.digest("hex");
}
