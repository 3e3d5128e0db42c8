import * as vscode from "vscode";

/** What VS Code hands on of a chat, without a public name for it. */
interface ChatToken {
  readonly sessionResource?: vscode.Uri;
  readonly sessionId?: string;
}

/**
 * What tells the chat of a request or a call from others, also after a reload. VS Code has no public name for a chat; the
 * token that it gives for calls of tools holds one. Undefined where it does not.
 */
export function chatOf({ toolInvocationToken }: { readonly toolInvocationToken: unknown }): string | undefined {
  const { sessionResource: at, sessionId } = (toolInvocationToken ?? {}) as ChatToken;
  return at?.scheme ? vscode.Uri.from(at).toString() : sessionId;
}

/** The same for a call that is prepared. VS Code hands the address to every extension, although it declares it for its own. */
export function chatOfPrepared(options: vscode.LanguageModelToolInvocationPrepareOptions<object>): string | undefined {
  const { chatSessionResource } = options as { readonly chatSessionResource?: vscode.Uri };
  return chatOf({ toolInvocationToken: { sessionResource: chatSessionResource } });
}
