import { join } from "node:path";
import { Journal } from "../../../src/core/journal";
import { JournalFiles } from "../../../src/node/journalFiles";
import { NodeFiles } from "../../../src/node/nodeFiles";
import { readRoots } from "../../../src/node/resolvePath";

/** A journal as both hosts have it, over `files` and `state` in a folder. */
export async function journalOf(folder: string) {
  const root = join(folder, "files");
  const roots = await readRoots([root]);
  const files = new NodeFiles(() => roots, root);
  const store = new JournalFiles(join(folder, "state"));
  return { root, files, store, journal: new Journal({ store, files, now: Date.now }) };
}
