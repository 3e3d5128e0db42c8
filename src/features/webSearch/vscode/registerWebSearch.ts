import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** What the commands of web search do. */
export interface WebSearchCommands {
  setUp(): unknown;
  forgetKey(): unknown;
}

/** The commands of web search. */
export function registerWebSearch(window: LazyWindow<{ readonly webSearch: WebSearchCommands }>): void {
  window.command("setUpWebSearch", ({ webSearch }) => webSearch.setUp());
  window.command("forgetSearchKey", ({ webSearch }) => webSearch.forgetKey());
}
