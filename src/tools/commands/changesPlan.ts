/** A command's changes on its layer as the plan of a call, and what that says of them. */

import { actionTitle, clause } from "../../core/text/clauses/clause";
import type { Plan, PlanContext } from "../../core/tools/tool";
import { type FileChange, fileChanges } from "../../core/vocabulary/changes/fileChanges";
import { changedModes } from "../../core/vocabulary/changes/fileEntry";
import { type WholeMove, wholeText } from "../../core/vocabulary/changes/wholeChange";
import { isTouch } from "../../core/vocabulary/effect";
import type { JudgedChange } from "./changes/judgedChange";
import { deniedTexts, unappliedText } from "./changes/unappliedText";
import type { CommandChanges } from "./commandChanges";

/** Which of a command's changes a call makes: those that need no question, what is left of them, or all of them. */
export type ChangesPart = "ordinary" | "rest" | "all";

/** What became of the changes of a command. */
export interface ChangesData {
  /** Shown paths of what was changed. */
  readonly applied: readonly string[];
  /** What was not, as a sentence each without its full stop. */
  readonly leftOut: readonly string[];
  /** How many changes are left that somebody has to be asked about. */
  readonly waiting: number;
}

/** Plans to make the changes that a command made on its layer, or a part of them. @throws ToolError `too_large`. */
export async function planChanges(
  made: CommandChanges,
  part: ChangesPart,
  context: Pick<PlanContext, "host" | "roots">,
): Promise<Plan> {
  const { changes, leftOut } = await made.judged(context);
  const refused = deniedTexts(changes.filter(({ verdict }) => verdict === "deny"));
  const isIn = ({ verdict }: JudgedChange) =>
    part === "all" ? verdict !== "deny" : verdict === (part === "ordinary" ? "allow" : "ask");
  const ofPart = changes.filter(isIn);
  const effects = ofPart.map(({ effect }) => effect);
  const listed = effects.filter((effect) => !isTouch(effect));
  const left = part === "rest" ? [] : [...leftOut, ...refused];
  const waiting = part === "ordinary" ? changes.filter(({ verdict }) => verdict === "ask").length : 0;
  return {
    title: titleOf(made.command, part, listed.length),
    effects,
    ofCommand: made.command,
    notes: left.map((one) => clause`Left out: ${one}`),
    async run({ host }) {
      if (effects.length > 0) await host.write(...effects);
      const data: ChangesData = { applied: fileChanges(listed).map(appliedText), leftOut: left, waiting };
      return { text: "", isError: false, data };
    },
    declined: (answer) => unappliedText(ofPart, answer),
  };
}

function titleOf(command: string, part: ChangesPart, count: number): string {
  if (part === "ordinary") return actionTitle`Run ${command}`;
  return count === 1 ? actionTitle`Apply 1 change of ${command}` : actionTitle`Apply ${count} changes of ${command}`;
}

/** What a change made of its file, for a model. */
function appliedText({ kind, effect, from }: FileChange): string {
  const { shown } = effect.target;
  const modes = changedModes(effect);
  if (effect.whole) return `${shown} (${movedText(effect.whole)})`;
  if (from) return `${shown} (moved from ${from.shown})`;
  if (kind === "change") return modes ? `${shown} (permissions ${modes.before} -> ${modes.after})` : shown;
  return `${shown} (${kind === "create" ? "new" : "deleted"})`;
}

/** What became of what was moved as it is. */
function movedText({ before, after }: WholeMove): string {
  if (before && after) return `replaced: ${wholeText(after)}`;
  return after ? `new: ${wholeText(after)}` : "deleted";
}
