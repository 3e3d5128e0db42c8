import { type FSWatcher, statSync, watch } from "node:fs";

/** A folder under the name that it had; one that was made anew there is another one to the system. */
interface Watched {
  readonly identity: string;
  readonly watcher: FSWatcher;
}

/** Undefined for what is not there. */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
}

/**
 * Hears of every change below folders on the disk. VS Code's own watcher of the workspace may miss what lies in folders that
 * came to be one in the other.
 */
export class FolderWatches {
  readonly #watched = new Map<string, Watched>();

  constructor(private readonly changed: () => void) {}

  /** Watches these from now on, as far as they are there, and no others. */
  follow(folders: readonly string[]): void {
    for (const folder of this.#watched.keys()) if (!folders.includes(folder)) this.#leave(folder);
    for (const folder of new Set(folders)) this.#follow(folder);
  }

  #follow(folder: string): void {
    try {
      const identity = identityOf(folder);
      if (this.#watched.get(folder)?.identity === identity) return;
      this.#leave(folder);
      if (identity === undefined) return;
      const watcher = watch(folder, { recursive: true }, this.changed);
      watcher.on("error", () => this.#leave(folder));
      this.#watched.set(folder, { identity, watcher });
    } catch {
      // It went in this moment, or the system has no room for more watches: VS Code's own watcher is left.
    }
  }

  #leave(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }

  /** Ends all watching. */
  dispose(): void {
    this.follow([]);
  }
}
