import * as vscode from "vscode";
import type { JudgedCall } from "../../../core/calls/call";
import { parsedAddress } from "../../../core/text/addresses/parsedAddress";
import { shortAddress } from "../../../core/text/addresses/shownAddress";
import { plainMarkdown } from "../../../core/text/markdown";
import { localTitle } from "../../../vscode/ui/localReason";

/** Text of a line in a chat as it is: in a plain string VS Code would make links of addresses, with the words around them. */
export const plainLine = (text: string): vscode.MarkdownString => new vscode.MarkdownString(plainMarkdown(text));

/** The title of a call as a chat shows it while the call is made and afterwards: a page that may be fetched is a link (WF-6). */
export function callTitle({ plan, decision }: JudgedCall): vscode.MarkdownString {
  const title = localTitle(plan.title);
  const page = plan.effects.find((effect) => effect.kind === "fetch" && effect.search === undefined);
  const address = page?.kind === "fetch" && decision.kind !== "deny" ? parsedAddress(page.url) : undefined;
  if (page?.kind !== "fetch" || !address) return plainLine(title);
  const shown = shortAddress(page.url);
  const at = title.indexOf(shown);
  if (at < 0) return plainLine(title);
  const [before, after] = [title.slice(0, at), title.slice(at + shown.length)].map(plainMarkdown);
  return new vscode.MarkdownString(`${before}[${plainMarkdown(shown)}](<${address.href}>)${after}`);
}
