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
}

/** `changed`: other bytes of it were approved before; `unusable`: see its problem. All but `approved` are not used. */
export type ApprovalState = "pending" | "changed" | "unusable" | FolderVerdict;

/** What that means for the bytes that are there; `changed`: others were approved before. */
export function verdictOn(digest: string, kept: KeptVerdict | undefined): FolderVerdict | "pending" | "changed" {
  if (kept?.digest === digest) return kept.verdict;
  return kept?.verdict === "approved" ? "changed" : "pending";
}

/**
 * The one among those that were read which has the name of a given one. What is shown, approved or removed for a person is
 * never what somebody hands over: other bytes could stand beside a digest.
 */
export const knownAs = <T>(all: readonly T[], given: T | undefined, keyOf: (one: T) => string): T | undefined =>
  given && all.find((one) => keyOf(one) === keyOf(given));
