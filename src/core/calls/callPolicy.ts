import type { ConfinedCommand, Confinement } from "../ports/confinement";
import type { DiskGuard } from "../ports/diskQuota";
import type { AddressReach } from "../ports/web";
import type { RuleContext } from "../rules/rule";
import type { ExecEffect, FetchEffect } from "../vocabulary/effect";
import type { AccessWish, ExtraAccess } from "../vocabulary/extraAccess";

/**
 * The policy for one caller: the facts that rules judge by, and what else a call asks of it. The methods answer by the
 * members of the object that they are called on, so a copy with other settings answers by those.
 */
export interface CallPolicy extends RuleContext {
  /** Globs that no search looks into. */
  hiddenGlobs(): readonly string[];
  /** Variables that no command gets. */
  hiddenVariables(): readonly string[];
  /** Whether the managed policy lets a runtime be used, by its name (EN-2). */
  allowsRuntime(runtime: string): boolean;
  /** Judges the addresses that a request leads to (WF-6). */
  reach(effect: FetchEffect): AddressReach;
  /** What holds commands (D-15). */
  confinement(effect?: ConfinedCommand): Confinement;
  /** Counts what a call puts into the agent's own workspace (HB-6); undefined where it reaches none. */
  diskGuard(): DiskGuard | undefined;
  /** Whether the words of a command say that it writes files; one that says nothing of it may write all the same. */
  isKnownToWrite(effect: ExecEffect): boolean;
  /** Remembers that a command which was held to only read needs more; see RuleContext.needsMore. */
  noteNeed(effect: ExecEffect): void;
  /** Remembers what a held command was after in vain; see RuleContext.missed. */
  noteMissed(effect: ExecEffect, access: ExtraAccess): void;
  /** Remembers what a person said of giving it that. */
  noteAnswer(effect: ExecEffect, access: ExtraAccess, isYes: boolean): void;
  /** Whether a person declined all of this so often for the command that nobody is asked again. */
  isDeclined(effect: ExecEffect, access: ExtraAccess): boolean;
  /** Remembers that a call changed something, so that a command that failed may go well now. */
  noteChange(): void;
  /**
   * The values in a file that holds secrets, in every form in which programs print them.
   * @param content as the person sees it; commands find what is on the disk, whose values count as well.
   * @param real its real path.
   */
  secretValues(content: Uint8Array, real: string): readonly string[];
  /** A secret in every form in which programs print it. */
  secretForms(secret: string): readonly string[];
  /** Remembers what a person said of an integration's access; see RuleContext.isGranted. */
  noteAccess(wish: AccessWish, isYes: boolean): Promise<void>;
  /** Remembers values that a command was given; see RuleContext.givenValues. */
  noteGivenValues(values: readonly string[]): void;
}
