import { isAgentNamed } from "../../../core/vocabulary/caller";
import { askForComment } from "../../needsYou/vscode/commentQuestion";
import type { WaitingSource, WaitingThing, WaitingThings } from "../../needsYou/waitingThings";
import { branchTitle } from "../../worktrees/vscode/branchImages";
import type { WorktreeCommands } from "../../worktrees/vscode/worktreeCommands";
import { type KnownWorktree, worktreeWords } from "../../worktrees/worktrees";
import type { AgentsView } from "./agentsView";

/** What the branches need of their surroundings. */
interface BranchPorts {
  readonly commands: WorktreeCommands;
  readonly comments: WaitingThings["comments"];
}

/** Discards it with what the person types; without a text plainly. Escape leaves it waiting. */
async function discardWithComment(known: KnownWorktree, { commands, comments }: BranchPorts): Promise<void> {
  const { branch, description, agent } = known.worktree;
  const comment = await askForComment(description || branch);
  if (comment === undefined || !(await commands["agents.discard"]({ known })) || !comment.trim()) return;
  const about = `the branch ${branch} of ${agent}, which is discarded,`;
  comments.add({ about, comment: comment.trim(), isFor: (name) => isAgentNamed(agent, name) });
}

function branchThing(known: KnownWorktree, ports: BranchPorts): WaitingThing {
  const { commands } = ports;
  const { worktree, state } = known;
  const { branch, folder, description, agent, createdAt } = worktree;
  return {
    ...{ id: `branch ${folder}`, kind: "branch", label: description || branch, agent, since: createdAt },
    facts: state === "finished" ? [branch] : [worktreeWords[state], branch],
    acts: {
      open: () => commands["agents.review"]({ known }),
      accept: () => commands["agents.merge"]({ known }),
      reject: () => commands["agents.discard"]({ known }),
      rejectWithComment: () => discardWithComment(known, ports),
    },
    shownIn: [branchTitle(worktree)],
  };
}

/** Branches of agents that are to be merged or discarded. */
export const branchesWaiting = (
  view: Pick<AgentsView, "left" | "onDidChangeLeft">,
  ports: BranchPorts,
): WaitingSource => ({
  waiting: () => view.left.map((known) => branchThing(known, ports)),
  onWaitingChange(listener) {
    const listening = view.onDidChangeLeft(listener);
    return () => listening.dispose();
  },
});
