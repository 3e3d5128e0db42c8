import type { WaitingSource, WaitingThing } from "../../needsYou/waitingThings";
import { branchTitle } from "../../worktrees/vscode/branchImages";
import type { WorktreeCommands } from "../../worktrees/vscode/worktreeCommands";
import { type KnownWorktree, worktreeWords } from "../../worktrees/worktrees";
import type { AgentsView } from "./agentsView";

function branchThing(known: KnownWorktree, commands: WorktreeCommands): WaitingThing {
  const { worktree, state } = known;
  const { branch, folder, description, agent, createdAt } = worktree;
  return {
    ...{ id: `branch ${folder}`, kind: "branch", label: description || branch, agent, since: createdAt },
    facts: state === "finished" ? [branch] : [worktreeWords[state], branch],
    acts: {
      open: () => commands["agents.review"]({ known }),
      accept: () => commands["agents.merge"]({ known }),
      reject: () => commands["agents.discard"]({ known }),
    },
    shownIn: [branchTitle(worktree)],
  };
}

/** Branches of agents that are to be merged or discarded. */
export const branchesWaiting = (
  view: Pick<AgentsView, "left" | "onDidChangeLeft">,
  commands: WorktreeCommands,
): WaitingSource => ({
  waiting: () => view.left.map((known) => branchThing(known, commands)),
  onWaitingChange(listener) {
    const listening = view.onDidChangeLeft(listener);
    return () => listening.dispose();
  },
});
