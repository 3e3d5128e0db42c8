/** Filters of system calls as files, which a shell opens for bubblewrap. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filterDescriptor } from "./bubblewrap";
import { type FilterKind, systemCallFilter } from "./systemCallFilter";

/** A filter that bubblewrap is to read. */
export interface Filter {
  readonly bytes: Buffer;
  /** Absolute path; absent where it could not be written. */
  readonly file?: string;
}

const made = new Map<string, Promise<Filter | undefined>>();

async function write(state: string, kind: FilterKind, bytes: Buffer): Promise<string> {
  const folder = join(state, "sandbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Versions of this program that run at the same time may have different ones.
  const name = `filter-${kind}-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
  const passing = join(folder, `${name}.${randomUUID()}`);
  try {
    await writeFile(passing, bytes, { mode: 0o400 });
    await rename(passing, join(folder, name));
  } catch (error) {
    await rm(passing, { force: true }).catch(() => undefined);
    throw error;
  }
  return join(folder, name);
}

async function make(state: string, kind: FilterKind): Promise<Filter | undefined> {
  const bytes = systemCallFilter(kind);
  if (!bytes) return undefined;
  try {
    return { bytes, file: await write(state, kind, bytes) };
  } catch {
    // A full disk is no reason to hold a command less: the shell can print it.
    return { bytes };
  }
}

/** Never rejects. @param state the state folder. @returns undefined where no filter is known for this machine. */
export async function filterIn(state: string, kind: FilterKind): Promise<Filter | undefined> {
  const key = `${kind} ${state}`;
  const filter = made.get(key) ?? make(state, kind);
  made.set(key, filter);
  if ((await filter)?.file === undefined) made.delete(key);
  return filter;
}

/** The bytes as `printf` of every shell is told them. */
const octal = (bytes: Buffer) => [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");

/** Shell text that runs its arguments, with a filter at the descriptor where bubblewrap reads it; `$0` is the filter's file. */
export function withFilter(filter: Filter | undefined): string {
  if (!filter) return 'exec "$@"';
  if (filter.file !== undefined) return `exec "$@" ${filterDescriptor}<"$0"`;
  return `exec 8<&0; printf '${octal(filter.bytes)}' | { exec ${filterDescriptor}<&0 <&8 8<&-; exec "$@"; }`;
}
