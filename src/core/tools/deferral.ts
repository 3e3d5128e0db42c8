/** Which tools may wait until a model searches for them (DF-1, DF-2). */
import type { Dialect } from "./dialect";
import type { DialectTool } from "./tool";

/** The crib's own name of the tool that finds deferred ones. */
export const searchToolName = "tool_search";

/** The crib's own name of the tool that calls others by name (DF-4). */
export const bridgeName = "call_tool";

/** The crib's own name of the tool that hands work to another agent. */
export const agentToolName = "run_agent";

/** Names of tools that are never deferred: the eight of DF-2, Triggerfish's one for both searches, and the bridge to the others. */
const core: ReadonlySet<string> = new Set([
  "run_command",
  "read_file",
  "edit_file",
  "write_file",
  "find_files",
  "search_text",
  "search_files",
  agentToolName,
  searchToolName,
  bridgeName,
]);

/** Whether a tool may wait until it is searched for. */
export const isDeferrable = ({ tool }: DialectTool): boolean => !core.has(tool.name);

/** Whether a tool is there for a model to reach other tools; a person sees them all. */
export const isWayToOthers = ({ tool }: DialectTool): boolean =>
  tool.name === searchToolName || tool.name === bridgeName;

/** A dialect that has no tool to search with shows all it has. */
export const canDefer = ({ tools }: Dialect): boolean => tools.some(({ tool }) => tool.name === searchToolName);

/** Context key that is set while there are more tools than may be shown at once, added ones included. */
export const deferringKey = "toolcrib.deferring";

/** Context key that is set while a tool that may be deferred is offered. @param name in its dialect. */
export const offeredKey = (name: string): string => `toolcrib.offered.${name}`;

/**
 * The `when` of a tool in its dialect, as VS Code has it (DF-4). It holds before anything is loaded: without any key set,
 * the tools that are never deferred are offered, and all of them where the setting leaves room for all.
 * @returns undefined for a tool that is always offered.
 */
export function whenActive(dialect: Dialect, tool: DialectTool): string | undefined {
  if (!canDefer(dialect) || !isDeferrable(tool)) return undefined;
  const hasRoom = `config.toolcrib.tools.deferAbove >= ${dialect.tools.length} && !${deferringKey}`;
  return `(${offeredKey(tool.name)} || ${hasRoom})`;
}
