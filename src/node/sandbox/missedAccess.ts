/** What a held command was after in vain, told from what it touched and not from what it printed (D-13). Pure. */
import type { Confinement } from "../../core/ports/confinement";
import { type ExtraAccess, joinedAccess } from "../../core/vocabulary/extraAccess";
import { shownBelow } from "../../core/vocabulary/paths";
import type { HeldEnding } from "./findings";
import type { Egress } from "./network/egress";
import type { UsedMasks } from "./places/masks";

/** What is known when it has ended. */
export interface Touched {
  readonly ending: Pick<HeldEnding, "exitCode">;
  readonly masks: UsedMasks;
  /** Absent where it found no proxy. */
  readonly egress?: Pick<Egress, "refused" | "askable"> | undefined;
}

/** What is said and remembered of it. */
export interface MissedAccess {
  readonly notes: readonly string[];
  /** What it could be given by itself. */
  readonly missed?: ExtraAccess;
  /** It changed a hidden file, which nobody can let it do but by letting it run as other commands do. */
  readonly needsMore: boolean;
}

type Held = Pick<Confinement, "roots" | "goesThroughFolders" | "hasParts">;

const listed = (names: readonly string[]) => names.join(", ");

const retry = "If the command needs this, call it again before you change anything: a person is asked about just that.";

/**
 * A command that went well missed nothing; of one that has several parts nobody knows. One that goes through folders comes by
 * every file, and is told so otherwise.
 */
export function missedAccess({ ending, masks, egress }: Touched, held: Held): MissedAccess {
  const mayHaveFailed = ending.exitCode !== 0 || held.hasParts;
  const advice = mayHaveFailed ? ` ${retry}` : "";
  const shown = (paths: readonly string[]) => listed(paths.map((path) => shownBelow(path, held.roots)));
  const files = held.goesThroughFolders ? [] : masks.read;
  const refused = [...(egress?.refused ?? [])];
  const hosts = [...(egress?.askable ?? [])];
  const notes: string[] = [];
  if (files.length > 0)
    notes.push(
      `[The command read ${shown(files)}, which appeared empty: files that may contain secrets are hidden from commands that run without asking.${advice}]`,
    );
  if (masks.changed.length > 0)
    notes.push(
      `[What the command wrote to ${shown(masks.changed)} was dropped: files that may contain secrets are hidden from commands that run without asking. If the command needs to change it, call again: a person is asked then.]`,
    );
  if (hosts.length > 0)
    notes.push(
      `[The command tried to reach ${listed(hosts)}, and commands that run without asking have no network.${advice}]`,
    );
  for (const [host, reason] of refused)
    if (!egress?.askable.has(host)) notes.push(`[The sandbox refused a connection to ${host}: ${reason}.]`);
  const missed = mayHaveFailed ? joinedAccess({ files, hosts }) : undefined;
  return { notes, ...(missed && { missed }), needsMore: masks.changed.length > 0 };
}
