/** What the policy says here and now, as a page. */
import * as vscode from "vscode";
import { type DecisionSource, type Refusal, sourceText } from "../../../core/vocabulary/decision";
import { localReason } from "../../../vscode/ui/localReason";
import type { JudgedRow } from "../../builtInTools/vscode/judgedText";
import type { EffectivePolicy, JudgedExample } from "../effectivePolicy";
import { commandLink, html } from "./page";

/** Commands that the page's links run. */
export const policyCommands: readonly string[] = [
  ...["toolcrib.policy.why", "toolcrib.policy.show", "toolcrib.judgeBuiltInTools"],
];

const verdicts: Readonly<Record<JudgedExample["verdict"], string>> = {
  allow: vscode.l10n.t("✓ unasked"),
  ask: vscode.l10n.t("? asks"),
  deny: vscode.l10n.t("✗ denied"),
};

const groupNames: Readonly<Record<JudgedExample["group"], string>> = {
  Read: vscode.l10n.t("Read"),
  Write: vscode.l10n.t("Write"),
  Run: vscode.l10n.t("Run"),
  Reach: vscode.l10n.t("Reach"),
};

/** A link to what a person changes. */
const sourceLink = (source: DecisionSource, label = sourceText(source)): string =>
  commandLink(label, "toolcrib.policy.why", { source });

const exampleRow = ({ what, verdict, rule, reason, change }: JudgedExample): string =>
  `<tr><td class="mark ${verdict}">${html(verdicts[verdict])}</td><td>${html(what)}</td><td>${html(localReason(reason))} <span class="note">(${html(rule)})</span>${change ? ` ${sourceLink(change)}` : ""}</td></tr>`;

const table = (label: string, rows: readonly string[]): string =>
  `<table aria-label="${html(label)}"><tbody>${rows.join("")}</tbody></table>`;

/** A file that was asked about. */
export interface AskedFile {
  /** As people see its path. */
  readonly shown: string;
  readonly verdicts: readonly JudgedExample[];
}

const fileSection = ({ shown, verdicts }: AskedFile): string => {
  const title = vscode.l10n.t("What tools may do with {0}", shown);
  const how = vscode.l10n.t(
    "A rule of yours is in the settings or a policy file, listed below. A person can always change the file in the editor.",
  );
  return `<h2>${html(title)}</h2>${table(title, verdicts.map(exampleRow))}<p class="note">${html(how)}</p>`;
};

/** Whether the policy counts for tools that are not ours. */
const builtInSection = (rows: readonly JudgedRow[]): string => {
  const title = vscode.l10n.t("Built-in Tools");
  const lines = rows.map(
    ({ place, judged, state }) =>
      `<tr><td>${html(place)}</td><td class="${state === "not" || state === "broken" ? "mark limited" : "mark"}">${html(judged)}</td></tr>`,
  );
  const link = commandLink(vscode.l10n.t("Judge Built-in Tools…"), "toolcrib.judgeBuiltInTools");
  return `<h2>${html(title)}</h2>${table(title, lines)}<p>${link}</p>`;
};

const refusalSection = ({ rule, reason }: Refusal): string => {
  const how = vscode.l10n.t(
    "No single setting and no line of a policy file decides this. See the rules and settings below, or do it yourself in a terminal or an editor, where the policy does not apply.",
  );
  return `<h2>${html(vscode.l10n.t("Why This Was Refused"))}</h2><p>${html(localReason(reason))} <span class="note">(${html(rule)})</span></p><p class="note">${html(how)}</p>`;
};

/** What was asked about. */
export interface PolicyTop {
  readonly file?: AskedFile;
  readonly refusal?: Refusal;
}

/**
 * The page's body.
 * @param judged how the tools of each harness are judged.
 * @param top what was asked about, if something was: it stands on top.
 */
export function policyPage(
  { examples, rules, settings }: EffectivePolicy,
  judged: readonly JudgedRow[],
  { file, refusal }: PolicyTop = {},
): string {
  const groups = (Object.keys(groupNames) as JudgedExample["group"][]).map((group) => {
    const rows = examples.filter((example) => example.group === group).map(exampleRow);
    return `<h2>${html(groupNames[group])}</h2>${table(groupNames[group], rows)}`;
  });
  const rulesTitle = vscode.l10n.t("Rules");
  const ruleRows = rules.map(
    ({ source, place, decision, about }) =>
      `<tr><td class="mark ${html(decision)}">${html(decision)}</td><td>${html(about)}</td><td class="note">${sourceLink(place ?? { setting: "policy" }, source)}</td></tr>`,
  );
  const settingsTitle = vscode.l10n.t("Settings that differ from their defaults");
  const settingRows = settings.map(
    ({ name, value }) =>
      `<tr><td>${sourceLink({ setting: name.replace("toolcrib.", "") })}</td><td>${html(JSON.stringify(value))}</td></tr>`,
  );
  const none = `<p class="note">${html(vscode.l10n.t("None."))}</p>`;
  return `<h1>${html(vscode.l10n.t("Effective Policy"))}</h1>
${refusal ? refusalSection(refusal) : ""}${file ? fileSection(file) : ""}
<p>${html(vscode.l10n.t("Examples, judged by the very rules that judge every call."))} ${commandLink(vscode.l10n.t("Judge Again"), "toolcrib.policy.show")}</p>
${groups.join("\n")}
${builtInSection(judged)}
<h2>${html(rulesTitle)}</h2>${ruleRows.length > 0 ? table(rulesTitle, ruleRows) : none}
<h2>${html(settingsTitle)}</h2>${settingRows.length > 0 ? table(settingsTitle, settingRows) : none}`;
}
