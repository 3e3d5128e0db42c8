/** What the doctor says of what agents use and leave behind: git, worktrees, the record. */
import type { Texts } from "../../core/text/clauses/texts";
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
export const gitFinding = (version: string | undefined, l10n: Texts): Finding =>
  version === undefined
    ? limited(
        "Git",
        l10n.t("git was not found, so agents have no worktrees of their own, and their branches cannot be merged."),
        { kind: "page", address: "https://git-scm.com/downloads", label: l10n.t("install git") },
      )
    : good("Git", l10n.t("Worktrees and branches of agents use git {0}.", version));

/** @param left those of the open folders. */
export function worktreesFinding(left: readonly LeftWorktree[], l10n: Texts): Finding {
  const subject = l10n.t("Worktrees");
  if (left.length === 0) return good(subject, l10n.t("No agent has left a worktree behind."));
  const named = left.map(({ branch, state }) => `${branch} (${state})`);
  return limited(subject, l10n.t("Agents have left worktrees behind: {0}.", named.join(", ")), {
    kind: "command",
    command: "toolcrib.agents.cleanUp",
    label: l10n.t("clean up agent worktrees"),
  });
}

/** @param folder of the log. */
export function auditFinding({ files, lines, problems }: AuditCheck, folder: string, l10n: Texts): Finding {
  const subject = l10n.t("Audit log");
  const [first, ...more] = problems;
  if (!first) return good(subject, l10n.t("It is unchanged. Lines: {0}, files: {1}.", lines, files));
  const others = more.length > 0 ? [l10n.t("Further problems: {0}.", more.length)] : [];
  return bad(subject, [first.text, ...others].join(" "), { kind: "file", path: `${folder}/${first.file}` });
}
