import * as vscode from "vscode";

/** Characters of an answer kept at most. */
const maxAnswer = 200_000;
/** Milliseconds a model may take for its answer. */
const timeoutMs = 30_000;

/** A chat model for questions of the tools' own: the one the person chats with, or one that may be used without asking. */
export class ChatModel {
  #current: vscode.LanguageModelChat | undefined;

  constructor(private readonly access: vscode.LanguageModelAccessInformation) {}

  /** The model of the chat request that is being answered. */
  use(model: vscode.LanguageModelChat): void {
    this.#current = model;
  }

  /** Whether the person chats, or has chatted last, with this model. */
  isCurrent({ vendor, id }: vscode.LanguageModelChat): boolean {
    return this.#current?.id === id && this.#current.vendor === vendor;
  }

  /** The one the person chats with, or else the first that may be used without asking. */
  async usable(): Promise<vscode.LanguageModelChat | undefined> {
    return this.#current ?? (await this.#allowed());
  }

  /** One question, one answer. @returns undefined when there is no model, or it gave no answer. */
  async ask(question: string, signal: AbortSignal): Promise<string | undefined> {
    const model = await this.usable();
    if (!model || signal.aborted) return undefined;
    const cancel = new vscode.CancellationTokenSource();
    const stop = () => cancel.cancel();
    const timer = setTimeout(stop, timeoutMs);
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await answerOf(model, question, cancel.token);
    } catch {
      // Quota, refusal, network: a question of convenience is not worth a failure.
      return undefined;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      cancel.dispose();
    }
  }

  /** Asking for a model that the person has not let us use would open a dialog in the middle of their work. */
  async #allowed(): Promise<vscode.LanguageModelChat | undefined> {
    const models = await vscode.lm.selectChatModels();
    return models.find((model) => this.access.canSendRequest(model) === true);
  }
}

async function answerOf(
  model: vscode.LanguageModelChat,
  question: string,
  token: vscode.CancellationToken,
): Promise<string> {
  const response = await model.sendRequest([vscode.LanguageModelChatMessage.User(question)], {}, token);
  let answer = "";
  for await (const piece of response.text) {
    answer += piece;
    if (answer.length > maxAnswer) break;
  }
  return answer;
}
