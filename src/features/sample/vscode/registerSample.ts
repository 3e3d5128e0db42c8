import * as vscode from "vscode";
import { openSample, welcomeToSample } from "./openSample";
import { SampleModel, sampleVendor } from "./sampleModel";

/** The command that opens the sample project, and the scripted model that is there in it alone. */
export function registerSample({ context }: { readonly context: vscode.ExtensionContext }): void {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider(sampleVendor, new SampleModel()),
    vscode.commands.registerCommand("toolcrib.openSample", () => openSample(context)),
  );
  void welcomeToSample(context);
}
