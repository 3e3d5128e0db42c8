import * as vscode from "vscode";
import { hunkAt, type LineHunk, lineHunks, withoutHunks } from "../../../lib/edits/diff/lineHunks";
import { splitLines } from "../../../lib/edits/text/lines";
import { replaceText } from "../../../vscode/files/openDocuments";
import { showInformation } from "../../../vscode/ui/notifications";
import type { Reviewed } from "./pendingReview";
import { proposalOf } from "./proposals";
import type { Review } from "./review";

/** The changes of the diff in front, and the one at the cursor. */
interface Standing {
  readonly document: vscode.TextDocument;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly hunks: readonly LineHunk[];
  readonly current: LineHunk;
}

const tell = (text: string) => void showInformation(`Toolcrib: ${text}`);

/** The file whose proposal the cursor is in, or whose diff is in front. */
function reviewedInFront(review: Review): Reviewed | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const shown = [vscode.window.activeTextEditor?.document.uri, tab && proposalOf(tab)];
  return shown.map((uri) => uri && review.fileOf(uri)).find((file) => file !== undefined);
}

/** Where the cursor stands in the proposal; a cursor in the left side stands at the change there. */
function changeAtCursor(hunks: readonly LineHunk[], document: vscode.TextDocument): LineHunk | undefined {
  const active = vscode.window.activeTextEditor;
  if (!active) return undefined;
  if (active.document === document) return hunkAt(hunks, active.selection.active.line);
  const mirrored = hunks.map(({ before, after }) => ({ before: after, after: before }));
  const found = hunkAt(mirrored, active.selection.active.line);
  return found && hunks[mirrored.indexOf(found)];
}

async function standing(review: Review): Promise<Standing | undefined> {
  const reviewed = reviewedInFront(review);
  if (!reviewed) return undefined;
  if (reviewed.kind === "delete") {
    tell(vscode.l10n.t("{0}: accept or reject it as a whole.", reviewed.title));
    return undefined;
  }
  const [old, document] = await Promise.all(
    [reviewed.before, reviewed.proposal].map((uri) => vscode.workspace.openTextDocument(uri)),
  );
  if (!old || !document) return undefined;
  const [before, after] = [splitLines(old.getText()), splitLines(document.getText())];
  const hunks = lineHunks(before, after);
  const current = changeAtCursor(hunks, document);
  if (current) return { document, before, after, hunks, current };
  tell(vscode.l10n.t("there is no change at the cursor: go to one with Alt+F5 first."));
  return undefined;
}

async function drop({ document, before, after }: Standing, dropped: readonly LineHunk[]): Promise<void> {
  const ending = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  await replaceText(document, withoutHunks(before, after, dropped).join(ending));
}

/** Takes every other change out of the proposal; what is left is written when it is accepted. Can be undone in the editor. */
export async function keepOnlyThisChange(review: Review): Promise<void> {
  const found = await standing(review);
  if (found)
    await drop(
      found,
      found.hunks.filter((hunk) => hunk !== found.current),
    );
}

/** Takes the change at the cursor out of the proposal, as the diff editor's own arrow does. */
export async function rejectThisChange(review: Review): Promise<void> {
  const found = await standing(review);
  if (found) await drop(found, [found.current]);
}
