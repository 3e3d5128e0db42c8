import * as vscode from "vscode";
import type { Answer } from "../../../core/calls/approvals/answer";
import { type ApprovalScope, approvalScopes, type Offer } from "../../../core/calls/approvals/approvals";
import type { Call, JudgedCall } from "../../../core/calls/call";
import type { Crib } from "../../../core/calls/crib";
import { executeCall } from "../../../core/calls/executeCall";
import { prepareCall } from "../../../core/calls/prepareCall";
import type { Turn } from "../../../core/journal/journalEntry";
import type { Session } from "../../../core/session/session";
import { plainMarkdown, withoutLinks } from "../../../core/text/markdown";
import type { ToolResult } from "../../../core/tools/tool";
import { AgentTurns } from "../../../lib/modelLoop/turnsOfCalls";
import { showInformation } from "../../../vscode/ui/notifications";
import { signalOf } from "../../../vscode/ui/signalOf";
import { askModal, askPerson } from "../../approvals/vscode/askPerson";
import { scopeTexts } from "../../approvals/vscode/scopeTexts";
import type { PlanReviews } from "../../planMode/vscode/planReviews";
import { previewOf, wholeDiff } from "../../preview/preview";
import type { PendingReview } from "../../review/vscode/pendingReview";
import type { Review } from "../../review/vscode/review";
import type { Verdict } from "../../review/vscode/waitingEditors";
import { callTitle } from "./callTitle";
import type { ChatLines } from "./chatLines";
import { type ChatQuestions, inChat } from "./chatQuestions";
import { confirmationText } from "./confirmationText";
import { type DrawnQuestions, linkTo } from "./drawnQuestions";
import { questionDigest } from "./questionDigest";
import { type ShownCall, ShownCalls } from "./shownCalls";

const answerInChat: Readonly<Record<Verdict, string>> = {
  accept: vscode.l10n.t("Press Allow in Chat to apply this. VS Code only accepts your answer there."),
  reject: vscode.l10n.t("Rejected. Press Skip in Chat; Allow will not apply it either."),
  closed: vscode.l10n.t("The question in Chat is still open."),
};

/** After this many milliseconds without an answer a new call means that the question was answered with no. */
const unanswered = 5000;

/** What calls in chats that are not ours need. */
export interface CallParts {
  readonly review: Review;
  readonly plans: PlanReviews;
  /** Questions of our own participant, and the lines of its calls. */
  readonly questions: ChatQuestions;
  readonly lines: ChatLines;
  /** Questions that VS Code asks. */
  readonly drawn: DrawnQuestions;
  /** Whether diffs are opened with the question. */
  opensDiff(): boolean;
}

/** Calls that come in through `vscode.lm`: prepared for VS Code's own confirmation, then made (D-16). */
export class ToolCalls {
  readonly #shown: ShownCalls;
  /** What the person last allowed in VS Code's own question about each tool, by digest. */
  readonly #allowed = new Map<string, string>();
  readonly #agentTurns = new AgentTurns(Date.now);
  #count = 0;

  constructor(
    private readonly session: Session,
    private readonly surfaces: CallParts,
  ) {
    this.#shown = new ShownCalls((call) => void this.#release(call));
  }

  /** Steps 1 to 3, and the question for a person when there is one. Changes nothing. */
  async prepare(
    crib: Crib,
    tool: string,
    input: object,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation> {
    const { review: reviews, drawn, lines, opensDiff } = this.surfaces;
    const line = lines.find(tool, input);
    if (line) return { invocationMessage: line.title };
    const prepared = await prepareCall(crib, this.session, { tool, input, signal: signalOf(token) });
    void this.#dropLeft();
    this.#agentTurns.expect();
    if (prepared.kind === "failed") return { invocationMessage: vscode.l10n.t("Checking the input of {0}", tool) };
    const invocationMessage = callTitle(prepared);
    // VS Code remembers answers by tool, so that an answer to one call through the bridge would answer every other.
    const isBridged = tool !== prepared.tool.name;
    const asksHere =
      prepared.decision.kind === "ask" &&
      !prepared.decision.always &&
      !isBridged &&
      !crib.approvals.cover(prepared.plan.effects, prepared.byEffect);
    if (!asksHere) return { invocationMessage };
    const { plan, byEffect } = prepared;
    const id = String(++this.#count);
    const review = reviews.begin(prepared, "chat");
    const question = drawn.add(`# ${plainMarkdown(plan.title)}\n\n${previewOf(plan, byEffect, wholeDiff)}\n`);
    const remember = (offer: Offer, scope: ApprovalScope) => crib.approvals.take(offer, scope, plan.effects, byEffect);
    const shown: ShownCall = { id, tool, input: JSON.stringify(input), review, question, remember, time: Date.now() };
    this.#shown.add(questionDigest(tool, prepared), shown);
    review.onDidChange(() => this.#onAnswer(shown));
    if (opensDiff() && review.files.length > 0) await reviews.show(review, inChat);
    return {
      invocationMessage,
      confirmationMessages: {
        title: withoutLinks(plan.title),
        message: linkTo(question, confirmationText(prepared, { id, files: review.files.length })),
      },
    };
  }

  /** Steps 1 to 7. Counts as approved only what VS Code was seen to ask, and only where there is a chat that showed it. */
  async invoke(
    crib: Crib,
    tool: string,
    input: object,
    inChat: boolean,
    token: vscode.CancellationToken,
  ): Promise<ToolResult> {
    const line = this.surfaces.lines.find(tool, input);
    if (line) return line.begin();
    const signal = signalOf(token);
    const confirm = async (judged: JudgedCall): Promise<Answer> => {
      const digest = questionDigest(tool, judged);
      const shown = this.#shown.take(digest);
      const { always } = judged.byRules ?? judged.decision;
      const answer = shown && inChat && !always ? await this.#answerOf(crib, judged, tool, digest, shown) : undefined;
      if (shown) await this.#release(shown);
      return answer ?? askPerson({ crib, ...this.surfaces }, signal)(judged);
    };
    const call: Call = { tool, input, signal };
    const make = (turn: Turn) => executeCall(crib, this.session, { ...call, turn }, confirm);
    const shown = this.#shown.ofCall(tool, JSON.stringify(input));
    try {
      return await (inChat
        ? this.#agentTurns.during(make)
        : executeCall(crib, this.session, { ...call, unordered: true }, confirm));
    } finally {
      // Nobody took the answer to a call that a hook denied, or that is not asked about any more.
      for (const call of shown) this.#shown.remove(call);
    }
  }

  /**
   * What the person answered in VS Code. It invokes a tool unasked once a person chose *Allow in this Session* or the like
   * about another call of it, or allowed every tool: that answers nothing but the very call it was chosen for.
   * @returns undefined when nobody answered.
   */
  async #answerOf(
    crib: Crib,
    judged: JudgedCall,
    tool: string,
    digest: string,
    { question, review }: ShownCall,
  ): Promise<Answer | undefined> {
    const wasAsked = this.surfaces.drawn.has(question);
    if (!wasAsked && (this.#allowed.get(tool) !== digest || judged.byRules)) return undefined;
    // What the chat showed said nothing of a hook's question.
    const asked = judged.byRules && (await askModal(crib, judged));
    if (asked?.approved === false) return asked;
    const approval = await this.#approvalOf(review);
    if (!approval.approved) return approval;
    if (!wasAsked) return { ...approval, by: "VS Code" };
    this.#allowed.set(tool, digest);
    return approval;
  }

  async #release({ question, review }: ShownCall): Promise<void> {
    this.surfaces.drawn.drop(question);
    await this.surfaces.review.drop(review);
  }

  /** Allow in chat is a yes to what the diff editor shows by then, and no yes to what was rejected there. */
  async #approvalOf(review: PendingReview): Promise<Answer> {
    return review.verdict === "reject"
      ? { approved: false, by: "person", feedback: "the change was rejected in the diff editor" }
      : { approved: true, by: "person", ...(await this.surfaces.review.changes(review)) };
  }

  /** An answer from the diff editor or the tree: VS Code's own chat can only be told by the person. */
  #onAnswer(shown: ShownCall): void {
    const { verdict } = shown.review;
    if (verdict !== undefined && this.#shown.has(shown)) void showInformation(`Toolcrib: ${answerInChat[verdict]}`);
  }

  /** VS Code does not tell when a question in a chat that is not ours was answered with no. */
  async #dropLeft(): Promise<void> {
    const { review: reviews } = this.surfaces;
    for (const shown of this.#shown.olderThan(unanswered, Date.now())) {
      if (shown.review.verdict !== undefined) continue;
      // What a person has changed may still be allowed.
      if (!(await reviews.changes(shown.review)).edits) await reviews.drop(shown.review);
    }
  }

  /** A link in a question: shows the diff of the call. */
  async openDiff(id: string): Promise<void> {
    const { questions, review } = this.surfaces;
    const call = this.#shown.byId(id);
    if (call) await review.show(call.review, inChat);
    else if (!(await questions.openDiff(id)))
      void showInformation(vscode.l10n.t("Toolcrib: this question has already been answered."));
  }

  /** A link in a question: what it names is not asked about again as long as the scope lasts. */
  remember(id: string, offer: Offer, scope: ApprovalScope): void {
    // A command of VS Code takes any argument.
    if (!approvalScopes.includes(scope)) return;
    const call = this.#shown.byId(id);
    call?.remember(offer, scope);
    const saved = scopeTexts[scope];
    if (call)
      void showInformation(
        vscode.l10n.t(
          "Toolcrib: saved ({0}). You will not be asked again; please answer the open question once more.",
          saved,
        ),
      );
    else if (this.surfaces.questions.remember(id, offer, scope))
      void showInformation(vscode.l10n.t("Toolcrib: saved ({0}). You will not be asked again.", saved));
    else void showInformation(vscode.l10n.t("Toolcrib: this question has already been answered."));
  }
}
