/** The user's own rules on commands (D-13, C-39): token prefixes, exact commands, regular expressions. */
import type { CommandRule } from "../core/settings";
import { commandLine } from "../shell/quote";
import type { SimpleCommand } from "../shell/types";
import { baseName, isHarmlessPrefix } from "../shell/wrappers";

const expressionIn = (rule: string): { readonly source: string; readonly flags: string } | undefined => {
  const [, source, flags] = /^\/(.+)\/([iu]*)$/s.exec(rule) ?? [];
  return source === undefined ? undefined : { source, flags: flags ?? "" };
};

/** Texts longer than this are not matched by an allowing expression: nobody wrote it for them. */
const longest = 4096;

/** True for a rule that denies the command. A broken expression denies nothing here; see {@link brokenRule}. */
export function deniesCommand(rule: CommandRule, command: SimpleCommand): boolean {
  const values = [command.name, ...command.args.map((word) => word.value)];
  if (typeof rule !== "string")
    return rule.every(
      (token, at) => values[at] === token || (at === 0 && values[0] !== undefined && baseName(values[0]) === token),
    );
  const line = commandLine(command);
  const expression = expressionIn(rule);
  if (!expression) return line === rule.trim() || command.text.trim() === rule.trim();
  try {
    const pattern = new RegExp(expression.source, expression.flags);
    return pattern.test(line) || pattern.test(command.text);
  } catch {
    return false;
  }
}

/** True for a rule that allows the command: every word of it is known, and no wrapper gives it other powers. */
export function allowsCommand(rule: CommandRule, command: SimpleCommand): boolean {
  if (command.name === undefined || !command.prefixes.every(isHarmlessPrefix)) return false;
  if (command.args.some((word) => word.value === undefined || word.glob || word.brace)) return false;
  if (typeof rule !== "string")
    return rule.every((token, at) => (at === 0 ? command.name : command.args[at - 1]?.value) === token);
  const line = commandLine(command);
  const expression = expressionIn(rule);
  if (!expression) return line === rule.trim();
  try {
    // The whole command must be what the rule says, not some part of it.
    return line.length <= longest && new RegExp(`^(?:${expression.source})$`, expression.flags).test(line);
  } catch {
    return false;
  }
}

/** The first denying rule that cannot be read; while there is one, nothing runs unasked. */
export const brokenRule = (rules: readonly CommandRule[]): string | undefined =>
  rules
    .filter((rule) => typeof rule === "string")
    .find((rule) => {
      const expression = expressionIn(rule);
      try {
        if (expression) new RegExp(expression.source, expression.flags);
        return false;
      } catch {
        return true;
      }
    });
