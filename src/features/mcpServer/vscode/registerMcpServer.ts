import * as vscode from "vscode";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import { LazyMcpServers } from "./lazyMcpServers";
import type { McpOffer } from "./mcpOffer";

/** Our MCP server, as VS Code offers it. */
export function registerMcpServer(window: LazyWindow<{ readonly mcpOffer: Pick<McpOffer, "servers"> }>): void {
  const servers = new LazyMcpServers(async () => (await window.services()).mcpOffer.servers());
  const { subscriptions } = window.context;
  subscriptions.push(servers, vscode.lm.registerMcpServerDefinitionProvider("toolcrib.server", servers));
}
