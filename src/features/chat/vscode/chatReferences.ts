/** What a person attached to a request, as a model is told of it. */

import * as vscode from "vscode";
import { shownPath } from "../../../core/vocabulary/shownPath";
import type { DataPart, Part } from "../../../lib/modelLoop/conversation";

/** Reads lines of a file as a tool would, judged and recorded; undefined when that is not allowed unasked. */
export type ReadLines = (path: string, firstLine: number, lines: number) => Promise<string | undefined>;

/** Lines of a selection that are told; the model reads more with its tools. */
const maxLines = 400;
/** Characters of any other attached text. */
const maxText = 20_000;

/** What VS Code adds for its own agent alone: a list of roles and skills that there are not here. */
const forBuiltInAgent = "vscode.customizations.index";

/** The attachments as parts of the request's message; empty without any. */
export async function attachedParts(
  given: readonly vscode.ChatPromptReference[],
  readLines: ReadLines,
): Promise<Part[]> {
  const references = given.filter(({ id }) => id !== forBuiltInAgent);
  const lines = await Promise.all(references.map((reference) => lineOf(reference, readLines)));
  // A selection that is attached by hand is there as that of the active editor as well.
  const known = [...new Set(lines.filter((line) => line !== undefined))];
  const text = known.length > 0 ? `\n\nAttached by the person:\n${known.join("\n")}` : "";
  const pictures = await Promise.all(references.map(({ value }) => pictureOf(value)));
  return [...(text ? [{ kind: "text", text } as const] : []), ...pictures.filter((picture) => picture !== undefined)];
}

async function lineOf({ value, modelDescription }: vscode.ChatPromptReference, readLines: ReadLines) {
  const what = modelDescription ? ` (${modelDescription})` : "";
  if (value instanceof vscode.Uri) return `- ${await nameOf(value)}${what}`;
  if (value instanceof vscode.Location) return selection(value, readLines);
  if (typeof value === "string") return `- text${what}:\n${fenced(value.slice(0, maxText))}`;
  return isPicture(value) ? `- a picture (${value.mimeType})` : undefined;
}

async function nameOf(uri: vscode.Uri): Promise<string> {
  const path = shownPath(pathOf(uri));
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) !== 0 ? `the folder ${path}` : path;
  } catch {
    return path;
  }
}

const pathOf = (uri: vscode.Uri) => (uri.scheme === "file" ? uri.fsPath : uri.path);

async function selection({ uri, range }: vscode.Location, readLines: ReadLines): Promise<string> {
  const first = range.start.line + 1;
  // A selection of whole lines ends before the first character of the next.
  const last = Math.max(first, range.end.character === 0 ? range.end.line : range.end.line + 1);
  const path = pathOf(uri);
  const text = await readLines(shownPath(path), first, Math.min(last - first + 1, maxLines));
  const head = `- ${shownPath(path)}, lines ${first} to ${last}`;
  return text === undefined ? head : `${head}:\n${fenced(text)}`;
}

/** A fence that the text does not hold. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** How VS Code hands over what was pasted; not in its stable types yet. */
interface PastedPicture {
  readonly mimeType: string;
  data(): Thenable<Uint8Array>;
}

const isPicture = (value: unknown): value is PastedPicture => {
  const { mimeType, data } = (value ?? {}) as Partial<PastedPicture>;
  return typeof mimeType === "string" && mimeType.startsWith("image/") && typeof data === "function";
};

async function pictureOf(value: unknown): Promise<DataPart | undefined> {
  if (!isPicture(value)) return undefined;
  try {
    return { kind: "data", mimeType: value.mimeType, bytes: await value.data() };
  } catch {
    // The line that names it stays; a picture that is gone fails no request.
    return undefined;
  }
}
