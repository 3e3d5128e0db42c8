/** What a command line is made of and how it is judged, as a Markdown document (D-12). */

import * as vscode from "vscode";
import { inlineCode, plainMarkdown } from "../../../core/text/markdown";
import type { Decision, DecisionPart } from "../../../core/vocabulary/decision";
import type { ShellLanguage } from "../../../core/vocabulary/shellLanguage";
import { analyse } from "../../../lib/shell/analyse";
import { categoryOf, categoryOfCommand } from "../../../lib/shell/category";
import { type DescribedCommand, describeCommands } from "../../../lib/shell/describe";
import { outlineOf } from "../../../lib/shell/outline";
import type { CommandAnalysis, SimpleCommand } from "../../../lib/shell/words/types";
import { marks } from "../../preview/preview";

const codes = (texts: readonly string[]): string => texts.map(inlineCode).join(" ");

const verdictText = ({ kind, rule, reason }: Pick<Decision, "kind" | "rule" | "reason">): string =>
  vscode.l10n.t("{0} **{1}** by {2}: {3}", marks[kind], kind, inlineCode(rule), plainMarkdown(reason));

function facts(command: SimpleCommand, described: DescribedCommand): string[] {
  const [index, length] = described.pipeline;
  return [
    ...(described.args.length > 0 ? [vscode.l10n.t("arguments: {0}", codes(described.args))] : []),
    ...(described.prefixes.length > 0 ? [vscode.l10n.t("runs through: {0}", codes(described.prefixes))] : []),
    ...described.redirects.map(({ op, target, static: known }, at) => {
      const redirect = inlineCode(`${command.redirects[at]?.fd ?? ""}${op} ${target}`);
      return known
        ? vscode.l10n.t("redirect: {0}", redirect)
        : vscode.l10n.t("redirect: {0} (expanded at run time)", redirect);
    }),
    ...(described.assignments.length > 0 ? [vscode.l10n.t("sets: {0}", codes(described.assignments))] : []),
    ...(length > 1 ? [vscode.l10n.t("command {0} of {1} in its pipeline", index + 1, length)] : []),
    ...(described.background ? [vscode.l10n.t("runs in the background")] : []),
    vscode.l10n.t("class: {0}", categoryOfCommand(command) ?? "neutral"),
  ];
}

const groupNames = {
  pipeline: vscode.l10n.t("pipeline"),
  list: vscode.l10n.t("in sequence, depending on `&&` and `||`"),
} as const;

function commandLines(analysis: CommandAnalysis, parts: readonly DecisionPart[]): string[] {
  const described = describeCommands(analysis);
  return outlineOf(analysis).flatMap(({ depth, is }) => {
    const indent = "  ".repeat(depth);
    if (typeof is === "string") return [`${indent}- ${groupNames[is]}`];
    const [command, one] = [analysis.commands[is], described[is]];
    if (!command || !one) return [];
    const own = parts
      .filter((part) => part.command === is)
      .map((part) => `${inlineCode(part.text)} ${verdictText(part)}`);
    return [
      `${indent}- ${inlineCode(one.name || command.text)}`,
      ...[...facts(command, one), ...own].map((line) => `${indent}  - ${line}`),
    ];
  });
}

/** The tree of simple commands, each with its facts and verdicts, under the verdict on the whole. */
export function commandExplanation(text: string, decision: Decision, language: ShellLanguage = "bash"): string {
  const analysis = analyse(text, language);
  const parts = decision.parts ?? [];
  const general = parts.filter((part) => part.command === undefined).map((part) => `- ${verdictText(part)}`);
  return [
    `# ${inlineCode(text)}`,
    verdictText(decision),
    vscode.l10n.t("Class of the whole command line: {0}.", categoryOf(analysis)),
    ...(general.length > 0 ? [`## ${vscode.l10n.t("The command line as a whole")}`, general.join("\n")] : []),
    `## ${vscode.l10n.t("Simple commands")}`,
    commandLines(analysis, parts).join("\n") || vscode.l10n.t("There are none."),
    "",
  ].join("\n\n");
}
