/** What built-in tools changed: the bytes before are kept when a hook judges the call, and those after once they are there. */

import type { JournalChange, JournalEntry, JournalSummary } from "../../core/journal/journalEntry";
import type { FilePort } from "../../core/ports/files";
import { sameBytes } from "../../core/text/changedBytes";
import { actionTitle, nested } from "../../core/text/clauses/clause";
import type { Effect, ResolvedPath } from "../../core/vocabulary/effect";
import { messageOf } from "../../core/vocabulary/toolError";
import { type BuiltInCall, harnessTitles } from "./harness";

/** Bytes of a call's files that are kept. */
const maxBytes = 16 * 1024 * 1024;

/** Calls that are waited for; the oldest goes first. */
const maxOpen = 200;

/** Milliseconds between looks at the files of a call: soon after it, and while a person may be thinking about it. */
const soon = 300;
const later = 2000;

/** Milliseconds after which a call is looked at less often, and not any longer. */
const eager = 20_000;
const patience = 15 * 60_000;

/** What it stands on. */
export interface BuiltInEditsPorts {
  readonly files: Pick<FilePort, "stat" | "read">;
  readonly journal: {
    time(): number;
    record(entry: JournalEntry): Promise<void>;
    list(): Promise<JournalSummary[]>;
    get(id: string): Promise<JournalEntry>;
  };
  warn(text: string): void;
}

/** Hears of calls that were judged and may go on. */
export interface BuiltInEditsListener {
  /** Keeps the files that a call would change as they are. Never rejects, and changes no verdict. */
  expect(id: string, call: BuiltInCall, title: string, effects: readonly Effect[]): Promise<void>;
}

interface KeptFile {
  readonly target: ResolvedPath;
  readonly before: Uint8Array | undefined;
  /** As it was looked at last; undefined: nothing was there. */
  version: string | undefined;
}

interface OpenCall {
  readonly id: string;
  readonly call: BuiltInCall;
  readonly title: string;
  /** In the journal's time, when it was judged. */
  readonly time: number;
  readonly begun: number;
  readonly files: Map<string, KeptFile>;
  readonly changes: JournalChange[];
}

export class BuiltInEdits implements BuiltInEditsListener {
  readonly #open = new Map<string, OpenCall>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(private readonly ports: BuiltInEditsPorts) {}

  expect(id: string, call: BuiltInCall, title: string, effects: readonly Effect[]): Promise<void> {
    const targets = effects.flatMap((effect) =>
      effect.kind === "write" && !effect.whole && !effect.kinds ? [effect.target] : [],
    );
    if (targets.length === 0) return Promise.resolve();
    return this.#inTurn(() => this.#keep(id, call, title, targets));
  }

  /** Looks at the files of all calls now, as before a person is shown what was changed. Never rejects. */
  settle(): Promise<void> {
    return this.#inTurn(async () => {
      for (const open of [...this.#open.values()]) await this.#look(open, new Set(open.files.keys()));
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#open.clear();
  }

  /** One after the other, so that no change is recorded twice. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#working = this.#working.then(work).catch((error: unknown) => {
      this.ports.warn(`What a built-in tool changed cannot be undone: ${messageOf(error)}`);
    });
    return this.#working;
  }

  async #keep(id: string, call: BuiltInCall, title: string, targets: readonly ResolvedPath[]): Promise<void> {
    const files = new Map<string, KeptFile>();
    let bytes = 0;
    // A harness asks about its next call when the one before has been made.
    for (const other of [...this.#open.values()]) await this.#look(other, new Set(targets.map(({ real }) => real)));
    for (const target of targets) {
      const stat = await this.ports.files.stat(target);
      if (stat && stat.kind !== "file") continue;
      bytes += stat?.size ?? 0;
      if (bytes > maxBytes) break;
      const before = stat && (await this.ports.files.read(target));
      files.set(target.real, { target, before, version: stat?.version });
    }
    if (files.size === 0) return;
    const time = this.ports.journal.time();
    this.#open.set(id, { id, call, title, time, begun: Date.now(), files, changes: [] });
    const [oldest] = this.#open.keys();
    if (this.#open.size > maxOpen && oldest !== undefined) this.#open.delete(oldest);
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#open.size === 0) return;
    const isFresh = [...this.#open.values()].some(({ begun }) => Date.now() - begun < eager);
    this.#timer = setTimeout(() => void this.#lookAtAll(), isFresh ? soon : later).unref();
  }

  #lookAtAll(): Promise<void> {
    return this.#inTurn(async () => {
      for (const open of [...this.#open.values()]) {
        const rested = await this.#changedAndRested(open);
        if (rested.size > 0) await this.#look(open, rested);
        if (Date.now() - open.begun > patience) this.#open.delete(open.id);
      }
    }).finally(() => this.#wait());
  }

  /** Real paths of files that differ from what was kept, and have not changed since the last look. */
  async #changedAndRested({ files, begun }: OpenCall): Promise<Set<string>> {
    const rested = new Set<string>();
    const isFresh = Date.now() - begun < eager;
    for (const [real, file] of files) {
      const stat = await this.ports.files.stat(file.target);
      const isSame = stat?.version === file.version;
      file.version = stat?.version;
      // VS Code makes a file empty first, and on a busy machine its text comes some time later.
      const isFilling = isFresh && stat?.size === 0;
      if (isSame && !isFilling && (await this.#differs(file))) rested.add(real);
    }
    return rested;
  }

  async #differs({ target, before }: KeptFile): Promise<boolean> {
    const stat = await this.ports.files.stat(target);
    if (!stat || !before) return (stat === undefined) !== (before === undefined);
    return stat.size !== before.length || !sameBytes(await this.ports.files.read(target), before);
  }

  /** Records what has changed of these files; a call whose files all have is over. */
  async #look(open: OpenCall, reals: ReadonlySet<string>): Promise<void> {
    const found = open.changes.length;
    for (const real of reals) {
      const file = open.files.get(real);
      if (!file || !(await this.#differs(file))) continue;
      open.files.delete(real);
      const { path, shown } = file.target;
      const after = await this.#after(open, file.target);
      if (!sameBytes(file.before, after))
        open.changes.push({ path, real, shown, before: file.before, after, createdDirectories: [] });
    }
    if (open.files.size === 0) this.#open.delete(open.id);
    if (open.changes.length === found) return;
    const { id, call, title, time, changes } = open;
    const by = actionTitle`${harnessTitles[call.harness]}'s tool ${call.tool}: ${nested(title)}`;
    const agent = `chat/${call.harness}`;
    await this.ports.journal.record({ id, agent, tool: call.tool, title: by, time, state: "done", changes });
  }

  /** What was there before our own tools changed it again, or what is there. */
  async #after({ time }: OpenCall, target: ResolvedPath): Promise<Uint8Array | undefined> {
    const { journal, files } = this.ports;
    const next = (await journal.list()).find((entry) => entry.time > time && entry.reals.includes(target.real));
    const change = next && (await journal.get(next.id)).changes.find(({ real }) => real === target.real);
    if (change) return change.before;
    return (await files.stat(target)) ? files.read(target) : undefined;
  }
}
