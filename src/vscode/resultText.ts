import type { DialectTool } from "../core/dialect";
import type { ToolResult } from "../core/tool";
import { withoutPictures } from "../review/preview";

/** A result as a document. */
export interface ResultText {
  readonly text: string;
  readonly format: "txt" | "md";
}

/** Title and source stay lines of their own in Markdown, which would join them. */
function withLinedHead(text: string): string {
  const end = text.search(/\n\n|$/);
  return text.slice(0, end).replaceAll("\n", "\\\n") + text.slice(end);
}

/**
 * How a result reads best: a page from the web as the Markdown that it was made into, without fetching its pictures (WF-2).
 * @param input of the call, in the words of the tool's dialect.
 */
export function resultText(
  { name }: Pick<DialectTool, "name">,
  { mode, format }: Readonly<Record<string, unknown>>,
  { text, data }: ToolResult,
): ResultText {
  const { content } = (data ?? {}) as { readonly content?: unknown };
  const isMarkdown = name === "web_fetch" && content === "html" && mode !== "raw" && format !== "text";
  return isMarkdown ? { text: withoutPictures(withLinedHead(text)), format: "md" } : { text, format: "txt" };
}
