/** The question about single things that a held command was after: a secret file, a host (D-13). */

import type { RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import { ask, type Decision } from "../../core/vocabulary/decision";
import type { ExecEffect } from "../../core/vocabulary/effect";
import { type ExtraAccess, joinedAccess } from "../../core/vocabulary/extraAccess";
import { secretPattern } from "../files/secretPaths";
import { hostOpinion, pathOpinion } from "../matching/ruleMatching";
import { judgeAddress } from "../network/addressRule";
import { closedOpinion } from "./pathOpinions";

/** Name of the rule. */
export const extraRule = "commands.extra";

/** A secret that a person may give: still the file of that name itself, closed to nobody and known by no other name. */
async function mayGiveFile(real: string, context: RuleContext): Promise<boolean> {
  try {
    const target = await context.resolve(real);
    if (target.real !== real || target.root === undefined || secretPattern(target, context) === undefined) return false;
    if (await closedOpinion(target, context)) return false;
    if (pathOpinion(target, "read", context)?.kind === "deny") return false;
    return !(await context.otherNames?.([real]))?.has(real);
  } catch {
    return false;
  }
}

function mayGiveHost(host: string, context: RuleContext): boolean {
  const url = `https://${host}/`;
  const opinions = [hostOpinion(url, context), judgeAddress(url, context.settings).decision];
  return opinions.every((opinion) => opinion?.kind !== "deny");
}

/** Of what it was after, what a person may give it; what is closed or denied is not even asked about. */
async function givable({ files, hosts }: ExtraAccess, context: RuleContext): Promise<ExtraAccess | undefined> {
  const open = await Promise.all(files.map((file) => mayGiveFile(file, context)));
  return joinedAccess({
    files: files.filter((_, at) => open[at]),
    hosts: hosts.filter((host) => mayGiveHost(host, context)),
  });
}

async function reasonFor({ files, hosts }: ExtraAccess, context: RuleContext): Promise<string> {
  const read = (await Promise.all(files.map(async (file) => (await context.resolve(file)).shown))).join(", ");
  const talkedTo = hosts.join(", ");
  if (hosts.length === 0) return clause`it wants to read ${read}, which may contain secrets`;
  if (files.length === 0) return clause`it wants to talk to ${talkedTo}`;
  return clause`it wants to read ${read}, which may contain secrets, and to talk to ${talkedTo}, so it could send what it reads there`;
}

/**
 * The verdict on a command that runs unasked because it is held: where it was after something in vain, a person is asked
 * about just that, and it stays held otherwise.
 */
export async function askedForExtra(decision: Decision, effect: ExecEffect, context: RuleContext): Promise<Decision> {
  const { kind, onlyReads, onLayer, parts } = decision;
  if (kind !== "allow" || !(onlyReads || onLayer) || effect.background || effect.tty || effect.program) return decision;
  const missed = context.missed?.(effect);
  // Only what runs on a layer can find a way to a host.
  const possible = missed && { ...missed, hosts: onLayer ? missed.hosts : [] };
  const extra = possible && (await givable(possible, context));
  if (!extra) return decision;
  const held = { ...(onlyReads && { onlyReads }), ...(onLayer && { onLayer }), extra };
  return { ...ask(extraRule, await reasonFor(extra, context), parts), ...held };
}
