/** Which calls are changing something in a workspace, in any window or process (EX-5). */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isProcessRunning, type ProcessName, thisProcess } from "../../../../node/files/writing/processName";

/** One file for each call, with the process that makes it. */
export class RunMarks {
  constructor(private readonly folder: string) {}

  async begin(call: string): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#path(call), JSON.stringify(await thisProcess()), { mode: 0o600 });
  }

  /** Never rejects: a mark that cannot be removed counts no longer than its process lives. */
  async end(call: string): Promise<void> {
    await rm(this.#path(call), { force: true }).catch(() => {});
  }

  /** The marks of those that go on; those of processes that are gone count no more. */
  async going(): Promise<ReadonlySet<string>> {
    const names = await readdir(this.folder).catch(() => []);
    const going = await Promise.all(names.map((name) => this.#isGoing(join(this.folder, name))));
    return new Set(names.filter((_, at) => going[at]));
  }

  async #isGoing(path: string): Promise<boolean> {
    try {
      if (await isProcessRunning(JSON.parse(await readFile(path, "utf8")) as ProcessName)) return true;
      await rm(path, { force: true });
    } catch {
      // It ended just now, or was begun this very moment and is counted by whoever asks next.
    }
    return false;
  }

  #path(call: string): string {
    return join(this.folder, runMarkOf(call));
  }
}

/** Names the mark of a call: ids of calls hold what their hosts like. */
export const runMarkOf = (call: string): string => createHash("sha256").update(call).digest("hex").slice(0, 32);
