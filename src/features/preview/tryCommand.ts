/** Trying a command: what it would do is found out by doing it, on a layer over the workspace. */
import type { Confirm } from "../../core/calls/approvals/answer";
import type { Call, JudgedCall } from "../../core/calls/call";
import type { Crib } from "../../core/calls/crib";
import { executeCall } from "../../core/calls/executeCall";
import { prepareCall } from "../../core/calls/prepareCall";
import type { Session } from "../../core/session/session";
import type { ToolResult } from "../../core/tools/tool";
import { CommandTrial } from "../../tools/commands/commandTrial";
import { runCommand } from "../../tools/commands/runCommand";

/** Whether a call proposes changes, and is not the command itself. */
const proposes = ({ plan }: JudgedCall): boolean => plan.effects.every(({ kind }) => kind === "write");

/** True for a call of the tool that runs commands. */
export async function canBeTried(crib: Crib, session: Session, call: Call): Promise<boolean> {
  const prepared = await prepareCall(crib, session, call);
  return prepared.kind === "judged" && prepared.tool.tool === runCommand;
}

/**
 * Runs a command of the person's own on a layer, which needs no question of theirs, then asks about what it changed. Never
 * throws: where there are no layers, the result says why.
 * @param call of the tool that runs commands.
 * @param confirm asks about the changes, and about what hooks ask about.
 */
export const tryCommand = (crib: Crib, session: Session, call: Call, confirm: Confirm): Promise<ToolResult> =>
  executeCall(crib, session, { ...call, privateInput: new CommandTrial() }, async (judged) =>
    proposes(judged) || judged.byRules ? confirm(judged) : { approved: true, by: "person" },
  );
