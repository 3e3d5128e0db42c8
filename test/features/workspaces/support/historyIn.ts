import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { HistoryEntry } from "../../../../src/features/workspaces/execHistory";
import { readHistory } from "../../../../src/features/workspaces/node/history/historyCheck";
import { HistoryFile, type HistoryLimits } from "../../../../src/features/workspaces/node/history/historyFile";
import { ownHeadPath } from "../../../../src/features/workspaces/node/history/historyHead";
import { historyPlace } from "../../../../src/features/workspaces/node/history/historyPlace";

/** The history of an agent in a folder with workspaces. @param host several hosts have state of their own. */
export function historyIn(base: string, limits?: HistoryLimits, host = "host") {
  const workspace = { id: "agent", folder: join(base, "agent") };
  mkdirSync(workspace.folder, { recursive: true });
  const place = historyPlace(base, workspace);
  const ownHead = ownHeadPath(join(base, host), workspace.folder);
  return {
    ...{ place, ownHead },
    file: new HistoryFile(place, ownHead, limits),
    read: (maxFiles?: number) => readHistory(place, ownHead, maxFiles),
  };
}

/** A line that says this. */
export const said = (detail: string): HistoryEntry => ({ kind: "event", event: "probe", agent: "person", detail });
