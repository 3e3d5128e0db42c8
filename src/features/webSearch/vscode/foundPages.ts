/** Pages that a search has found, as places that a person can go to (WS-1). */
import * as vscode from "vscode";
import { parsedAddress } from "../../../core/text/addresses/parsedAddress";
import { revealed } from "../../../core/text/markdown";
import type { ToolResult } from "../../../core/tools/tool";
import { showInformation } from "../../../vscode/ui/notifications";

/** A result of a search. */
export interface FoundPage {
  readonly title: string;
  readonly url: string;
  readonly snippet?: string;
  readonly date?: string;
}

export const isWebAddress = (address: unknown): address is string =>
  typeof address === "string" && /^https?:\/\//.test(address) && parsedAddress(address) !== undefined;

/** What a search found, by the facts of its result; nothing for any other. */
export function foundIn(data: ToolResult["data"]): readonly FoundPage[] {
  const { results } = (data ?? {}) as { readonly results?: unknown };
  return Array.isArray(results) ? results.filter(({ url }: FoundPage) => isWebAddress(url)) : [];
}

/** Shows what was found, and opens in the browser what the person picks. */
export async function offerResults(pages: readonly FoundPage[], title: string): Promise<void> {
  if (pages.length === 0) {
    void showInformation(vscode.l10n.t("Toolcrib: no results ({0}).", title));
    return;
  }
  const items = pages.map(({ title, url, snippet = "", date = "" }) => ({
    label: revealed(title),
    description: date,
    detail: revealed(`${url} ${snippet}`),
    url,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t("Select a result to open it in the browser"),
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  // As a string: VS Code would write a Uri's query in another way.
  if (picked) await vscode.commands.executeCommand("vscode.open", picked.url);
}
