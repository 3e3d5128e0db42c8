/** What a model reads of what a search of contents did not find, in the standard words (D-11). */
import { type EmptySearch, emptySearchReason } from "../../core/text/emptySearch";
import { alternativeHints, filterHints } from "./patternHints";
import { counted } from "./searchedText";

/** The search that found nothing. */
interface Searched {
  readonly pattern: string;
  readonly include?: string | undefined;
  /** For a sentence, with a blank before it. */
  readonly where: string;
  /** A single file was searched. */
  readonly ofFile: boolean;
  /** See SearchData. */
  readonly spansLines?: true;
}

/** Said where a match spans lines. */
export const spansLinesNote = "[Lines are searched one by one, and the pattern matches across lines: set multiline.]";

/** Says in a sentence why nothing was found, and in lines of their own what may have been meant. */
export function nothingText(why: EmptySearch, { pattern, include, where, ofFile, spansLines }: Searched): string {
  const nothing = `No matches for ${JSON.stringify(pattern)}${where}`;
  if (why.kind === "ignored")
    return `${nothing} among the files that are not ignored; ignored files do match: set include_ignored to search them.`;
  if (why.kind === "searched") {
    const searched = ofFile ? `${nothing}.` : `${nothing} (${counted(why.files, "file")} searched).`;
    const notes = [...(spansLines ? [spansLinesNote] : []), ...alternativeHints(pattern)];
    return [searched, ...notes].join("\n");
  }
  const reason = emptySearchReason(why, {
    filter: "include",
    glob: include,
    ignored: "set include_ignored to search them",
  });
  const isBelowPath = why.kind === "no_files" && include !== undefined && where !== "";
  const text = `${nothing}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}${isBelowPath ? " include is relative to path." : ""}`;
  const hints = include === undefined || why.kind === "all_ignored" ? [] : filterHints(include);
  return [text, ...hints].join("\n");
}
