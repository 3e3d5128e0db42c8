/** What came, went or changed in the folders of a language server that reads files by itself and wants to hear of it. */
import { lstatSync } from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FileEvent } from "vscode-languageserver-protocol";
import { Turns } from "../../core/util/turns";
import { entriesNow } from "../files/entriesNow";

/** The method by which a server asks for it, and by which it hears. */
export const watchMethod = "workspace/didChangeWatchedFiles";

/** Files that are watched at most: of more the server hears only what it was asked about. */
const maxFiles = 20_000;

/** Never looked into. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules", ".venv", "__pycache__"]);

const kinds = { created: 1, changed: 2, deleted: 3 } as const;

/** Looks through the folders from when a server wants it, and then when it is asked, as only then anything depends on it. */
export class WatchedFiles {
  #known: Promise<ReadonlyMap<string, string>> | undefined;

  /** @param extensions of the files, with the dot and in small letters. */
  constructor(
    private readonly folders: readonly string[],
    private readonly extensions: readonly string[],
  ) {}

  /** A server wants to hear of them from now on. */
  begin(): void {
    this.#known ??= this.#look();
  }

  /** What differs from the last look; nothing where no server wants to hear. Never rejects: what cannot be read is not there. */
  async changes(): Promise<FileEvent[]> {
    const last = this.#known;
    if (!last) return [];
    // At once, so that who asks meanwhile is told only what comes after this look.
    const next = last.then(() => this.#look());
    this.#known = next;
    const [before, now] = [await last, await next];
    const event = (path: string, type: 1 | 2 | 3): FileEvent => ({ uri: pathToFileURL(path).href, type });
    const come = [...now].flatMap(([path, state]) => {
      const old = before.get(path);
      return old === state ? [] : [event(path, old === undefined ? kinds.created : kinds.changed)];
    });
    const gone = [...before.keys()].filter((path) => !now.has(path));
    return [...gone.map((path) => event(path, kinds.deleted)), ...come];
  }

  async #look(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const turns = new Turns();
    const folders = [...this.folders];
    for (let folder = folders.pop(); folder !== undefined && found.size < maxFiles; folder = folders.pop()) {
      await turns.next();
      for (const entry of entriesNow(folder)) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !passedOver.has(entry.name)) folders.push(path);
        if (!entry.isFile() || !this.extensions.includes(extname(entry.name).toLowerCase())) continue;
        const stat = lstatSync(path, { throwIfNoEntry: false });
        if (stat) found.set(path, `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`);
      }
    }
    return found;
  }
}
