/** Which folders come and go with what a command changed. */

import type { LayerChange } from "../../../core/ports/changes/layer";
import type { PlanHost } from "../../../core/tools/tool";
import { shownBelow } from "../../../core/vocabulary/paths";

/** What a command made of folders. */
export interface MadeFolders {
  /** Real paths. */
  readonly roots: readonly string[];
  /** True for a folder that is not there yet. */
  isNew(real: string): Promise<boolean>;
  /** True for a folder that is not there afterwards. */
  isGone(real: string): boolean;
  /** The name of a real path for a model. */
  shown(real: string): string;
}

/** Finds it out by the changes, and by what is there before they are made. @param roots real paths. */
export function madeFolders(changes: readonly LayerChange[], roots: readonly string[], host: PlanHost): MadeFolders {
  const gone = new Set(
    changes.flatMap(({ path, after, before, emptied = [] }) =>
      before?.kind === "folder" && !after ? [...emptied, path] : emptied,
    ),
  );
  const found = new Map<string, Promise<boolean>>();
  const lookUp = async (path: string) => {
    try {
      const target = await host.resolve(path);
      return target.real === path && (await host.stat(target)) === undefined;
    } catch {
      // What may not be looked at is taken for what was there.
      return false;
    }
  };
  return {
    roots,
    isNew(path) {
      const isNew = found.get(path) ?? lookUp(path);
      found.set(path, isNew);
      return isNew;
    },
    isGone: (path) => gone.has(path),
    shown: (path) => shownBelow(path, roots),
  };
}
