import * as vscode from "vscode";
import type { Jobs } from "../../../core/jobs/jobs";
import { cutToWidth } from "../../../core/text/displayWidth";
import { revealed } from "../../../core/text/markdown";
import { oneLine } from "../../../core/text/oneLine";
import type { StatusPart, StatusSource } from "../../status/statusParts";

/** Milliseconds that a command runs before it is shown: most have ended by then. */
const shownAfter = 700;

/** Columns of a command. */
const widest = 40;

/** Says in the status bar which command of an agent runs, and how many others. */
export class RunningStatus implements StatusSource, vscode.Disposable {
  readonly #listeners = new Set<() => void>();
  readonly #endListening: () => void;
  #due: NodeJS.Timeout | undefined;
  #isShown = false;

  constructor(private readonly jobs: Jobs) {
    this.#endListening = jobs.onChange(() => this.#changed());
  }

  #running() {
    return this.jobs.all().filter(({ hasEnded }) => !hasEnded);
  }

  #changed(): void {
    if (this.#running().length === 0) {
      clearTimeout(this.#due);
      this.#due = undefined;
      if (this.#isShown) this.#show(false);
    } else if (this.#due === undefined) this.#due = setTimeout(() => this.#show(true), shownAfter);
    else if (this.#isShown) this.#show(true);
  }

  #show(isShown: boolean): void {
    this.#isShown = isShown;
    for (const listener of this.#listeners) listener();
  }

  /** See StatusSource. */
  onStatusChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The latest that began, as that is what somebody waits for. */
  statusPart(): StatusPart | undefined {
    const running = this.#running();
    const latest = running.at(-1);
    if (!latest || !this.#isShown) return undefined;
    const lines = running.map(({ facts }) => `${facts.agent}: ${revealed(oneLine(facts.command))}`);
    // What stands in "$(…)" would be drawn as an icon.
    const command = cutToWidth(revealed(oneLine(latest.facts.command)), widest).replaceAll("$(", "$ (");
    const text = running.length === 1 ? command : vscode.l10n.t("{0} and {1} more", command, running.length - 1);
    return {
      text: `$(sync~spin) ${text}`,
      about: vscode.l10n.t("Running: {0}", lines.join(", ")),
      actions: [{ icon: "list-tree", label: vscode.l10n.t("Show What Is Running"), command: "toolcrib.tasks.focus" }],
    };
  }

  dispose(): void {
    clearTimeout(this.#due);
    this.#endListening();
  }
}
