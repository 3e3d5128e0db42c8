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

/** What VS Code hands to every extension of a call that is prepared, although it declares it for its own. */
interface PreparedIn {
  readonly chatSessionResource?: vscode.Uri;
  /** In earlier versions. */
  readonly chatSessionId?: string;
}

/** The same for a call that is prepared. */
export function chatOfPrepared(options: vscode.LanguageModelToolInvocationPrepareOptions<object>): string | undefined {
  const { chatSessionResource: sessionResource, chatSessionId: sessionId } = options as PreparedIn;
  return chatOf({ toolInvocationToken: { sessionResource, sessionId } });
}
