/** Where the data of a session would go, and what may go there (PO-9, HB-4). */

import type { RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import { isOwnAgent } from "../../core/tools/delegation";
import type { Effect, ExecEffect } from "../../core/vocabulary/effect";
import type { Level } from "../../core/vocabulary/level";
import { analyse } from "../../lib/shell/analyse";
import { usageOf } from "../../lib/shell/usage";
import { withForwardSlashes } from "../../lib/shell/windows/usage";
import type { SimpleCommand } from "../../lib/shell/words/types";
import { hostOf, hostsIn } from "../network/commandHosts";
import { talksToNetwork } from "../network/networkPrograms";
import { clearanceOf, isAboutPath, ordinaryLevel, ownRule } from "./classification";

/** One place that data would go to. */
export interface Flow {
  /** For people and models: a host, a path, an agent. */
  readonly to: string;
  /** What may go there at most. */
  readonly clearance: Level;
  /** False for a program that may send and may not: nobody knows before it runs. */
  readonly isCertain: boolean;
}

const somewhere = (isCertain: boolean): Flow => ({ to: clause`the network`, clearance: ordinaryLevel, isCertain });

const toHost =
  (context: RuleContext, isCertain: boolean) =>
  (host: string): Flow => ({ to: host, clearance: clearanceOf(host, context), isCertain });

function flowsOfCommand(command: SimpleCommand, possible: readonly Flow[], context: RuleContext): Flow[] {
  const isNetwork = talksToNetwork(command);
  if (!isNetwork && usageOf(command).asks === undefined) return [];
  const named = hostsIn(command).map(toHost(context, true));
  if (isNetwork) return named.length > 0 ? named : [somewhere(true)];
  return [...named, ...possible];
}

/** The sandbox lets a command reach the allowed hosts and nothing else; without one it may reach anything. */
async function flowsOfLine(effect: ExecEffect, context: RuleContext): Promise<Flow[]> {
  // It stays held, and reaches nobody else.
  if (effect.extra) return effect.extra.hosts.map(toHost(context, false));
  const { "web.allowedHosts": hosts, "web.allowLocal": local } = context.settings;
  const isHeld = (await context.isHeld?.(effect.outsideSandbox === true)) ?? false;
  const wished = effect.wish ? [...effect.wish.hosts, ...effect.wish.packageHosts] : [];
  const reachable = effect.program?.permissions.network ?? [...hosts, ...local, ...wished];
  if (isHeld && reachable.length === 0) return [];
  const possible = isHeld ? reachable.map(toHost(context, false)) : [somewhere(false)];
  const { commands, problem } = analyse(effect.command, effect.language);
  const known = commands.flatMap((command) => flowsOfCommand(withForwardSlashes(command), possible, context));
  return problem === undefined ? known : [...known, ...possible];
}

/** Where one effect would send something; a file only counts where a rule says what may be written to it. */
export async function flowsOf(effect: Effect, context: RuleContext): Promise<Flow[]> {
  switch (effect.kind) {
    case "fetch":
      return hostOf(effect.url).map(toHost(context, true));
    case "delegate":
      // A sub-agent sends nothing by itself: it takes over what its parent has read, and is held to it.
      return isOwnAgent(effect) ? [] : [{ to: effect.to, clearance: ordinaryLevel, isCertain: true }];
    case "write": {
      const own = ownRule(context.settings, isAboutPath(effect.target));
      return own && effect.after ? [{ to: effect.target.shown, clearance: own.level, isCertain: true }] : [];
    }
    case "exec":
      return flowsOfLine(effect, context);
    default:
      return [];
  }
}
