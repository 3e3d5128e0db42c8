import type * as vscode from "vscode";
import type { ApprovalScope, Offer } from "../../../core/calls/approvals/approvals";
import type { PendingReview } from "../../review/vscode/pendingReview";

/** A call whose confirmation VS Code was given, by what it would do. */
export interface ShownCall {
  /** For the diff link. */
  readonly id: string;
  readonly tool: string;
  /** As JSON. */
  readonly input: string;
  readonly review: PendingReview;
  /** See DrawnQuestions. */
  readonly question: vscode.Uri;
  /** What a link in the confirmation remembers. */
  readonly remember: (offer: Offer, scope: ApprovalScope) => void;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Confirmations kept at most; older ones were answered or left long ago. */
const maxShown = 50;

/**
 * The calls that were shown for confirmation and not made yet. A call counts as approved only when its effects are those
 * shown, asked about by the same rules, and only once.
 */
export class ShownCalls {
  readonly #shown = new Map<string, ShownCall>();

  constructor(private readonly onDropped: (call: ShownCall) => void) {}

  add(digest: string, call: ShownCall): void {
    const replaced = this.#shown.get(digest);
    if (replaced) this.onDropped(replaced);
    this.#shown.delete(digest);
    this.#shown.set(digest, call);
    const [oldest] = this.#shown;
    if (oldest && this.#shown.size > maxShown) this.#forget(oldest[0]);
  }

  /** Whether a call is still waiting to be made. */
  has(call: ShownCall): boolean {
    return [...this.#shown.values()].includes(call);
  }

  /** Forgets a call that will not be made any more. */
  remove(call: ShownCall): void {
    for (const [digest, other] of this.#shown) if (other === call) this.#forget(digest);
  }

  /** What was shown for a call. */
  ofCall(tool: string, input: string): ShownCall[] {
    return [...this.#shown.values()].filter((call) => call.tool === tool && call.input === input);
  }

  /** The call as it was shown, which is then used up. */
  take(digest: string): ShownCall | undefined {
    const call = this.#shown.get(digest);
    this.#shown.delete(digest);
    return call;
  }

  /** By the identifier in a link. */
  byId(id: string): ShownCall | undefined {
    return [...this.#shown.values()].find((call) => call.id === id);
  }

  /** Calls that were shown longer ago than the given milliseconds: their question was answered with no, or left. */
  olderThan(milliseconds: number, now: number): ShownCall[] {
    return [...this.#shown.values()].filter((call) => now - call.time > milliseconds);
  }

  #forget(digest: string): void {
    const call = this.take(digest);
    if (call) this.onDropped(call);
  }
}
