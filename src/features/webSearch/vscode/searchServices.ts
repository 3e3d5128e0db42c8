/** The search services that a person can choose from, and what each needs (WS-1). */
import * as vscode from "vscode";
import { serviceNames } from "../../../core/settings/searchProvider";
import type { SearchProvider } from "../../../core/vocabulary/searchProviderName";

/** What a service is asked with. */
export interface OfferedService {
  readonly provider: Exclude<SearchProvider, "bing">;
  /** In a list of services. */
  readonly label: string;
  /** What it needs, in a line. */
  readonly detail: string;
  /** True where the person says where it is. */
  readonly asksAddress?: boolean;
  /** Where an engine's ID is to be had, for a service that has engines. */
  readonly engine?: string;
  /** Absent: it takes no key. `page` is where one is to be had. */
  readonly key?: { readonly isRequired: boolean; readonly page?: string };
}

/** In the order in which they are offered. */
export const searchServices: readonly OfferedService[] = [
  {
    provider: "searxng",
    label: serviceNames.searxng,
    detail: vscode.l10n.t("Needs the address of your own server, with its JSON format enabled. No API key."),
    asksAddress: true,
  },
  {
    provider: "brave",
    label: serviceNames.brave,
    detail: vscode.l10n.t("Needs an API key from Brave."),
    key: { isRequired: true, page: "https://api-dashboard.search.brave.com/app/keys" },
  },
  {
    provider: "tavily",
    label: serviceNames.tavily,
    detail: vscode.l10n.t("Needs an API key from Tavily."),
    key: { isRequired: true, page: "https://app.tavily.com/home" },
  },
  {
    provider: "google",
    label: serviceNames.google,
    detail: vscode.l10n.t(
      "Closed to new customers; ends on 1 January 2027. Needs an API key and the ID of a search engine.",
    ),
    engine: "https://programmablesearchengine.google.com/controlpanel/all",
    key: { isRequired: true, page: "https://developers.google.com/custom-search/v1/introduction" },
  },
  {
    provider: "custom",
    label: vscode.l10n.t("Another service that answers in JSON"),
    detail: vscode.l10n.t(
      "Needs a description of its requests and responses in the settings. The API key is optional.",
    ),
    key: { isRequired: false },
  },
];
