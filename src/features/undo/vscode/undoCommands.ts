/** What a person can take back, bring back and return to from the command palette (D-17). */

import * as vscode from "vscode";
import type { FilePort } from "../../../core/ports/files";
import { messageOf } from "../../../core/vocabulary/toolError";
import { localTitle } from "../../../vscode/ui/localReason";
import { showInformation, showWarning } from "../../../vscode/ui/notifications";
import { filesText, timeText } from "../../../vscode/ui/treeTexts";
import { whileChanging, whileWorking } from "../../../vscode/ui/whileWorking";
import { type ChangedTurn, changedTogether, turnsOf, wholeAround } from "../changesByTurn";
import type { Journal, JournalSummary } from "../journal";
import { planTurns } from "../planTurns";
import type { RestorePlan } from "../restorePlan";
import { pickRestored, pickSnapshot } from "./snapshots";
import { turnTitle } from "./turnTitle";
import { carryOut, type Naming, restoring } from "./undoConflict";

const looking = vscode.l10n.t("Toolcrib is checking…");

const idsOf = (calls: readonly JournalSummary[]) => calls.map(({ id }) => id);

function inform(text: string): undefined {
  void showInformation(`Toolcrib: ${text}`);
}

/** Picks one of several things that can be taken back. */
async function pick<T>(title: string, placeHolder: string, items: readonly (vscode.QuickPickItem & { value: T })[]) {
  const options = { title, placeHolder, matchOnDetail: true };
  return (await vscode.window.showQuickPick(items, options))?.value;
}

function pickTurn(turns: readonly ChangedTurn[]): Promise<ChangedTurn | undefined> {
  const items = turns.map((turn) => {
    const files = [...new Set(turn.entries.flatMap((entry) => entry.files))];
    const description = `${timeText(turn.time)} · ${filesText(files.length)}`;
    return { label: turnTitle(turn), description, detail: files.join(", "), value: turn };
  });
  return pick(vscode.l10n.t("Toolcrib: Undo a Request"), vscode.l10n.t("Select a request to undo"), items);
}

/** A change, and how many were made after it. */
function backTo(title: string, later: number): string {
  if (later === 0) return title;
  return later === 1
    ? vscode.l10n.t("{0}, and the change after it", title)
    : vscode.l10n.t("{0}, and the {1} changes after it", title, later);
}

/** The commands. Each tells what it did, or why it did nothing. */
export class UndoCommands {
  constructor(
    private readonly journal: Journal,
    private readonly files: Pick<FilePort, "resolve">,
    /** Records what was seen of changes by others, before the journal is asked. Must not reject. */
    private readonly settle: () => Promise<void>,
  ) {}

  /** `Undo Last Change` */
  last(): Promise<void> {
    return this.#do(() => whileWorking(looking, () => this.journal.planUndoLast()), localTitle);
  }

  /** `Redo Last Undone Change` */
  redo(): Promise<void> {
    return this.#do(() => whileWorking(looking, () => this.journal.planRedo()));
  }

  /** `Undo a Change…` */
  call(): Promise<void> {
    return this.#do(async () => {
      const calls = await this.journal.undoable();
      if (calls.length === 0) return this.journal.planUndoLast();
      const items = calls.map(({ id, title, time, agent, files }) => ({
        label: title,
        description: `${timeText(time)} · ${agent}`,
        detail: files.join(", "),
        value: id,
      }));
      const id = await pick(vscode.l10n.t("Toolcrib: Undo a Change"), vscode.l10n.t("Select a change to undo"), items);
      return id === undefined ? undefined : whileWorking(looking, () => this.journal.planUndo([id]));
    });
  }

  /** `Undo a Request…` @param named id of the turn, or those of several; by default the person picks one. */
  turn(named?: unknown): Promise<void> {
    return this.#do(async () => {
      const turns = turnsOf((await this.journal.undoable()).toReversed());
      const ids = [named].flat().filter((id) => typeof id === "string");
      const wanted = turns.filter(({ id }) => ids.includes(id));
      if (wanted.length > 0) return this.#planTurns(wanted);
      if (ids.length > 0) return inform(vscode.l10n.t("these changes have already been undone."));
      if (turns.length === 0) return this.journal.planUndoLast();
      const turn = await pickTurn(turns);
      return turn && this.#planTurns([turn]);
    });
  }

  #planTurns(turns: readonly ChangedTurn[]): Promise<RestorePlan | undefined> {
    return whileWorking(looking, () => planTurns(this.journal, turns));
  }

  /** `Undo Changes to This File…` @param uri by default the file in the active editor. */
  file(uri = vscode.window.activeTextEditor?.document.uri): Promise<void> {
    return this.#do(async () => {
      if (!uri) return inform(vscode.l10n.t("open the file whose changes you want to undo."));
      const { real, shown } = await this.files.resolve(uri.scheme === "file" ? uri.fsPath : uri.path);
      const { calls, reals } = await changedTogether(this.journal, real);
      if (calls.length === 0) return inform(await this.#noneOf(real, shown));
      const items = calls.map(({ title, time, agent }, index) => ({
        label: backTo(localTitle(title), index),
        description: `${timeText(time)} · ${agent}`,
        value: calls.slice(0, index + 1),
      }));
      const chosen = await pick(
        vscode.l10n.t("Toolcrib: Undo Changes of {0}", shown),
        vscode.l10n.t("Select how far to go back"),
        items,
      );
      const subject =
        chosen &&
        (chosen.length === 1 ? chosen[0]?.title : vscode.l10n.t("the last {0} changes of {1}", chosen.length, shown));
      return chosen && whileWorking(looking, () => this.journal.planUndo(idsOf(chosen), subject, reals));
    }, localTitle);
  }

  async #noneOf(real: string, shown: string): Promise<string> {
    const around = await wholeAround(this.journal, real);
    if (!around) return vscode.l10n.t("no change of {0} can be undone.", shown);
    const { folder, call } = around;
    return vscode.l10n.t(
      'no change of {0} can be undone by itself: "{1}" replaced {2} as a whole. Undo {2} in the Changes view.',
      shown,
      localTitle(call.title),
      folder,
    );
  }

  /** `Create Snapshot…` */
  createSnapshot(): Promise<void> {
    return this.#do(async () => {
      const title = vscode.l10n.t("Toolcrib: Create Snapshot");
      const prompt = vscode.l10n.t("Snapshot name");
      const name = (await vscode.window.showInputBox({ title, prompt }))?.trim();
      if (!name) return undefined;
      await whileChanging(vscode.l10n.t("Toolcrib: creating the snapshot"), () => this.journal.mark(name));
      return inform(vscode.l10n.t('created the snapshot "{0}". Restore Snapshot returns to it.', name));
    });
  }

  /** `Restore Snapshot…`: shows what would change, and restores the files that stay ticked. */
  restoreSnapshot(): Promise<void> {
    return this.#do(async () => {
      const snapshot = await pickSnapshot(await this.journal.snapshots());
      if (!snapshot) return undefined;
      const plan = await whileWorking(looking, () => this.journal.planSnapshot(snapshot));
      const chosen = plan && (await pickRestored(plan));
      if (!chosen) return undefined;
      const { restored } = await whileChanging(restoring, () => this.journal.apply(plan, chosen));
      const { name, isNamed } = snapshot;
      const files = restored.join(", ") || vscode.l10n.t("every file was already up to date");
      return inform(
        isNamed
          ? vscode.l10n.t('restored "{0}" ({1}).', name, files)
          : vscode.l10n.t('restored what was there before "{0}" ({1}).', name, files),
      );
    });
  }

  async #do(plan: () => Promise<RestorePlan | undefined>, named?: Naming): Promise<void> {
    try {
      await this.settle();
      const made = await plan();
      if (made) await carryOut(this.journal, made, named);
    } catch (error) {
      void showWarning(`Toolcrib: ${messageOf(error)}`);
    }
  }
}
