/** Where a call goes on record: the audit log, the history of the agent's workspace, and whoever follows calls (D-18, PO-8). */

import type { AnnouncedCall, CallLog, CallRecord } from "../core/calls/callRecord";
import type { Jobs } from "../core/jobs/jobs";
import type { AgentWorkspace } from "../core/ports/workspaces";
import { messageOf } from "../core/vocabulary/toolError";
import type { Audit } from "../features/audit/audit";
import type { ExecHistory } from "../features/workspaces/execHistory";

/** What the record is made of. */
export interface RecordingPorts {
  readonly audit: Audit;
  readonly execHistory: ExecHistory;
  readonly jobs: Jobs;
  /** Hears of each call that is about to change something. @throws ToolError when it must not go on. */
  before(call: AnnouncedCall): Promise<void>;
  /** Hear of each call that has ended; when one fails, the call's answer is what it was. */
  readonly followers: readonly { follow(record: CallRecord): Promise<void> }[];
  /** Tells a person that something is wrong with the crib itself. */
  warn(text: string): void;
  /** A line for whoever watches. */
  log?(record: CallRecord): void;
  /** What cannot be recorded must not be done. */
  isStrict(call: AnnouncedCall): boolean;
}

/** @param workspace in which all calls of the crib work; absent: the person's folders. */
export const recordingIn = (
  { audit, execHistory, jobs, before, followers, warn, log, isStrict }: RecordingPorts,
  workspace?: AgentWorkspace,
): CallLog => ({
  async announce(call) {
    await before(call);
    await audit.begin(call, isStrict(call));
    await execHistory.begin(call, workspace);
  },
  async record(record) {
    log?.(record);
    for (const follower of followers)
      await follower
        .follow(record)
        .catch((error) => warn(`The changes of ${record.tool} are not registered yet (${messageOf(error)}).`));
    await audit.end(record);
    await execHistory.end(record, workspace, jobs);
  },
  note: (event, agent, detail) => audit.note(event, agent, detail),
});
