import * as z from "zod";
import { unknownTool } from "../core/calls/callFailures";
import type { BridgeInput } from "../core/calls/resolveCallTool";
import { defineTool } from "../core/tools/tool";
import { ToolError } from "../core/vocabulary/toolError";

/**
 * The bridge to tools that a host cannot be shown (DF-4). A call that names a tool never comes this far: `core/bridge.ts`
 * has made it that tool's own call. What is left here are the calls that name none.
 */
export const callTool = defineTool({
  name: "call_tool",
  displayName: "Call Tool",
  summary: "Call a tool by name, even one that is not listed",
  description:
    "Calls another tool by name, exactly as if it were called directly. Use it for a tool that tool_search found and that is not in your own list of tools; call tools in your list directly.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "call invoke run tool by name bridge",
  },
  elsewhere: "what the called tool needs stands in arguments",
  // Whatever the tool that is called may touch.
  effectKinds: ["read", "list", "write", "exec", "fetch", "delegate", "present"],
  input: z.object({
    name: z.string().min(1).describe("Name of the tool to call, as returned by tool_search."),
    arguments: z.record(z.string(), z.unknown()).default({}).describe("The tool's arguments, by name."),
  }),
  async plan({ name }: BridgeInput, { tools }) {
    if (tools.find(name))
      throw new ToolError("invalid_input", `${name} cannot call itself: give the name of the tool you want to use.`);
    throw unknownTool(tools, name);
  },
});
