import * as vscode from "vscode";
import type { ApprovalScope, Offer } from "../../../core/calls/approvals/approvals";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** What is behind the tools that VS Code knows. */
export interface ToolCallServices {
  /** @param registered the tool's name in VS Code. */
  prepare(
    registered: string,
    options: vscode.LanguageModelToolInvocationPrepareOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation | undefined>;
  invoke(
    registered: string,
    options: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
  openDiff(id: string): unknown;
  answerQuestion(id: unknown, verdict: unknown): unknown;
  rememberCommand(id: string, offer: Offer, scope: ApprovalScope): unknown;
  useDialect(): unknown;
  resetTools(): unknown;
}

/** The names of the tools that package.json declares. */
export function declaredTools({ extension }: vscode.ExtensionContext): readonly string[] {
  const { languageModelTools } = extension.packageJSON.contributes as {
    readonly languageModelTools: readonly { readonly name: string }[];
  };
  return languageModelTools.map(({ name }) => name);
}

/** The tools of all dialects, and the commands that answer questions about their calls. */
export function registerTools(window: LazyWindow<{ readonly tools: ToolCallServices }>): void {
  for (const name of declaredTools(window.context)) window.context.subscriptions.push(registered(window, name));
  window.command("openDiff", ({ tools }, id: string) => tools.openDiff(id));
  window.command("answerQuestion", ({ tools }, id?: unknown, verdict?: unknown) => tools.answerQuestion(id, verdict));
  window.command("rememberCommand", ({ tools }, id: string, offer: Offer, scope: ApprovalScope) =>
    tools.rememberCommand(id, offer, scope),
  );
  window.command("useDialect", ({ tools }) => tools.useDialect());
  window.command("resetTools", ({ tools }) => tools.resetTools());
}

const registered = (window: LazyWindow<{ readonly tools: ToolCallServices }>, name: string) =>
  vscode.lm.registerTool<object>(name, {
    prepareInvocation: async (options, token) => (await window.services()).tools.prepare(name, options, token),
    invoke: async (options, token) => (await window.services()).tools.invoke(name, options, token),
  });
