import * as z from "zod";
import type { BridgeInput } from "../core/bridge";
import { unknownTool } from "../core/refusals";
import { defineTool } from "../core/tool";
import { ToolError } from "../core/toolError";

/**
 * The bridge to tools that a host cannot be shown (DF-4). A call that names a tool never comes this far: `core/bridge.ts`
 * has made it that tool's own call. What is left here are the calls that name none.
 */
export const callTool = defineTool({
  name: "call_tool",
  displayName: "Call Tool",
  summary: "Call a tool by its name, also one that is not offered",
  description:
    "Calls another tool by its name with its arguments, exactly as if it were called directly: for a tool that tool_search found and that you are not offered under its own name. Call a tool that you are offered directly instead.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "call invoke run tool by name bridge",
  },
  // Whatever the tool that is called may touch.
  touches: ["read", "list", "write", "exec", "fetch", "delegate", "present"],
  input: z.object({
    name: z.string().min(1).describe("The name of the tool to call, as tool_search gives it."),
    arguments: z.record(z.string(), z.unknown()).default({}).describe("The tool's arguments, by their names."),
  }),
  async plan({ name }: BridgeInput, { tools }) {
    if (tools.find(name))
      throw new ToolError("invalid_input", `${name} cannot call itself: name the tool that you want to use.`);
    throw unknownTool(tools, name);
  },
});
