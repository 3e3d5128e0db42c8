/** What is offered beside the answer of a web tool: pages to open, and setting up a search that is not (WF-6, WS-1). */
import * as vscode from "vscode";
import type { ToolResult } from "../../../core/tools/tool";
import { foundIn, isWebAddress } from "./foundPages";

/** Lists the page that was fetched, or those that were found, with what the answer refers to. */
export function referToPages({ isError, data }: ToolResult, stream: vscode.ChatResponseStream): void {
  if (isError) return;
  const { url, untrusted } = (data ?? {}) as { readonly url?: unknown; readonly untrusted?: unknown };
  const fetched = untrusted === true && isWebAddress(url) ? [url] : [];
  for (const address of [...fetched, ...foundIn(data).map((page) => page.url)])
    stream.reference(vscode.Uri.parse(address));
}

const setUp: vscode.Command = { command: "toolcrib.setUpWebSearch", title: vscode.l10n.t("Set Up Web Search…") };

/**
 * What a person can do about a failure, for a button; undefined where there is nothing.
 * @param tool its name in the dialect `standard`.
 */
export function remedyFor(tool: string, { isError, data }: ToolResult): vscode.Command | undefined {
  const { error } = (data ?? {}) as { readonly error?: unknown };
  return isError && tool === "web_search" && error === "unavailable" ? setUp : undefined;
}
