/** One custom agent for each dialect, with exactly its tools; all with the instructions of the standard one (D-2). */
import { readFileSync } from "node:fs";
import { inForce, referenceName } from "../src/core/tools/registeredNames";
import { agentName, type DialectName, dialectTitles } from "../src/core/vocabulary/dialectNames";
import { forEveryDialect, makeDialects } from "../src/dialects";
import { tools } from "./describedTools";

const fileOf = (dialect: DialectName): string =>
  `media/agents/toolcrib${dialect === "standard" ? "" : `-${dialect}`}.agent.md`;

/** What follows the front matter of the one that is written by hand. */
const instructions = (): string => readFileSync(fileOf("standard"), "utf8").replace(/^---\n[\s\S]*?\n---\n/, "");

const dialects = makeDialects(tools);

function agentFile(dialect: DialectName): string {
  const which =
    dialect === "standard"
      ? "Toolcrib's tools"
      : `Toolcrib's tools under the names that ${dialectTitles[dialect]} uses`;
  const references = dialects[dialect].tools.map(({ name }) => `'${referenceName(dialect, name)}'`);
  return `---
name: ${agentName(dialect)}
description: Works with ${which} - every call is checked by one policy, every change can be reviewed and undone
tools: [${references.join(", ")}]
---
${instructions()}`;
}

/** Texts by file. */
export const agentFiles = (): (readonly [file: string, text: string])[] =>
  Object.values(forEveryDialect((dialect) => [fileOf(dialect), agentFile(dialect)] as const));

/** Entries of `contributes.chatAgents`: the one is offered whose tools are. */
export const declaredAgents = (): object[] =>
  Object.values(forEveryDialect((dialect) => ({ path: `./${fileOf(dialect)}`, when: inForce(dialect) })));
