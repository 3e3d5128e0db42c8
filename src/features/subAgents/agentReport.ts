/** What came of an agent's work, in words for whoever handed it over. */

import type { AgentNews, AgentReport, Subagent, WorktreeReport } from "../../core/tools/delegation";
import { shownPath } from "../../core/vocabulary/shownPath";

/** Its last words, or why there are none, and what it changed in its worktree. */
export function reportText(id: string, { state, text, worktree }: AgentReport): string {
  const words =
    state === "done" ? text : `The sub-agent ${id} ${state === "failed" ? "failed" : "was cancelled"}: ${text}`;
  return worktree ? `${words}\n\n${worktreeText(worktree)}` : words;
}

/** Files of a worktree that are listed by name. */
const maxListed = 100;

function worktreeText({ branch, commit, folder, files }: WorktreeReport): string {
  if (commit === undefined) return `[It changed no file, so its worktree and the branch ${branch} were removed.]`;
  const listed = files
    .slice(0, maxListed)
    .map(({ path, added, removed }) => `${shownPath(path)} +${added} −${removed}`);
  const rest = files.length - listed.length;
  return [
    `[Branch ${branch}, commit ${commit}, ${files.length} ${files.length === 1 ? "file" : "files"} changed:]`,
    ...listed,
    ...(rest > 0 ? [`… and ${rest} more`] : []),
    `None of this is in the workspace yet: the person reviews it and merges or discards it in the Agents view. Until then it is in ${folder}.`,
  ].join("\n");
}

/** The end of an agent that nobody waited for. */
export const newsOf = ({ id, wish }: Pick<Subagent, "id" | "wish">, report: AgentReport): AgentNews => ({
  text: `[Sub-agent ${id} has ended${wish.description === undefined ? "" : ` (${wish.description})`}: ${report.state}]\n${reportText(id, report)}`,
  lineage: report.lineage,
});
