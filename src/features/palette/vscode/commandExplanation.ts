/** What a command line is made of and how it is judged, as a Markdown document (D-12). */

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
  `${marks[kind]} **${kind}** by ${inlineCode(rule)}: ${plainMarkdown(reason)}`;

function facts(command: SimpleCommand, described: DescribedCommand): string[] {
  const [index, length] = described.pipeline;
  return [
    ...(described.args.length > 0 ? [`arguments: ${codes(described.args)}`] : []),
    ...(described.prefixes.length > 0 ? [`runs through: ${codes(described.prefixes)}`] : []),
    ...described.redirects.map(
      ({ op, target, static: known }, at) =>
        `redirect: ${inlineCode(`${command.redirects[at]?.fd ?? ""}${op} ${target}`)}${known ? "" : " (expanded at run time)"}`,
    ),
    ...(described.assignments.length > 0 ? [`sets: ${codes(described.assignments)}`] : []),
    ...(length > 1 ? [`member ${index + 1} of ${length} in its pipeline`] : []),
    ...(described.background ? ["runs in the background"] : []),
    `class: ${categoryOfCommand(command) ?? "neutral"}`,
  ];
}

const groupNames = { pipeline: "a pipeline of", list: "one after the other, as `&&` and `||` say" } as const;

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
    `The whole is of the class ${categoryOf(analysis)}.`,
    ...(general.length > 0 ? ["## About the whole text", general.join("\n")] : []),
    "## Simple commands",
    commandLines(analysis, parts).join("\n") || "It holds none.",
    "",
  ].join("\n\n");
}
