import * as vscode from "vscode";
import type { PlanMode } from "../../../core/session/planMode";
import { planModeKey, type SessionState } from "../../../core/session/sessionState";
import type { StatusPart, StatusSource } from "../../status/statusParts";
import type { PlanCommands } from "./planCommands";
import type { PlanReviews } from "./planReviews";

/** Says in the status bar that a session plans, and lets the person begin and end it (section 17). */
export class PlanModeStatus implements StatusSource, vscode.Disposable {
  readonly #listeners = new Set<() => void>();
  readonly #subscriptions: vscode.Disposable[];

  /** @param memory keeps it over a reload of the window. */
  constructor(
    private readonly mode: PlanMode,
    private readonly plans: PlanReviews,
    memory: SessionState,
  ) {
    const endListening = mode.onChange(() => {
      memory.set(planModeKey, mode.isOn);
      this.#tell();
    });
    this.#subscriptions = [{ dispose: endListening }, plans.onDidChange(() => this.#tell())];
    const kept = memory.get(planModeKey);
    // Unknown counts as on: that only keeps from changing something.
    if (kept === true || kept === null) mode.enter();
  }

  #tell(): void {
    void vscode.commands.executeCommand("setContext", planModeKey, this.mode.isOn);
    for (const listener of this.#listeners) listener();
  }

  /** See StatusSource. */
  onStatusChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** See StatusSource. */
  statusPart(): StatusPart | undefined {
    if (!this.mode.isOn) return undefined;
    const leave = {
      icon: "debug-step-out",
      label: vscode.l10n.t("Leave Plan Mode"),
      command: "toolcrib.planMode.leave",
    };
    if (!this.plans.isWaiting)
      return {
        text: `$(checklist) ${vscode.l10n.t("Plan mode")}`,
        about: vscode.l10n.t("Plan mode is on. Agents cannot change anything until you approve a plan."),
        actions: [leave],
      };
    return {
      text: `$(checklist) ${vscode.l10n.t("Plan awaiting approval")}`,
      about: vscode.l10n.t("A plan is waiting for your approval."),
      weight: "warning",
      actions: [
        { icon: "eye", label: vscode.l10n.t("Show Plan"), command: "toolcrib.plan.show" },
        { icon: "check", label: vscode.l10n.t("Approve Plan"), command: "toolcrib.plan.approve" },
        { icon: "comment", label: vscode.l10n.t("Send Plan Back with Comments…"), command: "toolcrib.plan.sendBack" },
        leave,
      ],
    };
  }

  readonly commands: PlanCommands = {
    "planMode.start": () => {
      if (!this.mode.isOn) this.mode.enter();
    },
    "planMode.leave": () => {
      if (this.mode.isOn) this.mode.leave();
    },
    "plan.show": () => this.plans.show(true),
    "plan.edit": () => this.plans.edit(),
    "plan.approve": (id) => this.plans.approve(id),
    "plan.sendBack": (id) => this.plans.sendBack(id),
    "plan.keepPlanning": (id) => this.plans.keepPlanning(id),
  };

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
