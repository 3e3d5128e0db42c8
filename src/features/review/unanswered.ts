/** Proposed writes that nobody has answered, kept so that a window that is closed or reloaded does not lose them (D-16). */
import * as z from "zod";
import type { ResolvedPath } from "../../core/vocabulary/effect";

/** One file as a person was shown it. */
export interface UnansweredFile {
  readonly kind: "create" | "change" | "delete" | "move";
  readonly title: string;
  readonly target: ResolvedPath;
  /** The file on the left side of its diff; absent: there was none. */
  readonly old?: ResolvedPath;
  /** Names the proposed content; the same as long as the proposal is kept. */
  readonly address: string;
  /** Base64; null for a file that is to be deleted. */
  readonly after: string | null;
}

/** One write of the call. A move is two. */
export interface UnansweredWrite {
  readonly path: string;
  /** Base64 of what the file held when this was proposed; null when there was no file. */
  readonly before: string | null;
  /** Place in {@link UnansweredProposal.files} of what it gets; null when it is deleted. */
  readonly file: number | null;
  readonly encoding?: string;
  readonly mode?: number;
}

/** All writes of one call. */
export interface UnansweredProposal {
  readonly id: string;
  readonly title: string;
  readonly agent: string;
  /** Why a person was asked. */
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly files: readonly UnansweredFile[];
  readonly writes: readonly UnansweredWrite[];
}

/** A content as it is kept; null: there is no file. */
export const keptBytes = (bytes: Uint8Array | undefined): string | null =>
  bytes === undefined ? null : Buffer.from(bytes).toString("base64");

/** The content that was kept; undefined: there is no file. */
export const bytesKept = (kept: string | null): Uint8Array | undefined =>
  kept === null ? undefined : Buffer.from(kept, "base64");

/** What a write gives its file; undefined when it deletes it. */
export const bytesOfWrite = ({ files }: UnansweredProposal, { file }: UnansweredWrite): Uint8Array | undefined =>
  bytesKept((file === null ? undefined : files[file]?.after) ?? null);

const place = z.object({ path: z.string(), real: z.string(), root: z.string().optional(), shown: z.string() });

const proposal = z.object({
  id: z.string(),
  title: z.string(),
  agent: z.string(),
  reason: z.string(),
  time: z.number(),
  files: z.array(
    z.object({
      kind: z.enum(["create", "change", "delete", "move"]),
      title: z.string(),
      target: place,
      old: place.optional(),
      address: z.string(),
      after: z.string().nullable(),
    }),
  ),
  writes: z.array(
    z.object({
      path: z.string(),
      before: z.string().nullable(),
      file: z.number().nullable(),
      encoding: z.string().optional(),
      mode: z.number().optional(),
    }),
  ),
});

/** What was kept, as far as it can be used; undefined for what another version, or somebody else, left there. */
export function readUnanswered(kept: unknown): UnansweredProposal | undefined {
  const read = proposal.safeParse(kept);
  return read.success ? (read.data as UnansweredProposal) : undefined;
}

/** A proposal, and whether the process that asks about it still runs. */
export interface StoredProposal {
  readonly proposal: UnansweredProposal;
  readonly isAsked: boolean;
}

/** Where proposals are kept over the end of their window. */
export interface UnansweredStore {
  put(proposal: UnansweredProposal): Promise<void>;
  remove(id: string): Promise<void>;
  /** The newest first. What is no proposal is left out, and so are those that are too many, which are removed. */
  list(): Promise<StoredProposal[]>;
}
