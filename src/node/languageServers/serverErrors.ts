/** What is said of a language server that does not do what it was asked. */
import { oneLine } from "../../core/text/oneLine";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";

interface Named {
  readonly language: string;
}

/** Characters of a server's own words that a message has. */
const maxWords = 1000;

/** It did not answer in time. */
export const tooLate = ({ language }: Named, limitMs: number) =>
  new ToolError(
    "timeout",
    `The language server for ${language} did not answer within ${Math.round(limitMs / 1000)} s: try again later, or use search_text.`,
  );

/** It does not have what it would need. @param missing what it would have to do, in words. */
export const unable = ({ language }: Named, missing: string) =>
  new ToolError(
    "unavailable",
    `The language server for ${language} cannot ${missing}: use search_text, read_file and edit_file instead.`,
  );

/** It answered with an error, or ended. */
export function refusal({ language }: Named, isOver: boolean, error: unknown): ToolError {
  if (isOver)
    return new ToolError(
      "unavailable",
      `The language server for ${language} ended while it worked on this: repeat the call, for which it is started again, or use search_text.`,
    );
  const words = oneLine(messageOf(error)).replace(/\.$/, "").slice(0, maxWords);
  return new ToolError("tool_failed", `The language server refused this: ${words}.`);
}

/** Reads what a server said. @throws ToolError `tool_failed` where that is not what the protocol has. */
export function understood<T>({ language }: Named, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ToolError(
      "tool_failed",
      `The language server for ${language} gave an answer that its protocol does not have (${oneLine(messageOf(error)).slice(0, maxWords)}): use search_text and edit_file instead.`,
    );
  }
}

/** A server that does not work, and why. */
export const unavailable = ({ language, command }: Named & { readonly command: readonly string[] }, why: string) =>
  new ToolError(
    "unavailable",
    `The language server for ${language} (${command[0]}) does not work: ${why}. Tell the person to check toolcrib.languageServers, or use search_text and edit_file.`,
  );
