/** The failing tests of a command, as places to go to in the chat (EX-2). */
import * as vscode from "vscode";
import { plainMarkdown } from "../../../core/text/markdown";
import type { ToolResult } from "../../../core/tools/tool";
import { type LocatedFailure, type LocatedReport, shownPlace } from "../../../lib/testRuns/reportLine";
import { fileUri } from "../../../vscode/files/fileUri";

/** Failures that are listed; the chat is no report. */
const maxListed = 10;

/** Lists those whose files are there; says nothing for any other result. */
export function offerFailingTests({ data }: ToolResult, stream: vscode.ChatResponseStream): void {
  const { tests } = (data ?? {}) as { readonly tests?: LocatedReport };
  const places = (tests?.failures ?? []).flatMap((failure) => placeOf(failure) ?? []);
  if (places.length === 0) return;
  stream.markdown(`\n\n${vscode.l10n.t("Failing tests:")}\n`);
  for (const { name, location, shown } of places.slice(0, maxListed)) {
    stream.markdown(`\n- ${plainMarkdown(name)} `);
    stream.anchor(location, shown);
  }
  const more = places.length - maxListed;
  stream.markdown(more > 0 ? `\n- ${vscode.l10n.t("and {0} more", more)}\n\n` : "\n\n");
}

function placeOf(failure: LocatedFailure) {
  const { target, name, line = 1, column = 1 } = failure;
  const shown = shownPlace(failure);
  if (!target || shown === undefined) return undefined;
  return {
    name,
    shown,
    location: new vscode.Location(fileUri(target), new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1))),
  };
}
