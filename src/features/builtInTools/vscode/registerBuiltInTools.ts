import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** What the command about built-in tools does. */
export interface BuiltInToolsCommands {
  judge(): unknown;
}

/** `Toolcrib: Judge Built-in Tools…`. */
export function registerBuiltInTools(window: LazyWindow<{ readonly builtInTools: BuiltInToolsCommands }>): void {
  window.command("judgeBuiltInTools", ({ builtInTools }) => builtInTools.judge());
}
