/** Parts of a parsed script that do more than they seem to. */

import type { SyntaxNode } from "unbash";
import { clause } from "../../../core/text/clauses/clause";
import type { Findings } from "./findings";

/** In a here-document the parser takes an expansion without its end for a complete one; this tells them apart. */
export const isComplete = (expansion: string): boolean =>
  /^`/.test(expansion) ? /.`$/s.test(expansion) : /[)}\]]$/.test(expansion);

/** The three expressions in the text before the body of `for ((a; b; c)) do`. */
export const loopHeader = (text: string): string =>
  (/^for\s*\(\((.*)\)\)[\s;]*(?:do|\{)\s*$/s.exec(text)?.[1] ?? text).replaceAll(";", " ");

function noteParameter(node: Extract<SyntaxNode, { type: "ParameterExpansion" }>, findings: Findings): void {
  const { unusual, problems } = findings;
  const { operation } = node;
  if (node.prefix === "!") unusual.push(clause`${node.text} refers to its variable indirectly`);
  if (!isComplete(node.text)) problems.push(clause`${node.text} cannot be analysed`);
  if (node.index) findings.number(node.index, "@*");
  switch (operation?.type) {
    case "Transform":
      unusual.push(clause`${node.text} may expand its text a second time`);
      break;
    case "Default":
      if (operation.operator.endsWith("=")) unusual.push(clause`${node.text} may set a variable`);
      break;
    case "Slice":
      findings.number(operation.offset);
      if (operation.length) findings.number(operation.length);
      break;
    case "Unknown":
      problems.push(clause`${node.text} cannot be analysed`);
      break;
    default:
  }
}

/** Notes what makes a part of a word strange. */
export function noteStrange(node: SyntaxNode, findings: Findings): void {
  if (node.type === "ParameterExpansion") noteParameter(node, findings);
  else if (node.type === "HereDoc" && !node.closing) findings.problems.push(clause`a here-document has no end`);
  else if (node.type === "Assignment" && node.index) findings.number(node.index);
}
