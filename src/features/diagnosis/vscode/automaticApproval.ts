import * as vscode from "vscode";
import { type Finding, good, limited } from "../finding";

/** Settings of VS Code with which it answers its questions about tools by itself. */
const names = ["global", "edits", "terminal", "urls"].map((kind) => `chat.tools.${kind}.autoApprove`);

/** True for a value that approves something. */
const approves = (value: unknown): boolean =>
  value === true || (typeof value === "object" && value !== null && Object.values(value).some(approvesEntry));

const approvesEntry = (entry: unknown) => entry !== false && entry !== null;

/** Those that somebody has changed so that they approve something. */
function approving(): string[] {
  const configuration = vscode.workspace.getConfiguration();
  return names.filter((name) => {
    const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect(name) ?? {};
    return [globalValue, workspaceValue, workspaceFolderValue].some(approves);
  });
}

/** Whether VS Code asks before tools run, as far as the policy leaves the question to it. */
export function automaticApproval(): Finding {
  const [first, ...more] = approving();
  const subject = vscode.l10n.t("Automatic approval");
  if (first === undefined) return good(subject, vscode.l10n.t("No setting of VS Code approves tool calls by itself."));
  return limited(
    subject,
    vscode.l10n.t(
      "VS Code answers some of its questions by itself because of {0}. What the policy denies stays denied.",
      [first, ...more].join(", "),
    ),
    { kind: "setting", setting: first },
  );
}
