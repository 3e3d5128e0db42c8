import * as vscode from "vscode";
import { journalScheme } from "./journalImages";
import { planOf } from "./planReviews";
import { proposalOf } from "./proposals";

const showsJournal = ({ input }: vscode.Tab) =>
  input instanceof vscode.TabInputTextDiff &&
  [input.original, input.modified].some(({ scheme }) => scheme === journalScheme);

/** Proposals and plans do not outlive a window, so editors that VS Code restored for them have nothing to show. */
export async function closeLeftovers(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const left = tabs.filter((tab) => proposalOf(tab) || planOf(tab) || showsJournal(tab));
  if (left.length > 0) await vscode.window.tabGroups.close(left, true);
}
