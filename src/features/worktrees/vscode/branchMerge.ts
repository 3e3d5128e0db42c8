import * as vscode from "vscode";
import type { Answer } from "../../../core/calls/approvals/answer";
import type { JudgedCall } from "../../../core/calls/call";
import { cribWithOnly } from "../../../core/calls/cribWith";
import { executeCall } from "../../../core/calls/executeCall";
import type { Session } from "../../../core/session/session";
import { revealed } from "../../../core/text/markdown";
import type { AnyTool, ToolResult } from "../../../core/tools/tool";
import type { Decision } from "../../../core/vocabulary/decision";
import type { WriteEffect } from "../../../core/vocabulary/effect";
import { localPlan, localReason } from "../../../vscode/ui/localReason";
import { showInformation } from "../../../vscode/ui/notifications";
import { whileChanging } from "../../../vscode/ui/whileWorking";
import { type AskParts, askPerson } from "../../approvals/vscode/askPerson";
import { countsText, lineCounts } from "../../preview/lineCounts";
import type { LeftFile, MergeData, MergeSource } from "../worktrees";

/** What a merge needs of its surroundings. */
export interface MergeParts extends AskParts {
  /** The person's. */
  readonly session: Session;
  /** The tool that does it; not one that models are offered. */
  mergeTool(source: MergeSource): AnyTool;
}

/** How a merge ended. */
export interface MergeEnd {
  /** `conflicts`: nothing was written; `declined`: by the person. */
  readonly kind: "merged" | "conflicts" | "declined" | "failed";
  /** For the person. */
  readonly text: string;
  /** Files that the workspace does not have as the branch has them. */
  readonly left: readonly LeftFile[];
  readonly keepBranch: boolean;
  /** For taking it back; absent when nothing was written. */
  readonly turn?: string;
}

const merge = vscode.l10n.t("Merge");
const mergeAndKeep = vscode.l10n.t("Merge and Keep Branch");
const lookFirst = vscode.l10n.t("Review Each File");

/** Files that a dialog names. */
const maxNamed = 20;

/** Asks about every write there is; any other rule has something to say. */
const defaultRule = "scope";

/** A file with what happens to it, and why more than usual is asked about it. */
function fileLine({ target, before, after, encoding }: WriteEffect, decision: Decision | undefined): string {
  const lines = lineCounts(before, after, encoding);
  const counts = lines ? countsText(lines) : vscode.l10n.t("binary");
  const { shown } = target;
  const file =
    before === undefined
      ? vscode.l10n.t("{0} ({1}, new)", shown, counts)
      : after === undefined
        ? vscode.l10n.t("{0} ({1}, deleted)", shown, counts)
        : `${shown} (${counts})`;
  const reason = decision && decision.rule !== defaultRule ? `: ${localReason(decision.reason)}` : "";
  return `${file}${reason}`;
}

function detailOf({ plan, byEffect }: JudgedCall): string {
  const files = plan.effects.flatMap((effect, index) =>
    effect.kind === "write" ? [fileLine(effect, byEffect[index])] : [],
  );
  const more = files.length > maxNamed ? [vscode.l10n.t("and {0} more", files.length - maxNamed)] : [];
  const removal = vscode.l10n.t("Its folder is removed afterwards, and with it files that git ignores.");
  return revealed([...(localPlan(plan).notes ?? []), ...files.slice(0, maxNamed), ...more, removal].join("\n"));
}

/** Brings a branch into the workspace as one call of the person's, in a turn of its own. */
export async function mergeBranch(
  parts: MergeParts,
  source: MergeSource,
  conflicts: "refuse" | "mark",
): Promise<MergeEnd> {
  const { branch } = source.worktree;
  const turn = { id: crypto.randomUUID(), title: vscode.l10n.t("Merge {0}", branch) };
  const { signal } = new AbortController();
  let keepBranch = false;
  let end = () => {};
  const merged = new Promise<void>((resolve) => {
    end = resolve;
  });
  const review = askPerson(parts, signal);
  const confirm = async (call: JudgedCall): Promise<Answer> => {
    // With markers a person has to choose in the editor; what has to be read first is asked as ever.
    if (conflicts === "mark" || call.needsFirst !== undefined || call.byRules) return review(call);
    const question = vscode.l10n.t("Merge {0} into the workspace?", branch);
    const options = { modal: true, detail: detailOf(call) };
    const answer = await showInformation(question, options, merge, mergeAndKeep, lookFirst);
    keepBranch = answer === mergeAndKeep;
    if (answer === lookFirst) return review(call);
    if (answer === undefined) return { approved: false, by: "person" };
    void whileChanging(vscode.l10n.t("Toolcrib: merging {0}", branch), () => merged);
    return { approved: true, by: "person" };
  };
  const own = cribWithOnly(parts.crib, parts.mergeTool(source));
  const call = { tool: "merge_branch", input: { branch, conflicts }, signal, turn };
  const result = await executeCall(own, parts.session, call, confirm);
  end();
  return { ...endOf(result), text: result.text, keepBranch, ...(result.undo && { turn: turn.id }) };
}

function endOf({ isError, data }: ToolResult): Pick<MergeEnd, "kind" | "left"> {
  const { error, left = [] } = (data ?? {}) as Partial<MergeData> & { readonly error?: string };
  if (!isError || error === "no_change") return { kind: "merged", left };
  if (error === "declined") return { kind: "declined", left };
  return { kind: left.length > 0 ? "conflicts" : "failed", left };
}
