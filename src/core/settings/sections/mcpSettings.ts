import * as z from "zod";
import { define } from "./defineSetting";

/** Settings of the crib as a server for other programs. */
export const mcpSettings = {
  "mcp.offerServer": define(
    z
      .boolean()
      .default(false)
      .describe(
        "Whether to offer the tools to VS Code as the MCP server `Toolcrib`, with this window's folders, settings and policy. Agent mode can then run read-only tools in parallel. Calls are logged and can be undone like all others.",
      ),
    "machine",
  ),
};
