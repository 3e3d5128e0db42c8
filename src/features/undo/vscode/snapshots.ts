import * as vscode from "vscode";
import { fileUri } from "../../../vscode/files/fileUri";
import { closeMultiDiffs, type DiffRow, openMultiDiff } from "../../../vscode/ui/multiDiff";
import { showInformation } from "../../../vscode/ui/notifications";
import { filesText, timeText } from "../../../vscode/ui/treeTexts";
import { countsText, lineCounts } from "../../preview/lineCounts";
import { isAsWanted, type Snapshot } from "../journal";
import type { RestoredFile, RestorePlan } from "../restorePlan";
import { imageUri } from "./journalImages";

/** Picks a point in time, the latest on top. */
export async function pickSnapshot(snapshots: readonly Snapshot[]): Promise<Snapshot | undefined> {
  if (snapshots.length === 0) {
    void showInformation("Toolcrib: no snapshots, because nothing was changed yet.");
    return undefined;
  }
  const items = snapshots.map((snapshot) => ({
    label: snapshot.isNamed ? `$(bookmark) ${snapshot.name}` : `$(history) Before: ${snapshot.name}`,
    description: timeText(snapshot.time),
    snapshot,
  }));
  const options = { title: "Toolcrib: Restore Snapshot", placeHolder: "Pick the point to return to" };
  return (await vscode.window.showQuickPick(items, options))?.snapshot;
}

const kindOf = ({ now, wanted }: RestoredFile) =>
  now === undefined ? "comes back" : wanted === undefined ? "goes" : "changes";

function itemOf(file: RestoredFile) {
  const { target, now, wanted, conflict } = file;
  const counts = lineCounts(now, wanted);
  return {
    label: target.shown,
    description: `${kindOf(file)}${counts ? ` · ${countsText(counts)}` : ""}`,
    picked: !conflict,
    ...(conflict && { detail: "$(warning) Changed by somebody else since: left as it is unless you tick it" }),
    real: target.real,
  };
}

const rowOf = ({ target, now, wanted, first }: RestoredFile): DiffRow => ({
  resource: fileUri(target),
  before: now === undefined ? undefined : fileUri(target),
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
    const why = left[0]?.conflict?.error.message ?? "all files are as they were then";
    void showInformation(`Toolcrib: nothing to restore, ${why}.`);
    return undefined;
  }
  const title = `Restore "${subject}": now ↔ then`;
  await openMultiDiff(title, changed.map(rowOf));
  const out = left.length > 0 ? `, ${filesText(left.length)} cannot be restored` : "";
  const picked = await vscode.window.showQuickPick(changed.map(itemOf), {
    title: `Toolcrib: Restore "${subject}"`,
    placeHolder: `Enter restores the ticked files${out}`,
    canPickMany: true,
    ignoreFocusOut: true,
  });
  await closeMultiDiffs([title]);
  if (!picked || picked.length === 0) return undefined;
  const wanted = new Set(picked.map(({ real }) => real));
  return new Set([...wanted, ...files.filter(isAsWanted).map(({ target }) => target.real)]);
}
