import * as vscode from "vscode";
import { askForText, type TextQuestions } from "../../review/vscode/askForText";

/** The part of a parameter's JSON Schema that decides how a person is asked. */
export interface ParameterSchema {
  readonly type?: string;
  readonly items?: { readonly type?: string };
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Texts of several lines; parameters are named alike in every tool, so the names say it. */
const longTexts = new Set(["content", "old_string", "new_string", "old_text", "new_text", "patch", "command"]);
const paths = new Set(["path", "file_path"]);
const folders = new Set(["cwd"]);

/** Asks for one parameter in the way that fits its type. @returns undefined when the person gives up. */
export async function askParameter(
  name: string,
  schema: ParameterSchema,
  title: string,
  texts: TextQuestions,
  signal: AbortSignal,
): Promise<unknown> {
  const heading = `${title}: ${name}`;
  if (schema.enum) return pick(heading, schema.enum, schema);
  if (schema.type === "boolean") return (await pick(heading, ["true", "false"], schema)) satisfies string | undefined;
  if (schema.type === "integer" || schema.type === "number") return askNumber(heading, schema);
  if (schema.type === "array") return askList(heading, schema);
  if (paths.has(name) || folders.has(name)) return askPath(heading, schema, folders.has(name));
  if (longTexts.has(name))
    return askForText(texts, name, `${heading}: ${schema.description ?? vscode.l10n.t("type the text.")}`, signal);
  return vscode.window.showInputBox({ title: heading, ...promptOf(schema), ignoreFocusOut: true });
}

const promptOf = ({ description }: ParameterSchema) => (description ? { prompt: description } : {});

const pick = (title: string, values: readonly string[], { description, default: usual }: ParameterSchema) =>
  vscode.window.showQuickPick(
    [...values].sort((a, b) => Number(b === String(usual)) - Number(a === String(usual))),
    {
      title,
      placeHolder: description ?? title,
      ignoreFocusOut: true,
    },
  );

function rangeText(minimum: number, maximum: number): string {
  const [hasMinimum, hasMaximum] = [minimum, maximum].map(Number.isFinite);
  if (hasMinimum && hasMaximum) return vscode.l10n.t("Enter a whole number from {0} to {1}.", minimum, maximum);
  if (hasMinimum) return vscode.l10n.t("Enter a whole number of at least {0}.", minimum);
  return hasMaximum
    ? vscode.l10n.t("Enter a whole number of at most {0}.", maximum)
    : vscode.l10n.t("Enter a whole number.");
}

async function askNumber(title: string, schema: ParameterSchema): Promise<number | undefined> {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const validateInput = (text: string) => {
    const value = Number(text);
    const valid = /^-?\d+$/.test(text.trim()) && value >= minimum && value <= maximum;
    return valid ? undefined : rangeText(minimum, maximum);
  };
  const value = schema.default === undefined ? "" : String(schema.default);
  const text = await vscode.window.showInputBox({
    title,
    value,
    validateInput,
    ...promptOf(schema),
    ignoreFocusOut: true,
  });
  return text === undefined ? undefined : Number(text);
}

async function askList(title: string, schema: ParameterSchema): Promise<string[] | undefined> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: [schema.description, vscode.l10n.t("Separate entries with commas.")].filter(Boolean).join(" "),
    ignoreFocusOut: true,
  });
  return text
    ?.split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Typed, chosen among the workspace's files, or browsed for. */
async function askPath(title: string, schema: ParameterSchema, folder: boolean): Promise<string | undefined> {
  const browse = { label: `$(folder-opened) ${vscode.l10n.t("Browse…")}`, path: undefined };
  const uris = folder ? [] : await vscode.workspace.findFiles("**/*", undefined, 2000);
  const files = uris.map((uri) => vscode.workspace.asRelativePath(uri)).sort();
  const picker = vscode.window.createQuickPick<{ label: string; path: string | undefined; description?: string }>();
  picker.title = title;
  picker.placeholder = schema.description ?? vscode.l10n.t("Path");
  picker.ignoreFocusOut = true;
  const offer = () => {
    const typed = picker.value.trim();
    const own =
      typed && !files.includes(typed) ? [{ label: typed, path: typed, description: vscode.l10n.t("as typed") }] : [];
    picker.items = [
      ...own,
      ...(folder ? [{ label: ".", path: "." }] : []),
      ...files.map((path) => ({ label: path, path })),
      browse,
    ];
  };
  offer();
  picker.onDidChangeValue(offer);
  const chosen = await new Promise<{ path: string | undefined } | undefined>((resolve) => {
    picker.onDidAccept(() => resolve(picker.selectedItems[0]));
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  if (!chosen || chosen.path !== undefined) return chosen?.path;
  const opened = await vscode.window.showOpenDialog({ title, canSelectFolders: true, canSelectFiles: !folder });
  return opened?.[0]?.fsPath;
}
