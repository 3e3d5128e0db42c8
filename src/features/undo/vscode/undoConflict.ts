import * as vscode from "vscode";
import { fileUri } from "../../../vscode/files/fileUri";
import { showInformation, showWarning } from "../../../vscode/ui/notifications";
import { tabContent } from "../../../vscode/ui/tabContent";
import { whileChanging } from "../../../vscode/ui/whileWorking";
import type { Journal } from "../journal";
import { type RestoreConflict, restoreRefusal } from "../restoreConflict";
import type { RestoredFile, RestorePlan } from "../restorePlan";
import { isAsWanted } from "../restoreWrites";
import { imageUri, journalScheme, leftUri, nothingUri } from "./journalImages";

type Conflicting = RestoredFile & { readonly conflict: RestoreConflict };

const isConflicting = (file: RestoredFile): file is Conflicting => file.conflict !== undefined;

/** How a plan's subject is told to a person. */
export type Naming = (subject: string) => string;

/**
 * Carries a plan out; where files have changed since, shows how and lets the person decide.
 * @param named by default as it is, which is right for the words of a person.
 */
export async function carryOut(
  journal: Journal,
  plan: RestorePlan,
  named: Naming = (subject) => subject,
): Promise<void> {
  const conflicting = plan.files.filter(isConflicting);
  if (conflicting.length === 0) return apply(journal, plan, named);
  const [only, ...others] = conflicting;
  if (only && others.length === 0 && !only.whole) await compare(plan, only);
  await decide(journal, plan, conflicting, named);
}

async function apply(journal: Journal, plan: RestorePlan, named: Naming, chosen?: ReadonlySet<string>): Promise<void> {
  const { subject, restored } = await whileChanging(restoring, () => journal.apply(plan, chosen));
  const files = restored.join(", ") || vscode.l10n.t("every file was already up to date");
  if (plan.kind === "redo") void showInformation(vscode.l10n.t('Toolcrib: redid "{0}" ({1}).', named(subject), files));
  // Not waited for: the message may stay as long as the window.
  else void offerRedo(vscode.l10n.t('Toolcrib: undid "{0}" ({1}).', named(subject), files));
}

/** The title of the notification while files are written. */
export const restoring = vscode.l10n.t("Toolcrib: restoring files");

const redo = vscode.l10n.t("Redo");

async function offerRedo(message: string): Promise<void> {
  if ((await showInformation(message, redo)) === redo) await vscode.commands.executeCommand("toolcrib.redo");
}

const anyway = vscode.l10n.t("Restore Anyway…");
const comparing = vscode.l10n.t("Compare…");

const titleStart = ({ target }: Conflicting) => `${target.shown} (`;

async function closeComparisons(files: readonly Conflicting[]): Promise<void> {
  const starts = files.map(titleStart);
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => showsJournal(tab) && starts.some((start) => tab.label.startsWith(start)));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

const showsJournal = (tab: vscode.Tab) => tabContent(tab)?.original?.scheme === journalScheme;

/** Asks until the person restores or keeps. */
async function decide(
  journal: Journal,
  plan: RestorePlan,
  conflicting: readonly Conflicting[],
  named: Naming,
): Promise<void> {
  const { message } = restoreRefusal(
    plan.kind,
    conflicting.map(({ conflict }) => conflict),
  );
  const forcible = conflicting.filter(({ conflict }) => conflict.canForce);
  // Of what is moved as it is, nobody keeps versions to look at.
  const comparable = forcible.filter(({ whole }) => !whole);
  const offers = [
    vscode.l10n.t("Keep"),
    ...(comparable.length > 0 && conflicting.length > 1 ? [comparing] : []),
    // Nothing would bring back what a redo overwrites.
    ...(plan.kind === "undo" && forcible.length === conflicting.length ? [anyway] : []),
  ];
  const answer = await showWarning(`Toolcrib: ${message}`, ...offers);
  if (answer === comparing) {
    const file = await pickFile(comparable);
    if (file) await compare(plan, file);
    return decide(journal, plan, conflicting, named);
  }
  await closeComparisons(comparable);
  if (answer === anyway && (await isSure(named(plan.subject), plan.files, forcible)))
    await apply(journal, plan, named, new Set(plan.files.map(({ target }) => target.real)));
}

async function pickFile(files: readonly Conflicting[]): Promise<Conflicting | undefined> {
  if (files.length === 1) return files[0];
  const items = files.map((file) => ({ label: file.target.shown, file }));
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Select the file to compare") }))?.file;
}

async function isSure(
  subject: string,
  files: readonly RestoredFile[],
  conflicting: readonly Conflicting[],
): Promise<boolean> {
  const overwritten = conflicting.map(({ target }) => target.shown).join("\n");
  const others = files.filter((file) => !isConflicting(file) && !isAsWanted(file)).map(({ target }) => target.shown);
  const detail = [
    `${vscode.l10n.t("Changed since, and overwritten:")}\n${overwritten}`,
    ...(others.length > 0 ? [`${vscode.l10n.t("Also restored:")}\n${others.join("\n")}`] : []),
    vscode.l10n.t("Redo Last Undone Change brings back what the files contain now."),
  ].join("\n\n");
  const message = vscode.l10n.t('Restore what was there before "{0}"?', subject);
  return (await showWarning(message, { modal: true, detail }, vscode.l10n.t("Restore"))) !== undefined;
}

/**
 * The three versions of a file in two diffs side by side: what restoring would bring back, what was left there, and what it
 * holds now. VS Code opens its merge editor for merges of git alone.
 */
async function compare({ kind }: RestorePlan, file: Conflicting): Promise<void> {
  const { target, first, last, now, conflict } = file;
  if (!conflict.canForce) return;
  const { path } = target;
  const current = now === undefined ? nothingUri(path) : fileUri(target);
  const before = imageUri(first, path);
  const [then, left] =
    kind === "undo"
      ? [vscode.l10n.t("before ↔ now"), vscode.l10n.t("as Toolcrib left it ↔ now")]
      : [vscode.l10n.t("what redo brings back ↔ now"), vscode.l10n.t("as undo left it ↔ now")];
  const diff = (from: vscode.Uri, name: string, viewColumn: vscode.ViewColumn) =>
    vscode.commands.executeCommand("vscode.diff", from, current, `${titleStart(file)}${name})`, {
      viewColumn,
      preview: false,
      preserveFocus: true,
    });
  await diff(before, then, vscode.ViewColumn.One);
  await diff(leftUri(last, path), left, vscode.ViewColumn.Beside);
}
