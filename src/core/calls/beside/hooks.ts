/** What stands around every call beside the rules: programs of the person and other extensions (PO-1, PO-5). */

import type { Session } from "../../session/session";
import { clause, nested } from "../../text/clauses/clause";
import type { ToolResult } from "../../tools/tool";
import { askAlways, type Decision, deny, strictest } from "../../vocabulary/decision";
import { highest, type Level } from "../../vocabulary/level";
import type { ShellChoice } from "../../vocabulary/shellLanguage";
import { messageOf } from "../../vocabulary/toolError";
import type { JudgedCall } from "../call";
import type { Responses } from "../responses";

/** Which call a hook is told of. */
export interface HookedCall {
  readonly id: string;
  readonly agent: string;
  readonly judged: JudgedCall;
  readonly signal: AbortSignal;
}

/** How a call ended, refused ones too. */
export interface EndedCall {
  /** As the model reads it. */
  readonly result: ToolResult;
  /** How confidential the result is. */
  readonly level: Level;
  /** From its beginning, the time that a person took to answer included. */
  readonly durationMs: number;
}

/** Called around every call, in both hosts. */
export interface Hooks {
  /**
   * PRE_TOOL_CALL, before anybody is asked; called again with the whole plan when something had to be read for it first.
   * Opinions count beside those of the rules, so they can only tighten: an allow changes nothing. Never rejects; a hook
   * that fails has an opinion by its own setting. For a cancelled call there may be no opinions: it is not made.
   */
  before(call: HookedCall): Promise<readonly Decision[]>;
  /** POST_TOOL_RESPONSE. Never rejects. @returns what the model should know besides. */
  after(call: HookedCall, ended: EndedCall): Promise<readonly string[]>;
}

/** Nobody listens. */
export const noHooks: Hooks = { before: async () => [], after: async () => [] };

/** Asks several at the same time; what they say stands in their order. */
export const allHooks = (several: readonly Hooks[]): Hooks => ({
  before: async (call) => (await Promise.all(several.map((hooks) => hooks.before(call)))).flat(),
  after: async (call, ended) => (await Promise.all(several.map((hooks) => hooks.after(call, ended)))).flat(),
});

/** The verdict of hooks joins that of the rules; it can only make it stricter. What is denied is not put to them. */
export async function tightenedByHooks(hooks: Hooks, call: HookedCall): Promise<JudgedCall> {
  const { judged } = call;
  if (judged.decision.kind === "deny") return judged;
  const said = await hooks.before(call).catch(broken);
  const opinions = said.filter(({ kind }) => kind !== "allow");
  if (opinions.length === 0) return judged;
  return { ...judged, decision: besideRules(strictest(opinions), judged.decision), byRules: judged.decision };
}

/** As with a rule that breaks. */
const broken = (error: unknown) => [deny("hooks", clause`the hooks failed: ${messageOf(error)}`)];

/** Whoever is asked reads both questions, and answers for this time: what was remembered did not know of the hook's. */
function besideRules(hook: Decision, rules: Decision): Decision {
  if (hook.kind === "deny") return hook;
  return askAlways(
    hook.rule,
    rules.kind === "ask" ? clause`${hook.reason}; also, ${nested(rules.reason)}` : hook.reason,
  );
}

/** What hooks say of a call that has ended, classified as everything is that a model reads (PO-5). */
export async function notesOfHooks(
  { hooks, responses }: { readonly hooks: Hooks; readonly responses: Responses },
  session: Session,
  call: HookedCall,
  ended: EndedCall,
): Promise<{ readonly notes: readonly string[]; readonly level: Level }> {
  const notes = await hooks.after(call, ended);
  if (notes.length === 0) return { notes, level: ended.level };
  const said = { text: notes.join("\n\n"), isError: false };
  const { result, level } = await responses.check(said, undefined, session, call.id);
  return { notes: [result.text], level: highest([ended.level, level]) };
}

/** A program of the person's that is to be told of a call. */
export interface HookProgram {
  /** A line for the shell, or a program with its arguments, which no shell reads. */
  readonly command: string | readonly string[];
  readonly shell: ShellChoice;
  /** Where it starts; where no such folder is, in the person's home. */
  readonly folder: string;
  /** What it reads. */
  readonly input: string;
  /** Beside those that every command gets. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of variables that it does not get. */
  readonly hiddenVariables: readonly string[];
  /** Milliseconds until it is stopped. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What a program made of it; `failure` is one clause such as `it did not answer within 10 s`. */
export type HookAnswer =
  | { readonly kind: "ended"; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "failed"; readonly failure: string };

/** Runs a hook's program outside of the sandbox: it is the person's own. Never rejects. */
export type RunHook = (program: HookProgram) => Promise<HookAnswer>;
