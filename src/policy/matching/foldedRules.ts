/** The user's rules where case means nothing and a command goes by several names (D-13, C-39). */
import type { CommandRule } from "../../core/settings/settings";
import { prefixOf, runsArguments } from "../../lib/shell/prefix";
import { windowsProgramName } from "../../lib/shell/windows/carried";
import { cmdletName, cmdletOf, namesOf } from "../../lib/shell/windows/cmdlets";
import type { SimpleCommand, Word } from "../../lib/shell/words/types";
import { allowsCommand, anyOf, denialOf, rulePatternOf } from "./userRules";

const fold = (text: string) => text.toLowerCase().replaceAll("\\", "/");

const isExpression = (pattern: string) => /^\/.+\/[iu]*$/s.test(pattern);

/** The rule in small letters; an expression for any case. */
function foldedRule(rule: CommandRule): CommandRule {
  const pattern = rulePatternOf(rule);
  if (typeof pattern !== "string") return pattern.map(fold);
  if (!isExpression(pattern)) return fold(pattern);
  return /i[^/]*$/.test(pattern) ? pattern : `${pattern}i`;
}

const foldedWord = (word: Word): Word => ({
  ...word,
  source: fold(word.source),
  ...(word.value !== undefined && { value: fold(word.value) }),
});

/** The command in small letters, once for every name it goes by. */
function spellingsOf(command: SimpleCommand): SimpleCommand[] {
  const { name = "", word } = command;
  const names = command.name === undefined ? [""] : new Set([...namesOf(name), windowsProgramName(name)]);
  return [...names].map((one) => ({
    ...command,
    text: fold(command.text),
    ...(command.name !== undefined && { name: one }),
    ...(word && { word: { ...foldedWord(word), ...(command.name !== undefined && { source: one, value: one }) } }),
    args: command.args.map(foldedWord),
  }));
}

/** Whether a rule denies the command, in any spelling that its shell takes for the same; undefined where that takes too long to tell. */
export const denial = (rule: CommandRule, command: SimpleCommand): boolean | undefined =>
  anyOf([
    () => denialOf(rule, command),
    ...(command.language === undefined ? [] : spellingsOf(command).map((one) => () => denialOf(foldedRule(rule), one))),
  ]);

/** The same, as it counts for what only makes things stricter. */
export const denies = (rule: CommandRule, command: SimpleCommand): boolean => denial(rule, command) !== false;

/** Commands whose arguments are other commands. */
const carriers =
  /^(?:cmd|start-process|invoke-expression|invoke-command|foreach-object|wsl|forfiles|mshta|rundll32|regsvr32|wscript|cscript)$/;

const mayBeAllowed = ({ language, name = "" }: SimpleCommand) =>
  language === "powershell" &&
  !carriers.test(cmdletName(windowsProgramName(name))) &&
  (cmdletOf(name) !== undefined || !runsArguments(windowsProgramName(name)));

/**
 * True for a rule that allows the command as it is written. For a command of PowerShell that is an exact text or a prefix
 * that says what runs; no rule allows what cmd.exe runs, for its language is not understood well enough.
 */
export function allows(rule: CommandRule, command: SimpleCommand): boolean {
  if (command.language === undefined) return allowsCommand(rule, command);
  const pattern = rulePatternOf(rule);
  const isText = typeof pattern === "string" && !isExpression(pattern);
  return mayBeAllowed(command) && allowsCommand(isText ? pattern.replaceAll("\\", "/") : rule, command);
}

/** The tokens that may be allowed for good; see {@link prefixOf}. Those of cmdlets would not say what they work on. */
export const offeredPrefix = (command: SimpleCommand): readonly string[] | undefined =>
  command.language === undefined || (mayBeAllowed(command) && !cmdletOf(command.name ?? ""))
    ? prefixOf(command)
    : undefined;
