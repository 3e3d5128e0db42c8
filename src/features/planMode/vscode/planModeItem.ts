import * as vscode from "vscode";
import type { PlanMode } from "../../../core/session/planMode";
import { planModeKey, type SessionState } from "../../../node/state/sessionState";
import type { PlanCommands } from "./planCommands";
import type { PlanReviews } from "./planReviews";

/** Says in the status bar that a session plans, and lets the person begin and end it (section 17). */
export class PlanModeItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: vscode.Disposable[];

  /** @param memory keeps it over a reload of the window. */
  constructor(
    private readonly mode: PlanMode,
    private readonly plans: PlanReviews,
    memory: SessionState,
  ) {
    this.#item = vscode.window.createStatusBarItem("toolcrib.planMode", vscode.StatusBarAlignment.Left);
    this.#item.name = vscode.l10n.t("Toolcrib Plan Mode");
    this.#item.command = "toolcrib.planMode.menu";
    const endListening = mode.onChange(() => {
      memory.set(planModeKey, mode.isOn);
      this.#draw();
    });
    this.#subscriptions = [this.#item, { dispose: endListening }, plans.onDidChange(() => this.#draw())];
    const kept = memory.get(planModeKey);
    // Unknown counts as on: that only keeps from changing something.
    if (kept === true || kept === null) mode.enter();
  }

  #draw(): void {
    const { isOn } = this.mode;
    const { isWaiting } = this.plans;
    void vscode.commands.executeCommand("setContext", planModeKey, isOn);
    this.#item.text = `$(checklist) ${isWaiting ? vscode.l10n.t("Plan awaiting approval") : vscode.l10n.t("Plan mode")}`;
    this.#item.tooltip = isWaiting
      ? vscode.l10n.t("Toolcrib: a plan is waiting for your approval")
      : vscode.l10n.t("Toolcrib: plan mode is on. Agents cannot change anything until you approve a plan.");
    this.#item.accessibilityInformation = { label: this.#item.tooltip };
    this.#item.backgroundColor = isWaiting ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    if (isOn) this.#item.show();
    else this.#item.hide();
  }

  readonly commands: PlanCommands = {
    "planMode.start": () => {
      if (!this.mode.isOn) this.mode.enter();
    },
    "planMode.leave": () => {
      if (this.mode.isOn) this.mode.leave();
    },
    "planMode.menu": () => this.#openMenu(),
    "plan.show": () => this.plans.show(true),
    "plan.edit": () => this.plans.edit(),
    "plan.approve": (id) => this.plans.approve(id),
    "plan.sendBack": (id) => this.plans.sendBack(id),
    "plan.keepPlanning": (id) => this.plans.keepPlanning(id),
  };

  async #openMenu(): Promise<void> {
    const answers = [
      { label: `$(eye) ${vscode.l10n.t("Show Plan")}`, name: "plan.show" },
      { label: `$(check) ${vscode.l10n.t("Approve Plan")}`, name: "plan.approve" },
      { label: `$(comment) ${vscode.l10n.t("Send Plan Back with Comments…")}`, name: "plan.sendBack" },
    ] as const;
    const leave = { label: `$(debug-step-out) ${vscode.l10n.t("Leave Plan Mode")}`, name: "planMode.leave" } as const;
    const chosen = await vscode.window.showQuickPick([...(this.plans.isWaiting ? answers : []), leave], {
      title: vscode.l10n.t("Toolcrib: Plan Mode"),
      placeHolder: vscode.l10n.t("Agents cannot change anything until you approve a plan"),
    });
    if (chosen) await this.commands[chosen.name]();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
