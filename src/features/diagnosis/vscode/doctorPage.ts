/** The doctor's page: what was found, each row with what mends it. */
import * as vscode from "vscode";
import type { Finding, Fix } from "../finding";
import { commandLink, html } from "./page";

/** Commands that mend something. */
export const fixCommands: readonly string[] = [
  ...["workbench.action.openSettings", "workbench.trust.manage", "vscode.open", "toolcrib.doctor"],
  ...["workbench.action.chat.manage", "toolcrib.policy.show", "toolcrib.judgeBuiltInTools", "toolcrib.agents.cleanUp"],
];

const marks: Readonly<Record<Finding["state"], string>> = {
  good: vscode.l10n.t("✓ works"),
  limited: vscode.l10n.t("! limited"),
  bad: vscode.l10n.t("✗ does not work"),
};

function fixLink(fix: Fix): string {
  switch (fix.kind) {
    case "setting":
      return commandLink(vscode.l10n.t("Change Setting"), "workbench.action.openSettings", fix.setting);
    case "file":
      return commandLink(vscode.l10n.t("Open File"), "vscode.open", vscode.Uri.file(fix.path).toString());
    case "page":
      return `<a href="${html(fix.address)}">${html(fix.label)}</a>`;
    case "command":
      return commandLink(fix.label, fix.command);
  }
}

const row = ({ subject, state, text, fix }: Finding): string =>
  `<tr><td class="mark ${state}">${html(marks[state])}</td><th scope="row">${html(subject)}</th><td>${html(text)}</td><td class="mark">${fix ? fixLink(fix) : ""}</td></tr>`;

function summary(findings: readonly Finding[]): string {
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  const [bad, limited] = [count("bad"), count("limited")];
  if (bad === 0 && limited === 0) return vscode.l10n.t("Everything that tools need is there and works.");
  if (bad === 0) return vscode.l10n.t("Tools work. What is marked with ! could be better.");
  return vscode.l10n.t("Something that tools need does not work.");
}

/** The page's body. */
export const doctorPage = (findings: readonly Finding[]): string =>
  `<h1>${html(vscode.l10n.t("Toolcrib Doctor"))}</h1>
<p role="status">${html(summary(findings))} ${commandLink(vscode.l10n.t("Check Again"), "toolcrib.doctor")} · ${commandLink(vscode.l10n.t("Show Effective Policy"), "toolcrib.policy.show")}</p>
<table aria-label="${html(vscode.l10n.t("Findings"))}"><tbody>${findings.map(row).join("")}</tbody></table>`;
