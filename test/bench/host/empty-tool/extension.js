/** A tool that does nothing. */
const vscode = require("vscode");

/** @param {vscode.ExtensionContext} context */
exports.activate = (context) => {
  context.subscriptions.push(
    vscode.lm.registerTool("empty_tool", {
      invoke: async () => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart("")]),
    }),
  );
};
