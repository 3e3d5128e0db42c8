/** When files were changed, for thousands of them. */
import { setImmediate } from "node:timers/promises";
import type { FoundFile } from "../../core/host";
import { reachableStats } from "../reachable";

/** Milliseconds after which others get their turn. Asking in turn is measured at a third of asking all at once. */
const slice = 5;
/** Files between two looks at the clock. */
const between = 16;

/** Examines files below a folder. What is gone in the meantime has zeros. */
export async function withTimes(folder: string, paths: readonly string[]): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  let start = performance.now();
  for (const path of paths) {
    files.push(factsOf(folder, path));
    if (files.length % between === 0 && performance.now() - start > slice) {
      await setImmediate();
      start = performance.now();
    }
  }
  return files;
}

function factsOf(folder: string, path: string): FoundFile {
  const stats = reachableStats(`${folder}/${path}`);
  return { path, size: stats?.size ?? 0, mtimeMs: stats?.mtimeMs ?? 0 };
}
