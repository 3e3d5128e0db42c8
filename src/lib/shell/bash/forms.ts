/** The forms that commands take when values that are known are put in; see SimpleCommand.forms. */
import type { CommandAnalysis, SimpleCommand } from "../words/types";
import { constantsIn } from "./constants";
import { listedForm } from "./listedNames";

/** The forms of a command, or itself where it has but one. */
export const formsOf = (command: SimpleCommand): readonly SimpleCommand[] => command.forms ?? [command];

/** Every command as it is written, and every form of it: what it may be is among these. */
export const withEveryForm = (commands: readonly SimpleCommand[]): readonly SimpleCommand[] =>
  commands.flatMap((command) => [command, ...(command.forms ?? [])]);

const isClear = ({ problem, unusual, functions }: CommandAnalysis) =>
  problem === undefined && unusual.length === 0 && functions.length === 0;

const isSameCommand = (one: SimpleCommand, other: SimpleCommand | undefined) =>
  other !== undefined &&
  one.name === other.name &&
  one.nesting === other.nesting &&
  one.prefixes.join(" ") === other.prefixes.join(" ") &&
  one.assignments.length === other.assignments.length &&
  one.redirects.length === other.redirects.length;

/** The commands of a text into which values were put; undefined when it is not the same text but for those. */
function commandsOf(variant: string, { commands }: CommandAnalysis, understand: (text: string) => CommandAnalysis) {
  const analysis = understand(variant);
  const isSame =
    isClear(analysis) &&
    analysis.commands.length === commands.length &&
    commands.every((command, at) => isSameCommand(command, analysis.commands[at]));
  return isSame ? withListed(analysis) : undefined;
}

/** Puts in what \`xargs\` is given. */
const withListed = (analysis: CommandAnalysis): readonly SimpleCommand[] =>
  analysis.commands.map((command) => {
    const form = listedForm(command, analysis);
    return form ? { ...command, forms: [form] } : command;
  });

const isAssigned = ({ word, range }: SimpleCommand, assigning: ReadonlySet<number>) => !word && assigning.has(range[0]);

/** @param understand takes a text apart without looking for forms. */
export function withForms(analysis: CommandAnalysis, understand: (text: string) => CommandAnalysis): CommandAnalysis {
  if (!isClear(analysis)) return analysis;
  const { text, commands } = analysis;
  const { variants, assigning } = constantsIn(text, commands);
  const changed = variants.map((variant) => commandsOf(variant, analysis, understand));
  const known = changed.filter((one) => one !== undefined);
  const all = variants.length > 0 && known.length === changed.length ? known : [];
  const listed = withListed(analysis);
  return {
    ...analysis,
    commands: commands.map((command, at): SimpleCommand => {
      const own = listed[at] ?? command;
      const forms = all.flatMap((variant) => {
        const form = variant[at];
        return form ? formsOf(form).map((one) => ({ ...one, range: command.range, place: command.place })) : [];
      });
      const isChanged = forms.some((form) => form.text !== own.text || form.splitsNames);
      const assignments = isAssigned(command, assigning)
        ? own.assignments.map((one) => ({ ...one, isOwn: true as const }))
        : own.assignments;
      return { ...own, assignments, ...(isChanged && { forms }) };
    }),
  };
}
