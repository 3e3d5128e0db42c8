import * as vscode from "vscode";
import type { Answer, Confirm } from "../../../core/calls/approvals/answer";
import { offersFor } from "../../../core/calls/approvals/approvals";
import type { JudgedCall } from "../../../core/calls/call";
import type { Crib } from "../../../core/calls/crib";
import { shownAddress } from "../../../core/text/addresses/shownAddress";
import { revealed } from "../../../core/text/markdown";
import type { Decision } from "../../../core/vocabulary/decision";
import type { ExecEffect, FetchEffect, WriteEffect } from "../../../core/vocabulary/effect";
import { folderName } from "../../../core/vocabulary/paths";
import { looksBinary } from "../../../lib/edits/text/encoding";
import { localPlan, localReason, localTitle } from "../../../vscode/ui/localReason";
import { showWarning } from "../../../vscode/ui/notifications";
import type { PlanReviews } from "../../planMode/vscode/planReviews";
import { hostNote } from "../../preview/hostLetters";
import { type OfferLine, offerLines } from "../../preview/offers";
import { pagesOf } from "../../preview/pages";
import { detailsText } from "../../preview/preview";
import { pickAnswers } from "../../questions/vscode/pickAnswers";
import type { Review } from "../../review/vscode/review";
import { scopedText } from "./scopeTexts";

const allow = vscode.l10n.t("Allow");
const allowAndRemember = vscode.l10n.t("Allow and Remember…");
const showMore = vscode.l10n.t("Show More");

function requestLines({ url, method, body }: FetchEffect): string[] {
  const note = hostNote(url, vscode.l10n);
  const sent = body === undefined ? [] : [vscode.l10n.t("It sends: {0}", body)];
  return [`${method} ${shownAddress(url)}`, ...(note === undefined ? [] : [`${note}.`]), ...sent];
}

function commandLines({ command, input, cwd }: ExecEffect, decision: Decision | undefined): string[] {
  const listed = (decision?.parts ?? []).map((part) => {
    const details = detailsText(part, (text) => text, vscode.l10n);
    return `  • ${part.text}${details === "" ? "" : ` (${details})`}: ${localReason(part.reason)}`;
  });
  const read = input === undefined ? [] : [vscode.l10n.t("Its input is:"), input];
  return [command, ...read, ...listed, vscode.l10n.t("Runs in {0}.", folderName(cwd))];
}

/** Effects of which the files are named; of the others they are counted. */
const maxNamed = 50;

/** What a modal dialog can say of a call, without Markdown. What it does comes first: models write some of the notes. */
function detailOf({ plan, decision, byEffect }: JudgedCall): string {
  const effects = plan.effects.flatMap((effect, index) => {
    if (effect.kind === "fetch") return requestLines(effect);
    if (effect.kind === "delegate") return [effect.prompt];
    if (effect.kind === "present") return [effect.title];
    if (effect.kind === "exec") return commandLines(effect, byEffect[index]);
    return index < maxNamed ? [effect.target.shown] : [];
  });
  const more = plan.effects.slice(maxNamed).filter((effect) => "target" in effect).length;
  if (more > 0) effects.push(vscode.l10n.t("and {0} more", more));
  const notes = localPlan(plan).notes ?? [];
  const reason = vscode.l10n.t("Asked because {0}.", localReason(decision.reason));
  const noted = notes.length > 0 ? ["", vscode.l10n.t("Notes:"), ...notes] : [];
  return revealed([reason, "", ...effects, ...noted].join("\n"));
}

/** Shows all of it, part by part where it is long, with the buttons at the last one. */
async function showDetail(message: string, detail: string, buttons: readonly string[]): Promise<string | undefined> {
  const pages = pagesOf(detail);
  for (const [at, page] of pages.entries()) {
    const isLast = at === pages.length - 1;
    const place = pages.length > 1 ? [vscode.l10n.t("Part {0} of {1}", at + 1, pages.length)] : [];
    const shown = [page.trimEnd(), ...place].join("\n\n");
    const answer = await showWarning(message, { modal: true, detail: shown }, ...(isLast ? buttons : [showMore]));
    if (isLast || answer === undefined) return answer;
  }
  return undefined;
}

/** Where a person is asked. */
export interface AskParts {
  readonly crib: Crib;
  readonly review: Review;
  readonly plans: PlanReviews;
}

/** Names of files that VS Code opens as what they are, whatever is in them. */
const shownAsMedia = /\.(?:png|jpe?g|jpe|bmp|gif|ico|webp|avif|mp[34]|wav|og[ag]|webm)$/i;

/** Bytes of a text that VS Code hands to extensions at most. */
const maxText = 50 * 1024 * 1024;

/** Only a diff editor of texts has ✓ and ✗ in its title. */
const isShownAsText = ({ target, before, after }: WriteEffect): boolean =>
  !shownAsMedia.test(target.path) &&
  [before, after].every((bytes) => bytes === undefined || (bytes.length <= maxText && !looksBinary(bytes)));

/** Asks outside of a chat's own confirmation: plans in their preview, questions in a list, texts in the diff editor, everything else in a dialog. */
export const askPerson =
  ({ crib, review, plans }: AskParts, signal: AbortSignal): Confirm =>
  async (call: JudgedCall): Promise<Answer> => {
    // Neither a plan's preview nor a diff editor says what a hook wants to know.
    const asked = call.byRules && (await askModal(crib, call));
    if (asked?.approved === false) return asked;
    const presented = call.plan.effects.find((effect) => effect.kind === "present");
    if (presented?.questions) return pickAnswers(localTitle(call.plan.title), presented, signal);
    if (presented) return plans.ask(presented, call.context.caller.agent, signal);
    const writes = call.plan.effects.filter((effect) => effect.kind === "write");
    const isReviewed = writes.length > 0 && writes.every(isShownAsText);
    const hasOther = call.plan.effects.some(
      (effect, index) => !(isReviewed && effect.kind === "write") && call.byEffect[index]?.kind === "ask",
    );
    if (hasOther && !asked) {
      const answer = await askModal(crib, call);
      if (!answer.approved) return answer;
    }
    return isReviewed ? review.ask(call, signal) : { approved: true, by: "person" };
  };

/** Asks in a dialog. The answer to a hook is not remembered. */
export async function askModal(crib: Crib, call: JudgedCall): Promise<Answer> {
  const { effects } = call.plan;
  const offers = call.byRules ? [] : offerLines(offersFor(effects, call.byEffect), vscode.l10n, localTitle);
  const message = `Toolcrib: ${revealed(localTitle(call.plan.title))}`;
  const answer = await showDetail(message, detailOf(call), offers.length > 0 ? [allow, allowAndRemember] : [allow]);
  if (answer === undefined) return { approved: false, by: "person" };
  if (answer === allow) return { approved: true, by: "person" };
  const chosen = await pickOffer(offers);
  if (!chosen) return askModal(crib, call);
  crib.approvals.take(chosen.offer, chosen.scope, effects, call.byEffect);
  return { approved: true, by: "person" };
}

/** What to remember and for how long; undefined when the person thought better of it. */
function pickOffer(offers: readonly OfferLine[]) {
  const lines = offers.flatMap(({ offer, subject, scopes }) =>
    scopes.map((scope) => ({ label: vscode.l10n.t("Allow {0}", scopedText(subject, scope)), offer, scope })),
  );
  return vscode.window.showQuickPick(lines, {
    title: vscode.l10n.t("Toolcrib: Allow and Remember"),
    placeHolder: vscode.l10n.t("Don't ask again for…"),
    ignoreFocusOut: true,
  });
}
