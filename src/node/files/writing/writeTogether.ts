/** Replacing many files in their order, while the disk is waited for once (D-9). */
import { dirname } from "node:path";
import { Turns } from "../../../core/util/turns";
import type { FileInPlace } from "../opened/fileInPlace";
import { atomicWrite } from "./atomicWrite";
import type { Replacement, Together } from "./replacement";
import { syncFiles, syncFolders } from "./syncTogether";

/** One of them, and what is called in the moment before its file changes. */
export interface TogetherWrite extends Omit<Replacement, "ready" | "together"> {
  check?(): void;
}

/** What came of them. */
export interface TogetherOutcome {
  /** How many were made, which are the first ones. */
  readonly made: number;
  /** What one threw, and its place among them. */
  readonly failure?: { readonly error: unknown; readonly at: number };
  /** Folders made for each, outermost first. */
  readonly folders: readonly (readonly string[])[];
}

/** A moment that others wait for. */
class Moment {
  readonly come: Promise<void>;
  #come: () => void = () => {};
  constructor() {
    this.come = new Promise((resolve) => {
      this.#come = resolve;
    });
  }

  note(): void {
    this.#come();
  }
}

/** Why the writes after one that failed are not made; nobody is shown it. */
const notMade = new Error("A write before this one failed.");

class Member implements Together {
  readonly begun = new Moment();
  /** The new bytes lie beside the file, as far as there are any; or it has failed. */
  readonly staged = new Moment();
  /** It is made, or has failed. */
  readonly over = new Moment();
  readonly files: FileInPlace[] = [];
  folders: readonly string[] = [];
  isPlaced = false;
  failure: TogetherOutcome["failure"];

  /** @param mayGo fulfilled when it is its turn; see {@link Together}. */
  constructor(
    private readonly at: number,
    private readonly mayGo: () => Promise<void>,
  ) {}

  began = (made: readonly string[]) => {
    this.folders = made;
    this.begun.note();
  };

  stage = (file: FileInPlace) => {
    this.files.push(file);
  };

  turn = () => {
    this.staged.note();
    return this.mayGo();
  };

  placed = () => {
    this.isPlaced = true;
    this.over.note();
  };

  /** Waits for its end. Never rejects. */
  async follow(write: Promise<unknown>): Promise<void> {
    await write.catch((error) => {
      this.failure = { error, at: this.at };
    });
    for (const moment of [this.begun, this.staged, this.over]) moment.note();
  }
}

/**
 * Makes writes in their order. The new bytes of all are on the disk before the first file changes, and the names of all
 * before this is fulfilled. After one that fails none is made, and of those before it nothing is taken back.
 * @param writes each of another path, none of them inside another. Never rejects.
 */
export async function writeTogether(writes: readonly TogetherWrite[]): Promise<TogetherOutcome> {
  const members: Member[] = [];
  const stagedAll = new Moment();
  const turns = new Turns();
  let isOnDisk: Promise<void> | undefined;
  for (const [at, { check }] of writes.entries()) {
    const mayGo = async () => {
      await stagedAll.come;
      await isOnDisk;
      const before = members[at - 1];
      await before?.over.come;
      await turns.next();
      if (before && !before.isPlaced) throw notMade;
      check?.();
    };
    members.push(new Member(at, mayGo));
  }
  const ended = await begin(writes, members, turns);
  await Promise.all(members.map(({ staged }) => staged.come));
  isOnDisk = toDisk(members, writes);
  // Whoever waits for it learns of a failure.
  isOnDisk.catch(() => {});
  stagedAll.note();
  await Promise.all(ended);
  return outcomeOf(members, writes);
}

/** In the order of their paths, each when it is the only writer of the one before: of two hosts that write the same files none waits for the other for good. */
async function begin(
  writes: readonly TogetherWrite[],
  members: readonly Member[],
  turns: Turns,
): Promise<Promise<void>[]> {
  const ended: Promise<void>[] = [];
  const byPath = [...writes.entries()].sort(([, one], [, other]) => (one.path < other.path ? -1 : 1));
  for (const [at, { check, ...write }] of byPath) {
    const member = members[at] as Member;
    ended.push(member.follow(atomicWrite({ ...write, together: member })));
    await member.begun.come;
    await turns.next();
  }
  return ended;
}

/** @throws when one of them has failed already, or the disk fails: then none is made. */
async function toDisk(members: readonly Member[], writes: readonly TogetherWrite[]): Promise<void> {
  const files = members.flatMap((member) => member.files);
  try {
    if (members.some(({ failure }) => failure)) throw notMade;
    await syncFiles(files, dirname(writes[0]?.path ?? "/"));
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

async function outcomeOf(members: readonly Member[], writes: readonly TogetherWrite[]): Promise<TogetherOutcome> {
  const made = members.filter(({ isPlaced }) => isPlaced).length;
  const folders = members.map((member) => member.folders);
  const names = writes.slice(0, made).flatMap(({ path, after }) => (after === undefined ? [] : [dirname(path)]));
  const unsynced = await syncFolders(names).then(
    () => undefined,
    (error: unknown) => ({ error, at: made - 1 }),
  );
  const failed = members.flatMap(({ failure }) => failure ?? []);
  const failure = failed.find(({ error }) => error !== notMade) ?? failed[0] ?? unsynced;
  return { made, ...(failure && { failure }), folders };
}
