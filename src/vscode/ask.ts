import * as vscode from "vscode";
import { offersFor } from "../core/approvals";
import type { Crib } from "../core/crib";
import { folderName } from "../core/paths";
import type { Approval, Confirm, JudgedCall } from "../core/pipeline";
import { detailsText, prefixesText, revealed } from "../review/preview";
import type { Review } from "./review";

const allow = "Allow";
const allowForGood = "Always Allow This Command Here";

/** What a modal dialog can say of a call: no Markdown, few lines. */
function detailOf({ plan, decision, byEffect }: JudgedCall): string {
  const effects = plan.effects.flatMap((effect, index) => {
    if (effect.kind === "fetch") return [effect.url];
    if (effect.kind === "delegate") return [effect.prompt];
    if (effect.kind !== "exec") return [effect.target.shown];
    const listed = (byEffect[index]?.parts ?? []).map((part) => {
      const details = detailsText(part, (text) => text);
      return `  • ${part.text}${details === "" ? "" : ` (${details})`}: ${part.reason}`;
    });
    return [effect.command, ...listed, `Runs in ${folderName(effect.cwd)}.`];
  });
  return revealed([`Asked because ${decision.reason}.`, ...(plan.notes ?? []), "", ...effects].join("\n")).slice(
    0,
    2000,
  );
}

/** Asks outside of a chat's own confirmation: writes in the diff editor, everything else in a dialog. */
export const askPerson =
  (crib: Crib, review: Review, signal: AbortSignal): Confirm =>
  async (call: JudgedCall): Promise<Approval> => {
    const hasOther = call.plan.effects.some(
      (effect, index) => effect.kind !== "write" && call.byEffect[index]?.kind === "ask",
    );
    if (hasOther) {
      const answer = await askModal(crib, call);
      if (!answer.approved) return answer;
    }
    const hasWrite = call.plan.effects.some((effect) => effect.kind === "write");
    return hasWrite ? review.ask(call, signal) : { approved: true, by: "person" };
  };

async function askModal(crib: Crib, call: JudgedCall): Promise<Approval> {
  const { effects } = call.plan;
  const { exact, prefixes } = offersFor(effects, call.byEffect);
  const allowPrefix = `Always Allow ${revealed(prefixesText(prefixes))} in This Workspace`;
  const buttons = [allow, ...(exact ? [allowForGood] : []), ...(prefixes.length > 0 ? [allowPrefix] : [])];
  const answer = await vscode.window.showWarningMessage(
    `Toolcrib: ${revealed(call.plan.title)}`,
    { modal: true, detail: detailOf(call) },
    ...buttons,
  );
  if (answer === allowForGood) crib.approvals.take("exact", effects, call.byEffect);
  else if (answer === allowPrefix) crib.approvals.take("prefix", effects, call.byEffect);
  return answer === undefined ? { approved: false, by: "person" } : { approved: true, by: "person" };
}
