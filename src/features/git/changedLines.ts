/** The lines of a file that differ from the last commit, by git's own words. */
import type { RunContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { commandLine } from "../../core/vocabulary/shellQuoting";
import { ToolError } from "../../core/vocabulary/toolError";

/** Lines from one to another, both counted from 1 and included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Changed lines, handed by the call that asked git to the one that formats them. No model can write it. */
export class ChangedLines {
  constructor(readonly ranges: readonly LineRange[]) {}
}

const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

/** Reads a diff without context. */
export const rangesIn = (diff: string): LineRange[] =>
  diff.split("\n").flatMap((line) => {
    const [, start, count = "1"] = hunk.exec(line) ?? [];
    const lines = Number(count);
    // Where lines only went, none is left to format.
    if (start === undefined || lines === 0) return [];
    return [{ first: Number(start), last: Number(start) + lines - 1 }];
  });

/** @returns undefined for a file that git does not know, all of which is new. @throws ToolError `command_failed`. */
export async function changedLines(
  { path, shown }: ResolvedPath,
  context: RunContext,
  language: ShellLanguage,
): Promise<readonly LineRange[] | undefined> {
  const place = commandLine(["--", path], language);
  const known = await printed(`git --no-optional-locks --literal-pathspecs ls-files ${place}`, shown, context);
  if (known.trim() === "") return undefined;
  const diff = `git --no-optional-locks --literal-pathspecs diff --no-ext-diff --no-textconv --no-color -U0 HEAD ${place}`;
  return rangesIn(await printed(diff, shown, context));
}

async function printed(command: string, shown: string, context: RunContext): Promise<string> {
  const { text, isError, data } = await context.call("run_command", { command });
  const { exitCode, stdout, isCut } = (data ?? {}) as { exitCode?: unknown; stdout?: unknown; isCut?: unknown };
  if (isCut === true)
    throw new ToolError("too_large", `Too much of ${shown} has changed to be listed: format the whole file instead.`);
  if (isError || exitCode !== 0 || typeof stdout !== "string")
    throw new ToolError(
      "command_failed",
      `The changed lines of ${shown} are not known, so it was not formatted. ${text}`,
    );
  return stdout;
}
