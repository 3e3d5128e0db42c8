/** The verdict on a command line: the strictest over everything in it (D-12, D-13, D-14). */

import type { Repositories } from "../../core/ports/repository";
import type { Rule, RuleContext } from "../../core/rules/rule";
import type { CommandRule } from "../../core/settings/settings";
import { clause } from "../../core/text/clauses/clause";
import {
  allow,
  ask,
  askAlways,
  type Decision,
  type DecisionPart,
  deny,
  strictest,
} from "../../core/vocabulary/decision";
import type { Effect, ExecEffect } from "../../core/vocabulary/effect";
import { analyse } from "../../lib/shell/analyse";
import { isReadOtherwise } from "../../lib/shell/plainShells";
import { type Usage, usageOf } from "../../lib/shell/usage";
import { withForwardSlashes } from "../../lib/shell/windows/usage";
import { visible } from "../../lib/shell/words/hiddenCharacters";
import type { CommandAnalysis, SimpleCommand } from "../../lib/shell/words/types";
import { assignmentDoubt } from "../../lib/shell/words/variables";
import { judgeObeyed } from "../files/obeyed/obeyedFiles";
import { asRun } from "../files/outsidePlaces";
import { allows, denial, offeredPrefix } from "../matching/foldedRules";
import { exemptsCommand, isBroken, rulePatternOf } from "../matching/userRules";
import { judgeNetwork } from "../network/commandNetwork";
import { entrySource } from "../policyFiles/entrySource";
import { detailsOf } from "./commandDetails";
import { computedRule, heldApart, keptApart, strictestPart } from "./commandsApart";
import { judgeLooks, judgePaths, judgeRedirect, judgeStrangePaths, patternRule } from "./commandTouches";
import { denylistReason, forkBomb } from "./denied/denylist";
import { windowsDownloadUse, windowsReason } from "./denied/windowsDenylist";
import { askedForExtra } from "./extraAccess";
import { judgeMadeTool } from "./madeToolRuns";
import { judgeMadeNames, judgeOptionPatterns } from "./optionPatterns";
import { downloadUse, readsScript } from "./programs/downloadedPrograms";
import { withRepositories } from "./programs/repositoryPrograms";
import { inToldRepository } from "./programs/repositoryTops";
import { unheldOpinion } from "./programs/unheldPrograms";
import { judgeSecretsRead } from "./reading/secretReading";
import { decisionInTerminal } from "./terminal";
import { enteredFolders, type Folders, workingFolders } from "./workingFolders";

/** More parts than this are not listed; they are judged all the same. */
const maxParts = 200;

/** A decision on one part, with the part's text. */
interface Judged {
  readonly text: string;
  readonly decision: Decision;
  /** Set where the decision is on a simple command itself. */
  readonly own?: { readonly command: SimpleCommand; readonly usage: Usage };
  /** The place of the command that it is on, or that it belongs to. */
  readonly at?: number;
}

const shorten = (text: string) => visible(text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** The first rule that denies a command, or else one that takes too long to tell. */
function deniedBy(denying: readonly CommandRule[], command: SimpleCommand) {
  let unsure: CommandRule | undefined;
  for (const rule of denying) {
    const found = denial(rule, command);
    if (found) return { rule, reason: clause`a user rule denies it` };
    if (found === undefined) unsure ??= rule;
  }
  if (unsure === undefined) return undefined;
  return { rule: unsure, reason: clause`the denying rule ${String(rulePatternOf(unsure))} takes too long to match` };
}

/** What the hard denylist and the user's denials say; neither has a cap (D-14). */
async function judgeDenials(
  command: SimpleCommand,
  analysis: CommandAnalysis,
  folders: Folders,
  context: RuleContext,
): Promise<Decision[]> {
  const reason =
    (await denylistReason(command, folders, context)) ?? (await windowsReason(command, analysis, folders, context));
  if (reason !== undefined) return [deny("commands.denylist", reason)];
  const use = (command.language === undefined ? downloadUse : windowsDownloadUse)(command, analysis);
  if (use === "run") return [deny("commands.denylist", clause`it runs what it downloads`)];
  const { "commands.allow": allowing, "commands.deny": denying } = context.settings;
  const exempt = allowing.some((rule) => exemptsCommand(rule, command));
  const denied = exempt ? undefined : deniedBy(denying, command);
  if (denied) {
    const isIt = (rule: CommandRule) => JSON.stringify(rule) === JSON.stringify(denied.rule);
    return [{ ...deny("commands.user", denied.reason), source: entrySource(context.policies, "commands.deny", isIt) }];
  }
  if (use === "handed") return [askAlways("commands.denylist", clause`it passes a download to an interpreter`)];
  return [];
}

/** What a command itself does: its program and arguments. */
async function judgeProgram(
  command: SimpleCommand,
  usage: Usage,
  analysis: CommandAnalysis,
  folders: Folders,
  context: RuleContext,
): Promise<Decision[]> {
  if (!command.word) return [];
  const allowed = context.settings["commands.allow"].some((rule) => allows(rule, command));
  const own =
    usage.asks === undefined
      ? allow("commands.readonly", clause`it only reads inside the workspace`)
      : allowed
        ? allow("commands.user", clause`a user rule allows it`)
        : ask("commands.unknown", usage.asks);
  const touched = await judgePaths(command, usage, folders, context, allowed);
  const options =
    usage.asks === undefined
      ? [
          ...(await judgeOptionPatterns(command, usage, analysis, folders, context)),
          ...judgeMadeNames(command, usage, analysis, context),
        ]
      : [];
  const isRead = usage.asks === undefined || allowed;
  const secrets = isRead ? await judgeSecretsRead(command, usage, folders, context) : [];
  const strange = usage.asks === undefined ? [] : await judgeStrangePaths(command, folders, context);
  const network = usage.asks === undefined ? [] : judgeNetwork(command, context);
  const isPattern = ({ rule, kind }: Decision) => rule === patternRule && kind === "ask";
  // Of equally strict reasons the one about a path says more than the one about a pattern or the program.
  const obeyed = usage.asks === undefined && !allowed ? await judgeObeyed(command, usage, folders, context) : [];
  const [patterns, paths] = [touched.filter(isPattern), touched.filter((one) => !isPattern(one))];
  return [...paths, ...secrets, ...strange, ...network, ...options, ...obeyed, ...patterns, own];
}

const judgeAssignments = (command: SimpleCommand, isPlainShell: boolean): Judged[] =>
  command.assignments.map((assignment) => {
    const doubt = assignment.isOwn && !isPlainShell ? undefined : assignmentDoubt(assignment);
    const text = `${assignment.name}=${assignment.value.source}`;
    return {
      text,
      decision:
        doubt === undefined
          ? allow(
              "commands.readonly",
              assignment.isOwn
                ? clause`it only sets a variable of this command line`
                : clause`it only changes how output looks`,
            )
          : ask("commands.assignment", doubt),
    };
  });

async function judgeForm(
  command: SimpleCommand,
  analysis: CommandAnalysis,
  folders: Folders,
  context: RuleContext,
): Promise<Judged[]> {
  const denials = await judgeDenials(command, analysis, folders, context);
  // In a text that is not valid the arguments may be others than they seem, so only the lists of denials are sure.
  if (analysis.parseError !== undefined) return denials.map((decision) => ({ text: command.text, decision }));
  const named = inToldRepository(usageOf(command), analysis.text);
  const entered = await enteredFolders(named, folders, context);
  const { usage, opinions: ofRepositories } = await withRepositories(named, entered, context);
  const ofProgram = await judgeProgram(command, usage, analysis, entered, context);
  const ofFolder = usage.runsIn ? await judgeLooks([usage.runsIn], folders, context) : [];
  const opinions = [...denials, ...ofFolder, ...ofRepositories, ...ofProgram];
  const judged: Judged[] =
    opinions.length > 0 ? [{ text: command.text, decision: strictest(opinions), own: { command, usage } }] : [];
  for (const redirect of command.redirects) {
    const decision = await judgeRedirect(redirect, folders, context);
    if (decision) judged.push({ text: `${redirect.op} ${redirect.target.source}`, decision });
  }
  return [...judged, ...judgeAssignments(command, context.inPlainShell === true)];
}

const isAsked = ({ decision: { kind } }: Judged) => kind === "ask";
const isAllowed = ({ decision: { kind } }: Judged) => kind === "allow";

/**
 * What would be asked about because values are missing is not, when every form that the command may take is allowed. What
 * is denied as it is written stays so, and so do its reasons.
 */
async function judgeCommand(
  command: SimpleCommand,
  analysis: CommandAnalysis,
  folders: Folders,
  context: RuleContext,
): Promise<Judged[]> {
  const written = await judgeForm(command, analysis, folders, context);
  const { forms } = command;
  const isOpen = written.some(isAsked) && written.every((one) => isAsked(one) || isAllowed(one));
  if (!forms || !isOpen || context.inPlainShell) return written;
  // Outside of a sandbox nothing keeps a name with blanks from becoming another one.
  if (forms.some(({ splitsNames }) => splitsNames) && !(await context.isHeld?.(false))) return written;
  let known: Judged[] | undefined;
  for (const form of forms) {
    const judged = await judgeForm(form, analysis, folders, context);
    if (!judged.every(isAllowed)) return written;
    known ??= judged;
  }
  return (known ?? written).map((one) => (one.own ? { ...one, text: command.text } : one));
}

const withNul: Decision = {
  ...deny("commands.parse", clause`a command cannot contain NUL`),
  instead: "leave the NUL character out",
};

function judgeWhole(analysis: CommandAnalysis, context: RuleContext, isBash: boolean): Judged[] {
  const judged: Judged[] = [];
  const whole = (decision: Decision) => judged.push({ text: analysis.text, decision });
  if (isBash && context.inPlainShell && isReadOtherwise(analysis.text))
    whole(ask("commands.parse", clause`bash is not available here, and sh may read it differently`));
  const bomb = forkBomb(analysis);
  if (analysis.text.includes("\0")) whole(withNul);
  if (bomb !== undefined) whole(deny("commands.denylist", clause`the function ${bomb} calls itself without end`));
  if (analysis.problem !== undefined) whole(ask("commands.parse", analysis.problem));
  const [strange = analysis.unusual[0]] = analysis.unusual.filter((one) => !analysis.computed?.includes(one));
  if (strange !== undefined)
    whole(ask(analysis.computed?.includes(strange) ? computedRule : "commands.parse", strange));
  if (analysis.commands.length === 0) whole(ask("commands.parse", clause`it contains no command`));
  const defined = analysis.functions.find(({ name }) => analysis.commands.some((command) => command.name === name));
  if (defined) whole(ask(computedRule, clause`${defined.name} is a function that the command itself defines`));
  const broken = context.settings["commands.deny"].find(isBroken);
  if (broken !== undefined)
    whole(ask("commands.user", clause`the denying rule ${String(rulePatternOf(broken))} is not a regular expression`));
  return judged;
}

const partOf = ({ text, decision, own, at }: Judged): DecisionPart => ({
  text: shorten(text),
  kind: decision.kind,
  rule: decision.rule,
  reason: decision.reason,
  ...(at !== undefined && { command: at }),
  ...(own && { details: detailsOf(own.command, own.usage) }),
});

/** The prefixes that a person would have to allow so that nothing of this is asked about; undefined when that is not enough. */
function answeringPrefixes(judged: readonly Judged[]): string[][] | undefined {
  const found = new Map<string, string[]>();
  for (const { decision, own } of judged) {
    if (decision.kind === "allow") continue;
    const prefix = own && decision.rule === "commands.unknown" ? offeredPrefix(own.command) : undefined;
    if (!prefix || decision.kind === "deny" || decision.always) return undefined;
    found.set(JSON.stringify(prefix), [...prefix]);
  }
  return [...found.values()];
}

/** Follows each path and reads each repository once: many parts of a command line are about the same places. */
function followingOnce(context: RuleContext, { cwd }: Pick<ExecEffect, "cwd">): RuleContext {
  const known = new Map([[`\0${cwd.real}`, Promise.resolve({ ...cwd, path: cwd.real })]]);
  const repositories = new Map<string, Promise<Repositories>>();
  return {
    ...context,
    repositoriesAt(folder) {
      const found = repositories.get(folder) ?? context.repositoriesAt(folder);
      repositories.set(folder, found);
      return found;
    },
    resolve(path, base = "") {
      const key = `${base}\0${path}`;
      const found = known.get(key) ?? context.resolve(path, base === "" ? undefined : base);
      known.set(key, found);
      return found;
    },
  };
}

/** What is denied of an input that a shell reads as its script; all else about that is asked already. */
async function deniedInput(effect: JudgedLine, { commands }: CommandAnalysis, given: RuleContext): Promise<Judged[]> {
  const { input, ...line } = effect;
  if (input === undefined || !commands.some(readsScript)) return [];
  const decision = await judgeCommandLine({ ...line, command: input }, given);
  return decision.kind === "deny" ? [{ text: input, decision }] : [];
}

type JudgedLine = Pick<ExecEffect, "command" | "cwd" | "input" | "language" | "outsideSandbox">;

/** Judges a command line. */
export async function judgeCommandLine(effect: JudgedLine, given: RuleContext): Promise<Decision> {
  const context = followingOnce(asRun(given, effect), effect);
  const written = analyse(effect.command, effect.language);
  const analysis = { ...written, commands: written.commands.map(withForwardSlashes) };
  const folders = await workingFolders(analysis, effect.cwd.real, context);
  const judged = judgeWhole(analysis, context, effect.language === undefined || effect.language === "bash");
  for (const [at, command] of analysis.commands.entries())
    for (const one of await judgeCommand(command, analysis, folders[at], context)) judged.push({ ...one, at });
  judged.push(...(await deniedInput(effect, analysis, given)));
  const parts = judged.slice(0, maxParts).map(partOf);
  const verdict = strictestPart(judged.map(({ decision }) => decision));
  if (verdict.kind === "allow") {
    const onlyReads = judged.every(({ decision }) => decision.rule === "commands.readonly");
    const isOwn = judged.some(({ decision }) => decision.rule === "commands.user");
    const why = isOwn ? clause`a user rule allows it` : clause`every part of it is known to be harmless`;
    const allowed = allow("commands.readonly", why, parts);
    const unheld = onlyReads ? await unheldOpinion(analysis, context) : undefined;
    if (unheld) return { ...unheld, parts };
    if (onlyReads && context.needsMore?.(effect))
      return ask(
        "commands.needsMore",
        clause`it needs access that commands do not get without being asked about`,
        parts,
      );
    const freesGit = judged.some(
      ({ decision, own }) => decision.rule === "commands.user" && own?.command.name === "git",
    );
    const hasGit = judged.some(({ own }) => own?.command.name?.split("/").at(-1) === "git");
    const reading = onlyReads && { onlyReads, ...(!hasGit && { changesNothing: true as const }) };
    return { ...allowed, ...reading, ...(freesGit && { freesGit }) };
  }
  const prefixes = answeringPrefixes(judged);
  return { ...verdict, parts, ...(prefixes && { prefixes }) };
}

/** See D-12: every simple command, redirect and assignment is judged, and the strictest verdict holds. */
export const commandRule: Rule = {
  name: "commands",
  async judge(effect: Effect, context: RuleContext) {
    if (effect.kind !== "exec") return undefined;
    const judged = await judgeCommandLine(effect, context);
    const isWhole = (judged.parts?.length ?? 0) < maxParts;
    const held = await heldApart(judged, effect, context, isWhole);
    const decision = await keptApart(await askedForExtra(held, effect, context), effect, context);
    if (effect.program) return judgeMadeTool(decision, context);
    return effect.tty ? decisionInTerminal(decision) : decision;
  },
};
