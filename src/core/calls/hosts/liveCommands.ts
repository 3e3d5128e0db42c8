/** What commands change that work on the folders themselves: listed while they run and when they end, and undone like a tool's changes. */

import type { CallJournal, CallJournals, JournalEntryFacts } from "../../journal/callJournal";
import type { JournalChange } from "../../journal/journalEntry";
import type {
  Checkpoint,
  CheckpointPort,
  CheckpointWish,
  Coverage,
  LiveChange,
  LiveFindings,
} from "../../ports/changes/checkpoint";
import type { RuleContext } from "../../rules/rule";
import { factsBetween } from "../../vocabulary/changes/fileEntry";
import type { ExecEffect } from "../../vocabulary/effect";
import { shownBelow } from "../../vocabulary/paths";
import { messageOf } from "../../vocabulary/toolError";

/** What is known of a command before it begins. */
export interface LiveWish extends Omit<CheckpointWish, "facts"> {
  /** Of its call. */
  readonly facts: JournalEntryFacts;
  /** The entry of its call, which takes what is found first. */
  readonly journal: Pick<CallJournal, "record">;
}

/** A command of which the changes are listed. */
export interface LiveCommand {
  /** Lists what it changed since the last look. @returns all of it so far, as a line for a model; undefined for nothing. Never rejects. */
  look(): Promise<string | undefined>;
  /** Looks for the last time. */
  end(): Promise<string | undefined>;
}

/** Names that are listed; of more the number counts. */
const maxListed = 20;

const noCopies = "this host keeps no copies of files";

/** All commands of one window or process. */
export class LiveCommands {
  readonly #running = new Set<RunningLive>();

  /**
   * @param checkpoints absent: nothing is listed here.
   * @param journals where changes are recorded, asked for when there are some.
   * @param context what is closed, asked for when a killed process left changes.
   */
  constructor(
    private readonly checkpoints: CheckpointPort | undefined,
    private readonly journals: () => CallJournals,
    private readonly context: () => Pick<RuleContext, "roots" | "closedFiles">,
  ) {}

  /** True while there are commands of which the changes are listed. */
  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Whether the changes of commands can be undone here. Never rejects. */
  async coverage(wish: Pick<CheckpointWish, "roots" | "isClosed">): Promise<Coverage> {
    return this.checkpoints ? this.checkpoints.coverage(wish) : { why: noCopies };
  }

  /** To be called before the command begins. Never rejects: where no copies can be taken, its end says so. */
  async begin(wish: LiveWish): Promise<LiveCommand> {
    try {
      if (!this.checkpoints) throw new Error(noCopies);
      // What the others changed until now is theirs.
      await this.settle();
      const { journal, facts, ...folders } = wish;
      const running = new RunningLive(
        wish,
        await this.checkpoints.take({ ...folders, facts: { ...facts, roots: wish.roots } }),
        this.journals,
      );
      this.#running.add(running);
      const end = async () => {
        const told = await running.look();
        this.#running.delete(running);
        await running.checkpoint.end();
        return told;
      };
      return { look: () => running.look(), end };
    } catch (error) {
      const none = async () => `[what it changes is not listed and cannot be undone: ${messageOf(error)}]`;
      return { look: none, end: none };
    }
  }

  /**
   * To be called before something else writes files: what a command changed in them until then is listed as its own.
   * Never rejects.
   * @param reals real paths; by default all files.
   */
  async settle(reals?: readonly string[]): Promise<void> {
    const looked = new Set<string>();
    for (const running of this.#running) {
      const folders = JSON.stringify(running.roots);
      // All that run there share what was looked at: the first takes what changed.
      if (!looked.has(folders)) await running.look(reals);
      looked.add(folders);
    }
  }

  /** To be called after something else wrote files: that counts as no command's. Never rejects. @param reals real paths. */
  async skip(reals: readonly string[]): Promise<void> {
    for (const { checkpoint } of this.#running) await checkpoint.skip(reals).catch(() => {});
  }

  /** Records what commands had changed whose process was killed. Never rejects. */
  async recover(): Promise<void> {
    const take = async (facts: unknown, found: LiveFindings) => {
      const { roots, ...own } = facts as KeptFacts;
      await this.journals()
        .begin({ ...own, id: crypto.randomUUID() })
        .record(changesOf(found, roots));
    };
    const recovered = async () => this.checkpoints?.recover(take, (await liveFolders(this.context())).isClosed);
    await recovered().catch(() => {});
  }
}

/** What is known of a command whose process was killed. */
type KeptFacts = JournalEntryFacts & Pick<CheckpointWish, "roots">;

class RunningLive {
  readonly #changed = new Map<string, string>();
  readonly #unkept = new Set<string>();
  #hasRecorded = false;
  #failure: string | undefined;

  constructor(
    private readonly wish: LiveWish,
    readonly checkpoint: Checkpoint,
    private readonly journals: () => CallJournals,
  ) {}

  get roots(): readonly string[] {
    return this.wish.roots;
  }

  async look(only?: readonly string[]): Promise<string | undefined> {
    try {
      await this.checkpoint.changes((found) => this.#take(found), only);
      this.#failure = undefined;
    } catch (error) {
      this.#failure = messageOf(error);
    }
    return this.#told();
  }

  async #take(found: LiveFindings): Promise<void> {
    const { roots, facts, journal } = this.wish;
    const changes = changesOf(found, roots);
    if (changes.length > 0) {
      const entry = this.#hasRecorded ? this.journals().begin({ ...facts, id: crypto.randomUUID() }) : journal;
      await entry.record(changes);
      this.#hasRecorded = true;
    }
    for (const change of found.changes)
      this.#changed.set(change.path, `${shownBelow(change.path, roots)}${how(change)}`);
    for (const path of found.unkept) this.#unkept.add(shownBelow(path, roots));
  }

  #told(): string | undefined {
    const [changed, unkept] = [[...this.#changed.values()], [...this.#unkept]];
    const lines = [
      ...(changed.length > 0 ? [`[changed while it ran: ${listed(changed)}]`] : []),
      ...(unkept.length > 0 ? [`[changed while it ran, too large to undo: ${listed(unkept)}]`] : []),
      ...(this.#failure === undefined ? [] : [`[what it changed could not be listed: ${this.#failure}]`]),
    ];
    return lines.length > 0 ? lines.join("\n") : undefined;
  }
}

const how = ({ before, after }: LiveChange) => (before ? (after ? "" : " (deleted)") : " (new)");

const listed = (names: readonly string[]) =>
  [...names.slice(0, maxListed), ...(names.length > maxListed ? [`${names.length - maxListed} more`] : [])].join(", ");

function changesOf({ changes }: LiveFindings, roots: readonly string[]): JournalChange[] {
  return changes.map(({ path, before, after, createdDirectories }): JournalChange => {
    const isOne = before === undefined || after === undefined;
    const facts = factsBetween(before, after);
    const mode = (before ?? after)?.mode;
    return {
      ...{ path, real: path, shown: shownBelow(path, roots), createdDirectories },
      before: before?.bytes,
      after: after?.bytes,
      ...(facts.kinds && { kinds: facts.kinds }),
      ...(facts.modes && (!isOne || facts.kinds) && { modes: facts.modes }),
      ...(isOne && mode !== undefined && !facts.kinds && { mode }),
    };
  });
}

/** Whether what a command changes in its place is listed: in the person's own folders, where they want to know. */
export const isListed = (
  { isolated, inWorkspace, settings }: Pick<RuleContext, "isolated" | "inWorkspace" | "settings">,
  { program }: Pick<ExecEffect, "program">,
): boolean =>
  !isolated && !inWorkspace && settings["commands.review"] !== "off" && program?.permissions.writes !== "none";

/** The folders that commands change, without what no tool may look at. */
export async function liveFolders(
  context: Pick<RuleContext, "roots" | "closedFiles">,
): Promise<Pick<LiveWish, "roots" | "isClosed">> {
  const closed = await context.closedFiles();
  return {
    roots: context.roots,
    isClosed: (real, isFolder) => !closed.isEmpty && closed.reason({ path: real, real }, isFolder) !== undefined,
  };
}
