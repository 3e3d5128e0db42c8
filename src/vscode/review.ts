import * as vscode from "vscode";
import type { WriteEffect } from "../core/effect";
import type { Approval, JudgedCall } from "../core/pipeline";
import { shortDiff, unifiedDiff } from "../edits/unifiedDiff";
import { type FileChange, fileChanges } from "../review/fileChanges";
import { fileUri } from "./fileUri";
import type { Proposals } from "./proposals";
import { proposalOf, proposalScheme } from "./proposals";

/** One write under review: what the diff editor shows on its right. */
interface Reviewed {
  readonly effect: WriteEffect;
  /** The file's name, and what becomes of it where that is not a change. */
  readonly title: string;
  readonly before: vscode.Uri;
  readonly proposal: vscode.Uri;
}

/** The writes of one call, laid out for the diff editor. */
export interface ReviewSet {
  readonly title: string;
  readonly files: readonly Reviewed[];
}

type Verdict = "accept" | "reject" | "closed";

/** Context key: paths of the proposals that wait for an answer; only they have ✓ and ✗. */
const waitingKey = "toolcrib.waitingReviews";

/** Shows writes in the native diff editor and takes the person's answer (D-16). */
export class Review implements vscode.Disposable {
  readonly #waiting = new Map<string, (verdict: Verdict) => void>();
  readonly #subscriptions: vscode.Disposable[] = [];

  constructor(private readonly proposals: Proposals) {
    this.#subscriptions.push(vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#onClosed(closed)));
  }

  /** Lays out a call's writes; the contents are held until `drop`. */
  prepare({ plan }: JudgedCall): ReviewSet {
    return { title: plan.title, files: fileChanges(plan.effects).map((change) => this.#layOut(change)) };
  }

  #layOut({ kind, effect, from }: FileChange): Reviewed {
    const { target, before, after } = effect;
    const old = from ?? (before ? target : undefined);
    const title = from
      ? `${from.shown} → ${target.shown}`
      : `${target.shown}${kind === "delete" ? ", to be deleted" : ""}`;
    return {
      effect,
      title,
      before: old ? fileUri(old) : this.proposals.add(target.real, new Uint8Array(), true),
      proposal: this.proposals.add(target.real, after ?? new Uint8Array(), after === undefined),
    };
  }

  /** Opens the diff editors without taking the focus from what the person types in. */
  async show({ files }: ReviewSet, hint: string): Promise<void> {
    for (const { title, before, proposal } of files) {
      await vscode.commands.executeCommand("vscode.diff", before, proposal, `${title} (${hint})`, {
        preserveFocus: true,
        preview: false,
      });
    }
  }

  /** What the person made of the proposals so far, and how to tell the model. */
  async changes({ files }: ReviewSet): Promise<Pick<Extract<Approval, { approved: true }>, "edits" | "note">> {
    const edits = new Map<string, Uint8Array>();
    const notes: string[] = [];
    for (const { effect, proposal } of files) {
      const now = await this.proposals.current(proposal);
      if (now === undefined || effect.after === undefined || Buffer.from(now).equals(effect.after)) continue;
      edits.set(effect.target.real, now);
      notes.push(
        `The person changed your proposal for ${effect.target.shown} before accepting it; compared to what you proposed:\n${unifiedDiff(effect.after, now, shortDiff, effect.encoding)}`,
      );
    }
    return edits.size > 0 ? { edits, note: notes.join("\n\n") } : {};
  }

  /** Opens each diff in turn with ✓ and ✗ in its title, and waits. */
  async ask(set: ReviewSet, signal: AbortSignal): Promise<Approval> {
    try {
      for (const file of set.files) {
        const verdict = await this.#answer(file, set.title, signal);
        if (verdict === "reject") return { approved: false, by: "person" };
        if (verdict === "closed")
          return { approved: false, by: "person", feedback: "the review was closed without accepting" };
      }
      return { approved: true, by: "person", ...(await this.changes(set)) };
    } finally {
      await this.drop(set);
    }
  }

  async #answer(file: Reviewed, title: string, signal: AbortSignal): Promise<Verdict> {
    const { proposal, effect } = file;
    const hint = `${title}: accept (✓) or reject (✗) in the diff editor of ${effect.target.shown}`;
    const answer = this.#expect(proposal, signal);
    await this.show({ title, files: [file] }, "proposed by Toolcrib");
    return this.#verdict(proposal, answer, hint);
  }

  /** Takes the answer from now on: an editor may be closed as soon as it is shown. */
  #expect({ path }: vscode.Uri, signal: AbortSignal): Promise<Verdict> {
    return new Promise((resolve) => {
      this.#waiting.set(path, resolve);
      signal.addEventListener("abort", () => resolve("closed"), { once: true });
      if (signal.aborted) resolve("closed");
    });
  }

  /** Says what is waited for until ✓ or ✗ is pressed, the editor is closed, or the call is cancelled. */
  #verdict({ path }: vscode.Uri, answer: Promise<Verdict>, hint: string): Thenable<Verdict> {
    const options = { location: vscode.ProgressLocation.Notification, title: hint, cancellable: true };
    return vscode.window.withProgress(options, async (_, token) => {
      // The notification's own Cancel is a no as well; it goes away by itself when the answer is there.
      token.onCancellationRequested(() => this.#waiting.get(path)?.("reject"));
      await this.#updateContext();
      try {
        return await answer;
      } finally {
        this.#waiting.delete(path);
        await this.#updateContext();
      }
    });
  }

  /** Answers the review whose diff was named or is in front. */
  decide(verdict: "accept" | "reject", named: vscode.Uri | undefined): void {
    const active = vscode.window.tabGroups.activeTabGroup.activeTab;
    const uri = named?.scheme === proposalScheme ? named : active && proposalOf(active);
    if (uri) this.#waiting.get(uri.path)?.(verdict);
  }

  #onClosed(closed: readonly vscode.Tab[]): void {
    for (const tab of closed) {
      const uri = proposalOf(tab);
      if (uri) this.#waiting.get(uri.path)?.("closed");
    }
  }

  #updateContext(): Thenable<void> {
    return vscode.commands.executeCommand("setContext", waitingKey, [...this.#waiting.keys()]);
  }

  /** Forgets a call's proposals and closes their editors. */
  drop({ files }: ReviewSet): Promise<void> {
    for (const { proposal } of files) this.#waiting.delete(proposal.path);
    return this.proposals.drop(
      files.flatMap(({ before, proposal }) => [proposal, ...(before.scheme === proposalScheme ? [before] : [])]),
    );
  }

  /** Asks for a text of several lines in an editor. @returns undefined when the person gave none. */
  async askForText(name: string, hint: string, signal: AbortSignal): Promise<string | undefined> {
    const uri = this.proposals.add(`${name}.txt`, new Uint8Array());
    try {
      const answer = this.#expect(uri, signal);
      await vscode.window.showTextDocument(uri, { preview: false });
      const verdict = await this.#verdict(uri, answer, `${hint} Then press ✓ above the editor.`);
      const bytes = await this.proposals.current(uri);
      return verdict === "accept" && bytes ? Buffer.from(bytes).toString("utf8") : undefined;
    } finally {
      await this.proposals.drop([uri]);
    }
  }

  dispose(): void {
    for (const answer of this.#waiting.values()) answer("closed");
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
