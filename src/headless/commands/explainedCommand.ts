/** What a command line is made of and how it is judged, as a terminal shows it (D-12). */
import type { Decision, DecisionPart } from "../../core/vocabulary/decision";
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { analyse } from "../../lib/shell/analyse";
import { categoryOf, categoryOfCommand } from "../../lib/shell/category";
import { describeCommands } from "../../lib/shell/describe";
import { outlineOf } from "../../lib/shell/outline";
import { visible } from "../../lib/shell/words/hiddenCharacters";

const verdict = ({ kind, rule, reason }: Pick<Decision, "kind" | "rule" | "reason">): string =>
  `${kind} by ${rule}: ${reason}`;

const groupNames = { pipeline: "pipeline", list: "in sequence, depending on && and ||" } as const;

/** The verdict on the whole, then each simple command with its class and what the rules say of it. */
export function explainedCommand(text: string, decision: Decision, language: ShellLanguage): string {
  const analysis = analyse(text, language);
  const parts = decision.parts ?? [];
  const described = describeCommands(analysis);
  const partLine = (part: DecisionPart) => `${part.text}: ${verdict(part)}`;
  const lines = outlineOf(analysis).flatMap(({ depth, is }) => {
    const indent = "  ".repeat(depth + 1);
    if (typeof is === "string") return [`${indent}${groupNames[is]}`];
    const [command, one] = [analysis.commands[is], described[is]];
    if (!command || !one) return [];
    const own = parts.filter((part) => part.command === is).map(partLine);
    const words = [...one.prefixes, one.name, ...one.args].filter((word) => word !== "").join(" ");
    return [
      `${indent}${words || command.text} (${categoryOfCommand(command) ?? "neutral"})`,
      ...own.map((line) => `${indent}    ${line}`),
    ];
  });
  return [
    text,
    verdict(decision),
    ...(decision.kind === "ask" && decision.onLayer === "held"
      ? ["here it runs at once on a layer over the workspace, and its changes are judged when it has ended"]
      : []),
    `class: ${categoryOf(analysis)}`,
    ...parts.filter((part) => part.command === undefined).map(partLine),
    ...(lines.length > 0 ? ["", "simple commands:", ...lines] : []),
  ]
    .map(visible)
    .join("\n");
}
