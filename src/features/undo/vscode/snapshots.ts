import * as vscode from "vscode";
import { fileUri } from "../../../vscode/files/fileUri";
import { closeMultiDiffs, type DiffRow, openMultiDiff } from "../../../vscode/ui/multiDiff";
import { showInformation } from "../../../vscode/ui/notifications";
import { filesText, timeText } from "../../../vscode/ui/treeTexts";
import { countsText, lineCounts } from "../../preview/lineCounts";
import type { Snapshot } from "../journal";
import type { RestoredFile, RestorePlan } from "../restorePlan";
import { isAsWanted } from "../restoreWrites";
import { imageUri, leftUri } from "./journalImages";

/** Picks a point in time, the latest on top. */
export async function pickSnapshot(snapshots: readonly Snapshot[]): Promise<Snapshot | undefined> {
  if (snapshots.length === 0) {
    void showInformation(vscode.l10n.t("Toolcrib: there are no snapshots, because nothing has been changed yet."));
    return undefined;
  }
  const items = snapshots.map((snapshot) => ({
    label: snapshot.isNamed
      ? `$(bookmark) ${snapshot.name}`
      : `$(history) ${vscode.l10n.t("Before: {0}", snapshot.name)}`,
    description: timeText(snapshot.time),
    snapshot,
  }));
  const options = {
    title: vscode.l10n.t("Toolcrib: Restore Snapshot"),
    placeHolder: vscode.l10n.t("Select the point to return to"),
  };
  return (await vscode.window.showQuickPick(items, options))?.snapshot;
}

const kindOf = ({ now, wanted }: RestoredFile) =>
  now === undefined
    ? vscode.l10n.t("comes back")
    : wanted === undefined
      ? vscode.l10n.t("is deleted")
      : vscode.l10n.t("changes");

function itemOf(file: RestoredFile) {
  const { target, now, wanted, conflict } = file;
  const counts = lineCounts(now, wanted);
  return {
    label: target.shown,
    description: `${kindOf(file)}${counts ? ` · ${countsText(counts)}` : ""}`,
    picked: !conflict,
    ...(conflict && {
      detail: `$(warning) ${vscode.l10n.t("Changed by someone else since: left as it is unless you select it")}`,
    }),
    real: target.real,
  };
}

const rowOf = ({ target, now, wanted, first, last, kinds }: RestoredFile): DiffRow => ({
  resource: fileUri(target),
  before: now === undefined ? undefined : kinds?.before === "folder" ? leftUri(last, target.path) : fileUri(target),
  after: wanted === undefined ? undefined : imageUri(first, target.path),
});

/**
 * Shows what restoring would change, as diffs and as a list with a tick before each file; those that somebody else changed
 * since have none.
 * @returns real paths of the files to restore; undefined when the person does not want to, or nothing would change.
 */
export async function pickRestored({ subject, files }: RestorePlan): Promise<ReadonlySet<string> | undefined> {
  const changed = files.filter((file) => !isAsWanted(file) && file.conflict?.canForce !== false);
  const left = files.filter(({ conflict }) => conflict?.canForce === false);
  if (changed.length === 0) {
    const why = left[0]?.conflict?.error.message ?? vscode.l10n.t("all files are as they were then");
    void showInformation(vscode.l10n.t("Toolcrib: nothing to restore: {0}.", why));
    return undefined;
  }
  const title = vscode.l10n.t('Restore "{0}": now ↔ then', subject);
  await openMultiDiff(title, changed.map(rowOf));
  const placeHolder =
    left.length > 0
      ? vscode.l10n.t("Press Enter to restore the selected files. {0} cannot be restored.", filesText(left.length))
      : vscode.l10n.t("Press Enter to restore the selected files.");
  const picked = await vscode.window.showQuickPick(changed.map(itemOf), {
    title: vscode.l10n.t('Toolcrib: Restore "{0}"', subject),
    placeHolder,
    canPickMany: true,
    ignoreFocusOut: true,
  });
  await closeMultiDiffs([title]);
  if (!picked || picked.length === 0) return undefined;
  const wanted = new Set(picked.map(({ real }) => real));
  return new Set([...wanted, ...files.filter(isAsWanted).map(({ target }) => target.real)]);
}
