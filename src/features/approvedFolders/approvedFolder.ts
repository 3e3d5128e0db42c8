/** A folder of files that an agent made, and what a person said to its very bytes (CT-2, EX-8). */

/** One file of such a folder. */
export interface FolderFile {
  /** Path below the folder, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a person said to the very bytes of a folder. */
export type FolderVerdict = "approved" | "rejected";

/** What was said, and to which bytes. */
export interface KeptVerdict {
  readonly verdict: FolderVerdict;
  /** Names the bytes. */
  readonly digest: string;
  /** What the person said with it. */
  readonly comment?: string;
}

/** A verdict as it is kept. @returns undefined for none, which forgets the one before. */
export const keptVerdict = (
  verdict: FolderVerdict | undefined,
  digest: string,
  comment: string | undefined,
): KeptVerdict | undefined => verdict && { verdict, digest, ...(comment !== undefined && { comment }) };

/** What goes on record of one: the bytes, and what the person said. */
export const recordedVerdict = (key: string, digest: string, comment: string | undefined): string =>
  comment === undefined ? `${key}, ${digest}` : `${key}, ${digest}: ${comment}`;

/** `changed`: other bytes of it were approved before; `unusable`: see its problem. All but `approved` are not used. */
export type ApprovalState = "pending" | "changed" | "unusable" | FolderVerdict;

/** How it stands with the bytes of a folder. */
export interface FolderAnswer {
  readonly state: FolderVerdict | "pending" | "changed";
  /** What the person said when they rejected them. */
  readonly comment?: string;
}

/** What a verdict means for the bytes that are there; `changed`: others were approved before. */
export function answerOn(digest: string, kept: KeptVerdict | undefined): FolderAnswer {
  if (kept?.digest !== digest) return { state: kept?.verdict === "approved" ? "changed" : "pending" };
  return { state: kept.verdict, ...(kept.comment !== undefined && { comment: kept.comment }) };
}

/**
 * The one among those that were read which has the name of a given one. What is shown, approved or removed for a person is
 * never what somebody hands over: other bytes could stand beside a digest.
 */
export const knownAs = <T>(all: readonly T[], given: T | undefined, keyOf: (one: T) => string): T | undefined =>
  given && all.find((one) => keyOf(one) === keyOf(given));
