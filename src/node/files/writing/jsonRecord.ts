/** Records of JSON in folders that are Toolcrib's own: each is written whole, so that nobody reads half of one. */
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** How it is written. */
export interface RecordWriting {
  /** True when it is to be on the disk before this is fulfilled; by default the system writes it when it likes. */
  readonly flush?: boolean;
}

/**
 * Puts a record in the place of the one that was there, if there was one. The folder is made where there is none.
 * @throws Error of the file system; then the record before is as it was, and nothing else is left.
 */
export async function writeRecord(path: string, record: object, { flush = false }: RecordWriting = {}): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const write = () => writeFile(temporary, JSON.stringify(record), { mode: 0o600, flush });
  try {
    await write().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await write();
    });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
