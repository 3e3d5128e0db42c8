/** Commands that the sandbox answers for: in a folder that is an agent's alone (AG-3, EX-1), and on a layer. */

import type { RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import { allow, type Decision, type DecisionPart, strictest } from "../../core/vocabulary/decision";
import type { ExecEffect } from "../../core/vocabulary/effect";
import { analyse } from "../../lib/shell/analyse";
import { outsideProgram } from "../../lib/shell/outsidePrograms";
import { patternRule } from "./commandTouches";
import { folderRule } from "./pathOpinions";

/** Rules that ask because nobody knows what a command does, or because it writes a file that is not outside nor protected. */
const ofUnknown = ["commands.unknown", "commands.write"];

/** Asks because the command's own functions or numbers decide what runs. */
export const computedRule = "commands.computed";

/**
 * Questions that the sandbox answers. From a workspace nothing of the person's can be seen, so which of its files are meant
 * and what its programs find in their environment is the agent's affair.
 */
const heldQuestions = {
  worktree: new Set(ofUnknown),
  workspace: new Set([...ofUnknown, "commands.assignment", "commands.redirect", patternRule]),
  // What it may change is looked at afterwards, secrets and credentials are not there, and nobody can be reached.
  layer: new Set([...ofUnknown, "commands.assignment", "commands.redirect", patternRule, folderRule, computedRule]),
} as const;

type Place = keyof typeof heldQuestions;

const isHarmless = ({ kind, rule }: DecisionPart, place: Place) =>
  kind === "allow" || (kind === "ask" && heldQuestions[place].has(rule));

/**
 * The strictest verdict on the parts of a command line. Of equally strict ones it is the first that no sandbox answers: it is
 * why a person is asked, where the others alone would not need one.
 */
export const strictestPart = (verdicts: readonly Decision[]): Decision => {
  const isAnswered = ({ kind, rule }: Decision) => kind === "ask" && heldQuestions.layer.has(rule);
  return strictest([...verdicts.filter((one) => !isAnswered(one)), ...verdicts.filter(isAnswered)]);
};

/** Where the settings let the sandbox answer for commands. */
function apartPlace({ isolated, inWorkspace, settings }: RuleContext): Place | undefined {
  if (isolated && settings["agents.commandsInWorktree"] === "sandboxed") return "worktree";
  if (inWorkspace && settings["workspaces.commands"] === "sandboxed") return "workspace";
  const { "commands.review": review } = settings;
  return !isolated && !inWorkspace && review !== "before" && review !== "off" ? "layer" : undefined;
}

/** What is looked at of a command. */
type Run = Pick<
  ExecEffect,
  "command" | "language" | "cwd" | "outsideSandbox" | "tty" | "background" | "program" | "onLayer"
>;

/** Whether a command can run on a layer: its words ask for nobody else, and it found what it needs there when it did. */
const fitsLayer = async (effect: Run, context: RuleContext): Promise<boolean> =>
  !effect.background &&
  !effect.program &&
  outsideProgram(analyse(effect.command, effect.language).commands) === undefined &&
  !context.needsMore?.(effect) &&
  ((await context.hasLayers?.()) ?? false);

/**
 * The verdict on a command that is not held: where there is a layer, it runs there with all that it may have anyway, so that
 * what it changes can be listed and undone. What has to be seen while it runs (in the background, in a terminal) does not.
 */
export async function keptApart(decision: Decision, effect: Run, context: RuleContext): Promise<Decision> {
  const { kind, onlyReads, onLayer, extra } = decision;
  if (kind === "deny" || onlyReads || onLayer || extra || effect.onLayer) return decision;
  const isLive = effect.background || effect.tty || effect.outsideSandbox || effect.program;
  const { isolated, inWorkspace, settings } = context;
  if (isLive || isolated || inWorkspace || settings["commands.review"] === "off") return decision;
  if (outsideProgram(analyse(effect.command, effect.language).commands) || context.needsMore?.(effect)) return decision;
  if (!(await context.isHeld?.(false)) || !((await context.hasLayers?.()) ?? false)) return decision;
  return { ...decision, onLayer: "open" };
}

/**
 * The verdict on a command of an agent in its own worktree or workspace, or on a layer: the sandbox answers the question
 * what an unknown program might change or which files are meant, and no other one (`toolcrib.agents.commandsInWorktree`,
 * `toolcrib.workspaces.commands`, `toolcrib.commands.review`).
 * @param isWhole false when the decision does not list all of its parts.
 */
export async function heldApart(
  decision: Decision,
  effect: Run,
  context: RuleContext,
  isWhole: boolean,
): Promise<Decision> {
  const place = apartPlace(context);
  if (place === undefined) return decision;
  const isOrdinary = decision.kind === "ask" && !decision.always && !effect.outsideSandbox && !effect.tty;
  const { parts = [] } = decision;
  if (!isOrdinary || !isWhole || !parts.every((part) => isHarmless(part, place))) return decision;
  if (!(await context.isHeld?.(false))) return decision;
  if (place === "layer") {
    if (!(await fitsLayer(effect, context))) return decision;
    return { ...allow("commands.layer", clause`its changes are judged when it has ended`, parts), onLayer: "held" };
  }
  const confined =
    place === "worktree"
      ? clause`the sandbox confines it to the agent's own worktree`
      : clause`the sandbox confines it to the agent's own workspace`;
  return allow(`commands.${place}`, confined, parts);
}
