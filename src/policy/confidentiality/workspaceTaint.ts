/** What was put into an agent's own workspace stays as confidential as it was, whoever reads it later (PO-6). */

import type { JudgedCall } from "../../core/calls/call";
import type { Workspaces, WorkspaceTaint } from "../../core/ports/workspaces";
import type { RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import type { Effect, ExecEffect } from "../../core/vocabulary/effect";
import { isAbove } from "../../core/vocabulary/level";
import { isInside } from "../../core/vocabulary/paths";
import { analyse } from "../../lib/shell/analyse";
import { usageOf, writesFiles } from "../../lib/shell/usage";
import { withForwardSlashes } from "../../lib/shell/windows/usage";
import type { SimpleCommand, Word } from "../../lib/shell/words/types";
import { commandPathText, followPaths, knownFolder } from "../commands/commandPaths";
import { baseOf } from "../commands/programs/repositoryTops";
import { type Folders, workingFolders } from "../commands/workingFolders";
import { ordinaryLevel } from "./classification";

/** For people and models, in place of a path. */
export const ownWorkspaceName = clause`the agent's own workspace`;

/** Why it counts as that, one clause. */
export const taintReason = ({ agent, source }: WorkspaceTaint): string =>
  clause`${agent} had read ${source} when it worked there`;

/** Whether a word may stand for something in the workspace, or for a folder around it. */
async function mayReach(word: Word, folders: Folders, own: string, context: RuleContext): Promise<boolean> {
  const path = word.glob ? knownFolder(word, context) : commandPathText(word, context);
  if (path === undefined || folders === undefined) return true;
  for (const folder of folders) {
    const { real } = await followPaths(path, folder, context);
    if (isInside(own, real) || isInside(real, own)) return true;
  }
  return false;
}

/** What a program that is not understood reads and writes is not known, and it sees the workspace. */
async function commandReaches(
  command: SimpleCommand,
  folders: Folders,
  own: string,
  context: RuleContext,
): Promise<boolean> {
  const usage = usageOf(command);
  const { asks, reads, looks, writes, runsIn } = usage;
  if (asks !== undefined || runsIn) return true;
  const words = [...reads, ...looks, ...writes, ...command.redirects.map(({ target }) => target)];
  for (const word of words)
    if (await mayReach(word, await baseOf(word, usage, folders, context), own, context)) return true;
  return (folders ?? [own]).some((folder) => isInside(own, folder));
}

/** Whether a workspace can be reached from where commands of the caller work. */
const isReached = (own: string, { inWorkspace, roots }: RuleContext): boolean =>
  inWorkspace === true || roots.includes(own);

/** Whether a command may read or change what is in the caller's own workspace. */
async function reachesOwnWorkspace(effect: ExecEffect, context: RuleContext): Promise<boolean> {
  const { ownWorkspace: own, inWorkspace } = context;
  if (inWorkspace) return true;
  if (own === undefined || !isReached(own, context)) return false;
  const analysis = analyse(effect.command, effect.language);
  if (analysis.problem !== undefined) return true;
  const commands = analysis.commands.map(withForwardSlashes);
  const folders = await workingFolders({ ...analysis, commands }, effect.cwd.real, context);
  for (const [at, command] of commands.entries())
    if (await commandReaches(command, folders[at], own, context).catch(() => true)) return true;
  return false;
}

/** A command that only reads leaves nothing behind. */
function leavesSomething({ command, language }: ExecEffect): boolean {
  const { commands, problem } = analyse(command, language);
  return (
    problem !== undefined ||
    commands.map(withForwardSlashes).some((one) => usageOf(one).asks !== undefined || writesFiles(one))
  );
}

/** Whether an effect may put what its session knows into the caller's own workspace. */
async function putsIntoOwnWorkspace(effect: Effect, context: RuleContext): Promise<boolean> {
  const { ownWorkspace: own } = context;
  if (own === undefined) return false;
  if (effect.kind === "write") return effect.after !== undefined && isInside(own, effect.target.real);
  return effect.kind === "exec" && leavesSomething(effect) && reachesOwnWorkspace(effect, context);
}

/**
 * Notes what a session has taken in, where its call may put that into the caller's own workspace.
 * @throws ToolError `unrecorded` where it cannot be kept.
 */
export async function taintOwnWorkspace(
  effects: readonly Effect[],
  context: RuleContext,
  by: WorkspaceTaint,
  keep: Workspaces["taint"],
): Promise<void> {
  const { ownWorkspace } = context;
  if (ownWorkspace === undefined || !isAbove(by.level, ordinaryLevel)) return;
  for (const effect of effects) if (await putsIntoOwnWorkspace(effect, context)) return keep(ownWorkspace, by);
}

/** The same before a call is made, so that a crash in its midst loses nothing. */
export const taintByCaller = ({ plan, context }: Pick<JudgedCall, "plan" | "context">, keep: Workspaces["taint"]) => {
  const {
    agent,
    taint,
    taintBesideSecrets: level = taint,
    taintedBy: source = clause`what was read before`,
  } = context.caller;
  return taintOwnWorkspace(plan.effects, context, { level, agent, source }, keep);
};

/** Whether an effect may take something from a workspace, as far as that is seen without looking at the disk. */
function mayTakeFrom(own: string, effect: Effect, context: RuleContext): boolean {
  switch (effect.kind) {
    case "read":
    case "list":
      return isInside(own, effect.target.real) || isInside(effect.target.real, own);
    case "write":
      return effect.before !== undefined && isInside(own, effect.target.real);
    case "exec":
      return isReached(own, context);
    default:
      return false;
  }
}

/** How confidential what an effect takes from the caller's own workspace is; undefined when that is ordinary work. */
export async function takenFromOwnWorkspace(effect: Effect, context: RuleContext): Promise<WorkspaceTaint | undefined> {
  const { ownWorkspace: own } = context;
  if (own === undefined || !mayTakeFrom(own, effect, context)) return undefined;
  const taint = await context.ownTaint?.();
  if (taint === undefined) return undefined;
  return effect.kind !== "exec" || (await reachesOwnWorkspace(effect, context)) ? taint : undefined;
}
