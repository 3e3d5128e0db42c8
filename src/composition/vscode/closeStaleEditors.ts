import * as vscode from "vscode";
import { planOf } from "../../features/planMode/vscode/planReviews";
import { proposalOf } from "../../features/review/vscode/proposals";
import { journalScheme } from "../../features/undo/vscode/journalImages";
import { tabContent } from "../../vscode/ui/tabContent";

function showsJournal(tab: vscode.Tab): boolean {
  const { original, uri } = tabContent(tab) ?? {};
  return original !== undefined && [original, uri].some((side) => side?.scheme === journalScheme);
}

/**
 * Plans and texts that were asked for do not outlive a window, so editors that VS Code restored for them have nothing to show.
 * @param isKept by the authority of its address, whether a proposal is there still.
 */
export async function closeStaleEditors(isKept: (authority: string) => boolean): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const isGone = (proposal: vscode.Uri | undefined) => proposal && !isKept(proposal.authority);
  const left = tabs.filter((tab) => isGone(proposalOf(tab)) || planOf(tab) || showsJournal(tab));
  if (left.length > 0) await vscode.window.tabGroups.close(left, true);
}
