/** The files of a folder that an agent made, as a person reads them before they approve it (CT-2, EX-8). */

import { revealed } from "../../core/text/markdown";
import { shownPath } from "../../core/vocabulary/shownPath";
import type { FolderFile } from "./approvedFolder";

/** A file's text, with what would hide in it made visible. */
export function folderFileText({ bytes }: FolderFile): string {
  try {
    return revealed(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replaceAll("\r\n", "\n"));
  } catch {
    return `(${bytes.length} bytes of binary data)`;
  }
}

const heading = ({ name, bytes }: FolderFile) =>
  `--- ${shownPath(name)} (${bytes.length} ${bytes.length === 1 ? "byte" : "bytes"})`;

/** A line that a reader may take for the heading of another file: a dash of any kind, and brackets at the end. */
const likeHeading = /^(?=\s*[\p{Pd}\u2212\u2500-\u2503\u30fc].*[)\uff09]\s*$)/gmu;

/** All of them below each other, as lines; a line of a file that looks like a heading is put behind a bar. */
export const fileSections = (files: readonly FolderFile[]): string[] =>
  files.flatMap((file) => ["", heading(file), folderFileText(file).replace(/\n$/, "").replace(likeHeading, "| ")]);

/** How it stands with a folder, with the clause that says why where there is one. */
export const stateText = (state: string, why: string | undefined): string =>
  why === undefined ? state : `${state}: ${revealed(why)}`;
