import * as vscode from "vscode";
import { withoutLinks } from "../../../core/text/markdown";
import { proposalOf, proposalScheme } from "./proposals";

/** What a person made of an editor that waits for an answer. */
export type Verdict = "accept" | "reject" | "closed";

/** Context key: addresses of the proposals that wait for an answer; only they have ✓ and ✗. */
const waitingKey = "toolcrib.waitingReviews";

/** The proposal that was named, or else that of the editor in front. */
export function inFront(named: vscode.Uri | undefined): vscode.Uri | undefined {
  const active = vscode.window.tabGroups.activeTabGroup.activeTab;
  return named?.scheme === proposalScheme ? named : active && proposalOf(active);
}

/** Editors with ✓ and ✗ in their title, by what they show. */
export class WaitingEditors implements vscode.Disposable {
  readonly #answers = new Map<string, (verdict: Verdict) => void>();
  readonly #subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#onClosed(closed));

  /** Takes answers from now on: an editor may be closed as soon as it is shown. An editor that is not shown can be answered too. */
  expect(uri: vscode.Uri, answer: (verdict: Verdict) => void): void {
    this.#answers.set(uri.toString(), answer);
    this.#updateContext();
  }

  /** Takes no more answers. */
  forget(uris: readonly vscode.Uri[]): void {
    const known = uris.filter((uri) => this.#answers.delete(uri.toString()));
    if (known.length > 0) this.#updateContext();
  }

  /** Answers for the editor that was named or is in front. */
  decide(verdict: Exclude<Verdict, "closed">, named: vscode.Uri | undefined): void {
    const uri = inFront(named);
    if (uri) this.#answers.get(uri.toString())?.(verdict);
  }

  #onClosed(closed: readonly vscode.Tab[]): void {
    for (const tab of closed) {
      const uri = proposalOf(tab);
      if (uri) this.#answers.get(uri.toString())?.("closed");
    }
  }

  #updateContext(): void {
    void vscode.commands.executeCommand("setContext", waitingKey, [...this.#answers.keys()]);
  }

  dispose(): void {
    for (const answer of [...this.#answers.values()]) answer("closed");
    this.#subscription.dispose();
  }
}

/**
 * Says what is waited for until it is answered: in the status bar where the person looks at the window, as it is in the list
 * of what waits as well; else, and where it is a warning, in a notification, whose Cancel counts as an answer too.
 */
export function whileWaiting<T>(
  title: string,
  answer: Promise<T>,
  onCancel: () => void,
  isWarning = false,
): Thenable<T> {
  const { Notification, Window } = vscode.ProgressLocation;
  const location = isWarning || !vscode.window.state.focused ? Notification : Window;
  const options = { location, title: withoutLinks(title), cancellable: location === Notification };
  return vscode.window.withProgress(options, (_, token) => {
    token.onCancellationRequested(onCancel);
    return answer;
  });
}
