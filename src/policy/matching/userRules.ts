/** The user's own rules on commands (D-13, C-39): token prefixes, exact commands, regular expressions. */
import type { CommandRule } from "../../core/settings/settings";
import { BoundedExpression } from "../../lib/expressions/boundedExpression";
import { passesPrefix, runsArguments } from "../../lib/shell/prefix";
import { writtenCommand } from "../../lib/shell/words/quote";
import type { SimpleCommand } from "../../lib/shell/words/types";
import { baseName, isHarmlessPrefix } from "../../lib/shell/words/wrappers";

/** What a rule says, without its examples. */
export const rulePatternOf = (rule: CommandRule): string | readonly string[] =>
  typeof rule === "string" || Array.isArray(rule) ? rule : rule.rule;

/** What stands between the slashes of a rule that is an expression. */
export const expressionIn = (rule: string): { readonly source: string; readonly flags: string } | undefined => {
  const [, source, flags] = /^\/(.+)\/([iu]*)$/s.exec(rule) ?? [];
  return source === undefined ? undefined : { source, flags: flags ?? "" };
};

/** Expressions by how they are written, so that each is compiled once; undefined for one that cannot be. */
const compiled = new Map<string, BoundedExpression | undefined>();

/** @param flags as `RegExp` takes them. */
export function compile(source: string, flags: string): BoundedExpression | undefined {
  const key = `${flags}/${source}`;
  if (!compiled.has(key)) {
    try {
      compiled.set(key, new BoundedExpression(source, flags));
    } catch {
      compiled.set(key, undefined);
    }
  }
  return compiled.get(key);
}

/** Texts longer than this are not matched by an allowing expression: nobody wrote it for them. */
const longest = 4096;

/**
 * Whether a rule denies the command: a prefix of its words, or a text or expression found anywhere in it (C-39). An expression
 * that is broken denies nothing here; see {@link isBroken}.
 * @returns undefined where the expression takes too long to tell.
 */
export function denialOf(rule: CommandRule, command: SimpleCommand): boolean | undefined {
  const pattern = rulePatternOf(rule);
  if (typeof pattern !== "string") {
    const values = [command.name, ...command.args.map((word) => word.value)];
    return pattern.every(
      (token, at) => values[at] === token || (at === 0 && values[0] !== undefined && baseName(values[0]) === token),
    );
  }
  const line = writtenCommand(command);
  const expression = expressionIn(pattern);
  if (!expression) return [line, command.text].some((text) => text.includes(pattern.trim()));
  const matcher = compile(expression.source, expression.flags);
  if (!matcher) return false;
  return anyOf([line, command.text].map((text) => () => matcher.test(text)));
}

/** The first that is true; else undefined where one cannot be told. */
export function anyOf(tests: readonly (() => boolean | undefined)[]): boolean | undefined {
  let found: boolean | undefined = false;
  for (const test of tests) {
    const answer = test();
    if (answer) return true;
    if (answer === undefined) found = undefined;
  }
  return found;
}

/** True for a rule that denies the command, or that takes too long to tell. */
export const deniesCommand = (rule: CommandRule, command: SimpleCommand): boolean => denialOf(rule, command) !== false;

/** Options, at any length a program takes them for, that name a program to run, a file to write, another folder or a setting. */
const reachingOptions: ReadonlyMap<string, RegExp> = new Map([
  ["git", /^(?:--(?:up|rec[^u]|ex|ou|op|conf|te)|-[cO])/],
  ["git clone", /^-u/],
  ["git apply", /^(?:-p|--(?:d|uns))/],
  ["git am", /^(?:-p|--d)/],
  ["tar", /^(?:--(?:ab|ch|to-|us|in|rs|rm|new-)|-\w*[IFP])/],
  ["hg", /^(?:--(?:con|cw|rep|ss|rem)|-\w*[Re])/],
  ["svn", /^--(?:diff|con|edi)/],
  // It takes one hyphen for two.
  ["npm", /^(?:--?(?:script-s|pref|node-o|userc|globalc|git(?:=|$))|-\w*C)/],
  ["pnpm", /^(?:--?(?:script-s|dir|node-o|config\.)|-C)/],
  ["yarn", /^--(?:script-s|cwd|use-yarnrc)/],
  ["cargo", /^(?:--(?:config|manifest-path)|-[CZ])/],
  // It takes two hyphens for one, and hands flags on to the linker in one word.
  ["go", /^--?(?:(?:tool)?exec|vettool|overlay|modfile|C)(?:=|$)|-extld/],
  ["dotnet", /^(?:(?:--?|\/)(?:p|property|t|target|l|logger|dl|distributedlogger)(?:[:=]|$)|@)/i],
  ["swift", /^(?:-[XC]|--(?:package-p|chdir|toolset))/],
  ["uv", /^(?:-p|--(?:python(?:=|$)|directory|project|config-f))/],
  ["composer", /^(?:-d|--wor)/],
  ["pytest", /^(?:--(?:base|root|confcut|config-f|pdbcls)|-[lqsvx]*c)/],
  [
    "podman",
    /^(?:-c|--(?:cdi|cgroup|config|conn|conmon|hooks|ident|module|network-c|root|runroot|runtime|ssh|storage|tmp|url|vol))/,
  ],
  ["kubectl", /^(?:-s|--(?:kubec|serv))/],
  ["oc", /^(?:-s|--(?:kubec|serv))/],
  ["helm", /^--(?:kubec|kube-a|post-r)/],
  ["aws", /^--end/],
  ["gh repo", /^(?:-[cu]|--(?:c|temp|up))/],
]);

const secretResource = /^(?:--raw|(?:.*,)?secrets?(?:[/,.]|$))/;

/** Words that nobody means with a prefix of two words who does not write them: they take away, go elsewhere or show secrets. */
const unmeant: ReadonlyMap<string, RegExp> = new Map([
  ["git push", /^(?:-\w*[fd]|--(?:for|del|mir|pru)|[+:]|\w+:\/\/|[\w.-]+@[\w.-]+:)/],
  ["kubectl get", secretResource],
  ["kubectl describe", secretResource],
  ["oc get", secretResource],
  ["oc describe", secretResource],
]);

/** True when words after a prefix make a program do more than the prefix says: `git push --receive-pack=PROGRAM`. */
function reachesFurther({ name = "", args }: SimpleCommand, prefix: readonly string[]): boolean {
  const rest = args.slice(prefix.length - 1).map(({ value = "" }) => value);
  if (passesPrefix(prefix, rest)) return true;
  const other = unmeant.get(prefix.join(" "));
  if (rest.some((word) => other?.test(word))) return true;
  const reaching = [name, `${name} ${args[0]?.value}`].flatMap((one) => reachingOptions.get(one) ?? []);
  const end = /^(?:git|gh)$/.test(name) ? -1 : args.findIndex(({ value }) => value === "--");
  return (end < 0 ? args : args.slice(0, end)).some(({ value = "" }) => reaching.some((one) => one.test(value)));
}

/** True for a rule that allows the command: every word of it is known, and no wrapper gives it other powers. */
export function allowsCommand(rule: CommandRule, command: SimpleCommand): boolean {
  if (command.name === undefined || !command.prefixes.every(isHarmlessPrefix)) return false;
  if (command.args.some((word) => word.value === undefined || word.glob || word.brace)) return false;
  const pattern = rulePatternOf(rule);
  if (typeof pattern !== "string")
    return (
      !runsArguments(pattern[0] ?? "") &&
      !reachesFurther(command, pattern) &&
      pattern.every((token, at) => (at === 0 ? command.name : command.args[at - 1]?.value) === token)
    );
  const line = writtenCommand(command);
  const expression = expressionIn(pattern);
  if (!expression) return line === pattern.trim();
  // The whole command must be what the rule says, not some part of it.
  return line.length <= longest && compile(`^(?:${expression.source})$`, expression.flags)?.test(line) === true;
}

/** True when this allowing rule names the very command, which takes it out of what the user denies (C-40). */
export const exemptsCommand = (rule: CommandRule, command: SimpleCommand): boolean => {
  const pattern = rulePatternOf(rule);
  return typeof pattern === "string" && !expressionIn(pattern) && allowsCommand(rule, command);
};

/** True for a rule whose expression cannot be read. */
export function isBroken(rule: CommandRule): boolean {
  const pattern = rulePatternOf(rule);
  const expression = typeof pattern === "string" ? expressionIn(pattern) : undefined;
  return expression !== undefined && compile(expression.source, expression.flags) === undefined;
}
