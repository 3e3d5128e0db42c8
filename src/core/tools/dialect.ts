import type { Host } from "../ports/host";
import { inputSchema } from "./jsonSchema";
import type { DialectTool, ToolMetadata } from "./tool";
import type { Traits } from "./traits";

/** A tool system's names, parameters and result wording, over the same tools (C-01). */
export interface Dialect {
  readonly name: string;
  readonly tools: readonly DialectTool[];
  readonly traits: Traits;
  /** What failures begin with that are no tool's own, such as a tool that there is not. */
  readonly failurePrefix?: string;
}

/** The tools of a dialect that can work on a machine (Tool.needs, Host.lacks). */
export const toolsOn = (
  { tools }: Dialect,
  host: Pick<Host, "code" | "notebooks" | "debugging" | "lacks">,
): readonly DialectTool[] =>
  tools.filter(
    ({ tool }) => (tool.needs === undefined || host[tool.needs] !== undefined) && host.lacks?.(tool.name) === undefined,
  );

/** What schedulers and pickers are told of a tool. */
export const metadataOf = ({ metadata, tool }: DialectTool): ToolMetadata => metadata ?? tool.metadata;

/** JSON Schema of a tool's parameters, as models and pickers read it. */
export const parametersOf = ({ parameters, input }: DialectTool): Record<string, unknown> =>
  parameters ?? inputSchema(input);

/** Finds a tool by its name or an alias. */
export const findTool = (dialect: Dialect, name: string): DialectTool | undefined =>
  dialect.tools.find((tool) => tool.name === name || tool.aliases.includes(name));
