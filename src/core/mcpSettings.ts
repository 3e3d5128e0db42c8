import * as z from "zod";
import { define } from "./defineSetting";

/** Settings of the crib as a server for other programs. */
export const mcpSettings = {
  "mcp.offerServer": define(
    z
      .boolean()
      .default(false)
      .describe(
        "Offers the tools to VS Code as the MCP server `Toolcrib`, in the folders and under the settings and policy of this window: agent mode can then run tools that only read at the same time. Calls are recorded and undone with all others.",
      ),
    "machine",
  ),
};
