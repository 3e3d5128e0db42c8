/** What waits of the reviews, for the list of all that waits. */

import { posix } from "node:path";
import * as vscode from "vscode";
import { fileUri } from "../../../vscode/files/fileUri";
import { localTitle } from "../../../vscode/ui/localReason";
import { openMultiDiff } from "../../../vscode/ui/multiDiff";
import { filesText } from "../../../vscode/ui/treeTexts";
import type { WaitingActs, WaitingSource, WaitingThing } from "../../needsYou/waitingThings";
import { countsText, sumOfCounts } from "../../preview/lineCounts";
import type { UnansweredFile, UnansweredProposal } from "../unanswered";
import { kindTexts, spokenCounts } from "./changeItems";
import type { PendingReview, Reviewed } from "./pendingReview";
import { proposedHint, proposedTitle, type Review } from "./review";
import { titleOf, type UnansweredActions } from "./unansweredActions";
import type { UnansweredProposals } from "./unansweredProposals";

/** The folder of a file and what becomes of it, as far as the name of the file does not say it. */
function placeAndChange(kind: Reviewed["kind"], shown: string, from: string | undefined): string[] {
  const place = posix.dirname(shown);
  const change = kind === "move" && from !== undefined ? vscode.l10n.t("moved from {0}", from) : kindTexts[kind];
  return [...(place === "." ? [] : [place]), ...(kind === "change" ? [] : [change])];
}

/** What was answered in the diff editor or the list, where VS Code itself has to be told. */
const answeredTexts = {
  accept: vscode.l10n.t("accepted, press Allow in Chat"),
  reject: vscode.l10n.t("rejected, press Skip in Chat"),
  closed: vscode.l10n.t("answer in Chat"),
};

/** Opens all files of a call under review, and puts the keyboard into their editor. */
export async function openReviewed(review: Review, pending: PendingReview): Promise<void> {
  if (pending.files.length === 1) return review.show(pending, proposedHint, true);
  const rows = pending.files.map(({ effect, before, proposal }) => ({
    resource: fileUri(effect.target),
    before,
    after: proposal,
  }));
  await openMultiDiff(proposedTitle(pending), rows);
  await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
}

/** The answers to a call that is asked about; the same in the list and above its editor. */
export const answersTo = (review: Pick<Review, "rejectWithComment">, pending: PendingReview): WaitingActs =>
  pending.verdict === undefined
    ? {
        accept: () => pending.accept(),
        reject: () => pending.end("reject"),
        rejectWithComment: () => review.rejectWithComment(pending),
      }
    : {};

function fileThing(review: Review, pending: PendingReview, file: Reviewed): WaitingThing {
  const { kind, effect, counts, old } = file;
  const waits = pending.waitsFor(file);
  const change = placeAndChange(kind, effect.target.shown, old?.shown);
  const state = waits ? [] : [vscode.l10n.t("accepted")];
  const binary = vscode.l10n.t("binary");
  return {
    id: `${pending.id} ${file.proposal.authority}`,
    kind: "edit",
    label: effect.target.shown,
    facts: [counts ? countsText(counts) : binary, ...change, ...state],
    spoken: [effect.target.shown, counts ? spokenCounts(counts) : binary, ...change, ...state].join(", "),
    file: effect.target,
    acts: {
      open: () => review.show({ files: [file] }, proposedHint, true),
      ...(waits && { accept: () => pending.accept([file]), reject: () => pending.end("reject") }),
    },
  };
}

function reviewThing(review: Review, pending: PendingReview): WaitingThing {
  const { id, title, files, verdict, agent, since } = pending;
  const counts = sumOfCounts(files.map((file) => file.counts));
  const state = verdict === undefined ? [] : [answeredTexts[verdict]];
  return {
    ...{ id, kind: "edit", label: title, agent, since },
    facts: [...state, countsText(counts), filesText(files.length)],
    spoken: [title, ...state, filesText(files.length), spokenCounts(counts)].join(", "),
    isAnswered: verdict === "accept" || verdict === "reject",
    acts: { open: () => openReviewed(review, pending), ...answersTo(review, pending) },
    parts: files.map((file) => fileThing(review, pending, file)),
    shownIn: files.length > 1 ? [proposedTitle(pending)] : [],
  };
}

/** The calls that are under review. */
export const reviewsWaiting = (review: Review): WaitingSource => ({
  waiting: () => review.pending.map((pending) => reviewThing(review, pending)),
  onWaitingChange(listener) {
    const listening = review.onDidChange(listener);
    return () => listening.dispose();
  },
});

function unansweredThing(proposal: UnansweredProposal, actions: UnansweredActions): WaitingThing {
  const { id, title, agent, time, files } = proposal;
  const partOf = (file: UnansweredFile): WaitingThing => ({
    ...{ id: `${id} ${file.address}`, kind: "unanswered", label: file.target.shown, file: file.target },
    facts: placeAndChange(file.kind, file.target.shown, file.old?.shown),
    acts: { open: () => actions.open(proposal, [file]) },
  });
  return {
    ...{ id, kind: "unanswered", label: localTitle(title), agent, since: time },
    facts: [vscode.l10n.t("not answered"), filesText(files.length)],
    acts: {
      open: () => actions.open(proposal),
      proposeAgain: () => actions.proposeAgain(proposal),
      dismiss: () => actions.dismiss(proposal),
    },
    parts: files.map(partOf),
    shownIn: files.length > 1 ? [titleOf(proposal)] : [],
  };
}

/** Proposals that an earlier window was closed over. */
export const unansweredWaiting = (unanswered: UnansweredProposals, actions: UnansweredActions): WaitingSource => ({
  waiting: () => unanswered.left.map((proposal) => unansweredThing(proposal, actions)),
  onWaitingChange(listener) {
    const listening = unanswered.onDidChange(listener);
    return () => listening.dispose();
  },
});
