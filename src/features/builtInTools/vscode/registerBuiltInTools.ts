import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import { setUpHooks } from "./setUpHooks";

/** What the command about built-in tools does. */
export interface BuiltInToolsCommands {
  judge(): unknown;
}

/**
 * `Toolcrib: Judge Built-in Tools…`. Where a hook is set up the window's services are loaded at once: they judge sooner than a hook
 * does alone, and only they keep what built-in tools change.
 */
export function registerBuiltInTools(window: LazyWindow<{ readonly builtInTools: BuiltInToolsCommands }>): void {
  window.command("judgeBuiltInTools", ({ builtInTools }) => builtInTools.judge());
  // Whoever uses them first is told of a failure.
  void openForHooks(window).catch(() => {});
}

async function openForHooks(window: LazyWindow<unknown>): Promise<void> {
  const { plugin, copilot, claude } = await setUpHooks();
  if (plugin || copilot !== "no" || claude !== "no") await window.services();
}
