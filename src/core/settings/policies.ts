/** What policy files say, beside the settings (D-19). */

import type { PolicyPlace } from "../vocabulary/decision";
import type { ManagedPolicy } from "./managedPolicy";
import type { PolicyRule } from "./sections/policyRule";

/** A rule, and who wrote it. */
export interface SourcedRule {
  readonly source: "managed" | "workspace" | "user";
  readonly rule: PolicyRule;
  /** Real path of the folder that its paths are about; absent: every root, and absolute paths. */
  readonly root?: string;
  /** Where it stands; absent for one of the settings. */
  readonly place?: PolicyPlace;
}

/** An entry that a managed file adds to a list, and where it stands. */
export interface ManagedEntry {
  /** The list by its path in the file: `settings.protectedPaths`, `exec.denylist`. */
  readonly list: string;
  readonly entry: unknown;
  readonly place: PolicyPlace;
}

/** Everything that policy files and the user's rules say at one moment. */
export interface Policies {
  /** Each managed file that could be read. */
  readonly managed: readonly ManagedPolicy[];
  /** Every rule, the administrator's first. */
  readonly rules: readonly SourcedRule[];
  /** Every entry of their lists; absent: none. */
  readonly entries?: readonly ManagedEntry[];
  /** Real or named paths of the managed files, which no tool writes. */
  readonly managedPaths: readonly string[];
  /** Why a file cannot be used, one clause with file and line: then only reading in the workspace is possible. */
  readonly unusable?: string;
  /** Where that is. */
  readonly unusableAt?: PolicyPlace;
}

/** Where there are no policy files. */
export const noPolicies: Policies = { managed: [], rules: [], managedPaths: [] };

/** A policy file as it is on the disk. */
export interface PolicyFile {
  readonly path: string;
  /** Where its links lead, when that is elsewhere. */
  readonly real?: string;
  /** Absent when it could not be read. */
  readonly text?: string;
  /** Why it could not be read, one clause. */
  readonly failure?: string;
}

/** Finds policy files. Asked before every call, so it must be quick; never throws. */
export interface PolicyFilePort {
  /**
   * The administrators' files, as far as they are there.
   * @param named more of them, which must be there.
   */
  managed(named: readonly string[]): readonly PolicyFile[];
  /** The file of a root; undefined when there is none. */
  ofRoot(root: string): PolicyFile | undefined;
}
