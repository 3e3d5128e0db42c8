import type { CodeWait } from "../../core/ports/editor/codeIntelligence";
import { oneLine } from "../../core/text/oneLine";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";

const timedOut = (language: string, ms: number) =>
  new ToolError(
    "timeout",
    `The language support for ${language} did not answer within ${Math.round(ms / 1000)} s: it may still be loading. Try again later, or use search_text.`,
  );

/** One question, ended by the limit or by whoever asked. */
export async function within<T>(question: Thenable<T>, language: string, { limitMs, signal }: CodeWait): Promise<T> {
  signal.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut(language, limitMs)), limitMs);
    stop = () => reject(new ToolError("cancelled", "This call was cancelled."));
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([Promise.resolve(question).catch(refused), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** A language's own words. */
function refused(error: unknown): never {
  throw new ToolError(
    "tool_failed",
    `The language support refused this: ${oneLine(messageOf(error)).replace(/\.$/, "")}.`,
  );
}
