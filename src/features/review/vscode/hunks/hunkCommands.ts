import * as vscode from "vscode";
import { hunkAt, type LineHunk, lineHunks, withoutHunks } from "../../../../lib/edits/diff/lineHunks";
import { splitLines } from "../../../../lib/edits/text/lines";
import { replaceText } from "../../../../vscode/files/openDocuments";
import { showInformation } from "../../../../vscode/ui/notifications";
import type { Reviewed } from "../pendingReview";
import { proposalOf } from "../proposals";
import type { Review } from "../review";

/** A change that was pointed at; a command of VS Code takes any argument. */
export interface HunkPlace {
  /** Address of the proposal. */
  readonly proposal: string;
  /** Any line of the change in the proposal, counted from 0. */
  readonly line: number;
}

const placeOf = (given: unknown): HunkPlace | undefined => {
  const { proposal, line } = (given ?? {}) as Partial<HunkPlace>;
  return typeof proposal === "string" && Number.isInteger(line) ? (given as HunkPlace) : undefined;
};

/** The changes of a proposal, and the one that was pointed at, or at the cursor. */
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

/** All changes of a proposal; undefined for what cannot be shown as texts. */
export async function changesIn({ before: old, proposal }: Reviewed): Promise<Omit<Standing, "current"> | undefined> {
  const [left, document] = await Promise.all([old, proposal].map((uri) => vscode.workspace.openTextDocument(uri)));
  if (!left || !document) return undefined;
  const [before, after] = [splitLines(left.getText()), splitLines(document.getText())];
  return { document, before, after, hunks: lineHunks(before, after) };
}

async function standing(review: Review, given: unknown): Promise<Standing | undefined> {
  const place = placeOf(given);
  const reviewed = place ? review.fileOf(vscode.Uri.parse(place.proposal)) : reviewedInFront(review);
  if (!reviewed) return undefined;
  if (reviewed.isWhole) {
    tell(vscode.l10n.t("{0}: accept or reject it as a whole.", reviewed.title));
    return undefined;
  }
  const found = await changesIn(reviewed);
  if (!found) return undefined;
  const { hunks, document } = found;
  const current = place ? hunkAt(hunks, place.line) : changeAtCursor(hunks, document);
  if (current) return { ...found, current };
  tell(vscode.l10n.t("there is no change at the cursor: go to one with Alt+F5 first."));
  return undefined;
}

async function drop({ document, before, after }: Standing, dropped: readonly LineHunk[]): Promise<void> {
  const ending = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  await replaceText(document, withoutHunks(before, after, dropped).join(ending));
}

/** Takes every other change out of the proposal; what is left is written when it is accepted. Can be undone in the editor. @param given see {@link HunkPlace}; else the change at the cursor. */
export async function keepOnlyThisChange(review: Review, given?: unknown): Promise<void> {
  const found = await standing(review, given);
  if (found)
    await drop(
      found,
      found.hunks.filter((hunk) => hunk !== found.current),
    );
}

/** Takes the change at the cursor out of the proposal, as the diff editor's own arrow does. @param given see {@link HunkPlace}. */
export async function rejectThisChange(review: Review, given?: unknown): Promise<void> {
  const found = await standing(review, given);
  if (found) await drop(found, [found.current]);
}
