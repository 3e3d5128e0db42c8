import * as vscode from "vscode";
import { AgentTurns } from "../agent/turns";
import { type ApprovalScope, approvalScopes, type Offer, offersFor } from "../core/approvals";
import type { Crib } from "../core/crib";
import type { Turn } from "../core/journalEntry";
import { type Approval, executeCall } from "../core/pipeline";
import { type Call, type JudgedCall, prepareCall } from "../core/prepareCall";
import type { Session } from "../core/session";
import type { ToolResult } from "../core/tool";
import { offerLines, scopeText } from "../review/offers";
import { plainMarkdown, previewOf, withoutLinks } from "../review/preview";
import { askModal, askPerson } from "./ask";
import { callTitle } from "./callTitle";
import { type ChatQuestion, ChatQuestions, callKey, type InvokeInChat } from "./chatQuestions";
import { effectsDigest } from "./effectsDigest";
import { showInformation } from "./notifications";
import type { PendingReview } from "./pendingReview";
import type { PlanReviews } from "./planReviews";
import type { Review } from "./review";
import { type ShownCall, ShownCalls } from "./shownCalls";
import type { Verdict } from "./waitingEditors";

/** Commands that links in a confirmation may call. */
const confirmationCommands = { openDiff: "toolcrib.openDiff", remember: "toolcrib.rememberCommand" } as const;

/** What a call in a chat of our own is part of. */
export type ChatRequestPart = Pick<ChatQuestion, "turn" | "progress">;

/** What stands in the title of a diff that is asked about in a chat as well. */
const inChat = "proposed in Chat";

const answerInChat: Readonly<Record<Verdict, string>> = {
  accept: "press Allow in Chat to write this; there VS Code takes an answer from you alone.",
  reject: "rejected. Press Skip in Chat; Allow will not write it either.",
  closed: "the question in Chat is still open.",
};

/** After this many milliseconds without an answer a new call means that the question was answered with no. */
const unanswered = 5000;

/** An AbortSignal that follows a CancellationToken. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

/** Calls that come in through `vscode.lm`: prepared for VS Code's own confirmation, then made (D-16). */
export class ToolCalls {
  readonly #shown: ShownCalls;
  readonly #questions = new ChatQuestions();
  readonly #agentTurns = new AgentTurns(Date.now);
  #count = 0;

  constructor(
    private readonly session: Session,
    private readonly review: Review,
    private readonly plans: PlanReviews,
  ) {
    this.#shown = new ShownCalls((call) => void review.drop(call.review));
  }

  /** Steps 1 to 3, and the question for a person when there is one. Changes nothing. */
  async prepare(
    given: Crib,
    tool: string,
    input: object,
    token: vscode.CancellationToken,
    openDiff: boolean,
  ): Promise<vscode.PreparedToolInvocation> {
    const made = this.#questions.made(tool, input);
    const crib = made?.crib ?? given;
    const prepared = await prepareCall(crib, this.session, { tool, input, signal: signalOf(token) });
    void this.#dropLeft();
    if (!made) this.#agentTurns.expect();
    if (prepared.kind === "failed") return { invocationMessage: `Checking the input of ${tool}` };
    const invocationMessage = callTitle(prepared);
    // VS Code remembers answers by tool, so that an answer to one call through the bridge would answer every other.
    const isBridged = tool !== prepared.tool.name;
    const asksHere =
      prepared.decision.kind === "ask" &&
      !prepared.decision.always &&
      !isBridged &&
      !crib.approvals.cover(prepared.plan.effects, prepared.byEffect);
    if (!asksHere) return { invocationMessage };
    const digest = effectsDigest(tool, prepared.plan.effects);
    const question = this.#questions.find(tool, input);
    const known = this.#shown.get(digest);
    if (known && known === question?.shown && known.review.verdict === "accept") return { invocationMessage };
    const id = String(++this.#count);
    const review = this.review.begin(prepared, "chat");
    const remember = (offer: Offer, scope: ApprovalScope) =>
      crib.approvals.take(offer, scope, prepared.plan.effects, prepared.byEffect);
    const shown: ShownCall = {
      id,
      call: callKey(tool, input),
      review,
      remember,
      time: Date.now(),
      ...(question && { question }),
    };
    if (question) question.shown = shown;
    this.#shown.add(digest, shown);
    review.onDidChange(() => this.#onAnswer(shown));
    if (openDiff && review.files.length > 0) await this.review.show(review, inChat);
    return {
      invocationMessage,
      confirmationMessages: {
        title: withoutLinks(prepared.plan.title),
        message: confirmationText(prepared, id, review.files.length),
      },
    };
  }

  /** Steps 1 to 7. Counts as approved only what VS Code was given to show, and only where there is a chat that showed it. */
  async invoke(
    given: Crib,
    tool: string,
    input: object,
    inChat: boolean,
    token: vscode.CancellationToken,
  ): Promise<ToolResult> {
    const signal = signalOf(token);
    const question = this.#questions.made(tool, input);
    const crib = question?.crib ?? given;
    const confirm = async (judged: JudgedCall): Promise<Approval> => {
      const shown = this.#shown.take(effectsDigest(tool, judged.plan.effects));
      const { always } = judged.byRules ?? judged.decision;
      if (!shown || always || !inChat) {
        if (shown) await this.review.drop(shown.review);
        return askPerson({ crib, review: this.review, plans: this.plans }, signal)(judged);
      }
      // What the chat showed said nothing of a hook's question.
      const asked = judged.byRules && (await askModal(crib, judged));
      const approval = asked?.approved === false ? asked : await this.#approvalOf(shown.review);
      await this.review.drop(shown.review);
      return approval;
    };
    const progress = question && ((line: string) => question.progress(line));
    const call: Call = { tool, input, signal, ...(progress && { progress }) };
    const make = (turn: Turn) => executeCall(crib, this.session, { ...call, turn }, confirm);
    const shown = this.#shown.ofCall(callKey(tool, input));
    try {
      if (question) {
        question.outcome = await make(question.turn);
        return question.outcome;
      }
      return await (inChat
        ? this.#agentTurns.during(make)
        : executeCall(crib, this.session, { ...call, unordered: true }, confirm));
    } finally {
      // Nobody took the answer to a call that a hook denied, or that is not asked about any more.
      for (const call of shown) this.#shown.remove(call);
    }
  }

  /** Allow in chat is a yes to what the diff editor shows by then, and no yes to what was rejected there. */
  async #approvalOf(review: PendingReview): Promise<Approval> {
    return review.verdict === "reject"
      ? { approved: false, by: "person", feedback: "the change was rejected in the diff editor" }
      : { approved: true, by: "person", ...(await this.review.changes(review)) };
  }

  /**
   * Makes a call in a chat of our own: whichever of chat, diff editor and tree is used first answers the question.
   * @param request the request that it is part of, and its live progress.
   * @param invoke makes it through VS Code, which asks in the chat.
   * @throws what VS Code throws when the person skips or cancels it there.
   */
  inChat(
    crib: Crib,
    request: ChatRequestPart,
    tool: string,
    input: object,
    token: vscode.CancellationToken,
    invoke: InvokeInChat,
  ): Promise<ToolResult> {
    return this.#questions.follow({ ...request, crib }, tool, input, token, async (question, withdrawable) => {
      const isLeft = () => question.shown !== undefined && this.#shown.has(question.shown);
      try {
        const result = await invoke(withdrawable);
        return isLeft() ? await this.#decline(crib, tool, input) : (question.outcome ?? notMade(result));
      } catch (error) {
        const verdict = question.shown?.review.verdict;
        if (token.isCancellationRequested || !isLeft() || verdict === undefined) throw error;
        if (verdict !== "accept") return await this.#decline(crib, tool, input);
        const result = await invoke(token);
        return question.outcome ?? notMade(result);
      } finally {
        if (question.shown) this.#shown.remove(question.shown);
      }
    });
  }

  /** Makes a call of a tool that VS Code does not know, in a chat of our own: asked about outside of the chat. */
  beside(
    crib: Crib,
    { turn, progress }: ChatRequestPart,
    tool: string,
    input: object,
    token: vscode.CancellationToken,
  ): Promise<ToolResult> {
    const signal = signalOf(token);
    const call: Call = { tool, input, signal, turn, progress, planned: progress };
    return executeCall(crib, this.session, call, askPerson({ crib, review: this.review, plans: this.plans }, signal));
  }

  /** Puts a call on record that a person said no to. The signal keeps it from being made, whatever is allowed by now. */
  #decline(crib: Crib, tool: string, input: object): Promise<ToolResult> {
    const call: Call = { tool, input, signal: AbortSignal.abort() };
    return executeCall(crib, this.session, call, async () => ({ approved: false, by: "person" }));
  }

  /** An answer from the diff editor or the tree: VS Code's own chat can only be told by the person. */
  #onAnswer(shown: ShownCall): void {
    const { review, question } = shown;
    if (review.verdict === undefined || !this.#shown.has(shown)) return;
    if (question) question.withdraw();
    else void showInformation(`Toolcrib: ${answerInChat[review.verdict]}`);
  }

  /** VS Code does not tell when a question in a chat that is not ours was answered with no. */
  async #dropLeft(): Promise<void> {
    for (const { review, question } of this.#shown.olderThan(unanswered, Date.now())) {
      if (question || review.verdict !== undefined) continue;
      // What a person has changed may still be allowed.
      if (!(await this.review.changes(review)).edits) await this.review.drop(review);
    }
  }

  /** A link in a confirmation: shows the diff of the call. */
  async openDiff(id: string): Promise<void> {
    const call = this.#shown.byId(id);
    if (call) await this.review.show(call.review, inChat);
    else void showInformation("This proposal has been answered already.");
  }

  /** A link in a confirmation: what it names is not asked about again as long as the scope lasts. */
  remember(id: string, offer: Offer, scope: ApprovalScope): void {
    const call = this.#shown.byId(id);
    // A command of VS Code takes any argument.
    if (!call || !approvalScopes.includes(scope)) return;
    call.remember(offer, scope);
    void showInformation(
      `Toolcrib: this is not asked about from now on (${scopeText[scope]}). Answer the question in Chat for this time.`,
    );
  }
}

/** What VS Code itself answered in place of the tool, as when the person skipped it. */
const notMade = ({ content }: vscode.LanguageModelToolResult): ToolResult => ({
  text: content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join(""),
  isError: true,
});

const link = (text: string, command: string, ...values: readonly string[]) =>
  `[${text}](command:${command}?${encodeURIComponent(JSON.stringify(values))})`;

function confirmationText(call: JudgedCall, id: string, files: number): vscode.MarkdownString {
  const { plan, byEffect, decision } = call;
  const { openDiff, remember } = confirmationCommands;
  const offers = offerLines(offersFor(plan.effects, byEffect)).map(({ offer, subject, scopes }) => {
    const links = scopes.map((scope) =>
      link(`↗ ${plainMarkdown(subject)} ${scopeText[scope]}`, remember, id, offer, scope),
    );
    return `From now on allow: ${links.join(" · ")}`;
  });
  const diffLink = files > 0 ? [link("↗ Open in the diff editor", openDiff, id)] : [];
  const why = `Asked because ${plainMarkdown(decision.reason)}.`;
  const parts = [why, ...diffLink, previewOf(plan, byEffect), ...offers];
  const message = new vscode.MarkdownString(parts.join("\n\n"), true);
  message.isTrusted = { enabledCommands: Object.values(confirmationCommands) };
  return message;
}
