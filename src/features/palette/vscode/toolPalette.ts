import * as vscode from "vscode";
import type { Crib } from "../../../core/calls/crib";
import { executeCall } from "../../../core/calls/executeCall";
import type { Session } from "../../../core/session/session";
import { isWayToOthers } from "../../../core/tools/deferral";
import { parametersOf } from "../../../core/tools/dialect";
import type { DialectTool, ToolResult } from "../../../core/tools/tool";
import { showError } from "../../../vscode/ui/notifications";
import type { AskParts } from "../../approvals/vscode/askPerson";
import type { TextQuestions } from "../../review/vscode/askForText";
import { remedyFor } from "../../webSearch/vscode/webAnswers";
import { askParameter, type ParameterSchema } from "./parameterInput";
import { type ResultText, resultText } from "./resultText";
import { runShown } from "./runShown";

/** What the palette needs of its surroundings. */
export interface PaletteParts extends AskParts {
  readonly session: Session;
  readonly texts: TextQuestions;
  /** Shows a result in an editor. */
  showResult(title: string, result: ResultText): Promise<unknown>;
}

async function pickTool(crib: Crib): Promise<DialectTool | undefined> {
  const offered = [...crib.dialect.tools, ...crib.added.all()].filter((tool) => !isWayToOthers(tool));
  const items = offered.map((tool) => ({
    label: tool.displayName,
    description: tool.name,
    detail: tool.tool.summary,
    tool,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Toolcrib: Run Tool"),
    placeHolder: vscode.l10n.t("Select a tool"),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.tool;
}

/** A list of objects is for programs to write. */
const canBeTyped = (schema: ParameterSchema | undefined) => schema?.items?.type !== "object";

/** Asks for the required parameters, then for those of the others that the person wants to set. */
async function askInput(
  tool: DialectTool,
  texts: TextQuestions,
  signal: AbortSignal,
): Promise<Record<string, unknown> | undefined> {
  const { properties = {}, required = [] } = parametersOf(tool) as {
    properties?: Record<string, ParameterSchema>;
    required?: string[];
  };
  const asked = [...required, ...(tool.tool.usual ?? []).filter((name) => name in properties)];
  const optional = Object.keys(properties).filter((name) => !asked.includes(name) && canBeTyped(properties[name]));
  const input: Record<string, unknown> = {};
  const ask = async (name: string) => {
    const value = await askParameter(name, properties[name] as ParameterSchema, tool.displayName, texts, signal);
    if (value === undefined) return false;
    input[name] = value;
    return true;
  };
  for (const name of asked) if (!(await ask(name))) return undefined;
  if (optional.length === 0) return input;
  const items = optional.map((name) => ({ label: name, detail: properties[name]?.description ?? "" }));
  const placeHolder = vscode.l10n.t("Optional: select parameters to set, or just press Enter to run");
  const chosen = await vscode.window.showQuickPick(items, {
    title: tool.displayName,
    canPickMany: true,
    placeHolder,
    ignoreFocusOut: true,
  });
  if (!chosen) return undefined;
  for (const { label } of chosen) if (!(await ask(label))) return undefined;
  return input;
}

/** `Toolcrib: Run Tool…`: picks a tool, asks for its parameters, makes the call and shows what came of it. */
export async function runToolFromPalette(parts: PaletteParts): Promise<void> {
  const { texts, showResult } = parts;
  const tool = await pickTool(parts.crib);
  if (!tool) return;
  const asking = new AbortController();
  const input = await askInput(tool, texts, asking.signal);
  if (!input) return;
  const result = await runShown(tool, input, parts, (call, confirm) =>
    executeCall(parts.crib, parts.session, call, confirm),
  );
  if (result.isError) void tellFailure(tool, result);
  else await showResult(tool.displayName, resultText(tool, input, result));
}

async function tellFailure({ tool }: DialectTool, result: ToolResult): Promise<void> {
  const remedy = remedyFor(tool.name, result);
  const buttons = remedy ? [remedy.title] : [];
  const answer = await showError(`Toolcrib: ${result.text.slice(0, 500)}`, ...buttons);
  if (remedy && answer === remedy.title) await vscode.commands.executeCommand(remedy.command);
}
