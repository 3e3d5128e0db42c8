import { join } from "node:path";
import { Journal } from "../../../src/features/undo/journal";
import { JournalFiles } from "../../../src/features/undo/node/journalFiles";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { readRoots } from "../../../src/node/files/resolvePath";

/** A journal as both hosts have it, over `files` and `state` in a folder. */
export async function journalOf(folder: string) {
  const root = join(folder, "files");
  const roots = await readRoots([root]);
  const files = new NodeFiles(() => roots, root);
  const store = new JournalFiles(join(folder, "state"));
  return { root, files, store, journal: new Journal({ store, files, now: Date.now }) };
}
