/** What a person can do with a proposal that an earlier window was closed over (D-16). */

import * as vscode from "vscode";
import type { Answer, Confirm } from "../../../core/calls/approvals/answer";
import type { JudgedCall } from "../../../core/calls/call";
import type { Crib } from "../../../core/calls/crib";
import { cribWithOnly } from "../../../core/calls/cribWith";
import { executeCall } from "../../../core/calls/executeCall";
import type { Session } from "../../../core/session/session";
import type { AnyTool } from "../../../core/tools/tool";
import { fileUri } from "../../../vscode/files/fileUri";
import { localTitle } from "../../../vscode/ui/localReason";
import { closeMultiDiffs, openMultiDiff } from "../../../vscode/ui/multiDiff";
import { showError, showInformation } from "../../../vscode/ui/notifications";
import type { UnansweredFile, UnansweredProposal } from "../unanswered";
import { type Proposals, proposalUri } from "./proposals";
import { sidesOf, type UnansweredProposals } from "./unansweredProposals";

/** What proposing again needs of its surroundings. */
export interface ProposeParts {
  readonly crib: Crib;
  /** Asks the person. */
  ask(signal: AbortSignal): Confirm;
  /** The person's. */
  readonly session: Session;
  /** The tool that does it; not one that models are offered. */
  proposeTool(proposal: UnansweredProposal): AnyTool;
}

/** What came of it, for the person; `left`: the proposal is still without an answer. */
interface ProposeEnd {
  readonly text: string;
  readonly kind: "written" | "rejected" | "left" | "failed";
}

/**
 * Makes the writes of a proposal as a call of the person's, in a turn of its own: judged by the policy as it is now, refused
 * for files that have changed since, and asked about in the diff editor wherever the policy asks.
 */
export async function proposeAgain(parts: ProposeParts, proposal: UnansweredProposal): Promise<ProposeEnd> {
  const { signal } = new AbortController();
  let answer: Answer | undefined;
  const ask = parts.ask(signal);
  const confirm = async (call: JudgedCall) => {
    answer = await ask(call);
    return answer;
  };
  const tool = parts.proposeTool(proposal);
  const turn = { id: crypto.randomUUID(), title: proposal.title };
  const call = { tool: tool.name, input: { proposal: proposal.id }, signal, turn };
  const { text, isError, data } = await executeCall(cribWithOnly(parts.crib, tool), parts.session, call, confirm);
  const { error } = (data ?? {}) as { readonly error?: string };
  if (!isError || error === "no_change") return { text, kind: "written" };
  if (answer?.approved === false) return { text, kind: answer.feedback === undefined ? "rejected" : "left" };
  return { text, kind: "failed" };
}

/** The title of the editor with all its files. */
export const titleOf = ({ title }: UnansweredProposal): string => vscode.l10n.t("{0}: not answered", localTitle(title));

/** Opening, proposing again and dismissing. */
export class UnansweredActions {
  constructor(
    private readonly unanswered: UnansweredProposals,
    private readonly proposals: Proposals,
    private readonly propose: (proposal: UnansweredProposal) => Promise<ProposeEnd>,
  ) {}

  /** Shows what was proposed against what the files hold now. */
  async open(proposal: UnansweredProposal, files: readonly UnansweredFile[] = proposal.files): Promise<void> {
    const [only, ...others] = files;
    if (only && others.length === 0) {
      const options = { preserveFocus: false, preview: false };
      await vscode.commands.executeCommand(
        "vscode.diff",
        ...sidesOf(only),
        vscode.l10n.t("{0} (not answered)", only.title),
        options,
      );
      return;
    }
    const rows = files.map((file) => {
      const [before, after] = sidesOf(file);
      return { resource: fileUri(file.target), before, after };
    });
    await openMultiDiff(titleOf(proposal), rows);
  }

  /** Asks about it again; what is answered is forgotten. */
  async proposeAgain(proposal: UnansweredProposal): Promise<void> {
    const { kind, text } = await this.propose(proposal);
    if (kind === "failed") return void showError(`Toolcrib: ${text}`);
    if (kind === "left") return;
    if (kind === "written") void showInformation(`Toolcrib: ${text}`);
    await this.dismiss(proposal);
  }

  /** Forgets it and closes its editors. */
  async dismiss(proposal: UnansweredProposal): Promise<void> {
    await closeMultiDiffs([titleOf(proposal)]);
    await this.proposals.drop(proposal.files.map(({ address, target }) => proposalUri(address, fileUri(target).path)));
    await this.unanswered.dismiss(proposal);
  }
}
