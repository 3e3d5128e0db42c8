/** Where an agent's own workspace is. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { folderIn } from "../../src/features/workspaces/node/workspaceId";
import { projectOf } from "../../src/node/state/project";

/** @param base the folder with all workspaces. @param agent a plain name. @param roots the opened folders. */
export const ownFolder = (base: string, agent: string, ...roots: readonly string[]): string =>
  join(base, ownName(agent, ...roots));

/** Its name. */
export const ownName = (agent: string, ...roots: readonly string[]): string =>
  folderIn(projectOf(roots.map((root) => realpathSync(root))), agent);
