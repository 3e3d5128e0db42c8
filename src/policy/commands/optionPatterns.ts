/** Patterns that the shell may expand to names which the program then takes for options (D-13). */

import type { RuleContext } from "../../core/rules/rule";
import { clause, nested } from "../../core/text/clauses/clause";
import { ask, askAlways, type Decision } from "../../core/vocabulary/decision";
import { messageOf } from "../../core/vocabulary/toolError";
import { type Usage, usageOf } from "../../lib/shell/usage";
import type { CommandAnalysis, SimpleCommand, Word } from "../../lib/shell/words/types";
import { startOf } from "../../lib/shell/words/words";
import { placeOf } from "../files/scope";
import { allows } from "../matching/foldedRules";
import { patternRule } from "./commandTouches";
import type { Folders } from "./workingFolders";

const rule = "commands.option";

/**
 * True for a name that the first part of a pattern may stand for. Too much is the safe side: a bracket and what follows it
 * is anything, and case means nothing.
 */
function mayStandFor(pattern: string, name: string): boolean {
  const [first = ""] = pattern.split("/");
  const known = first.replace(/\[.*$/s, "*");
  const expression = known.replace(/[.+^${}()|\]\\]/g, "\\$&").replace(/[*?]+/g, ".*");
  return new RegExp(`^${expression}$`, "isu").test(name);
}

/** The pattern as no name in it can be an option. */
const advised = (word: Word) => (startOf(word).startsWith("-") ? `'${word.source}'` : `./${word.source}`);

async function judgeFolder(
  { text }: Pick<SimpleCommand, "text">,
  patterns: readonly Word[],
  folder: string,
  context: RuleContext,
): Promise<Decision | undefined> {
  const target = await context.resolve(folder);
  // What is elsewhere is judged as a path, and its names are nobody's business here.
  if (placeOf(target, context) !== "inside") return undefined;
  const names = (await context.names(folder)).filter((name) => name.startsWith("-"));
  for (const word of patterns) {
    const found = names.find((name) => mayStandFor(startOf(word), name));
    if (found === undefined) continue;
    const closed = await context.closedFiles();
    const place = `${folder.replace(/\/$/, "")}/${found}`;
    const shown =
      closed.reason({ path: place, real: place }, false) === undefined ? clause`the name ${found}` : clause`a name`;
    return askAlways(
      rule,
      clause`\`${text}\` would pass ${nested(shown)} in its folder as an option: write ${advised(word)} instead`,
    );
  }
  return undefined;
}

/** True when `other` has surely not begun when the words of `command` are expanded. */
const runsLater = (other: SimpleCommand, command: SimpleCommand) =>
  other.range[0] >= command.range[1] &&
  !command.place.repeated &&
  !command.place.pipes.some(({ id }) => other.place.pipes.some((pipe) => pipe.id === id));

/** A part that a rule of the user lets do more than read, and that may make names before a pattern is expanded. */
const makerOfNames = (command: SimpleCommand, { commands }: CommandAnalysis, { settings }: RuleContext) =>
  commands.find(
    (other) =>
      other !== command &&
      !runsLater(other, command) &&
      usageOf(other).asks !== undefined &&
      settings["commands.allow"].some((one) => allows(one, other)),
  );

/** A file that is read by a pattern has to be there when it is judged. */
export function judgeMadeNames(
  command: SimpleCommand,
  { reads }: Usage,
  analysis: CommandAnalysis,
  context: RuleContext,
): Decision[] {
  const pattern = reads.find((word) => word.glob);
  const maker = pattern && makerOfNames(command, analysis, context);
  return maker
    ? [
        ask(
          patternRule,
          clause`${maker.text} may create files that ${pattern.source} would then match, which cannot be checked`,
        ),
      ]
    : [];
}

/**
 * Judges the patterns that may become options by what is there: where no name begins with `-`, none can.
 * @param folders every folder that the command may run in; where that is not known, the rule on paths asks already.
 */
export async function judgeOptionPatterns(
  command: SimpleCommand,
  { optionPatterns }: Usage,
  analysis: CommandAnalysis,
  folders: Folders,
  context: RuleContext,
): Promise<Decision[]> {
  const [first] = optionPatterns;
  if (!first || !folders) return [];
  const opinions: Decision[] = [];
  for (const folder of folders) {
    try {
      const opinion = await judgeFolder(command, optionPatterns, folder, context);
      if (opinion) opinions.push(opinion);
    } catch (error) {
      opinions.push(
        ask(
          rule,
          clause`${first.source} may expand to an option, and its folder cannot be listed: ${messageOf(error)}`,
        ),
      );
    }
  }
  const maker = makerOfNames(command, analysis, context);
  if (maker)
    opinions.push(
      ask(
        rule,
        clause`${maker.text} may create files whose names ${first.source} then passes as options: write ${advised(first)} instead`,
      ),
    );
  return opinions;
}
