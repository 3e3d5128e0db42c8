/** What a command line is made of and how it is judged, as a Markdown document (D-12). */

import * as vscode from "vscode";
import { inlineCode, plainMarkdown } from "../../../core/text/markdown";
import type { Decision, DecisionPart } from "../../../core/vocabulary/decision";
import type { ShellLanguage } from "../../../core/vocabulary/shellLanguage";
import { analyse } from "../../../lib/shell/analyse";
import { categoryOfCommand } from "../../../lib/shell/category";
import { type DescribedCommand, describeCommands } from "../../../lib/shell/describe";
import { outlineOf } from "../../../lib/shell/outline";
import type { CommandAnalysis, SimpleCommand } from "../../../lib/shell/words/types";
import { localReason } from "../../../vscode/ui/localReason";
import { detailsText, marks, workText } from "../../preview/preview";

/** The answer in the words of whoever asked. */
const verdicts: Readonly<Record<Decision["kind"], string>> = {
  allow: vscode.l10n.t("runs without asking"),
  ask: vscode.l10n.t("asks first"),
  deny: vscode.l10n.t("never runs"),
};

/** What a cell of a table may hold: a line would end there. */
const cell = (text: string) => text.replace(/(?<!\\)\|/g, "\\|").replace(/\s*\n\s*/g, " ");

const codes = (texts: readonly string[]): string => texts.map(inlineCode).join(" ");

const verdictText = ({ kind, rule, reason }: Pick<Decision, "kind" | "rule" | "reason">): string =>
  vscode.l10n.t("{0} **{1}** by {2}: {3}", marks[kind], kind, inlineCode(rule), plainMarkdown(localReason(reason)));

function facts(command: SimpleCommand, described: DescribedCommand): string[] {
  const [index, length] = described.pipeline;
  const category = categoryOfCommand(command);
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
    ...(category === undefined ? [] : [workText(category, vscode.l10n)]),
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

const answerText = ({ kind, reason }: Pick<Decision, "kind" | "reason">): string =>
  `${marks[kind]} **${verdicts[kind]}**: ${plainMarkdown(localReason(reason))}`;

/** Each part with what it does and the answer to it. */
function partsTable(parts: readonly DecisionPart[]): string[] {
  if (parts.length === 0) return [];
  const head = [vscode.l10n.t("Part"), vscode.l10n.t("What it does"), vscode.l10n.t("Verdict")];
  const rows = parts.map((part) => [
    inlineCode(part.text),
    detailsText(part, inlineCode, vscode.l10n),
    answerText(part),
  ]);
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`);
  return [lines.join("\n")];
}

/** The answer and its parts first; then, as details, the tree of simple commands, each with its facts and the rules that count. */
export function commandExplanation(text: string, decision: Decision, language: ShellLanguage = "bash"): string {
  const analysis = analyse(text, language);
  const parts = decision.parts ?? [];
  const general = parts.filter((part) => part.command === undefined).map((part) => `- ${verdictText(part)}`);
  return [
    `# ${inlineCode(text)}`,
    answerText(decision),
    ...partsTable(parts),
    `## ${vscode.l10n.t("Details")}`,
    verdictText(decision),
    ...(general.length > 0 ? [`### ${vscode.l10n.t("The command line as a whole")}`, general.join("\n")] : []),
    `### ${vscode.l10n.t("Simple commands")}`,
    commandLines(analysis, parts).join("\n") || vscode.l10n.t("There are none."),
    "",
  ].join("\n\n");
}
