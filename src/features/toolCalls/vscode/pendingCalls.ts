import type * as vscode from "vscode";
import type { Answer } from "../../../core/calls/approvals/answer";
import type { ApprovalScope, Offer } from "../../../core/calls/approvals/approvals";
import type { PendingReview } from "../../review/vscode/pendingReview";
import type { Review } from "../../review/vscode/review";
import type { DrawnQuestions } from "./drawnQuestions";

/**
 * How far a call has come that VS Code asks about: its question was handed to VS Code (`prepared`), VS Code has drawn it
 * (`shown`), the person has answered in the diff editor or the tree (`answered`), or it was invoked, declined or left
 * (`made`), after which nothing is kept of it.
 */
export type PendingState = "prepared" | "shown" | "answered" | "made";

/** A call that VS Code was given a question for. */
export interface PendingCall {
  /** For the links in its question. */
  readonly id: string;
  readonly tool: string;
  /** Of the chat that it is part of. */
  readonly session: object;
  /** As JSON. */
  readonly input: string;
  /** Of what was asked; see {@link questionDigest}. */
  readonly digest: string;
  readonly review: PendingReview;
  /** See {@link DrawnQuestions}. */
  readonly question: vscode.Uri;
  /** What a link in the question remembers. */
  readonly remember: (offer: Offer, scope: ApprovalScope) => void;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Older ones were answered or left long ago. */
const maxPending = 50;

/** Calls that a model makes in one answer are prepared within so many milliseconds. */
const togetherMs = 1000;

/** After this many milliseconds without an answer a new call means that the question was answered with no. */
const unansweredMs = 5000;

/**
 * The calls that VS Code was given a question for and has not made. A call counts as approved only when its effects are
 * those that were asked about, by the same rules, and only once (D-16).
 */
export class PendingCalls {
  readonly #calls = new Map<string, PendingCall>();
  /** What the person last allowed in VS Code's own question about each tool, by digest. */
  readonly #allowed = new Map<string, string>();

  constructor(
    private readonly review: Pick<Review, "drop" | "changes" | "isEdited">,
    private readonly drawn: Pick<DrawnQuestions, "has" | "drop">,
    private readonly now: () => number,
  ) {}

  /** Keeps a call that a question is handed to VS Code for, in the place of an equal one. */
  add(call: PendingCall): void {
    this.#forget(call.digest);
    this.#calls.set(call.digest, call);
    const [oldest] = this.#calls.keys();
    if (oldest !== undefined && this.#calls.size > maxPending) this.#forget(oldest);
  }

  /** How far it has come. */
  state(call: PendingCall): PendingState {
    if (this.#calls.get(call.digest) !== call) return "made";
    if (call.review.verdict !== undefined) return "answered";
    return this.drawn.has(call.question) ? "shown" : "prepared";
  }

  /** By the identifier in a link. */
  byId(id: string): PendingCall | undefined {
    return [...this.#calls.values()].find((call) => call.id === id);
  }

  /**
   * Takes the question with this digest for answered with no, when the same chat asks it once more: VS Code tells nobody of
   * a no, and a model calls again only once it has heard of the answer.
   * @returns false when it was not asked, or asked just now.
   */
  wasDeclined(digest: string, session: object): boolean {
    const call = this.#calls.get(digest);
    if (!call || call.session !== session || this.now() - call.time < togetherMs) return false;
    if (!this.drawn.has(call.question)) return false;
    this.#forget(digest);
    return true;
  }

  /** Those with this input; `input` as JSON. */
  ofCall(tool: string, input: string): PendingCall[] {
    return [...this.#calls.values()].filter((call) => call.tool === tool && call.input === input);
  }

  /**
   * Uses up the question with this digest, and what the person answered to it. VS Code invokes a tool unasked once a person
   * chose *Allow in this Session* or the like about another call of it, or allowed every tool: that answers nothing but the
   * very call it was chosen for.
   * @param askHook asks about what a hook wants asked, of which the question said nothing; absent: no hook does.
   * @returns undefined when nobody answered.
   */
  async make(digest: string, askHook?: () => Promise<Answer>): Promise<Answer | undefined> {
    const call = this.#calls.get(digest);
    if (!call) return undefined;
    this.#calls.delete(digest);
    try {
      return await this.#answer(call, askHook);
    } finally {
      await this.#release(call);
    }
  }

  async #answer(call: PendingCall, askHook?: () => Promise<Answer>): Promise<Answer | undefined> {
    const { tool, digest } = call;
    const wasAsked = this.drawn.has(call.question);
    if (!wasAsked && (this.#allowed.get(tool) !== digest || askHook)) return undefined;
    const toHook = await askHook?.();
    if (toHook?.approved === false) return toHook;
    // Allow in Chat is a yes to what the diff editor shows by then, and no yes to what was rejected there.
    if (call.review.verdict === "reject") return call.review.refusal("the change was rejected in the diff editor");
    const edited = await this.review.changes(call.review);
    if (!wasAsked) return { approved: true, ...edited, by: "VS Code" };
    this.#allowed.set(tool, digest);
    return { approved: true, by: "person", ...edited };
  }

  /** Forgets a call that will not be made. */
  drop(call: PendingCall): void {
    if (this.#calls.get(call.digest) === call) this.#forget(call.digest);
  }

  /** Closes the diffs of calls that were left: VS Code does not tell when its question was answered with no. */
  async closeUnanswered(): Promise<void> {
    const left = [...this.#calls.values()].filter(({ time }) => this.now() - time > unansweredMs);
    for (const { review } of left) {
      if (review.verdict !== undefined) continue;
      // What a person has changed may still be allowed.
      if (!(await this.review.isEdited(review))) await this.review.drop(review);
    }
  }

  #forget(digest: string): void {
    const call = this.#calls.get(digest);
    this.#calls.delete(digest);
    if (call) void this.#release(call);
  }

  async #release({ question, review }: PendingCall): Promise<void> {
    this.drawn.drop(question);
    await this.review.drop(review);
  }
}
