/** Tools that do nothing: VS Code asks one of them to prepare each call, as it asks ours. */
const vscode = require("vscode");

/** @param {vscode.ExtensionContext} context */
exports.activate = (context) => {
  const invoke = async () => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart("")]);
  const prepareInvocation = async () => ({ invocationMessage: "Nothing" });
  context.subscriptions.push(
    vscode.lm.registerTool("empty_tool", { invoke }),
    vscode.lm.registerTool("prepared_tool", { invoke, prepareInvocation }),
  );
};
