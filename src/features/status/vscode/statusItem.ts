import * as vscode from "vscode";
import type { StatusAction, StatusParts } from "../statusParts";

interface ActionItem extends vscode.QuickPickItem {
  readonly command?: string;
}

/** What the menu offers whatever is said. */
const general = (): readonly StatusAction[] => [
  { icon: "law", label: vscode.l10n.t("Show Audit Log"), command: "toolcrib.audit.show" },
  { icon: "shield", label: vscode.l10n.t("Show Effective Policy"), command: "toolcrib.policy.show" },
  { icon: "pulse", label: vscode.l10n.t("Doctor"), command: "toolcrib.doctor" },
];

const itemOf = ({ icon, label, command }: StatusAction): ActionItem => ({ label: `$(${icon}) ${label}`, command });

/** The one item in the status bar: the mode, what waits, what runs and what was read, with a menu. Gone where there is nothing to say. */
export class StatusItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("toolcrib.status", vscode.StatusBarAlignment.Left);
  readonly #endListening: () => void;

  constructor(private readonly parts: StatusParts) {
    this.#item.name = "Toolcrib";
    this.#item.command = "toolcrib.status.menu";
    this.#endListening = parts.onChange(() => this.#draw());
    this.#draw();
  }

  #draw(): void {
    const whole = this.parts.whole();
    if (!whole) {
      this.#item.hide();
      return;
    }
    const { text, about, weight } = whole;
    this.#item.text = text;
    this.#item.tooltip = about;
    this.#item.accessibilityInformation = { label: vscode.l10n.t("Toolcrib: {0}", about), role: "button" };
    this.#item.backgroundColor = weight && new vscode.ThemeColor(`statusBarItem.${weight}Background`);
    this.#item.show();
  }

  /** Offers what can be done about each part. */
  async openMenu(): Promise<void> {
    const { Separator } = vscode.QuickPickItemKind;
    const items = this.parts
      .all()
      .flatMap(({ about, actions }): ActionItem[] => [{ label: about, kind: Separator }, ...actions.map(itemOf)]);
    const rest: ActionItem[] = [{ label: "", kind: Separator }, ...general().map(itemOf)];
    const chosen = await vscode.window.showQuickPick([...items, ...rest], {
      title: "Toolcrib",
      placeHolder: vscode.l10n.t("Select what to do"),
    });
    if (chosen?.command !== undefined) await vscode.commands.executeCommand(chosen.command);
  }

  dispose(): void {
    this.#endListening();
    this.#item.dispose();
  }
}
