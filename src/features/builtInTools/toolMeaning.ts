/** From a harness's tool to what it does: a table for each, our own tools left out, and all others unknown. */
import type { Crib } from "../../core/calls/crib";
import { referenceName, registeredName } from "../../core/tools/registeredNames";
import { type DialectName, dialectNames } from "../../core/vocabulary/dialectNames";
import { type BuiltInCall, type HarnessName, harnessTitles } from "./harness";
import type { Step, ToolTable } from "./steps";
import { claudeTools } from "./tables/claudeTools";
import { copilotTools } from "./tables/copilotTools";
import { vscodeTools } from "./tables/vscodeTools";

const tables: Readonly<Record<HarnessName, ToolTable>> = {
  vscode: vscodeTools,
  "agent-host": copilotTools,
  "copilot-cli": copilotTools,
  "claude-code": claudeTools,
};

/** Dialects with the names of their tools. */
export type ToolNames = readonly { readonly name: string; readonly tools: readonly { readonly name: string }[] }[];

/** The tools of each crib's dialect, which is made when they are first asked for. */
export const toolNamesOf = (cribs: Readonly<Record<DialectName, Pick<Crib, "dialect">>>): ToolNames =>
  dialectNames.map((name) => ({
    name,
    get tools() {
      return cribs[name].dialect.tools;
    },
  }));

/** The name under which our MCP server is set up, and in Copilot the one under which a window offers it as well. */
const server = "toolcrib";
const copilotServers = [server, "Toolcrib"];

/**
 * How our tools may be called in each harness. Extension tools have names that VS Code gives to one extension alone; in
 * its Local harness a server's name and its tool's run together, so another server's could read as ours: none is taken for it.
 */
const spellings: Readonly<Record<HarnessName, (dialect: string, tool: string) => readonly string[]>> = {
  vscode: (dialect, tool) => [registeredName(dialect, tool)],
  "agent-host": (dialect, tool) => [
    ...[registeredName(dialect, tool), referenceName(dialect, tool)],
    ...copilotServers.map((name) => `${name}-${tool}`),
  ],
  "copilot-cli": (dialect, tool) => [
    ...[registeredName(dialect, tool), referenceName(dialect, tool)],
    ...copilotServers.flatMap((name) => [`${name}-${tool}`, `mcp__${name}__${tool}`]),
  ],
  "claude-code": (_, tool) => [`mcp__${server}__${tool}`],
};

/**
 * True for a tool of ours by its whole name, which is judged when it is called. A dialect's tools are only asked for where a
 * name begins as theirs do.
 */
export const isOurs = ({ harness, tool }: Pick<BuiltInCall, "harness" | "tool">, ours: ToolNames): boolean =>
  ours.some((dialect) => {
    const spelled = (name: string) => spellings[harness](dialect.name, name);
    return (
      spelled("").some((beginning) => tool.startsWith(beginning)) &&
      dialect.tools.some(({ name }) => spelled(name).includes(tool))
    );
  });

/** What a call does. @throws ToolError `invalid_input` when its arguments do not tell. */
export function stepsOf({ harness, tool, input }: BuiltInCall): readonly Step[] {
  const table = tables[harness];
  const meaning = Object.hasOwn(table, tool) ? table[tool] : undefined;
  if (meaning) return meaning(input);
  const to = `unknown tool ${JSON.stringify(tool)} of ${harnessTitles[harness]}`;
  return [{ does: "delegate", to, prompt: JSON.stringify(input), readOnly: false }];
}
