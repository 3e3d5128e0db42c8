import { withoutPictures } from "../../../core/text/markdown";
import type { DialectTool, ToolResult } from "../../../core/tools/tool";

/** A result as a document. */
export interface ResultText {
  readonly text: string;
  readonly format: "txt" | "md";
}

/** The line below the source stays one of its own in Markdown, which would join them. */
const withLinedSource = (text: string): string => text.replace(/^(Source: .*)\n(?=Redirected from )/m, "$1\\\n");

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
  return isMarkdown ? { text: withoutPictures(withLinedSource(text)), format: "md" } : { text, format: "txt" };
}
