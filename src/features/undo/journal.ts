/** Before-images of every write, so that everything can be taken back byte for byte (D-17). */
import type { LiveCommands } from "../../core/calls/hosts/liveCommands";
import type { CallJournal, JournalEntryFacts } from "../../core/journal/callJournal";
import { EntryWriter } from "../../core/journal/entryWriter";
import type {
  JournalChange,
  JournalEntry,
  JournalRecord,
  JournalStore,
  JournalSummary,
  RecordedChange,
} from "../../core/journal/journalEntry";
import type { FilePort } from "../../core/ports/files";
import type { GoingWhole } from "../../core/vocabulary/changes/wholeChange";
import { ToolError } from "../../core/vocabulary/toolError";
import type { Selection } from "./changeChain";
import { type CutOff, CutOffCalls } from "./cutOffCalls";
import type { WholePorts } from "./folderChanges";
import { settledHistory } from "./happened";
import type { JournalHistory, Snapshot } from "./journalHistory";
import { restoreRefusal } from "./restoreConflict";
import { planFiles, type RestorePlan } from "./restorePlan";
import { inOrder, isAsWanted, unchanged, writeOf } from "./restoreWrites";
import { neverHappened, nothingToUndo, undoAllCalls } from "./undoAll";

export type {
  JournalChange,
  JournalEntry,
  JournalRecord,
  JournalStore,
  JournalSummary,
  Turn,
} from "../../core/journal/journalEntry";
export type { Snapshot } from "./journalHistory";

/** What the journal needs of its host. */
export interface JournalPorts {
  readonly store: JournalStore;
  readonly files: FilePort;
  /** Milliseconds since 1970. */
  now(): number;
  /** Commands that run beside it and change files themselves. */
  readonly live?: Pick<LiveCommands, "settle" | "skip" | "recover">;
  /** Puts on record that a person took changes back. Never rejects. */
  note?(event: "undo" | "redo" | "snapshot", detail: string): Promise<void>;
}

/** What taking changes back did. */
export interface UndoOutcome {
  /** What was taken back. */
  readonly subject: string;
  /** Shown paths of the files that were written. */
  readonly restored: readonly string[];
}

/** Who takes changes back. */
const person = "person";

/** Records writes and takes them back. */
export class Journal {
  #lastTime = 0;
  #live: Promise<void> | undefined;
  /** Calls whose changes a killed process had made in part. */
  readonly cutOff: CutOffCalls;

  constructor(private readonly ports: JournalPorts) {
    this.cutOff = new CutOffCalls({
      ...this.#places,
      plan: async (id) => this.#planUndo(await settledHistory(this.#places), [id]),
      apply: (plan, chosen) => this.apply(plan, chosen),
    });
  }

  /** See CallJournals. */
  recover(): Promise<readonly CutOff[]> {
    return this.cutOff.recover();
  }

  /** See JournalStore. */
  async canKeep(going: readonly GoingWhole[]): Promise<readonly boolean[]> {
    return (await this.ports.store.canKeep?.(going)) ?? going.map(() => false);
  }

  /** Records an entry, or what has changed about it. */
  record(entry: JournalEntry): Promise<void> {
    return this.ports.store.put(entry);
  }

  /** The time of a new entry: later than all others of this journal, so that their order is kept. */
  time(): number {
    this.#lastTime = Math.max(this.ports.now(), this.#lastTime + 1);
    return this.#lastTime;
  }

  /**
   * Begins an entry.
   * @param already changes that need no write.
   * @param wholePaths see CallJournalPorts.
   */
  begin(facts: JournalEntryFacts, already: readonly JournalChange[] = [], wholePaths = false): CallJournal {
    const record = (entry: JournalEntry) => this.record(entry);
    const { live } = this.ports;
    const clock = { time: () => this.time(), now: () => this.ports.now() };
    const ports = { ...this.#places, ...clock, record, wholePaths, ...(live && { live }) };
    return new EntryWriter(ports, facts, already);
  }

  /** Tools' calls, oldest first. */
  async list(): Promise<JournalSummary[]> {
    return (await this.#history()).calls();
  }

  /** One entry with its contents. @throws ToolError `not_found`. */
  get(id: string): Promise<JournalEntry> {
    return this.ports.store.get(id);
  }

  /** Calls that can be taken back, newest first. */
  async undoable(): Promise<JournalSummary[]> {
    return (await this.list()).filter(({ files }) => files.length > 0).reverse();
  }

  /** What was taken back and can be brought back, newest first. */
  async redoable(): Promise<JournalRecord[]> {
    return (await this.#history()).redoable();
  }

  /** Points to which files can be brought back, newest first. */
  async snapshots(): Promise<Snapshot[]> {
    return (await this.#history()).snapshots();
  }

  /** Remembers the files as they are now under a name; costs no room. */
  async mark(name: string): Promise<Snapshot> {
    const id = crypto.randomUUID();
    const time = this.time();
    await this.record({
      id,
      kind: "snapshot",
      agent: person,
      tool: "snapshot",
      title: name,
      time,
      state: "done",
      changes: [],
    });
    await this.ports.note?.("snapshot", `Created the snapshot "${name}"`);
    return { id, name, time, isNamed: true };
  }

  /**
   * Plans to take back calls, as far as they still stand.
   * @param calls ids as in UndoInfo, or of entries. @param subject what they are to people; by default the title of the only one.
   * @param reals real paths of the files in which they are taken back; by default all.
   * @throws ToolError `not_found` when nothing of them stands.
   */
  async planUndo(calls: readonly string[], subject?: string, reals?: ReadonlySet<string>): Promise<RestorePlan> {
    const history = await this.#history();
    return this.#planUndo(history, history.entriesOf(calls), subject, reals);
  }

  async #planUndo(
    history: JournalHistory,
    calls: readonly string[],
    subject?: string,
    reals?: ReadonlySet<string>,
  ): Promise<RestorePlan> {
    const records = history.undoable().filter(({ id }) => calls.includes(id));
    const chosen = records.map((record) => chosenFrom(record, history.standing(record), reals));
    if (chosen.every(([, changes]) => changes.size === 0))
      throw new ToolError("not_found", `No change with the id ${calls.join(", ")} can be undone.`);
    return this.#plan(history, "undo", subject ?? records[0]?.title ?? "", chosen);
  }

  /**
   * Plans to take back the newest call that changed something, and of a command all that it changed.
   * @throws ToolError `not_found` when there is none.
   */
  async planUndoLast(): Promise<RestorePlan> {
    const history = await this.#history();
    for (const call of history.undoable().reverse()) {
      const plan = await this.#planUndo(history, history.entriesOf([call.command?.id ?? call.id]), call.title);
      // A write that a crash cut off before it happened leaves nothing to take back: the one before it is meant.
      if (!neverHappened(call, plan)) return plan;
      await this.apply(plan);
    }
    throw nothingToUndo();
  }

  #planCall(history: JournalHistory, call: JournalRecord): Promise<RestorePlan> {
    return this.#plan(history, "undo", call.title, [chosenFrom(call, history.standing(call))]);
  }

  /**
   * Plans to bring back what was taken back.
   * @param id one of {@link redoable}; by default the newest. @throws ToolError `not_found` when there is none.
   */
  async planRedo(id?: string): Promise<RestorePlan> {
    const history = await this.#history();
    const record = history.redoable().find((candidate) => id === undefined || candidate.id === id);
    if (!record)
      throw new ToolError(
        "not_found",
        id === undefined ? "There is nothing to redo." : `No undo with the id ${id} can be redone.`,
      );
    return this.#plan(history, "redo", record.title, [chosenFrom(record, history.standing(record))]);
  }

  /** Plans to give all files that were written since a snapshot what they held then. */
  async planSnapshot({ name, time }: Snapshot): Promise<RestorePlan> {
    const history = await this.#history();
    return this.#plan(
      history,
      "undo",
      name,
      history.since(time).map((record) => chosenFrom(record, record.changes)),
    );
  }

  /**
   * Carries a plan out, all of it or nothing, as an entry of its own.
   * @param chosen real paths of the files to restore, whoever changed them since; by default all, if nobody did.
   * @throws ToolError `stale` when a file has changed since; then none was touched, or all are as they were.
   */
  apply(plan: RestorePlan, chosen?: ReadonlySet<string>): Promise<UndoOutcome> {
    return this.#apply(plan, crypto.randomUUID(), chosen);
  }

  async #apply(plan: RestorePlan, id: string, chosen?: ReadonlySet<string>): Promise<UndoOutcome> {
    const { kind, subject } = plan;
    const files = plan.files.filter(({ target }) => chosen?.has(target.real) ?? true);
    const conflicts = files.flatMap(({ conflict }) => (conflict && !(chosen && conflict.canForce) ? [conflict] : []));
    if (conflicts.length > 0) throw restoreRefusal(kind, conflicts);
    const already = files.filter(isAsWanted);
    const writes = inOrder(files.filter((file) => !isAsWanted(file)));
    const facts = { id, kind, agent: person, tool: kind, title: subject };
    await this.begin(facts, already.map(unchanged)).write(writes.map(writeOf));
    const restored = writes.map(({ target }) => target.shown);
    await this.ports.note?.(
      kind,
      `${kind === "undo" ? "Took back" : "Brought back"} "${subject}": ${restored.join(", ") || "every file was already up to date"}`,
    );
    return { subject, restored };
  }

  /**
   * Puts back the bytes a call replaced. All files are checked before the first is touched.
   * @param id a call; without it the newest.
   * @throws ToolError `not_found` when there is nothing to undo, `stale` when a file has changed since.
   */
  async undo(id?: string): Promise<UndoOutcome> {
    return this.apply(id === undefined ? await this.planUndoLast() : await this.planUndo([id]));
  }

  /** Takes back every call, one after the other, each whole or not at all; see {@link undoAllCalls}. */
  undoAll(): AsyncGenerator<UndoOutcome, void, undefined> {
    return undoAllCalls({
      ids: () => this.ports.store.ids(),
      history: () => this.#history(),
      plan: (history, call) => this.#planCall(history, call),
      apply: (plan, id) => this.#apply(plan, id),
    });
  }

  /** Brings back what was taken back last; see {@link planRedo}. */
  async redo(id?: string): Promise<UndoOutcome> {
    return this.apply(await this.planRedo(id));
  }

  get #places(): WholePorts & { readonly store: JournalStore } {
    const { files, store } = this.ports;
    return { files, store, ...(store.wholeAt && { wholeAt: (kept: string) => store.wholeAt?.(kept) ?? "" }) };
  }

  async #plan(
    history: JournalHistory,
    kind: RestorePlan["kind"],
    subject: string,
    chosen: readonly (readonly [JournalRecord, ReadonlySet<string>])[],
  ): Promise<RestorePlan> {
    const taken = new Map(chosen.map(([{ id }, reals]) => [id, reals]));
    const ports = {
      ...this.#places,
      now: () => this.ports.now(),
      laterBelow: (folder: string, id: string) => history.laterBelow(folder, id, taken),
    };
    return { kind, subject, files: await planFiles(ports, subject, this.#selected(chosen)) };
  }

  /** Loads one entry after the other, so that not all contents are held. */
  async *#selected(chosen: readonly (readonly [JournalRecord, ReadonlySet<string>])[]): AsyncIterable<Selection> {
    for (const [{ id }, reals] of chosen) if (reals.size > 0) yield { entry: await this.get(id), reals };
  }

  async #history(): Promise<JournalHistory> {
    await this.recover();
    this.#live ??= this.ports.live?.recover();
    await this.#live;
    return settledHistory(this.#places);
  }
}

const chosenFrom = (record: JournalRecord, changes: readonly RecordedChange[], reals?: ReadonlySet<string>) =>
  [record, new Set(changes.map(({ real }) => real).filter((real) => reals?.has(real) ?? true))] as const;
