import * as vscode from "vscode";
import { offeredName, scriptedStep } from "../script";
import { openedSample } from "./sampleFolder";

/** As package.json names the vendor. */
export const sampleVendor = "toolcrib-demo";

/** What VS Code knows of a model and its stable types do not. */
interface ShownInformation extends vscode.LanguageModelChatInformation {
  /** Whether people find it in the model picker. */
  readonly isUserSelectable: boolean;
}

const information = (): ShownInformation => ({
  id: "scripted",
  name: vscode.l10n.t("Toolcrib demo (scripted)"),
  family: "toolcrib-demo",
  version: "1",
  maxInputTokens: 1_000_000,
  maxOutputTokens: 100_000,
  tooltip: vscode.l10n.t("A script that plays the same steps whatever you ask, not a real model"),
  isUserSelectable: true,
  capabilities: { toolCalling: true, imageInput: false },
});

/** A chat model that plays a script in the sample project, and does not exist anywhere else: no account, no network. */
export class SampleModel implements vscode.LanguageModelChatProvider {
  #calls = 0;

  async provideLanguageModelChatInformation(): Promise<ShownInformation[]> {
    return (await openedSample()) ? [information()] : [];
  }

  async provideLanguageModelChatResponse(
    _model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
  ): Promise<void> {
    const offered = (options.tools ?? []).map(({ name }) => name);
    const say = (text: string) => progress.report(new vscode.LanguageModelTextPart(text));
    // VS Code asks for a title and the like on the side, and offers no tools then.
    if (offered.length === 0) return say(vscode.l10n.t("Scripted demo"));
    const { text, call } = nextStep(messages);
    const name = call && offeredName(call.tool, offered);
    say(text);
    if (!call) return;
    if (!name) return say(vscode.l10n.t("The tool {0} is not offered here, so the demo ends. Ask @crib.", call.tool));
    progress.report(
      new vscode.LanguageModelToolCallPart(`demo-${Date.now()}-${++this.#calls}`, name, { ...call.input }),
    );
  }

  async provideTokenCount(
    _model: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    return Math.ceil(JSON.stringify(text).length / 4);
  }
}

type Message = vscode.LanguageModelChatRequestMessage;

/** Where the script is shows in the conversation alone. */
function nextStep(messages: readonly Message[]) {
  const asked = messages.findLastIndex(
    (message) => message.role === vscode.LanguageModelChatMessageRole.User && results(message).length === 0,
  );
  const since = messages.slice(asked + 1);
  const lastCall = since.findLastIndex(callsTools);
  return scriptedStep(since.filter(callsTools).length, since.slice(lastCall + 1).flatMap(results));
}

const callsTools = ({ content }: Message) => content.some((part) => part instanceof vscode.LanguageModelToolCallPart);

const results = ({ content }: Message): string[] =>
  content.flatMap((part) =>
    part instanceof vscode.LanguageModelToolResultPart ? [part.content.map(textOf).join("")] : [],
  );

const textOf = (part: unknown) => (part instanceof vscode.LanguageModelTextPart ? part.value : "");
