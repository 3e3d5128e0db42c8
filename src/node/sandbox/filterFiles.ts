/** Filters of system calls as files, which a shell opens for bubblewrap. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FilterKind, systemCallFilter } from "./systemCallFilter";

const made = new Map<string, Promise<string | undefined>>();

async function make(state: string, kind: FilterKind): Promise<string | undefined> {
  const filter = systemCallFilter(kind);
  if (!filter) return undefined;
  const folder = join(state, "sandbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Versions of this program that run at the same time may have different ones.
  const name = `filter-${kind}-${createHash("sha256").update(filter).digest("hex").slice(0, 16)}`;
  const passing = join(folder, `${name}.${randomUUID()}`);
  await writeFile(passing, filter, { mode: 0o400 });
  await rename(passing, join(folder, name));
  return join(folder, name);
}

/** @param state the state folder. @returns undefined where none is known for this machine. */
export function filterFile(state: string, kind: FilterKind): Promise<string | undefined> {
  const key = `${kind} ${state}`;
  const file = made.get(key) ?? make(state, kind);
  made.set(key, file);
  file.catch(() => made.delete(key));
  return file;
}
