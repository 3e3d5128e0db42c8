/** How the tools of this feature come to the editor's languages, and what they say where those say nothing. */
import type { CodeAnswer, CodeWait } from "../../core/ports/editor/codeIntelligence";
import type { Settings } from "../../core/settings/settings";
import type { KnownCode } from "../../core/tools/knownCode";
import { ToolError } from "../../core/vocabulary/toolError";

/** From this many milliseconds on it is worth telling. */
const tellable = 1000;

/** What planning and running have in common for this. */
interface Asking {
  readonly host: { readonly code?: KnownCode };
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/** @throws ToolError `unavailable` where no editor knows the files. */
export function codeOf({ host: { code } }: Pick<Asking, "host">): KnownCode {
  if (code) return code;
  throw new ToolError(
    "unavailable",
    "No language support is available here: use search_text, read_file and edit_file instead.",
  );
}

/** How long a language may take to answer. */
export const waitOf = ({ settings, signal }: Pick<Asking, "settings" | "signal">): CodeWait => ({
  limitMs: settings["code.waitMs"],
  signal,
});

const seconds = (ms: number) => `${Math.max(1, Math.round(ms / 1000))} s`;

/** Why nothing was found, where that may have other reasons than that there is nothing. */
export const silentText = ({ waitedMs }: Pick<CodeAnswer<unknown>, "waitedMs">): string =>
  `The editor's language support gave no answer within ${seconds(waitedMs)}: it may still be loading, or not know this kind of file. Try again later, or use search_text.`;

/** That a language had to load first, in one line at most. */
export const waitedText = ({ waitedMs, isSilent }: Omit<CodeAnswer<unknown>, "found">): string[] =>
  waitedMs >= tellable && !isSilent ? [`[The language server was loading: waited ${seconds(waitedMs)} for it.]`] : [];
