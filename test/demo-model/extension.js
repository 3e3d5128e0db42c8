/**
 * A chat model that follows a script, for tests: no account, no network, no intelligence.
 * What it plays is decided by `script.js`; this file speaks to VS Code.
 */
const { existsSync } = require("node:fs");
const vscode = require("vscode");
const { nextStep } = require("./script");
const { readConversation } = require("./conversation");
const { record } = require("./record");

/** `isUserSelectable` and `isDefault` are not in the stable types yet, but VS Code heeds them. */
const model = {
  id: "scripted",
  name: "Toolcrib test model (scripted)",
  family: "toolcrib-test",
  version: "1",
  maxInputTokens: 1_000_000,
  maxOutputTokens: 100_000,
  tooltip: "A script, not a real model",
  isUserSelectable: true,
  isDefault: true,
  capabilities: { toolCalling: true, imageInput: true },
};

/** @param {vscode.ExtensionContext} context */
exports.activate = async (context) => {
  // The built-in Copilot agent works without an account only when it is told that models of the user's own exist.
  await vscode.commands.executeCommand("setContext", "github.copilot.hasByokModels", true);
  await vscode.commands.executeCommand("setContext", "github.copilot.clientByokEnabled", true);
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider("toolcrib-test", {
      provideLanguageModelChatInformation: () => [model],
      provideLanguageModelChatResponse: (_model, messages, options, progress, token) =>
        respond(messages, options, progress, token),
      provideTokenCount: async (_model, text) => Math.ceil(JSON.stringify(text).length / 4),
    }),
  );
  // Without it the first chat request fails with "Language model unavailable".
  await vscode.lm.selectChatModels();
  const sign = vscode.window.createStatusBarItem("toolcrib-test", vscode.StatusBarAlignment.Right);
  sign.text = "$(beaker) scripted test model";
  sign.tooltip = model.tooltip;
  sign.show();
  context.subscriptions.push(sign);
};

let calls = 0;

/**
 * @param {readonly vscode.LanguageModelChatRequestMessage[]} messages
 * @param {vscode.ProvideLanguageModelChatResponseOptions} options
 * @param {vscode.Progress<vscode.LanguageModelResponsePart>} progress
 * @param {vscode.CancellationToken} token
 */
async function respond(messages, options, progress, token) {
  const conversation = readConversation(messages);
  const offered = (options.tools ?? []).map((tool) => tool.name);
  const step = nextStep(conversation, offered);
  // Before the answer: whoever has seen that looks for the record.
  await record({ ...conversation, offered, step });
  if (step.waitMs) await pause(step.waitMs, token);
  while (step.waitForFile && !existsSync(step.waitForFile) && !token.isCancellationRequested) await pause(100, token);
  if (step.error) throw new Error(step.error);
  if (step.text) progress.report(new vscode.LanguageModelTextPart(step.text));
  for (const { tool, input } of step.calls ?? []) {
    progress.report(new vscode.LanguageModelToolCallPart(`demo-call-${Date.now()}-${++calls}`, tool, input));
  }
}

/**
 * @param {number} milliseconds
 * @param {vscode.CancellationToken} token
 */
const pause = (milliseconds, token) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    token.onCancellationRequested(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
