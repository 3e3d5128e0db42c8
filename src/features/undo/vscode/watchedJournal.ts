import * as vscode from "vscode";
import type { JournalEntry } from "../../../core/journal/journalEntry";
import { JournalFiles } from "../node/journalFiles";

/** The journal on disk, telling whoever listens of every entry that is stored. */
export class WatchedJournal extends JournalFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  override async put(entry: JournalEntry): Promise<void> {
    await super.put(entry);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
