import type * as z from "zod";
import { type AnyTool, inputSchema, type ToolMetadata, type ToolResult } from "./tool";
import type { ToolError } from "./toolError";
import type { Traits } from "./traits";

/** One tool as one dialect names, describes and words it, over the shared tool. */
export interface DialectTool {
  /** Name the model calls. */
  readonly name: string;
  /** Other names that reach it, exactly as this one (IFC-8). */
  readonly aliases: readonly string[];
  readonly displayName: string;
  readonly description: string;
  /** Parameters as this dialect names them. */
  readonly input: z.ZodObject;
  /** The same as the JSON Schema that they were made from, where they were. */
  readonly parameters?: Record<string, unknown>;
  readonly tool: AnyTool;
  /** Where this dialect states other facts than the tool does (IFC-7). */
  readonly metadata?: ToolMetadata;
  /** Older shapes of its arguments made into the present one, before anything is checked (DIA-4). */
  modernise?(given: Record<string, unknown>): Record<string, unknown>;
  /** This dialect's arguments as the tool's own input. @throws ToolError when this dialect is stricter than the tool. */
  toInput(args: Record<string, unknown>): Record<string, unknown>;
  /** This dialect's words for a success; the tool's own when absent. */
  present?(result: ToolResult, args: Record<string, unknown>): string;
  /** This dialect's words for a failure that the tool returned with its result, such as a command that was stopped. */
  presentFailure?(result: ToolResult, args: Record<string, unknown>): string;
  /** This dialect's words for a failure; the tool's own when absent. */
  presentError?(error: ToolError, args: Record<string, unknown>): string;
}

/** A tool system's names, parameters and result wording, over the same tools (C-01). */
export interface Dialect {
  readonly name: string;
  readonly tools: readonly DialectTool[];
  readonly traits: Traits;
  /** What failures begin with that are no tool's own, such as a tool that there is not. */
  readonly failurePrefix?: string;
}

/** What schedulers and pickers are told of a tool. */
export const metadataOf = ({ metadata, tool }: DialectTool): ToolMetadata => metadata ?? tool.metadata;

/** JSON Schema of a tool's parameters, as models and pickers read it. */
export const parametersOf = ({ parameters, input }: DialectTool): Record<string, unknown> =>
  parameters ?? inputSchema(input);

/** Finds a tool by its name or an alias. */
export const findTool = (dialect: Dialect, name: string): DialectTool | undefined =>
  dialect.tools.find((tool) => tool.name === name || tool.aliases.includes(name));
