/** Without it each call of a tool by the Agent Host fails with "Language model unavailable"; published VS Code looks up none. */
const vscode = require("vscode");

const model = {
  id: "default",
  name: "Default (test)",
  family: "default",
  version: "1",
  maxInputTokens: 1_000_000,
  maxOutputTokens: 100_000,
  isUserSelectable: true,
  isDefault: true,
  capabilities: { toolCalling: true },
};

/**
 * The next step of the script that the first message holds, as sub-agents are given one; without it a short answer.
 * @param {readonly vscode.LanguageModelChatRequestMessage[]} messages
 * @returns {{ tool?: string, input?: object, text?: string }}
 */
function nextStep(messages) {
  const parts = messages.flatMap(({ content }) => [...content]);
  const texts = parts.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? [part.value] : []));
  const script = /```crib-script\n([\s\S]*?)\n```/.exec(texts.join("\n"))?.[1];
  const round = parts.filter((part) => part instanceof vscode.LanguageModelToolCallPart).length;
  return JSON.parse(script ?? "[]")[round] ?? { text: "OK." };
}

let calls = 0;

/** @param {vscode.ExtensionContext} context */
exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider("copilot", {
      provideLanguageModelChatInformation: () => [model],
      async provideLanguageModelChatResponse(_model, messages, _options, progress) {
        const { tool, input = {}, text = "" } = nextStep(messages);
        progress.report(
          tool
            ? new vscode.LanguageModelToolCallPart(`call-${++calls}`, tool, input)
            : new vscode.LanguageModelTextPart(text),
        );
      },
      provideTokenCount: async (_model, text) => Math.ceil(JSON.stringify(text).length / 4),
    }),
  );
  await vscode.lm.selectChatModels();
};
