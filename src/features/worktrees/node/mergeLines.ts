/** Merging two changes of one text, as git does. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MergedLines, ThreeTexts } from "../worktrees";
import { gitFailure, runGit } from "./git";

/** More conflicts than git counts in its exit code; above are its failures. */
const maxConflicts = 127;

/**
 * Three UTF-8 texts to one; where both sides changed the same lines, both stand there between markers.
 * @param branch for the markers. @throws ToolError `unavailable` when git fails.
 */
export async function mergeLines({ ours, base, theirs }: ThreeTexts, branch: string): Promise<MergedLines> {
  const folder = await mkdtemp(join(tmpdir(), "toolcrib-merge-"));
  try {
    const texts = { ours, base, theirs };
    for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text, { mode: 0o600 });
    const labels = ["-L", "workspace", "-L", "before", "-L", branch];
    const end = await runGit(folder, ["merge-file", "-p", ...labels, ...Object.keys(texts)]);
    if (end.code > maxConflicts) throw gitFailure("merge two changes of one file", end);
    return { text: end.output.toString("utf8"), conflicts: end.code };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
