import * as vscode from "vscode";
import { messageOf } from "../../../core/vocabulary/toolError";
import { showError, showInformation, showWarning } from "../../../vscode/ui/notifications";
import type { FinishedWorktree, KnownWorktree, RemovedWorktree, Worktree, Worktrees } from "../worktrees";
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

const undo = "Undo";

/** Characters of a commit's name that are shown. */
const shortCommit = 10;

/** How to get a branch back that was deleted. */
const comeback = ({ branch, commit, branchDeleted }: RemovedWorktree) =>
  branchDeleted && commit
    ? ` Its branch is deleted; "git branch ${branch} ${commit.slice(0, shortCommit)}" brings it back.`
    : "";

/** Reviewing, merging and discarding what agents made in their worktrees (AG-2). */
class WorktreeActions {
  constructor(private readonly parts: WorktreeParts) {}

  async review(node: unknown): Promise<void> {
    const worktree = await this.#settled(node, "Review");
    if (!worktree) return;
    const changes = await this.parts.worktrees.changes(worktree);
    if (changes.length > 0) await showBranch(worktree, changes);
    else void showInformation(`Toolcrib: ${worktree.branch} changes nothing.`);
  }

  async merge(node: unknown): Promise<void> {
    const worktree = await this.#settled(node, "Merge");
    if (worktree) await this.#merge(worktree, "refuse");
  }

  async #merge(worktree: Worktree, conflicts: "refuse" | "mark"): Promise<void> {
    const { worktrees } = this.parts;
    const changes = await worktrees.changes(worktree);
    const end = await mergeBranch(this.parts, { worktree, changes, worktrees }, conflicts);
    if (end.kind === "merged") await this.#merged(worktree, end);
    if (end.kind === "failed") void showError(`Toolcrib: ${end.text}`);
    if (end.kind !== "conflicts") return;
    const open = "Open the Conflicts";
    const offered = end.left.some(({ canBeMarked }) => canBeMarked) ? [open] : [];
    if ((await showWarning(`Toolcrib: ${end.text}`, ...offered)) === open) await this.#merge(worktree, "mark");
  }

  async #merged(worktree: Worktree, end: MergeEnd): Promise<void> {
    const after = await this.#afterMerge(worktree, end).catch((error) => ` ${messageOf(error)}`);
    const { text, turn } = end;
    await this.parts.crib.log.note("worktree merged", "person", text);
    const offered = turn === undefined ? [] : [undo];
    if ((await showInformation(`Toolcrib: ${text}${after}`, ...offered)) === undo)
      await vscode.commands.executeCommand("toolcrib.undoTurn", turn);
  }

  /** Removes the worktree, unless something of it is not in the workspace by now. @returns what to tell of it. */
  async #afterMerge(worktree: Worktree, { left, keepBranch }: MergeEnd): Promise<string> {
    const { notes } = await this.parts.worktrees.report(worktree);
    if (left.length > 0 || notes.length > 0)
      return ` ${[...notes, "Its worktree was kept: discard it when you no longer need it."].join(" ")}`;
    return comeback(await this.#remove(worktree, keepBranch ? "keep" : "delete"));
  }

  #remove(worktree: Worktree, branch: "keep" | "delete"): Promise<RemovedWorktree> {
    return this.parts.worktrees.remove(worktree, { branch });
  }

  async discard(node: unknown): Promise<void> {
    const known = await this.#chosen(node, "Discard");
    if (known) await this.#discard([known]);
  }

  /** Offers all whose agent does not work any more. */
  async cleanUp(): Promise<void> {
    const all = await this.parts.worktrees.list(this.parts.roots());
    const idle = all.filter(({ state }) => state !== "working");
    if (idle.length === 0) return void showInformation("Toolcrib: There is no worktree of an agent to clean up.");
    const picked = await pickWorktrees(idle);
    if (picked.length > 0) await this.#discard(picked);
  }

  async #discard(all: readonly KnownWorktree[]): Promise<void> {
    const branches = all.map(({ worktree }) => worktree.branch).join(", ");
    const detail = `${all.length === 1 ? "Its" : "Their"} folder and branch are removed. What was committed can be got back by its commit, what git ignores cannot.`;
    const answer = await showWarning(`Discard ${branches}?`, { modal: true, detail }, "Discard");
    if (answer === undefined) return;
    const words: string[] = [];
    for (const known of all) words.push(await this.#discardOne(known).catch(messageOf));
    void showInformation(`Toolcrib: ${words.join(" ")}`);
  }

  async #discardOne(known: KnownWorktree): Promise<string> {
    const { worktree } = known;
    // So that it can be got back; what is damaged is discarded all the same.
    if (known.state === "stale") await this.#finish(worktree).catch(() => undefined);
    const removed = await this.#remove(worktree, "delete");
    const words = `Discarded ${worktree.branch}.${comeback(removed)}`;
    await this.parts.crib.log.note("worktree discarded", "person", words);
    return words;
  }

  #finish(worktree: Worktree): Promise<FinishedWorktree> {
    return this.parts.worktrees.finish(worktree, worktree.description || "Work of an agent");
  }

  /** The worktree that is meant, with everything in it committed. */
  async #settled(node: unknown, what: string): Promise<Worktree | undefined> {
    const known = await this.#chosen(node, what);
    if (known?.state === "stale") await this.#finish(known.worktree);
    return known?.worktree;
  }

  async #chosen(node: unknown, what: string): Promise<KnownWorktree | undefined> {
    const all = await this.parts.worktrees.list(this.parts.roots());
    const folder = nodeFolder(node);
    const known =
      folder === undefined ? await pickWorktree(all, what) : all.find((one) => one.worktree.folder === folder);
    if (known?.state !== "working") {
      if (!known && folder !== undefined) throw new Error("That worktree was merged or discarded already.");
      return known;
    }
    throw new Error(
      `The agent of ${known.worktree.branch} still works there: stop it first, or wait until it has ended.`,
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
  const told = (done: Promise<void>) => done.catch((error) => void showError(`Toolcrib: ${messageOf(error)}`));
  return {
    "agents.review": (node) => told(actions.review(node)),
    "agents.merge": (node) => told(actions.merge(node)),
    "agents.discard": (node) => told(actions.discard(node)),
    "agents.cleanUp": () => told(actions.cleanUp()),
  };
}
