import type { FilePort } from "../ports/files";
import type { WriteEffect } from "../vocabulary/effect";
import { parentOf } from "../vocabulary/paths";

/**
 * Folders that have to be made for what writes create, but for those that are written themselves.
 * @returns for each write their real paths, outermost first.
 */
export async function foldersMissing(
  files: Pick<FilePort, "stat">,
  effects: readonly WriteEffect[],
): Promise<Map<WriteEffect, readonly string[]>> {
  const known = new Map(effects.map(({ target }) => [target.real, true]));
  const isThere = async (folder: string): Promise<boolean> => {
    const found = known.get(folder) ?? (await isFound(files, folder));
    known.set(folder, found);
    return found;
  };
  const missing = new Map<WriteEffect, readonly string[]>();
  for (const effect of effects) {
    if (effect.before !== undefined || effect.after === undefined) continue;
    const folders: string[] = [];
    for (let at = parentOf(effect.target.real); !(await isThere(at)); at = parentOf(at)) folders.unshift(at);
    missing.set(effect, folders);
  }
  return missing;
}

/** One that cannot be looked at is none that would be made. */
async function isFound(files: Pick<FilePort, "stat">, folder: string): Promise<boolean> {
  if (folder === parentOf(folder)) return true;
  const target = { path: folder, real: folder, shown: folder };
  return files.stat(target).then(
    (stat) => stat !== undefined,
    () => true,
  );
}
