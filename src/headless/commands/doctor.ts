import { join } from "node:path";
import { englishTexts } from "../../core/text/clauses/texts";
import { checkAudit } from "../../features/audit/node/auditCheck";
import { diagnose } from "../../features/diagnosis/doctor";
import { findingsText } from "../../features/diagnosis/finding";
import { gitVersion } from "../../features/diagnosis/node/gitVersion";
import { unusableState } from "../../features/diagnosis/node/unusableState";
import { GitWorktrees } from "../../features/worktrees/node/gitWorktrees";
import { leftBehind } from "../../features/worktrees/worktrees";
import { findRipgrep } from "../../node/search/ripgrep/ripgrep";
import { installedRipgrep } from "../installedRipgrep";
import type { Machine } from "../machine";
import type { Options } from "../options";

/**
 * `toolcrib doctor`: whether everything that tools need is there and works.
 * @param version ours.
 * @returns the exit code: 1 when something does not work.
 */
export async function doctor(
  { crib, stateFolder, problems }: Machine,
  { json }: Pick<Options, "json">,
  version: string,
  print: (line: string) => void,
): Promise<number> {
  const context = crib.context();
  const auditFolder = join(stateFolder, "audit");
  const records = join(stateFolder, "worktrees");
  const worktrees = new GitWorktrees({ records, folder: () => context.settings["agents.worktreeFolder"] });
  const findings = await diagnose({
    l10n: englishTexts,
    program: `Toolcrib ${version} on Node ${process.versions.node} (${process.platform}, ${process.arch}).`,
    host: crib.host,
    context,
    ripgrep: findRipgrep(installedRipgrep(), context.settings["search.ripgrepPath"]),
    stateFolder,
    unusableState: () => unusableState(stateFolder),
    gitVersion,
    leftWorktrees: async () => leftBehind(await worktrees.list(context.roots)),
    audit: () => checkAudit(auditFolder),
    auditFolder,
    problems,
  });
  print(json ? JSON.stringify(findings) : findingsText(findings));
  return findings.some(({ state }) => state === "bad") ? 1 : 0;
}
