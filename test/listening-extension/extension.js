/** An extension that has a say in what agents do. */
const vscode = require("vscode");

/** @param {vscode.ExtensionContext} context */
exports.activate = async (context) => {
  /** @type {import("../../toolcrib-api").ToolcribApi | undefined} */
  const toolcrib = await vscode.extensions.getExtension("toolcrib.toolcrib")?.activate();
  if (!toolcrib) return;
  const { id } = context.extension;
  context.subscriptions.push(
    toolcrib.onBeforeCall(id, ({ effects }) => {
      const isReceipt = effects.some((effect) => effect.kind === "write" && effect.path.endsWith("receipt.js"));
      return isReceipt ? { decision: "deny", reason: "receipts are frozen until the audit" } : undefined;
    }),
    toolcrib.onAfterCall(id, async ({ ownTool }, { isError }) =>
      ownTool === "run_command" && !isError ? "the build server saw this command" : undefined,
    ),
  );
};
