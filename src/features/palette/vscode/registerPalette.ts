import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** What a person can do with tools from the command palette. */
export interface PaletteCommands {
  runTool(): unknown;
  explainCommand(proposed?: unknown): unknown;
  tryCommand(): unknown;
}

/** The commands by which a person runs a tool, or asks what the policy says of a command line. */
export function registerPalette(window: LazyWindow<{ readonly palette: PaletteCommands }>): void {
  window.command("runTool", ({ palette }) => palette.runTool());
  window.command("explainCommand", ({ palette }, proposed?: unknown) => palette.explainCommand(proposed));
  window.command("tryCommand", ({ palette }) => palette.tryCommand());
}
