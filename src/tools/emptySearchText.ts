/** What a model reads of what a search of contents did not find or not search, in the standard words (D-11). */
import { type EmptySearch, emptySearchReason } from "../core/emptySearch";
import type { PassedOver } from "../core/host";

/** The search that found nothing. */
interface Searched {
  readonly pattern: string;
  readonly include?: string | undefined;
  /** For a sentence, with a blank before it. */
  readonly where: string;
  /** A single file was searched. */
  readonly ofFile: boolean;
}

/** One sentence that says why nothing was found. */
export function nothingText(why: EmptySearch, { pattern, include, where, ofFile }: Searched): string {
  const nothing = `No matches for ${JSON.stringify(pattern)}${where}`;
  if (why.kind === "ignored")
    return `${nothing} among the files that are not ignored; ignored files do match: set include_ignored to search them.`;
  if (why.kind === "searched") return ofFile ? `${nothing}.` : `${nothing} (${files(why.files)} searched).`;
  const reason = emptySearchReason(why, { filter: "include", glob: include, ignored: "" });
  return `${nothing}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

const files = (count: number): string => `${count} ${count === 1 ? "file" : "files"}`;

/** Files that are too large to be searched, one line. */
export const tooLargeText = (tooLarge: readonly string[]): string[] =>
  tooLarge.length > 0 ? [`[Not searched, being larger than 20 MB: ${tooLarge.join(", ")}]`] : [];

/** Their names are left to list_directory, which shows those of secrets and hides closed ones. */
export function passedOverText(counts: readonly PassedOver[]): string[] {
  const excluded = counts.reduce((sum, one) => sum + one.excluded, 0);
  const closed = counts.reduce((sum, one) => sum + one.closed, 0);
  return [
    ...(excluded > 0
      ? [
          `[Not searched: ${files(excluded)} that may hold secrets, such as .env (rule secretPaths). Reading one by its path asks a person.]`,
        ]
      : []),
    ...(closed > 0 ? [`[Not searched: ${files(closed)} closed to tools (rule closedFiles, .toolcribignore).]`] : []),
  ];
}
