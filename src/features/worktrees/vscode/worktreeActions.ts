import * as vscode from "vscode";
import { messageOf } from "../../../core/vocabulary/toolError";
import { showError, showInformation, showWarning } from "../../../vscode/ui/notifications";
import { whileChanging } from "../../../vscode/ui/whileWorking";
import { commitLeft, removeMerged } from "../settleWorktree";
import type { KnownWorktree, RemovedWorktree, Worktree, Worktrees } from "../worktrees";
import { BranchImages, branchScheme, showBranch } from "./branchImages";
import { type MergeEnd, type MergeParts, mergeBranch } from "./branchMerge";
import type { WorktreeCommands } from "./worktreeCommands";
import { nodeFolder, pickWorktree, pickWorktrees } from "./worktreePicks";

/** What the commands need of their surroundings. */
export interface WorktreeParts extends MergeParts {
  readonly worktrees: Worktrees;
  /** Real paths of the workspace's folders. */
  roots(): readonly string[];
}

const undo = vscode.l10n.t("Undo");

/** Characters of a commit's name that are shown. */
const shortCommit = 10;

/** How to get a branch back that was deleted. */
const comeback = ({ branch, commit, branchDeleted }: RemovedWorktree) =>
  branchDeleted && commit
    ? vscode.l10n.t('Its branch is deleted; "git branch {0} {1}" restores it.', branch, commit.slice(0, shortCommit))
    : "";

const sentences = (...texts: readonly string[]) => texts.filter(Boolean).join(" ");

/** Reviewing, merging and discarding what agents made in their worktrees (AG-2). */
class WorktreeActions {
  constructor(private readonly parts: WorktreeParts) {}

  async review(node: unknown): Promise<void> {
    const worktree = await this.#settled(node, vscode.l10n.t("Toolcrib: Review Agent Worktree"));
    if (!worktree) return;
    const changes = await this.parts.worktrees.changes(worktree);
    if (changes.length > 0) await showBranch(worktree, changes);
    else void showInformation(vscode.l10n.t("Toolcrib: {0} has no changes.", worktree.branch));
  }

  async merge(node: unknown): Promise<void> {
    const worktree = await this.#settled(node, vscode.l10n.t("Toolcrib: Merge Agent Worktree"));
    if (worktree) await this.#merge(worktree, "refuse");
  }

  async #merge(worktree: Worktree, conflicts: "refuse" | "mark"): Promise<void> {
    const { worktrees } = this.parts;
    const changes = await worktrees.changes(worktree);
    const end = await mergeBranch(this.parts, { worktree, changes, worktrees }, conflicts);
    if (end.kind === "merged") await this.#merged(worktree, end);
    if (end.kind === "failed") void showError(`Toolcrib: ${end.text}`);
    if (end.kind !== "conflicts") return;
    const open = vscode.l10n.t("Open the Conflicts");
    const offered = end.left.some(({ canBeMarked }) => canBeMarked) ? [open] : [];
    if ((await showWarning(`Toolcrib: ${end.text}`, ...offered)) === open) await this.#merge(worktree, "mark");
  }

  async #merged(worktree: Worktree, end: MergeEnd): Promise<void> {
    const after = await this.#afterMerge(worktree, end).catch(messageOf);
    const { text, turn } = end;
    await this.parts.crib.log.note("worktree merged", "person", text);
    const offered = turn === undefined ? [] : [undo];
    if ((await showInformation(`Toolcrib: ${sentences(text, after)}`, ...offered)) === undo)
      await vscode.commands.executeCommand("toolcrib.undoTurn", turn);
  }

  /** Removes the worktree, unless something of it is not in the workspace by now. @returns what to tell of it. */
  async #afterMerge(worktree: Worktree, { left, keepBranch }: MergeEnd): Promise<string> {
    const branch = keepBranch ? "keep" : "delete";
    const isAllMerged = left.length === 0;
    const { removed, notes, isUncommitted } = await removeMerged(this.parts.worktrees, worktree, isAllMerged, branch);
    if (removed) return comeback(removed);
    return sentences(
      ...notes,
      isUncommitted ? vscode.l10n.t("{0} has changes that are not committed.", worktree.folder) : "",
      vscode.l10n.t("Its worktree was kept: discard it when you no longer need it."),
    );
  }

  /** @returns false when the person kept it. */
  async discard(node: unknown): Promise<boolean> {
    const known = await this.#chosen(node, vscode.l10n.t("Toolcrib: Discard Agent Worktree"));
    return known !== undefined && this.#discard([known]);
  }

  /** Offers all whose agent does not work any more. */
  async cleanUp(): Promise<void> {
    const all = await this.parts.worktrees.list(this.parts.roots());
    const idle = all.filter(({ state }) => state !== "working");
    if (idle.length === 0)
      return void showInformation(vscode.l10n.t("Toolcrib: there are no agent worktrees to clean up."));
    const picked = await pickWorktrees(idle);
    if (picked.length > 0) await this.#discard(picked);
  }

  async #discard(all: readonly KnownWorktree[]): Promise<boolean> {
    const branches = all.map(({ worktree }) => worktree.branch).join(", ");
    const detail =
      all.length === 1
        ? vscode.l10n.t(
            "Its folder and branch are removed. Committed work can be recovered by its commit; files that git ignores cannot.",
          )
        : vscode.l10n.t(
            "Their folders and branches are removed. Committed work can be recovered by its commit; files that git ignores cannot.",
          );
    const answer = await showWarning(
      vscode.l10n.t("Discard {0}?", branches),
      { modal: true, detail },
      vscode.l10n.t("Discard"),
    );
    if (answer === undefined) return false;
    const words: string[] = [];
    await whileChanging(vscode.l10n.t("Toolcrib: removing {0}", branches), async () => {
      for (const known of all) words.push(await this.#discardOne(known).catch(messageOf));
    });
    void showInformation(`Toolcrib: ${words.join(" ")}`);
    return true;
  }

  async #discardOne(known: KnownWorktree): Promise<string> {
    const { worktrees } = this.parts;
    const { worktree } = known;
    // So that it can be got back; what is damaged is discarded all the same.
    await commitLeft(worktrees, known).catch(() => undefined);
    const removed = await worktrees.remove(worktree, { branch: "delete" });
    const words = sentences(vscode.l10n.t("Discarded {0}.", worktree.branch), comeback(removed));
    await this.parts.crib.log.note("worktree discarded", "person", words);
    return words;
  }

  /** The worktree that is meant, with everything in it committed. */
  async #settled(node: unknown, title: string): Promise<Worktree | undefined> {
    const known = await this.#chosen(node, title);
    if (known) await commitLeft(this.parts.worktrees, known);
    return known?.worktree;
  }

  async #chosen(node: unknown, title: string): Promise<KnownWorktree | undefined> {
    const all = await this.parts.worktrees.list(this.parts.roots());
    const folder = nodeFolder(node);
    const known =
      folder === undefined ? await pickWorktree(all, title) : all.find((one) => one.worktree.folder === folder);
    if (known?.state !== "working") {
      if (!known && folder !== undefined)
        throw new Error(vscode.l10n.t("That worktree was already merged or discarded."));
      return known;
    }
    throw new Error(
      vscode.l10n.t(
        "The agent of {0} is still at work: stop it first, or wait until it has ended.",
        known.worktree.branch,
      ),
    );
  }
}

/** Puts the commands together. @param keep takes what must be released. */
export function openWorktrees(
  keep: <T extends vscode.Disposable>(part: T) => T,
  parts: WorktreeParts,
): WorktreeCommands {
  const images = new BranchImages(parts.worktrees);
  const options = { isCaseSensitive: true, isReadonly: true };
  keep(vscode.workspace.registerFileSystemProvider(branchScheme, images, options));
  const actions = new WorktreeActions(parts);
  const told = (done: Promise<unknown>) => done.catch((error) => void showError(`Toolcrib: ${messageOf(error)}`));
  return {
    "agents.review": (node) => told(actions.review(node)),
    "agents.merge": (node) => told(actions.merge(node)),
    "agents.discard": (node) => told(actions.discard(node)),
    "agents.cleanUp": () => told(actions.cleanUp()),
  };
}
