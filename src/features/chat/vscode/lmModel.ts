/** A chat model of VS Code as the loop knows one. */
import * as vscode from "vscode";
import { parametersOf } from "../../../core/tools/dialect";
import { messageOf } from "../../../core/vocabulary/toolError";
import { busyFailure } from "../../../lib/modelLoop/busyFailure";
import type { CallResultPart, Message, Model, Part } from "../../../lib/modelLoop/conversation";
import { clauseOf } from "../../extensionTools/toolFailure";

/** A model that takes no pictures is told that there was one. */
function toResultPart({ id, text, parts = [] }: CallResultPart, takesImages: boolean) {
  const shown = parts.filter(({ mimeType }) => takesImages && mimeType.startsWith("image/"));
  const left = parts.length - shown.length;
  const note =
    left > 0 ? `\n[${left} ${left === 1 ? "part" : "parts"} of this result cannot be shown to this model.]` : "";
  return new vscode.LanguageModelToolResultPart(id, [
    new vscode.LanguageModelTextPart(text + note),
    ...shown.map(({ bytes, mimeType }) => new vscode.LanguageModelDataPart(bytes, mimeType)),
  ]);
}

function toContent(part: Part, takesImages: boolean) {
  if (part.kind === "text") return new vscode.LanguageModelTextPart(part.text);
  if (part.kind === "call") return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
  if (part.kind === "result") return toResultPart(part, takesImages);
  const { bytes, mimeType } = part;
  return takesImages && mimeType.startsWith("image/")
    ? new vscode.LanguageModelDataPart(bytes, mimeType)
    : new vscode.LanguageModelTextPart(`[A file of type ${mimeType} cannot be shown to this model.]`);
}

function toModelMessage({ role, parts }: Message, takesImages: boolean): vscode.LanguageModelChatMessage {
  const kind =
    role === "user" ? vscode.LanguageModelChatMessageRole.User : vscode.LanguageModelChatMessageRole.Assistant;
  const content = parts.map((part) => toContent(part, takesImages));
  return new vscode.LanguageModelChatMessage(kind, content);
}

/** VS Code does not yet tell every extension what a model takes; one that says nothing is given text alone. */
const takesImages = (chat: vscode.LanguageModelChat): boolean =>
  (chat as { capabilities?: { supportsImageToText?: boolean } }).capabilities?.supportsImageToText === true;

/** Follows a signal until it is disposed, which ends what still goes on as well. */
function tokenOf(signal: AbortSignal): { readonly token: vscode.CancellationToken; dispose(): void } {
  const source = new vscode.CancellationTokenSource();
  const cancel = () => source.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  return {
    token: source.token,
    dispose() {
      signal.removeEventListener("abort", cancel);
      // An answer that nobody listens to any more would be streamed to its end.
      cancel();
      source.dispose();
    },
  };
}

/** Characters of a token, where a provider cannot count them. */
const charactersPerToken = 3;

const withoutBytes = (_key: string, value: unknown) => (value instanceof Uint8Array ? "" : value);

/** @param justification for the person whom VS Code asks whether the model may be used. */
export const languageModel = (chat: vscode.LanguageModelChat, justification: string): Model => ({
  maxInputTokens: chat.maxInputTokens,
  async countTokens(content, signal) {
    const counted = typeof content === "string" ? content : toModelMessage(content, takesImages(chat));
    const { token, dispose } = tokenOf(signal);
    try {
      return await chat.countTokens(counted, token);
    } catch {
      return Math.ceil(JSON.stringify(content, withoutBytes).length / charactersPerToken);
    } finally {
      dispose();
    }
  },
  async *answer(messages, offered, signal) {
    const { token, dispose } = tokenOf(signal);
    const tools = offered.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: parametersOf(tool),
    }));
    try {
      const sent = messages.map((message) => toModelMessage(message, takesImages(chat)));
      const response = await chat.sendRequest(sent, { tools, justification }, token);
      for await (const part of response.stream) {
        if (part instanceof vscode.LanguageModelTextPart) yield { kind: "text", text: part.value };
        if (part instanceof vscode.LanguageModelToolCallPart)
          yield { kind: "call", id: part.callId, name: part.name, input: part.input };
      }
    } catch (error) {
      throw (isRefusal(error) ? undefined : busyFailure(messageOf(error))) ?? error;
    } finally {
      dispose();
    }
  },
});

const codesOfRefusals: readonly string[] = [
  vscode.LanguageModelError.Blocked.name,
  vscode.LanguageModelError.NoPermissions.name,
  vscode.LanguageModelError.NotFound.name,
];

/** VS Code's own refusals do not pass by themselves. */
const isRefusal = (error: unknown) =>
  error instanceof vscode.LanguageModelError && codesOfRefusals.includes(error.code);

/** Why a model did not answer, and what the person can do. */
export function modelProblem({ name }: vscode.LanguageModelChat, error: unknown): string {
  const code = error instanceof vscode.LanguageModelError ? error.code : "";
  if (code === vscode.LanguageModelError.NoPermissions.name)
    return vscode.l10n.t("Toolcrib may not use {0}: allow it in the Accounts menu.", name);
  if (code === vscode.LanguageModelError.Blocked.name)
    return vscode.l10n.t("{0} refused the request, or its quota is used up: wait or choose another model.", name);
  if (code === vscode.LanguageModelError.NotFound.name)
    return vscode.l10n.t("{0} is no longer available: choose another model.", name);
  return vscode.l10n.t("{0} failed: {1}.", name, clauseOf(error));
}
