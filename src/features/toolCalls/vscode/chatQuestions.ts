import * as vscode from "vscode";
import type { Answer } from "../../../core/calls/approvals/answer";
import type { ApprovalScope, Offer } from "../../../core/calls/approvals/approvals";
import type { JudgedCall } from "../../../core/calls/call";
import type { Crib } from "../../../core/calls/crib";
import { plainMarkdown } from "../../../core/text/markdown";
import { localTitle } from "../../../vscode/ui/localReason";
import { showInformation } from "../../../vscode/ui/notifications";
import type { WaitingSource, WaitingThing } from "../../needsYou/waitingThings";
import type { PendingReview } from "../../review/vscode/pendingReview";
import type { Review } from "../../review/vscode/review";
import { answersTo } from "../../review/vscode/waitingReviews";
import { AskedInChat } from "./askedInChat";
import { confirmationText } from "./confirmationText";

/** A question of our own participant that waits for its answer. */
interface OpenQuestion {
  readonly review: PendingReview;
  /** What a link in the question remembers. */
  remember(offer: Offer, scope: ApprovalScope): void;
}

/** What stands in the title of a diff that is asked about in a chat as well. */
export const inChat = vscode.l10n.t("proposed in Chat");

/** A button under a question says yes or no. */
const answerCommand = "toolcrib.answerQuestion";

const cancelled: Answer = { approved: false, by: "nobody", feedback: "the request was cancelled" };

/**
 * Questions about calls of our own participant. They are asked in its chat with buttons of ours: VS Code's own question
 * offers to allow a tool whatever it does, and does not tell who answered.
 */
export class ChatQuestions implements WaitingSource {
  readonly #open = new Map<string, OpenQuestion>();
  readonly #listeners = new Set<() => void>();
  /** Questions of the model itself. */
  readonly asked = new AskedInChat(() => this.#tell());

  /** @param opensDiff whether diffs are opened with the question. */
  constructor(
    private readonly review: Review,
    private readonly opensDiff: () => boolean,
  ) {}

  /** Asks in a chat. The first answer counts, there, in the diff editor or in the tree. */
  async ask(crib: Crib, judged: JudgedCall, stream: vscode.ChatResponseStream, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) return cancelled;
    const { plan, byEffect } = judged;
    // A button stays when it has been pressed, and an address that can be guessed could be pressed by anybody.
    const id = crypto.randomUUID();
    const review = this.review.begin(judged, "chat");
    const remember = (offer: Offer, scope: ApprovalScope) => crib.approvals.take(offer, scope, plan.effects, byEffect);
    this.#open.set(id, { review, remember });
    this.#tell();
    const leave = () => review.end("closed");
    signal.addEventListener("abort", leave, { once: true });
    try {
      draw(stream, judged, id, review.files.length);
      if (this.opensDiff()) await this.review.show(review, inChat);
      await review.decided();
      if (review.verdict === "closed") return cancelled;
      if (review.verdict === "reject") return review.refusal();
      return { approved: true, by: "person", ...(await this.review.changes(review)) };
    } finally {
      signal.removeEventListener("abort", leave);
      this.#open.delete(id);
      this.#tell();
      await this.review.drop(review);
    }
  }

  /** What changes files is listed with its review. */
  waiting(): readonly WaitingThing[] {
    const calls = [...this.#open.values()].filter(({ review }) => review.files.length === 0);
    return [...calls.map(({ review }) => this.#callThing(review)), ...this.asked.waiting()];
  }

  #callThing(review: PendingReview): WaitingThing {
    const { id, title, agent, since } = review;
    const acts = { open: showChat, ...answersTo(this.review, review) };
    return { ...{ id, kind: "call", agent, since, acts }, label: title, facts: [] };
  }

  /** See WaitingSource. */
  onWaitingChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** A button under a question. A command of VS Code takes any argument. */
  answer(id: unknown, verdict: unknown): void {
    const question = this.#open.get(String(id));
    if (this.asked.answer(id, verdict)) return;
    if (!question) void showInformation(vscode.l10n.t("Toolcrib: this question has already been answered."));
    else if (verdict === "accept") question.review.accept();
    else if (verdict === "reject") question.review.end("reject");
  }

  /** A link in a question: shows the diff of its call. @returns false for a question that is not open here. */
  async openDiff(id: string): Promise<boolean> {
    const question = this.#open.get(id);
    if (question) await this.review.show(question.review, inChat, true);
    return question !== undefined;
  }

  /** A link in a question: remembers the answer, and gives it. @returns false for a question that is not open here. */
  remember(id: string, offer: Offer, scope: ApprovalScope): boolean {
    const question = this.#open.get(id);
    question?.remember(offer, scope);
    question?.review.accept();
    return question !== undefined;
  }
}

/** The question stands there, with all that is to be known of it. */
const showChat = () => vscode.commands.executeCommand("workbench.action.chat.open");

function draw(stream: vscode.ChatResponseStream, judged: JudgedCall, id: string, files: number): void {
  const head = `**${plainMarkdown(localTitle(judged.plan.title))}?**`;
  stream.markdown(confirmationText(judged, { id, files, head }));
  const [yes, no] =
    files > 0 ? [vscode.l10n.t("Accept"), vscode.l10n.t("Reject")] : [vscode.l10n.t("Allow"), vscode.l10n.t("Decline")];
  stream.button({ command: answerCommand, title: yes, arguments: [id, "accept"] });
  stream.button({ command: answerCommand, title: no, arguments: [id, "reject"] });
}
