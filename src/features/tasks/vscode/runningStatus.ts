import * as vscode from "vscode";
import type { Jobs } from "../../../core/jobs/jobs";
import { cutToWidth } from "../../../core/text/displayWidth";
import { revealed } from "../../../core/text/markdown";
import { oneLine } from "../../../core/text/oneLine";

/** Milliseconds that a command runs before it is shown: most have ended by then. */
const shownAfter = 700;

/** Columns of a command. */
const widest = 40;

/** One line in the status bar while a command of an agent runs: which one, and how many others. */
export class RunningStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("toolcrib.running", vscode.StatusBarAlignment.Left);
  readonly #endListening: () => void;
  #due: NodeJS.Timeout | undefined;

  constructor(private readonly jobs: Jobs) {
    this.#item.name = vscode.l10n.t("Toolcrib Running Commands");
    this.#item.command = "toolcrib.tasks.focus";
    this.#endListening = jobs.onChange(() => this.#changed());
  }

  #running() {
    return this.jobs.all().filter(({ hasEnded }) => !hasEnded);
  }

  #changed(): void {
    if (this.#running().length === 0) {
      clearTimeout(this.#due);
      this.#due = undefined;
      this.#item.hide();
    } else if (this.#due === undefined) this.#due = setTimeout(() => this.#draw(), shownAfter);
    else this.#draw();
  }

  /** The latest that began, as that is what somebody waits for. */
  #draw(): void {
    const running = this.#running();
    const latest = running.at(-1);
    if (!latest) return;
    const lines = running.map(({ facts }) => `${facts.agent}: ${revealed(oneLine(facts.command))}`);
    // What stands in "$(…)" would be drawn as an icon.
    const command = cutToWidth(revealed(oneLine(latest.facts.command)), widest).replaceAll("$(", "$ (");
    this.#item.text =
      running.length === 1
        ? `$(sync~spin) ${command}`
        : `$(sync~spin) ${vscode.l10n.t("{0} and {1} more", command, running.length - 1)}`;
    this.#item.tooltip = [vscode.l10n.t("Commands of agents that are running"), ...lines].join("\n");
    this.#item.accessibilityInformation = { label: vscode.l10n.t("Toolcrib is running {0}", lines.join(", ")) };
    this.#item.show();
  }

  dispose(): void {
    clearTimeout(this.#due);
    this.#endListening();
    this.#item.dispose();
  }
}
