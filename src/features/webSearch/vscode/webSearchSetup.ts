/** `Toolcrib: Set Up Web Search…` and `Toolcrib: Delete Web Search Key…` (WS-1). */
import * as vscode from "vscode";
import { cribWith } from "../../../core/calls/cribWith";
import { executeCall } from "../../../core/calls/executeCall";
import type { Session } from "../../../core/session/session";
import { serviceNames } from "../../../core/settings/searchProvider";
import { revealed, withoutLinks } from "../../../core/text/markdown";
import type { ToolResult } from "../../../core/tools/tool";
import { messageOf } from "../../../core/vocabulary/toolError";
import { openSetting } from "../../../vscode/settings/openSetting";
import { showError, showInformation, showWarning } from "../../../vscode/ui/notifications";
import { signalOf } from "../../../vscode/ui/signalOf";
import { type AskParts, askPerson } from "../../approvals/vscode/askPerson";
import { foundIn, offerResults } from "./foundPages";
import type { SearchKeys } from "./searchKeys";
import { askDraft, askTestQuery, pickService, type SearchBefore, type SearchDraft } from "./webSearchInput";

/** What both commands need of their surroundings. */
export interface SearchSetupParts extends AskParts {
  /** The person's own: the test query is a call of theirs. */
  readonly session: Session;
  readonly keys: SearchKeys;
}

/** Results that a test asks for. */
const testResults = 5;

const change = vscode.l10n.t("Change…");
const keepAnyway = vscode.l10n.t("Save Anyway");

/** Asks for what a service needs, tries it, and keeps it: nothing before a test query was answered or the person says so. */
export async function setUpWebSearch(parts: SearchSetupParts): Promise<void> {
  const { settings } = parts.crib.context();
  const service = await pickService(settings["web.search.provider"]);
  if (service === undefined) return;
  if (service === "bing") return tellOfBing(parts);
  if (service.provider === "custom" && settings["web.search.template"] === null) return describeService();
  let before: SearchBefore = settings;
  for (;;) {
    const draft = await askDraft(service, before, parts.keys);
    const query = draft && (await askTestQuery(service));
    if (!draft || query === undefined) return;
    const result = await tried(parts, draft, query);
    if (result === undefined) return;
    if (!result.isError) return keepAndShow(parts.keys, draft, query, result);
    const answer = await showWarning(
      vscode.l10n.t("Toolcrib: {0} did not answer the test query. Nothing was saved.", serviceNames[service.provider]),
      { modal: true, detail: revealed(problemOf(result)).slice(0, 2000) },
      change,
      keepAnyway,
    );
    if (answer === keepAnyway) return keep(parts.keys, draft);
    if (answer !== change) return;
    before = { ...before, ...draft.settings, ...(draft.key !== undefined && { key: draft.key }) };
  }
}

/** What was wrong, without what a model is told to do about it. */
function problemOf({ text, data }: ToolResult): string {
  const { problem } = (data ?? {}) as { readonly problem?: unknown };
  return typeof problem === "string" ? problem : text;
}

async function tellOfBing(parts: SearchSetupParts): Promise<void> {
  const another = vscode.l10n.t("Choose Another…");
  const answer = await showInformation(
    vscode.l10n.t("Toolcrib: Bing's search API was retired on 11 August 2025 and no longer works."),
    another,
  );
  if (answer === another) await setUpWebSearch(parts);
}

async function describeService(): Promise<void> {
  await openSetting("web.search.template", "globalValue", true);
  void showInformation(
    vscode.l10n.t(
      'Toolcrib: describe the service in "toolcrib.web.search.template" (completion offers an example), save, and run Set Up Web Search… again.',
    ),
  );
}

/** Makes the test query with the tool itself. @returns undefined when the person cancels it. */
function tried(
  { session, keys, ...surfaces }: SearchSetupParts,
  { service, settings, key }: SearchDraft,
  query: string,
): Thenable<ToolResult | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t("Toolcrib: sending the test query"),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const signal = signalOf(token);
    const crib = cribWith(surfaces.crib, settings);
    const input = { query, max_results: testResults };
    const tell = (line: string) => progress.report({ message: withoutLinks(line) });
    const call = { tool: "web_search", input, signal, progress: tell };
    const make = () => executeCall(crib, session, call, askPerson({ ...surfaces, crib }, signal));
    const result = await (key === undefined ? make() : keys.trying(service.provider, key, make));
    return token.isCancellationRequested ? undefined : result;
  });
}

async function keepAndShow(keys: SearchKeys, draft: SearchDraft, query: string, result: ToolResult): Promise<void> {
  await keep(keys, draft);
  await offerResults(foundIn(result.data), `${serviceNames[draft.service.provider]}: ${query}`);
}

/** The service comes last: until then what was set up before stays in force. */
async function keep(keys: SearchKeys, { service, settings, key }: SearchDraft): Promise<void> {
  const { provider } = service;
  const name = serviceNames[provider];
  const configuration = vscode.workspace.getConfiguration("toolcrib");
  const { "web.search.provider": chosen, ...places } = settings;
  try {
    for (const [place, value] of Object.entries(places))
      await configuration.update(place, value, vscode.ConfigurationTarget.Global);
    if (key !== undefined) await keys.keep(provider, key);
    await configuration.update("web.search.provider", chosen, vscode.ConfigurationTarget.Global);
    void showInformation(vscode.l10n.t("Toolcrib: web searches now use {0}.", name));
  } catch (error) {
    void showError(vscode.l10n.t("Toolcrib: {0} could not be set up: {1}", name, messageOf(error)));
  }
}

/** Lists the services whose keys are kept; those that are ticked are forgotten. */
export async function forgetSearchKey(keys: SearchKeys): Promise<void> {
  const kept = await keys.kept();
  if (kept.length === 0) {
    void showInformation(vscode.l10n.t("Toolcrib: there are no saved keys for search services."));
    return;
  }
  const ticked = await vscode.window.showQuickPick(
    kept.map((provider) => ({ label: serviceNames[provider], provider })),
    {
      title: vscode.l10n.t("Toolcrib: Delete Web Search Key"),
      placeHolder: vscode.l10n.t("Select the services whose keys to delete, then press Enter"),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  if (!ticked || ticked.length === 0) return;
  for (const { provider } of ticked) await keys.forget(provider);
  const names = ticked.map(({ label }) => label).join(", ");
  void showInformation(vscode.l10n.t("Toolcrib: keys deleted: {0}.", names));
}
