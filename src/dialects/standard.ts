import type { Dialect, DialectTool } from "../core/dialect";
import type { AnyTool } from "../core/tool";
import { standardTraits } from "../core/traits";

/** A tool under its own name, parameters and words. */
const asItself = (tool: AnyTool): DialectTool => ({
  name: tool.name,
  aliases: [],
  displayName: tool.displayName,
  description: tool.description,
  input: tool.input,
  tool,
  toInput: (args) => args,
});

/** The house dialect (D-3). */
export const standard = (tools: Readonly<Record<string, AnyTool>>): Dialect => ({
  name: "standard",
  traits: standardTraits,
  tools: Object.values(tools).map(asItself),
});
