/** An extension that knows nothing of Toolcrib. */
const vscode = require("vscode");

/** @param {vscode.ExtensionContext} context */
exports.activate = (context) => {
  context.subscriptions.push(
    vscode.lm.registerTool("weather_report", {
      prepareInvocation: ({ input }) => ({
        confirmationMessages: { title: "Ask for the weather?", message: `The weather of ${JSON.stringify(input)}` },
      }),
      async invoke({ input }) {
        if (!("city" in input)) throw new Error("which city?");
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(`Sunny in ${input.city}`)]);
      },
    }),
  );
};
