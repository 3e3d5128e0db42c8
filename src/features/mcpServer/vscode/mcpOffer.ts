import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Settings } from "../../../core/settings/settings";
import { ripgrepOfWindow } from "../../../vscode/files/ripgrepOfWindow";

/** As a managed policy knows it: what it says of the agents in chat holds for this one. */
const agent = "chat/mcp";

/** What a server is bound to. */
export interface McpOfferParts {
  /** Absolute path of the headless host's program. */
  readonly program: string;
  /** Where the window keeps its journal and record; the server shares both, so that its changes are undone here. */
  readonly stateFolder: string;
  /** Where the windows keep what agents have taken in: the server's agent is one of theirs. */
  readonly sessionState: string;
  readonly version: string;
  settings(): Settings;
  /** Absolute paths; empty without a folder on a disk. */
  roots(): readonly string[];
}

/** The headless host as an MCP server of this window (`toolcrib.mcp.offerServer`). */
export class McpOffer {
  constructor(private readonly parts: McpOfferParts) {}

  /** None where it is not wanted, where there is no folder to work in, or in a workspace that is not trusted. */
  async servers(): Promise<vscode.McpStdioServerDefinition[]> {
    const { program, stateFolder, sessionState, version } = this.parts;
    const settings = this.parts.settings();
    const roots = this.parts.roots();
    if (!settings["mcp.offerServer"] || roots.length === 0 || !vscode.workspace.isTrusted) return [];
    const settingsFile = join(stateFolder, "mcpSettings.json");
    // The server has no VS Code to find its ripgrep in.
    const text = JSON.stringify({ ...settings, "search.ripgrepPath": ripgrepOfWindow(settings) ?? "" });
    await mkdir(stateFolder, { recursive: true });
    const next = `${settingsFile}.new`;
    await writeFile(next, text, { mode: 0o600 });
    await rename(next, settingsFile);
    const places = [
      "--settings",
      settingsFile,
      "--state",
      stateFolder,
      "--session-state",
      sessionState,
      ...roots.flatMap((root) => ["--root", root]),
    ];
    const args = [program, "mcp", "--of-window", "--agent", agent, "--dialect", settings.dialect, ...places];
    // In a desktop VS Code the extension host's program is the editor itself, which then acts as Node.
    const env = { ELECTRON_RUN_AS_NODE: "1" };
    // What it is bound to is read when it starts: VS Code starts it anew when the version is another.
    const bound = `${version}-${createHash("sha256")
      .update(`${text}\n${args.join("\n")}`)
      .digest("hex")
      .slice(0, 16)}`;
    return [new vscode.McpStdioServerDefinition("Toolcrib", process.execPath, args, env, bound)];
  }
}
