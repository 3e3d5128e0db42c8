/** Where the history of a workspace is: its lines with the agent, what vouches for them where no agent gets (PO-8). */
import { join } from "node:path";
import { type AgentWorkspace, execHistoryName } from "../../../../core/ports/workspaces";

/** Name of the folder beside the agents' with what vouches for their histories; no agent has it, because of its dot. */
export const vouchersName = ".history";

/** Name of the folder beside the agents' with people's answers to what agents made; no agent has it, because of its dot. */
export const approvalsName = ".approvals";

/** The paths of one workspace's history. */
export interface HistoryPlace {
  /** The agent's folder. */
  readonly folder: string;
  /** The lines that are written now. */
  readonly current: string;
  /** Its folder among the vouchers. */
  readonly vouchers: string;
  /** Files that are full, or were moved aside. */
  readonly earlier: string;
  /** A file that is about to become the current one. */
  readonly next: string;
  /** How the current file ends. */
  readonly head: string;
  readonly lock: string;
  /** What its runs printed. */
  readonly outputs: string;
  /** What is running in it. */
  readonly running: string;
}

/** @param base real path of the folder with all workspaces. */
export function historyPlace(base: string, { id, folder }: AgentWorkspace): HistoryPlace {
  const vouchers = join(base, vouchersName, id);
  return {
    folder,
    current: join(folder, execHistoryName),
    vouchers,
    earlier: join(vouchers, "earlier"),
    next: join(vouchers, "next"),
    head: join(vouchers, "head.json"),
    lock: join(vouchers, "lock"),
    outputs: join(vouchers, "outputs"),
    running: join(vouchers, "running"),
  };
}
