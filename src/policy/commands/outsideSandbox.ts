/** Leaving the sandbox (D-15). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import { clause, nested } from "../../core/text/clauses/clause";
import { askAlways, type Decision, deny } from "../../core/vocabulary/decision";
import type { Effect, ExecEffect } from "../../core/vocabulary/effect";
import { analyse } from "../../lib/shell/analyse";
import { gitContact } from "../../lib/shell/gitContacts";
import { type OutsideProgram, outsideProgram } from "../../lib/shell/outsidePrograms";
import { usageOf } from "../../lib/shell/usage";
import type { CommandAnalysis } from "../../lib/shell/words/types";
import { gitSignsIn } from "./programs/gitSignIn";
import { enteredFolders, workingFolders } from "./workingFolders";

const rule = "sandbox";

/** What a program does that the sandbox cannot give it, as one clause. */
function whyOutside({ name, need }: OutsideProgram): string {
  if (need === "credentials")
    return clause`${name} signs in with the person's credentials, which commands in the sandbox do not get`;
  return need === "containers"
    ? clause`${name} manages containers itself, for which the sandbox gives no rights`
    : clause`${name} works through a service of this machine, which the sandbox does not reach`;
}

/** The first command of git that has to sign in; undefined where none has to. */
async function signingGit(
  analysis: CommandAnalysis,
  { cwd }: ExecEffect,
  context: RuleContext,
): Promise<OutsideProgram | undefined> {
  const contacts = analysis.commands.map(gitContact);
  if (contacts.every((contact) => contact === undefined)) return undefined;
  const folders = await workingFolders(analysis, cwd.real, context);
  for (const [at, contact] of contacts.entries()) {
    const command = analysis.commands[at];
    if (!contact || !command) continue;
    const entered = await enteredFolders(usageOf(command), folders[at], context);
    if (await gitSignsIn(contact, entered, context)) return { name: contact.name, need: "credentials" };
  }
  return undefined;
}

/** Why a command can only fail in the sandbox; undefined where nothing is known against it. */
async function needOf(effect: ExecEffect, context: RuleContext): Promise<string | undefined> {
  const analysis = analyse(effect.command, effect.language);
  const program = outsideProgram(analysis.commands) ?? (await signingGit(analysis, effect, context));
  return program && whyOutside(program);
}

/** What asked for the way out itself is asked about, or refused where nobody can say yes. */
function judgeWish(need: string | undefined, { settings, inWorkspace }: RuleContext): Decision {
  if (inWorkspace)
    return deny(
      rule,
      clause`commands in the agent's own workspace cannot leave the sandbox; use run_command, which can ask to`,
    );
  if (settings.sandbox === "required")
    return {
      ...deny(rule, clause`it asks to run outside the sandbox, but the setting toolcrib.sandbox requires the sandbox`),
      instead: "run it in the sandbox (without outside_sandbox), or tell the person what you need",
    };
  return askAlways(
    rule,
    need === undefined ? clause`it runs outside the sandbox` : clause`${nested(need)}, so it runs outside the sandbox`,
  );
}

/** What did not ask for the way out and can only fail without it: a yes to it in the sandbox would not help. */
function judgeNeed(need: string, { settings, inWorkspace }: RuleContext): Decision {
  if (inWorkspace)
    return deny(
      rule,
      clause`${nested(need)}, and commands in the agent's own workspace cannot leave it; use run_command, which can ask to`,
    );
  if (settings.sandbox === "required")
    return {
      ...deny(rule, clause`${nested(need)}, and the setting toolcrib.sandbox requires the sandbox`),
      instead: "go on without it, or tell the person what you need",
    };
  return { ...askAlways(rule, clause`${nested(need)}, so it runs outside the sandbox`), leavesSandbox: true };
}

/**
 * A person is asked each time, whatever was approved before; where the sandbox is required, and in an agent's own workspace
 * (EX-4), nobody can say yes. A program that a sandbox keeps from what it works with is asked about in the same way at once,
 * whether the model asked for the way out or not. A tool that an agent made and a command that is tried never get out.
 */
export const outsideSandboxRule: Rule = {
  name: rule,
  async judge(effect: Effect, context: RuleContext): Promise<Decision | undefined> {
    if (effect.kind !== "exec" || context.settings.sandbox === "off") return undefined;
    if (effect.outsideSandbox) return judgeWish(await needOf(effect, context), context);
    if (effect.program || effect.onLayer) return undefined;
    if (!(await context.isHeld?.(false))) return undefined;
    const need = await needOf(effect, context);
    return need === undefined ? undefined : judgeNeed(need, context);
  },
};
