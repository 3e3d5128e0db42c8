/** A file or folder that changes hands as it is, by renaming: nobody reads its bytes, so its size does not matter. */

import { englishTexts, type Texts } from "../../text/clauses/texts";

/** One side of such a change. */
export interface WholeFacts {
  readonly kind: "file" | "folder";
  /** Files, links and folders in it; of a file 1. */
  readonly entries: number;
  /** What all of it takes on the disk. */
  readonly bytes: number;
}

/** What takes the place of what. */
export interface WholeChange {
  /** Absent: there was nothing of the name. */
  readonly before?: WholeFacts;
  /** Absent: nothing is left of it. */
  readonly after?: WholeFacts;
}

/** {@link WholeChange} as it is made. */
export interface WholeMove extends WholeChange {
  /** Absolute path at which what comes lies until it is moved to the name; absent: nothing comes. */
  readonly from?: string;
  /** What goes, as {@link WholePort.identity} names it; what has another identity is left alone. */
  readonly found?: string;
  /** Of a folder that goes: nothing in it may have been written since, in milliseconds since 1970. */
  readonly unchangedSince?: number;
  /** What comes, as `found` names what goes; a copy of it has another one. */
  readonly coming?: string;
  /** Under which name of the journal what comes was kept, where it comes from there. */
  readonly takenFrom?: string;
  /** Under which name what goes is kept; absent: a new one. */
  readonly keepAs?: string;
  /** Set where there is no room to keep what goes, so that a person is asked: it is dropped before all else. */
  readonly mayBeLost?: true;
}

/** What is to be moved away as it is. */
export interface GoingWhole {
  /** Its real path. */
  readonly real: string;
  /** Of a folder what all of it takes on the disk. */
  readonly bytes: number;
}

/** {@link WholeChange} as the journal keeps it. */
export interface KeptWhole extends WholeChange {
  /** Under which name the journal keeps what went. */
  readonly kept?: string;
  /** Identity of what came, once it had. */
  readonly put?: string;
  /** See {@link WholeMove}; what took it from there can be taken back by keeping it there again. */
  readonly takenFrom?: string;
  /** See {@link WholeMove}. */
  readonly mayBeLost?: true;
}

/** Whether what is there is what a change put there; earlier versions recorded no size and time of a file. */
export const isPut = (found: string | undefined, put: string | undefined): boolean =>
  found === put || (put !== undefined && found?.startsWith(`${put}:`) === true);

/** One side in a few words: `a folder with 3,214 entries`. @param l10n by default in English, as for models. */
export function wholeText({ kind, entries, bytes }: WholeFacts, l10n: Texts = englishTexts): string {
  if (kind === "folder") return l10n.t("a folder with {0} entries", entries.toLocaleString("en"));
  return l10n.t("a file of {0} bytes", bytes.toLocaleString("en"));
}
