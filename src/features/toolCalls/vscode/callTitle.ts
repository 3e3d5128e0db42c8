import * as vscode from "vscode";
import type { JudgedCall } from "../../../core/calls/call";
import { parsedAddress } from "../../../core/text/addresses/parsedAddress";
import { shortAddress } from "../../../core/text/addresses/shownAddress";
import { plainMarkdown, withoutLinks } from "../../../core/text/markdown";
import { localTitle } from "../../../vscode/ui/localReason";

/** The title of a call as a chat shows it while the call is made and afterwards: a page that may be fetched is a link (WF-6). */
export function callTitle({ plan, decision }: JudgedCall): string | vscode.MarkdownString {
  const title = localTitle(plan.title);
  const page = plan.effects.find((effect) => effect.kind === "fetch" && effect.search === undefined);
  const address = page?.kind === "fetch" && decision.kind !== "deny" ? parsedAddress(page.url) : undefined;
  if (page?.kind !== "fetch" || !address) return withoutLinks(title);
  const shown = shortAddress(page.url);
  const at = title.indexOf(shown);
  if (at < 0) return withoutLinks(title);
  const [before, after] = [title.slice(0, at), title.slice(at + shown.length)].map(plainMarkdown);
  return new vscode.MarkdownString(`${before}[${plainMarkdown(shown)}](<${address.href}>)${after}`);
}
