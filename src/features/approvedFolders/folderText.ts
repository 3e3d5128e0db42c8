/** The files of a folder that an agent made, as a person reads them before they approve it (CT-2, EX-8). */

import { clause } from "../../core/text/clauses/clause";
import { english } from "../../core/text/clauses/texts";
import { revealed } from "../../core/text/markdown";
import { shownPath } from "../../core/vocabulary/shownPath";
import type { ApprovalState, FolderFile } from "./approvedFolder";

/** A file's text, with what would hide in it made visible. */
export function folderFileText({ bytes }: Pick<FolderFile, "bytes">, { local } = english): string {
  try {
    return revealed(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replaceAll("\r\n", "\n"));
  } catch {
    return local(clause`(${bytes.length} bytes of binary data)`);
  }
}

const heading = ({ name, bytes }: FolderFile): string =>
  bytes.length === 1 ? clause`--- ${shownPath(name)} (1 byte)` : clause`--- ${shownPath(name)} (${bytes.length} bytes)`;

/** A line that a reader may take for the heading of another file: a dash of any kind, and brackets at the end. */
const likeHeading = /^(?=\s*[\p{Pd}\u2212\u2500-\u2503\u30fc].*[)\uff09]\s*$)/gmu;

/** All of them below each other, as lines; a line of a file that looks like a heading is put behind a bar. */
export const fileSections = (files: readonly FolderFile[], language = english): string[] =>
  files.flatMap((file) => [
    "",
    language.local(heading(file)),
    folderFileText(file, language).replace(/\n$/, "").replace(likeHeading, "| "),
  ]);

const standings: Readonly<Record<ApprovalState, string>> = {
  pending: clause`waits for your approval`,
  changed: clause`changed since you approved it, and waits for your approval again`,
  approved: clause`approved`,
  rejected: clause`rejected`,
  unusable: clause`cannot be used`,
};

/** What is told of the state of something that an agent made. */
interface Standing {
  readonly state: ApprovalState;
  readonly problem?: string;
  readonly comment?: string;
}

/** How it stands with it, as one clause, with why where that is known. */
export function standingText({ state, problem, comment }: Standing): string {
  if (problem !== undefined) return clause`cannot be used: ${revealed(problem)}`;
  return comment === undefined ? standings[state] : clause`rejected: ${revealed(comment)}`;
}
