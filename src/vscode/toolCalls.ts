import * as vscode from "vscode";
import { type Offer, offersFor } from "../core/approvals";
import type { Crib } from "../core/crib";
import { type Approval, type Call, executeCall, type JudgedCall, prepareCall } from "../core/pipeline";
import type { Session } from "../core/session";
import type { ToolResult } from "../core/tool";
import { plainMarkdown, prefixesText, previewOf, revealed } from "../review/preview";
import { askPerson } from "./ask";
import { effectsDigest } from "./effectsDigest";
import type { Review } from "./review";
import { ShownCalls } from "./shownCalls";

/** Commands that links in a confirmation may call. */
export const confirmationCommands = { openDiff: "toolcrib.openDiff", remember: "toolcrib.rememberCommand" } as const;

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
  #count = 0;

  constructor(
    private readonly session: Session,
    private readonly review: Review,
  ) {
    this.#shown = new ShownCalls((call) => void review.drop(call.review));
  }

  /** Steps 1 to 3, and the question for a person when there is one. Changes nothing. */
  async prepare(
    crib: Crib,
    tool: string,
    input: object,
    token: vscode.CancellationToken,
    openDiff: boolean,
  ): Promise<vscode.PreparedToolInvocation> {
    const prepared = await prepareCall(crib, this.session, { tool, input, signal: signalOf(token) });
    for (const left of this.#shown.olderThan(unanswered, Date.now())) void this.review.drop(left.review);
    if (prepared.kind === "failed") return { invocationMessage: `Checking the input of ${tool}` };
    const invocationMessage = revealed(prepared.plan.title);
    const asksHere =
      prepared.decision.kind === "ask" &&
      !prepared.decision.always &&
      !crib.approvals.cover(prepared.plan.effects, prepared.byEffect);
    if (!asksHere) return { invocationMessage };
    const id = String(++this.#count);
    const review = this.review.prepare(prepared);
    const remember = (offer: Offer) => crib.approvals.take(offer, prepared.plan.effects, prepared.byEffect);
    this.#shown.add(effectsDigest(tool, prepared.plan.effects), { id, review, remember, time: Date.now() });
    if (openDiff && review.files.length > 0) await this.review.show(review, "answer in Chat");
    return {
      invocationMessage,
      confirmationMessages: { title: invocationMessage, message: question(prepared, id, review.files.length) },
    };
  }

  /** Steps 1 to 7. Counts as approved only what VS Code was given to show, and only where there is a chat that showed it. */
  async invoke(
    crib: Crib,
    tool: string,
    input: object,
    inChat: boolean,
    token: vscode.CancellationToken,
  ): Promise<ToolResult> {
    const signal = signalOf(token);
    const call: Call = { tool, input, signal };
    return executeCall(crib, this.session, call, async (judged): Promise<Approval> => {
      const shown = this.#shown.take(effectsDigest(tool, judged.plan.effects));
      if (!shown || judged.decision.always || !inChat) {
        if (shown) await this.review.drop(shown.review);
        return askPerson(crib, this.review, signal)(judged);
      }
      const changes = await this.review.changes(shown.review);
      await this.review.drop(shown.review);
      return { approved: true, by: "person", ...changes };
    });
  }

  /** A link in a confirmation: shows the diff of the call. */
  async openDiff(id: string): Promise<void> {
    const call = this.#shown.byId(id);
    if (call) await this.review.show(call.review, "answer in Chat");
    else void vscode.window.showInformationMessage("This proposal has been answered already.");
  }

  /** A link in a confirmation: this very command, or all that start like it, are not asked about again here. */
  remember(id: string, offer: Offer): void {
    const call = this.#shown.byId(id);
    if (!call) return;
    call.remember(offer);
    void vscode.window.showInformationMessage(`${remembered[offer]} Answer the question in Chat for this time.`);
  }
}

const remembered: Readonly<Record<Offer, string>> = {
  exact: "This exact command will run here without asking from now on.",
  prefix: "Commands that start like this will run in this workspace without asking from now on.",
};

const link = (text: string, command: string, ...values: readonly string[]) =>
  `[${text}](command:${command}?${encodeURIComponent(JSON.stringify(values))})`;

function question(call: JudgedCall, id: string, files: number): vscode.MarkdownString {
  const { plan, byEffect, decision } = call;
  const { exact, prefixes } = offersFor(plan.effects, byEffect);
  const { openDiff, remember } = confirmationCommands;
  const links = [
    ...(files > 0 ? [link("↗ Open in the diff editor", openDiff, id)] : []),
    ...(exact ? [link("↗ Always allow this exact command here", remember, id, "exact" satisfies Offer)] : []),
    ...(prefixes.length > 0
      ? [
          link(
            `↗ Always allow ${plainMarkdown(prefixesText(prefixes))} in this workspace`,
            remember,
            id,
            "prefix" satisfies Offer,
          ),
        ]
      : []),
  ];
  const why = `Asked because ${plainMarkdown(decision.reason)}.`;
  const message = new vscode.MarkdownString([why, ...links, previewOf(plan, byEffect)].join("\n\n"), true);
  message.isTrusted = { enabledCommands: Object.values(confirmationCommands) };
  return message;
}
