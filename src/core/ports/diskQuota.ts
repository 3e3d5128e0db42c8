/** How much the files of an agent's own workspace may take (HB-6, EN-3). */
import type { ResolvedPath } from "../vocabulary/effect";
import type { ReachedLimit } from "./reachedLimit";

/** Bytes of a mebibyte, the unit of the settings. */
export const mebibyte = 1024 * 1024;

/** What a run is held to while it runs. */
export interface RunQuota {
  /** Real path of the workspace. */
  readonly folder: string;
  /** The setting's value. */
  readonly megabytes: number;
  /** Bytes that the files took when it began. */
  readonly usedBytes: number;
  /** Bytes beyond which it is stopped: the setting's, or a little more than they took already. */
  readonly maxBytes: number;
}

/** A change to a file, as far as it takes room. */
export interface SizedWrite {
  readonly target: ResolvedPath;
  /** Undefined: it is deleted. */
  readonly after: Uint8Array | undefined;
}

/** What takes most of a folder's room. */
export interface LargePart {
  /** Relative to the folder, with `/`; no more than two names long. */
  readonly path: string;
  readonly bytes: number;
}

/** What a folder's files take on the disk: blocks rather than lengths, and each file once however many names it has. */
export interface DiskUse {
  readonly bytes: number;
  /** Names of files and folders that were looked at. */
  readonly entries: number;
  /** The largest first, at most three. */
  readonly largest: readonly LargePart[];
}

/** What came of looking after a run; nothing, where the files take no more than they may. */
export interface RunUse {
  readonly limit?: ReachedLimit;
  /** One sentence for a model. */
  readonly note?: string;
}

/** Holds one agent's calls to its quota. */
export interface DiskGuard {
  /**
   * Makes writes for which there is room; only those below the workspace are counted.
   * @throws ToolError `over_quota` when there is none, before anything is written; and what the writing throws.
   */
  hold<T>(changes: readonly SizedWrite[], write: () => Promise<T>): Promise<T>;
  /**
   * What a command is held to.
   * @throws ToolError `over_quota` when the files take more than they may already, unless it can only make that better.
   */
  begin(command: string): Promise<RunQuota>;
  /** What to tell of a command that has ended. */
  end(): Promise<RunUse>;
}

/** `12.3 MiB`. */
export const mebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`;

/** The part of the whole from which on it is worth telling of something. */
const tellable = 0.05;

/** `scratch/app 8.0 MiB, skills/report 1.1 MiB`. */
export const largestText = ({ largest, bytes }: DiskUse): string =>
  largest
    .filter((part, index) => index === 0 || part.bytes >= tellable * bytes)
    .map((part) => `${part.path} ${mebibytes(part.bytes)}`)
    .join(", ");
