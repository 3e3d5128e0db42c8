import type { CallJournal } from "../../journal/callJournal";
import type { Confinement, ReachedHost } from "../../ports/confinement";
import type { DiskGuard } from "../../ports/diskQuota";
import type { Host } from "../../ports/host";
import type { AddressReach, WebRequest } from "../../ports/web";
import type { Session } from "../../session/session";
import type { ClosedFiles } from "../../vocabulary/closedFiles";
import type { Decision } from "../../vocabulary/decision";
import type { Effect, ExecEffect, FetchEffect, QuestionAnswer, ResolvedPath } from "../../vocabulary/effect";
import type { ExtraAccess } from "../../vocabulary/extraAccess";
import { ToolError } from "../../vocabulary/toolError";
import type { LiveCommand } from "./liveCommands";

/** What one approved call may do, and who hears of what it does. */
export interface Guard {
  readonly host: Host;
  /** The effects that were approved. */
  readonly effects: readonly Effect[];
  /** What a person chose to write instead of the proposal, by real path (D-16). */
  readonly edits: ReadonlyMap<string, Uint8Array>;
  /** What a person made of a text that was put before them. */
  readonly presented?: string;
  /** What a person answered to the questions that were put before them. */
  readonly answers?: readonly QuestionAnswer[];
  /** True where a person said yes to this very call. */
  readonly isApproved?: boolean;
  readonly session: Session;
  readonly hiddenVariables: readonly string[];
  /** True for a command that programs' settings may not make do more than its words say (see CommandRequest.unasked). */
  isPlain(effect: ExecEffect): boolean;
  readonly journal: CallJournal;
  /** Left out of listings and searches of the folders they lie in, and never read with them. */
  readonly closedFiles: ClosedFiles;
  /** Real path of the agent's own workspace: left out where a folder around it is searched. */
  readonly ownWorkspace?: string | undefined;
  /** What the settings say of every request, and what ends it. */
  readonly web: Pick<WebRequest, "userAgent" | "signal" | "asksRobots">;
  /** Of files in a listed folder those that nobody may find there, because another name of theirs is closed or holds secrets. */
  hiddenByOtherNames(reals: readonly string[]): Promise<ReadonlySet<string>>;
  /** Judges the reading of files that were found, as if they had been named, in their order. */
  judgeReads(targets: readonly ResolvedPath[]): Promise<readonly Decision[]>;
  /** Judges the addresses that its requests lead to. */
  reach(effect: FetchEffect): AddressReach;
  /** What holds its commands. */
  confinement(effect: ExecEffect): Confinement;
  /** How a command runs on a layer (see Decision.onLayer); undefined for one that runs on the folders themselves. */
  onLayer(effect: ExecEffect): Decision["onLayer"];
  /** Has what a command changes in its place listed; undefined where nobody wants that. Absent: nothing is listed. */
  follow?(effect: ExecEffect): Promise<LiveCommand | undefined>;
  /** Counts what is put into the agent's own workspace, where it can be reached (HB-6). */
  readonly disk?: DiskGuard | undefined;
  /** Receives what a model should know of a command beside its output. */
  noteCommand(note: string): void;
  /** Hears of a command that was held to only read and needs more. */
  noteNeed(effect: ExecEffect): void;
  /** Hears of what a held command was after in vain. */
  noteMissed(effect: ExecEffect, access: ExtraAccess): void;
  /** The values in a secret file that a command is given, which its output does not show. */
  givenValues(content: Uint8Array, real: string): readonly string[];
  /** Every form of a secret that a command is given, none of which its output shows. */
  givenSecret(secret: string): readonly string[];
  /** Hears of every file in a listed folder of which something was read. */
  noteFound?(place: ResolvedPath): void;
  /** Hears of each host before a command first talks to it, and raises the session's taint by it. Must not reject. */
  noteReaching?(host: string): Promise<void>;
  /** Hears of what its commands exchanged with hosts, once they have ended. */
  noteReached?(hosts: readonly ReachedHost[]): void;
  /** Hears of every request that was answered. */
  noteAnswered?(request: FetchEffect): void;
}

/** The planned effects of one kind. */
export const plannedOf = <K extends Effect["kind"]>({ effects }: Guard, kind: K) =>
  effects.filter((effect): effect is Extract<Effect, { kind: K }> => effect.kind === kind);

/** What was not planned is refused. @param what as a clause without a verb, such as `Writing src/a.ts`. */
export const unplanned = (what: string) =>
  new ToolError(
    "denied",
    `${what} was not part of what was planned and approved, so it was refused: call the tool again.`,
  );
