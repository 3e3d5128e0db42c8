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

/** @param {vscode.ExtensionContext} context */
exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider("copilot", {
      provideLanguageModelChatInformation: () => [model],
      provideLanguageModelChatResponse: async (_model, _messages, _options, progress) =>
        progress.report(new vscode.LanguageModelTextPart("OK.")),
      provideTokenCount: async (_model, text) => Math.ceil(JSON.stringify(text).length / 4),
    }),
  );
  await vscode.lm.selectChatModels();
};
