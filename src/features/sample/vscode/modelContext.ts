import * as vscode from "vscode";

/** Extensions that bring Copilot's models. */
const copilots = ["GitHub.copilot-chat", "GitHub.copilot"];

/** Keeps for the welcome texts whether there is a chat model and whether Copilot is there. It looks once a view is shown. */
export class ModelContext implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[];
  #isWatched = false;

  constructor(onDidShow: vscode.Event<void>) {
    const again = () => {
      if (this.#isWatched) void this.look();
    };
    this.#subscriptions = [
      onDidShow(() => void this.look()),
      vscode.lm.onDidChangeChatModels(again),
      vscode.extensions.onDidChange(again),
    ];
  }

  /** Looking asks nobody for consent: VS Code asks when a model is sent something. */
  async look(): Promise<void> {
    this.#isWatched = true;
    const hasCopilot = copilots.some((id) => vscode.extensions.getExtension(id) !== undefined);
    await setContext("noCopilot", !hasCopilot);
    const models = await vscode.lm.selectChatModels();
    await setContext("noModel", models.length === 0);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

const setContext = (name: string, value: boolean) =>
  vscode.commands.executeCommand("setContext", `toolcrib.${name}`, value);
