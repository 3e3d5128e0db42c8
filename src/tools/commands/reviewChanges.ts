/** Deciding on what a command changed on its layer, in calls within the one that ran it. */

import type { UndoInfo } from "../../core/journal/journalEntry";
import { type CommandLayer, changedMeanwhile, type LayerChange } from "../../core/ports/changes/layer";
import type { CommandOutcome } from "../../core/ports/shell";
import { cutToWidth } from "../../core/text/displayWidth";
import type { RunContext, ToolResult } from "../../core/tools/tool";
import { shownBelow } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { listed } from "./changes/unappliedText";
import type { ChangesData, ChangesPart } from "./changesPlan";
import { becomesCopy, CommandChanges, type RanAs, unsavedInEditor } from "./commandChanges";

/** A part of a command's changes, for the call that makes it. No model can write it. */
export class PartOfChanges {
  constructor(
    readonly made: CommandChanges,
    readonly part: ChangesPart,
  ) {}
}

/** What came of the changes of a command, in a result's data. */
export interface ReviewData {
  /** What was changed, as the model reads it. */
  readonly applied: readonly string[];
  /** What was not, as a sentence each without its full stop. */
  readonly leftOut: readonly string[];
  /** True when something of a repository was left out, declined or dropped. */
  readonly leavesGit: boolean;
}

/** How the changes are decided on. */
export interface ChangesReview {
  readonly command: string;
  /** True when the command was only tried. */
  readonly isTrial: boolean;
  /** True when a person is asked about every change. */
  readonly asksAll: boolean;
  /** True when the command only brings installed packages up to date, by its words. */
  readonly installs: boolean;
}

function ranAs({ asksAll, installs }: ChangesReview, layer: CommandLayer | undefined): RanAs {
  if (asksAll) return "tried";
  // A person who let an install talk to its registry has seen its words.
  if (layer?.noteNeed) return installs && layer.isApproved ? "installing" : "held";
  if (layer?.isApproved) return "approved";
  return installs ? "installing" : "allowed";
}

/**
 * Makes what a command changed, as far as the policy allows it and a person says yes to the rest. Of a command that nobody
 * was asked about, all is dropped where there is too much to keep.
 * @param ran what came of running it.
 */
export async function reviewChanges(ran: ToolResult, review: ChangesReview, context: RunContext): Promise<ToolResult> {
  const { layer, ...data } = ran.data as CommandOutcome;
  try {
    const {
      text,
      undo,
      data: changes,
    } = isHalfInstalled(ran.data as CommandOutcome, review) ? halfInstalled : await decided(layer, review, context);
    const told = text === "" ? {} : { text: `${ran.text}\n${text}`, afterwards: text };
    return { ...ran, ...told, data: { ...data, changes }, ...(undo && { undo }) };
  } finally {
    // What lies there by then is nobody's, and thousands of files take a while to be removed.
    void layer?.discard();
  }
}

const nothing: ReviewData = { applied: [], leftOut: [], leavesGit: false };

/** Of an install that failed while it was kept from a host nobody wants the half that it made. */
const isHalfInstalled = ({ layer, exitCode, missed }: CommandOutcome, { installs }: ChangesReview): boolean =>
  installs && layer?.noteNeed !== undefined && exitCode !== 0 && (missed?.hosts.length ?? 0) > 0;

const halfInstalled: ToolResult = {
  text: "[nothing was applied, because the install failed without its host]",
  isError: true,
  data: nothing,
};

async function decided(
  layer: CommandLayer | undefined,
  review: ChangesReview,
  context: RunContext,
): Promise<ToolResult> {
  const isUnasked = layer?.noteNeed !== undefined;
  const dropped = (why: string): ToolResult => {
    layer?.noteNeed?.();
    return { text: isUnasked ? droppedText(why) : lostText(why), isError: true, data: { ...nothing, leavesGit: true } };
  };
  try {
    for (let left = maxTries; ; left--) {
      const found = (await layer?.changes()) ?? [];
      // Nobody is asked about times.
      const changes = review.asksAll ? found.filter(({ isTouched }) => !isTouched) : found;
      if (changes.length === 0) return { text: review.asksAll ? unchangedText : "", isError: false, data: nothing };
      const odd = review.asksAll && isUnasked ? changes.find(({ other }) => other !== undefined) : undefined;
      if (odd) return dropped(`${shownBelow(odd.path, context.roots)} ${odd.other}, which cannot be reviewed`);
      const made = await madeInParts(changes, review.command, ranAs(review, layer), context);
      const { error } = (made.data ?? {}) as { readonly error?: unknown };
      // What somebody else changed in that moment is named the next time, and all else is made.
      if (error === "stale" && !review.asksAll && left > 1) continue;
      return isUnasked && error === "too_large" ? dropped("the changes are too large to keep") : made;
    }
  } catch (error) {
    if (!review.isTrial && error instanceof ToolError) return dropped(clauseOf(error));
    throw error;
  }
}

/** The beginning of its sentence, in which names of files may have a full stop. */
const clauseOf = ({ message }: ToolError) => message.replace(/[.:](?:\s.*)?$/s, "");

/** How often changes are listed anew because somebody else changed the same files. */
const maxTries = 3;

const unchangedText = "[the command changed nothing]";

/** How a model learns that all was dropped. */
const droppedText = (why: string): string =>
  `[nothing was applied, because ${why}: call again, and a person is asked before it runs]`;

/** The same of a command that a person was asked about before. */
const lostText = (why: string): string => `[nothing that the command changed was applied, because ${why}]`;

/** Those that need no question at once and together, then the others. */
async function madeInParts(
  changes: readonly LayerChange[],
  command: string,
  ranAs: RanAs,
  context: RunContext,
): Promise<ToolResult> {
  const line = cutToWidth(command.trim().split("\n")[0] as string, 60);
  const made = new CommandChanges(line, changes, ranAs);
  const make = async (part: ChangesPart) => context.call("run_command", { command }, new PartOfChanges(made, part));
  const first = await make(ranAs === "tried" ? "all" : "ordinary");
  const { applied = [], leftOut = [], waiting = 0 } = (first.data ?? {}) as Partial<ChangesData>;
  const second = waiting > 0 ? await make("rest") : undefined;
  const later = (second?.data ?? {}) as Partial<ChangesData>;
  const left = [...leftOut, ...(second?.isError ? [second.text] : [])];
  const leavesGit = first.isError || left.some((one) => namesGit.test(one) && !one.endsWith(becomesCopy));
  const data: ReviewData = { applied: [...applied, ...(later.applied ?? [])], leftOut, leavesGit };
  const undo = undoOfBoth(first.undo, second?.undo);
  return {
    text: [...textsOf(data), failedText(first, "nothing"), failedText(second, "none of the rest")]
      .filter((text) => text !== "")
      .join("\n"),
    isError: first.isError,
    data: { ...(first.data as object), ...data },
    ...(undo && { undo }),
  };
}

/** A part is made as a whole, so the file that failed takes all others along, which its own sentence does not say. */
function failedText(part: ToolResult | undefined, what: string): string {
  const { error } = (part?.data ?? {}) as { readonly error?: unknown };
  if (!part?.isError || error === "declined") return part?.text ?? "";
  return `[${what} that the command changed was applied: ${part.text}]`;
}

/** Both parts have the id of the call that ran the command. */
function undoOfBoth(first: UndoInfo | undefined, second: UndoInfo | undefined): UndoInfo | undefined {
  if (!first || !second) return first ?? second;
  return { ...first, files: [...new Set([...first.files, ...second.files])] };
}

function textsOf({ applied, leftOut }: ReviewData): string[] {
  const count = `${applied.length} ${applied.length === 1 ? "file" : "files"}`;
  return [
    ...(applied.length > 0 ? [`[changed ${count}: ${listed(withoutGitFiles(applied), ", ")}]`] : []),
    ...(leftOut.length > 0 ? [`[left out: ${listed(leftOut, "; ")}${remediesFor(leftOut)}]`] : []),
  ];
}

/** What to do next, by the clause that says why a change was left out. */
const remedies: readonly (readonly [why: string, remedy: string])[] = [
  [changedMeanwhile, "Read what is there now, and run the command again if it still has to be changed."],
  [unsavedInEditor, "Ask the person to save it, then run the command again."],
];

function remediesFor(leftOut: readonly string[]): string {
  const fitting = remedies.filter(([why]) => leftOut.some((one) => one.endsWith(why)));
  return fitting.length > 0 ? `. ${fitting.map(([, remedy]) => remedy).join(" ")}` : "";
}

const namesGit = /(?:^|[\s;:(/])\.git(?:[\s/]|$)/;

const inGitFolder = /^(?:.*\/)?\.git(?=\/)/s;

/** What git keeps for itself is of no use to a model, but for how much of it changed. */
function withoutGitFiles(applied: readonly string[]): string[] {
  const folders = applied.flatMap((file) => inGitFolder.exec(file)?.[0] ?? []);
  const counted = [...new Set(folders)].map((folder) => {
    const count = folders.filter((one) => one === folder).length;
    return `${folder} (${count} ${count === 1 ? "file" : "files"})`;
  });
  return [...applied.filter((file) => !inGitFolder.test(file)), ...counted];
}
