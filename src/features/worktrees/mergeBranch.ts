import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, type PlanHost } from "../../core/tools/tool";
import type { ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { type FileMerge, mergeFile } from "../../lib/edits/diff/mergeFile";
import type { BranchChange, BranchImage, LeftFile, MergeData, MergeSource, ThreeTexts } from "./worktrees";

const isPlain = (image: BranchImage | undefined) => !image || image.kind === "file" || image.kind === "executable";

/** What becomes of one file. */
interface MergedChange {
  readonly target: ResolvedPath;
  readonly before: Uint8Array | undefined;
  /** Permission bits: of a file that is created, of one that goes for bringing it back. */
  readonly mode?: number;
  readonly merge: FileMerge;
  /** For the person, when the branch changes what is not in the file. */
  readonly note?: string;
}

const left = (target: ResolvedPath, reason: string): MergedChange => ({
  target,
  before: undefined,
  merge: { kind: "conflict", reason },
});

async function mergeChange(change: BranchChange, source: MergeSource, host: PlanHost): Promise<MergedChange> {
  const { worktree, worktrees } = source;
  const target = await host.resolve(shownPath(`${worktree.repository}/${change.path}`));
  if (change.path.includes("\ufffd")) return left(target, "its name is not valid UTF-8");
  if (!isPlain(change.before) || !isPlain(change.after))
    return left(target, "it is a link or a submodule, which is not merged");
  if (target.real !== target.path)
    return left({ ...target, shown: shownPath(change.path) }, "it is behind a link in the workspace");
  const stat = await host.stat(target);
  if (stat && stat.kind !== "file") return left(target, `it is a ${stat.kind} in the workspace`);
  const ours = stat && (await host.read(target));
  const imageOf = async (image: BranchImage | undefined) => image && worktrees.read(worktree, change.path, image);
  const [base, theirs] = await Promise.all([imageOf(change.before), imageOf(change.after)]);
  const file = { shown: target.shown, configured: await host.encodingOf(target) };
  const merge = await mergeFile({ ours, base, theirs }, file, (texts: ThreeTexts) =>
    worktrees.mergeLines(texts, worktree.branch),
  );
  const mode = change.after ? newMode(change.after) : stat?.mode;
  const note = stat && modeNote(change, target.shown);
  return { target, before: ours, merge, ...(mode !== undefined && { mode }), ...(note && { note }) };
}

const newMode = ({ kind }: BranchImage) => (kind === "executable" ? 0o755 : undefined);

const modeNote = ({ before, after }: BranchChange, shown: string) =>
  before && after && before.kind !== after.kind
    ? `${shown} keeps its permissions, although the branch ${after.kind === "executable" ? "makes it executable" : "removes its executable bit"}.`
    : undefined;

/** What is written for it; undefined when nothing is. */
function effectOf({ target, before, mode, merge }: MergedChange): WriteEffect | undefined {
  if (merge.kind === "same" || (merge.kind === "conflict" && !merge.marked)) return undefined;
  const after = merge.kind === "write" ? merge.after : merge.marked;
  return { kind: "write", target, before, after, ...(mode !== undefined && { mode }) };
}

/** What goes makes room for what comes. */
const byRoom = (a: WriteEffect, b: WriteEffect) => Number(a.after !== undefined) - Number(b.after !== undefined);

const leftFiles = (changes: readonly MergedChange[]): LeftFile[] =>
  changes.flatMap(({ target: { shown }, merge }) =>
    merge.kind === "conflict" ? [{ shown, reason: merge.reason, canBeMarked: merge.marked !== undefined }] : [],
  );

const named = (files: readonly LeftFile[]) => files.map(({ shown, reason }) => `${shown} (${reason})`).join(", ");

/**
 * Brings what a branch changes into the workspace, file by file and as one call: what only the branch changed is taken,
 * what both changed is merged by lines. Not offered to models: a person merges.
 * @param source the branch.
 */
export const mergeBranchTool = (source: MergeSource) => {
  const { branch } = source.worktree;
  return defineTool({
    name: "merge_branch",
    displayName: "Merge Branch",
    summary: "Bring what a branch changes into the workspace",
    description:
      "Brings what a branch changes into the workspace as one change that can be undone. Refuses when both sides changed the same lines, unless conflicts are to be marked.",
    metadata: { concurrencySafe: false, readOnly: false, destructive: false, idempotent: true },
    effectKinds: ["read", "write"],
    input: z.object({
      branch: z.literal(branch),
      conflicts: z
        .enum(["refuse", "mark"])
        .describe("What to do with files that both sides changed in conflicting ways."),
    }),
    async plan({ conflicts }, { host }) {
      const changes: MergedChange[] = [];
      for (const change of source.changes) changes.push(await mergeChange(change, source, host));
      const others = leftFiles(changes);
      if (others.length > 0 && conflicts === "refuse") throw conflicting(branch, others);
      const effects = changes.flatMap((change) => effectOf(change) ?? []).sort(byRoom);
      const kept = changes.flatMap(({ note }) => note ?? []);
      if (effects.length === 0 && others.length === 0) throw kept.length > 0 ? onlyModes(branch, kept) : merged(branch);
      if (effects.length === 0) throw conflicting(branch, others);
      const data: MergeData = { merged: effects.map(({ target }) => target.shown), left: others };
      return {
        title:
          effects.length === 1
            ? actionTitle`Merge ${branch} (1 file)`
            : actionTitle`Merge ${branch} (${effects.length} files)`,
        effects,
        notes: [...kept, ...others.map(leftNote)],
        async run({ host }) {
          await host.write(...effects);
          const also = others.length > 0 ? ` Look at ${named(others)}.` : "";
          return { text: `Merged ${branch}: ${data.merged.join(", ")}.${also}`, isError: false, data };
        },
      };
    },
  });
};

const merged = (branch: string) =>
  new ToolError("no_change", `The workspace already contains all changes of ${branch}.`);

/** Not `no_change`, as the branch would be removed then. */
const onlyModes = (branch: string, kept: readonly string[]) =>
  new ToolError(
    "unavailable",
    `${branch} changes permissions alone, which a merge leaves as they are: ${kept.join(" ")} Set them with chmod, then discard the branch.`,
  );

const leftNote = ({ shown, reason, canBeMarked }: LeftFile) =>
  canBeMarked
    ? `${shown} contains both sides between conflict markers: ${reason}.`
    : `${shown} stays as it is: ${reason}.`;

const conflicting = (branch: string, files: readonly LeftFile[]) =>
  new ToolError(
    "stale",
    `${branch} conflicts with the files in the workspace, so nothing was written: ${named(files)}.`,
    { left: files },
  );
