/** What setting up a web search asks a person for, one input at a time (WS-1). */
import * as vscode from "vscode";
import { searchOrigin } from "../../../core/settings/searchProvider";
import type { Settings } from "../../../core/settings/settings";
import type { SearchKeys } from "./searchKeys";
import { type OfferedService, searchServices } from "./searchServices";

const title = vscode.l10n.t("Toolcrib: Set Up Web Search");

/** What was typed and is not kept yet. */
export interface SearchDraft {
  readonly service: OfferedService;
  readonly settings: Partial<Pick<Settings, "web.search.provider" | "web.search.address" | "web.search.engine">>;
  /** Absent: the key that is kept already, or none. */
  readonly key?: string;
}

/** The service to use; `bing` for whoever looks for what is no longer there, undefined when the person gives up. */
export async function pickService(
  inUse: Settings["web.search.provider"],
): Promise<OfferedService | "bing" | undefined> {
  const items = searchServices.map((service) => ({
    label: service.label,
    description: service.provider === inUse ? vscode.l10n.t("in use") : "",
    detail: service.detail,
    choice: service as OfferedService | "bing",
  }));
  const retired = {
    label: "Bing",
    description: vscode.l10n.t("retired"),
    detail: vscode.l10n.t("Microsoft has shut down its API."),
    choice: "bing",
  };
  const picked = await vscode.window.showQuickPick([...items, { ...retired, choice: "bing" as const }], {
    title,
    placeHolder: vscode.l10n.t("Choose a search provider"),
    ignoreFocusOut: true,
  });
  return picked?.choice;
}

const addressProblem = (text: string) =>
  searchOrigin("searxng", { "web.search.address": text.trim(), "web.search.template": null }) === undefined
    ? vscode.l10n.t("Enter an http or https address without a user name, such as https://search.example.org.")
    : undefined;

const engineProblem = (text: string) =>
  /^[\w:-]+$/.test(text.trim())
    ? undefined
    : vscode.l10n.t("Enter the ID of a search engine: letters, digits, hyphens, underscores and colons.");

function keyProblem(text: string, mayBeEmpty: boolean): string | undefined {
  const key = text.trim();
  if (key === "") return mayBeEmpty ? undefined : vscode.l10n.t("This provider requires an API key.");
  return /^[\x21-\x7e]{1,512}$/.test(key)
    ? undefined
    : vscode.l10n.t("API keys contain no spaces or non-ASCII characters.");
}

async function ask({ label }: OfferedService, options: vscode.InputBoxOptions): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({ title: `${title}: ${label}`, ignoreFocusOut: true, ...options });
  return typed?.trim();
}

const askAddress = (service: OfferedService, value: string) =>
  ask(service, {
    value,
    prompt: vscode.l10n.t("Address of your SearXNG instance. Its settings.yml must list json in search.formats."),
    placeHolder: "https://search.example.org",
    validateInput: addressProblem,
  });

const askEngine = (service: OfferedService, value: string, page: string) =>
  ask(service, {
    value,
    prompt: vscode.l10n.t("ID of your search engine (cx), from [its control panel]({0}).", page),
    validateInput: engineProblem,
  });

/** @param known says what an empty answer stands for; undefined where there is no key yet. */
function askKey(service: OfferedService, known: string | undefined): Promise<string | undefined> {
  const { key } = service;
  const empty = known ?? (key?.isRequired ? undefined : vscode.l10n.t("Leave empty to use no key"));
  return ask(service, {
    password: true,
    prompt:
      key?.page === undefined
        ? vscode.l10n.t("API key, stored in VS Code's secret storage.")
        : vscode.l10n.t("API key, stored in VS Code's secret storage. You can get one [here]({0}).", key.page),
    placeHolder: empty ?? "",
    validateInput: (text) => keyProblem(text, empty !== undefined),
  });
}

/** What to begin with: what is set, or what was typed and did not work. */
export interface SearchBefore extends Pick<Settings, "web.search.address" | "web.search.engine"> {
  readonly key?: string;
}

/**
 * Asks for all that a service needs.
 * @returns undefined when the person gives up.
 */
export async function askDraft(
  service: OfferedService,
  before: SearchBefore,
  keys: SearchKeys,
): Promise<SearchDraft | undefined> {
  const { provider, asksAddress, engine: enginePage } = service;
  const address = asksAddress ? await askAddress(service, before["web.search.address"]) : "";
  if (address === undefined) return undefined;
  const engine = enginePage === undefined ? "" : await askEngine(service, before["web.search.engine"], enginePage);
  if (engine === undefined) return undefined;
  const isKept = (await keys.kept()).includes(provider);
  const known =
    before.key !== undefined
      ? vscode.l10n.t("Leave empty to use the key you entered before")
      : isKept
        ? vscode.l10n.t("Leave empty to use the saved key")
        : undefined;
  const typed = service.key ? await askKey(service, known) : "";
  if (typed === undefined) return undefined;
  const key = typed === "" ? before.key : typed;
  const settings = {
    ...(address !== "" && { "web.search.address": address }),
    ...(engine !== "" && { "web.search.engine": engine }),
    "web.search.provider": provider,
  };
  return { service, settings, ...(key !== undefined && { key }) };
}

/** What to look for as a test; undefined when the person gives up. */
export const askTestQuery = (service: OfferedService): Promise<string | undefined> =>
  ask(service, {
    value: "Visual Studio Code",
    prompt: vscode.l10n.t("Test query, sent to the service. Nothing is saved until the service has answered."),
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a query.") : undefined),
  });
