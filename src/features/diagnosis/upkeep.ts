/** What the doctor says of what agents use and leave behind: git, worktrees, the record. */
import { bad, type Finding, good, limited } from "./finding";

/** A worktree in which no agent works any more. */
export interface LeftWorktree {
  readonly branch: string;
  /** How it stands with it, as a clause. */
  readonly state: string;
}

/** What a check of the audit log found. */
export interface AuditCheck {
  readonly files: number;
  readonly lines: number;
  readonly problems: readonly { readonly file: string; readonly text: string }[];
}

/** @param version undefined when there is none. */
export const gitFinding = (version: string | undefined): Finding =>
  version === undefined
    ? limited(
        "Git",
        "git was not found, so agents have no worktrees of their own, and their branches cannot be merged.",
        {
          kind: "page",
          address: "https://git-scm.com/downloads",
          label: "install git",
        },
      )
    : good("Git", `Worktrees and branches of agents use git ${version}.`);

/** @param left those of the open folders. */
export function worktreesFinding(left: readonly LeftWorktree[]): Finding {
  if (left.length === 0) return good("Worktrees", "No agent has left a worktree behind.");
  const named = left.map(({ branch, state }) => `${branch} (${state})`);
  return limited("Worktrees", `Agents have left worktrees behind: ${named.join(", ")}.`, {
    kind: "command",
    command: "toolcrib.agents.cleanUp",
    label: "clean up agent worktrees",
  });
}

/** @param folder of the log. */
export function auditFinding({ files, lines, problems }: AuditCheck, folder: string): Finding {
  const [first, ...more] = problems;
  if (!first)
    return good(
      "Audit log",
      `It is unchanged: ${lines} ${lines === 1 ? "line" : "lines"} in ${files} ${files === 1 ? "file" : "files"}.`,
    );
  const others = more.length > 0 ? ` Further problems: ${more.length}.` : "";
  return bad("Audit log", `${first.text}${others}`, { kind: "file", path: `${folder}/${first.file}` });
}
