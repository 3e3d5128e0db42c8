import * as vscode from "vscode";
import type { Answer } from "../../../core/calls/approvals/answer";
import { type ApprovalScope, approvalScopes, type Offer } from "../../../core/calls/approvals/approvals";
import type { Call, JudgedCall, PreparedCall } from "../../../core/calls/call";
import type { Crib } from "../../../core/calls/crib";
import { executeCall } from "../../../core/calls/executeCall";
import { prepareCall } from "../../../core/calls/prepareCall";
import type { Turn } from "../../../core/journal/journalEntry";
import type { Session } from "../../../core/session/session";
import { plainMarkdown, withoutLinks } from "../../../core/text/markdown";
import type { ToolResult } from "../../../core/tools/tool";
import { AgentTurns } from "../../../lib/modelLoop/turnsOfCalls";
import { localDecision, localPlan } from "../../../vscode/ui/localReason";
import { showInformation } from "../../../vscode/ui/notifications";
import { signalOf } from "../../../vscode/ui/signalOf";
import { askModal, askPerson } from "../../approvals/vscode/askPerson";
import { scopeTexts } from "../../approvals/vscode/scopeTexts";
import type { PlanReviews } from "../../planMode/vscode/planReviews";
import { previewOf, wholeDiff } from "../../preview/preview";
import type { Review } from "../../review/vscode/review";
import type { Verdict } from "../../review/vscode/waitingEditors";
import { asksInChat } from "./asksInChat";
import { callTitle } from "./callTitle";
import type { ChatLines } from "./chatLines";
import { type ChatQuestions, inChat as reviewInChat } from "./chatQuestions";
import { confirmationText } from "./confirmationText";
import { type DrawnQuestions, linkTo } from "./drawnQuestions";
import { type PendingCall, PendingCalls } from "./pendingCalls";
import { questionDigest } from "./questionDigest";

const answerInChat: Readonly<Record<Verdict, string>> = {
  accept: vscode.l10n.t("Press Allow in Chat to apply this. VS Code only accepts your answer there."),
  reject: vscode.l10n.t("Rejected. Press Skip in Chat; Allow will not apply it either."),
  closed: vscode.l10n.t("The question in Chat is still open."),
};

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

/** A call as VS Code hands it on. */
export interface IncomingCall {
  readonly crib: Crib;
  /** Of the chat that it is part of. */
  readonly session: Session;
  /** By its name in the crib's dialect. */
  readonly tool: string;
  readonly input: object;
  readonly token: vscode.CancellationToken;
  /** Whether VS Code assigns it to a chat, which can show a question. */
  readonly inChat: boolean;
}

/** Nobody tells why: a hook of somebody else, automatic approval, or an answer to another call of the tool. */
const leftOut = ({ plan }: JudgedCall): string =>
  `VS Code let a call through without asking, so Toolcrib asked: ${plan.title}`;

/** Calls that come in through `vscode.lm`: prepared for VS Code's own confirmation, then made (D-16). */
export class ToolCalls {
  readonly #pending: PendingCalls;
  readonly #agentTurns = new AgentTurns(Date.now);
  #count = 0;

  constructor(private readonly surfaces: CallParts) {
    this.#pending = new PendingCalls(surfaces.review, surfaces.drawn, Date.now);
  }

  /** Steps 1 to 3, and the question for a person when there is one. Changes nothing. */
  async prepare(incoming: IncomingCall): Promise<vscode.PreparedToolInvocation> {
    const { crib, session, tool, input, token } = incoming;
    const { review: reviews, drawn, lines, opensDiff } = this.surfaces;
    const line = lines.find(tool, input);
    if (line) return { invocationMessage: line.title };
    const prepared = await this.#prepared(crib, session, { tool, input, signal: signalOf(token) });
    void this.#pending.closeUnanswered();
    this.#agentTurns.expect();
    if (prepared.kind === "failed") return { invocationMessage: vscode.l10n.t("Checking the input of {0}", tool) };
    const invocationMessage = callTitle(prepared);
    if (!asksInChat(incoming, prepared)) return { invocationMessage };
    const { plan, byEffect } = prepared;
    const id = String(++this.#count);
    const review = reviews.begin(prepared, "chat");
    const local = localPlan(plan);
    const question = drawn.add(
      `# ${plainMarkdown(local.title)}\n\n${previewOf(local, byEffect.map(localDecision), wholeDiff, vscode.l10n)}\n`,
    );
    const remember = (offer: Offer, scope: ApprovalScope) => crib.approvals.take(offer, scope, plan.effects, byEffect);
    const digest = questionDigest(tool, prepared);
    const call = {
      id,
      tool,
      session,
      input: JSON.stringify(input),
      digest,
      review,
      question,
      remember,
      time: Date.now(),
    };
    this.#pending.add(call);
    review.onDidChange(() => this.#onAnswer(call));
    if (opensDiff() && review.files.length > 0) await reviews.show(review, reviewInChat);
    return {
      invocationMessage,
      confirmationMessages: {
        title: withoutLinks(local.title),
        message: linkTo(question, confirmationText(prepared, { id, files: review.files.length })),
      },
    };
  }

  /** After a no to what a command is to be given, which VS Code does not tell of, it is to run without. */
  async #prepared(crib: Crib, session: Session, call: Call): Promise<PreparedCall> {
    const prepared = await prepareCall(crib, session, call);
    if (prepared.kind === "failed") return prepared;
    const { context, plan } = prepared;
    const given = plan.effects.find((effect) => effect.kind === "exec" && effect.extra !== undefined);
    if (given?.kind !== "exec" || !given.extra) return prepared;
    if (!this.#pending.wasDeclined(questionDigest(call.tool, prepared), session)) return prepared;
    context.noteAnswer(given, given.extra, false);
    return prepareCall(crib, session, call);
  }

  /** Steps 1 to 7. Counts as approved only what VS Code was seen to ask, and only where there is a chat that showed it. */
  async invoke({ crib, session, tool, input, token, inChat }: IncomingCall): Promise<ToolResult> {
    const line = this.surfaces.lines.find(tool, input);
    if (line) return line.begin();
    const signal = signalOf(token);
    const pending = this.#pending.ofCall(tool, JSON.stringify(input));
    const confirm = async (judged: JudgedCall): Promise<Answer> => {
      const askHook = judged.byRules && (() => askModal(crib, judged));
      const { always } = judged.byRules ?? judged.decision;
      const answer = inChat && !always ? await this.#pending.make(questionDigest(tool, judged), askHook) : undefined;
      if (!answer && pending.length > 0) void crib.log.note("question left out", session.agent, leftOut(judged));
      return answer ?? askPerson({ crib, ...this.surfaces }, signal)(judged);
    };
    const call: Call = { tool, input, signal };
    const make = (turn: Turn) => executeCall(crib, session, { ...call, turn }, confirm);
    try {
      return await (inChat
        ? this.#agentTurns.during(make)
        : executeCall(crib, session, { ...call, unordered: true }, confirm));
    } finally {
      // Nobody took the answer to a call that a hook denied, or that is not asked about any more.
      for (const call of pending) this.#pending.drop(call);
    }
  }

  /** An answer from the diff editor or the tree: VS Code's own chat can only be told by the person. */
  #onAnswer(call: PendingCall): void {
    const { verdict } = call.review;
    if (verdict !== undefined && this.#pending.state(call) === "answered")
      void showInformation(`Toolcrib: ${answerInChat[verdict]}`);
  }

  /** A link in a question: shows the diff of the call. */
  async openDiff(id: string): Promise<void> {
    const { questions, review } = this.surfaces;
    const call = this.#pending.byId(id);
    if (call) await review.show(call.review, reviewInChat, true);
    else if (!(await questions.openDiff(id)))
      void showInformation(vscode.l10n.t("Toolcrib: this question has already been answered."));
  }

  /** A link in a question: what it names is not asked about again as long as the scope lasts. */
  remember(id: string, offer: Offer, scope: ApprovalScope): void {
    // A command of VS Code takes any argument.
    if (!approvalScopes.includes(scope)) return;
    const call = this.#pending.byId(id);
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
