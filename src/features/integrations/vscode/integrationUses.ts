/** What a person makes of an integration from its line in the Workspaces view (EX-7). */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Crib } from "../../../core/calls/crib";
import { executeCall } from "../../../core/calls/executeCall";
import { schedulesFolder } from "../../../core/ports/workspaces";
import type { Session } from "../../../core/session/session";
import { ToolError } from "../../../core/vocabulary/toolError";
import { showInformation } from "../../../vscode/ui/notifications";
import { manifestName } from "../../madeTools/madeToolManifest";
import { madeToolsFolder } from "../../madeTools/madeTools";
import type { Schedules } from "../../schedules/schedules";
import { agentPart } from "../../workspaces/node/workspaceId";
import { type Integration, keyOfIntegration, type UsableIntegration } from "../integrations";
import { scheduleTextOf, toolNameOf, toolTextOf } from "../integrationUses";
import { exportIntegration } from "../node/exportIntegration";

/** What these need of the window. */
export interface IntegrationUsePorts {
  readonly crib: Crib;
  /** Whose calls are the person's own. */
  readonly person: Session;
  readonly schedules: Schedules;
}

interface Choice extends vscode.QuickPickItem {
  /** Absent: to be typed; empty: none. */
  readonly cron?: string;
}

const choices: readonly Choice[] = [
  { label: vscode.l10n.t("Every Morning at 7"), description: "0 7 * * *", cron: "0 7 * * *" },
  { label: vscode.l10n.t("Weekdays at 7"), description: "0 7 * * 1-5", cron: "0 7 * * 1-5" },
  { label: vscode.l10n.t("Every Hour"), description: "0 * * * *", cron: "0 * * * *" },
  { label: vscode.l10n.t("Only When I Start It"), cron: "" },
  { label: vscode.l10n.t("Another Time…"), description: vscode.l10n.t("a cron line") },
];

/** @returns undefined when the person gave none; empty for no time. */
async function askWhen({ name }: Integration, { times }: Schedules): Promise<string | undefined> {
  const placeHolder = vscode.l10n.t("Select when {0} runs", name);
  const choice = await vscode.window.showQuickPick(choices, { placeHolder, ignoreFocusOut: true });
  if (!choice || choice.cron !== undefined) return choice?.cron;
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Schedule {0}", name),
    prompt: vscode.l10n.t("Minute, hour, day, month and day of the week, such as 30 6 * * 1-5"),
    ignoreFocusOut: true,
    validateInput: (text) => times.problem(text.trim(), undefined),
  });
}

/** Proposes a schedule of it; as of every other, a notification asks the person to review it. */
export async function scheduleIntegration(
  { crib, schedules }: IntegrationUsePorts,
  integration: UsableIntegration,
): Promise<void> {
  const cron = (await askWhen(integration, schedules))?.trim();
  if (cron === undefined) return;
  const { name, workspace, folder } = integration;
  const when = cron === "" ? {} : { cron, timezone: schedules.times.zone };
  await mkdir(join(folder, schedulesFolder), { recursive: true });
  const path = join(folder, schedulesFolder, `${name}.json`);
  await writeFile(path, scheduleTextOf(integration, agentPart(workspace), when), { flag: "wx" }).catch((error) => {
    if (error.code !== "EEXIST") throw error;
    throw new ToolError("exists", vscode.l10n.t('There is already a schedule "{0}": remove it first.', name));
  });
  await crib.log.note("schedule proposed", "person", keyOfIntegration(integration));
  await schedules.refresh();
}

/** Makes a tool that runs it; as of every other, a notification asks the person to review it. */
export async function makeToolOf({ crib, person }: IntegrationUsePorts, integration: UsableIntegration): Promise<void> {
  const path = `${madeToolsFolder}/${toolNameOf(integration)}/${manifestName}`;
  const target = await crib.host.files.resolve(path);
  if (await crib.host.files.stat(target))
    throw new ToolError("exists", vscode.l10n.t("{0} already exists: change or delete it.", path));
  const input = { path, content: toolTextOf(integration) };
  const signal = new AbortController().signal;
  const wish = { tool: "write_file", input, signal };
  const { isError, text } = await executeCall(crib, person, wish, async () => ({ approved: true, by: "person" }));
  if (isError) throw new ToolError("internal", text);
}

/** Copies its files to where the person wants them. */
export async function exportTo({ crib }: IntegrationUsePorts, integration: Integration): Promise<void> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Export {0}", integration.name),
      openLabel: vscode.l10n.t("Export Here"),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!chosen) return;
  const folder = await exportIntegration(integration, chosen.fsPath);
  await crib.log.note("integration exported", "person", `${keyOfIntegration(integration)} to ${folder}`);
  void showInformation(vscode.l10n.t("Toolcrib: copied to {0}. Files: {1}.", folder, integration.files.length));
}
