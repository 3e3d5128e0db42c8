import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { HistoryEntry } from "../../../src/core/execHistory";
import { readHistory } from "../../../src/workspaces/historyCheck";
import { HistoryFile, type HistoryLimits } from "../../../src/workspaces/historyFile";
import { ownHeadPath } from "../../../src/workspaces/historyHead";
import { historyPlace } from "../../../src/workspaces/historyPlace";

/** The history of an agent in a folder with workspaces. @param host several hosts have state of their own. */
export function historyIn(base: string, limits?: HistoryLimits, host = "host") {
  const workspace = { id: "agent", folder: join(base, "agent") };
  mkdirSync(workspace.folder, { recursive: true });
  const place = historyPlace(base, workspace);
  const ownHead = ownHeadPath(join(base, host), workspace.folder);
  return {
    ...{ place, ownHead },
    file: new HistoryFile(place, ownHead, limits),
    read: (mostFiles?: number) => readHistory(place, ownHead, mostFiles),
  };
}

/** A line that says this. */
export const said = (detail: string): HistoryEntry => ({ kind: "event", event: "probe", agent: "person", detail });
