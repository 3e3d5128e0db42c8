/** The agents' view and its commands. */
import type * as vscode from "vscode";
import type { Subagent } from "../../../core/tools/delegation";
import type { WaitingThings } from "../../needsYou/waitingThings";
import type { WorktreeCommands } from "../../worktrees/vscode/worktreeCommands";
import { Transcripts } from "../transcripts";
import type { AgentCommands } from "./agentCommands";
import { type AgentSources, AgentsView } from "./agentsView";
import { TranscriptDocuments } from "./transcriptDocuments";
import { branchesWaiting } from "./waitingBranches";

/** Releases a part when the window closes. */
type Keep = <T extends vscode.Disposable>(part: T) => T;

/** The agents, with their worktrees and transcripts. */
export function openAgents(
  keep: Keep,
  sources: Omit<AgentSources, "transcripts">,
  worktreeCommands: WorktreeCommands,
  things: WaitingThings,
) {
  const { agents } = sources;
  const transcripts = new Transcripts(agents);
  keep({ dispose: () => transcripts.stop() });
  const documents = keep(new TranscriptDocuments(agents, transcripts));
  const agentsView = keep(new AgentsView({ ...sources, transcripts }));
  things.add(branchesWaiting(agentsView, { commands: worktreeCommands, comments: things.comments }));
  void agentsView.readWorktrees();
  /** Lines of both trees have it. */
  const agentOf = (node: unknown) => (node as { readonly subagent?: Subagent }).subagent;
  const agentCommands: AgentCommands = {
    "agents.cancel": (node) => agentOf(node)?.cancel(),
    async "agents.showTranscript"(node) {
      const agent = agentOf(node);
      if (agent) await documents.show(agent.id);
    },
  };
  return { agentsView, agentCommands, worktreeCommands };
}
