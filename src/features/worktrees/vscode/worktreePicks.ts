import * as vscode from "vscode";
import { type KnownWorktree, worktreeWords } from "../worktrees";

const itemOf = (known: KnownWorktree) => ({
  label: known.worktree.branch,
  description: worktreeWords[known.state],
  detail: known.worktree.description,
  known,
});

/** The worktree that a line of a tree stands for; undefined for none. */
export function nodeFolder(node: unknown): string | undefined {
  const { known, subagent } = (node ?? {}) as {
    readonly known?: { readonly worktree: { readonly folder: string } };
    readonly subagent?: { readonly worktree?: { readonly folder: string } };
  };
  return known?.worktree.folder ?? subagent?.worktree?.folder;
}

/** Asks which one is meant. @param title says what is done with it. */
export async function pickWorktree(all: readonly KnownWorktree[], title: string): Promise<KnownWorktree | undefined> {
  const idle = all.filter(({ state }) => state !== "working");
  if (idle.length === 0) throw new Error(vscode.l10n.t("There are no agent worktrees to review, merge or discard."));
  const options = { title, placeHolder: vscode.l10n.t("Which worktree?"), ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(idle.map(itemOf), options))?.known;
}

/** Asks which ones are to go. */
export async function pickWorktrees(idle: readonly KnownWorktree[]): Promise<readonly KnownWorktree[]> {
  const picked = await vscode.window.showQuickPick(idle.map(itemOf), {
    title: vscode.l10n.t("Toolcrib: Clean Up Agent Worktrees"),
    placeHolder: vscode.l10n.t("Select the worktrees to discard with their branches"),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return (picked ?? []).map(({ known }) => known);
}
