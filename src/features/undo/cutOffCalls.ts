/** Calls whose changes were being made when their process was killed: what there is of them is taken back (D-12, D-17). */

import type { News, NewsSource } from "../../core/calls/beside/news";
import type { JournalChange, JournalEntry, JournalStore } from "../../core/journal/journalEntry";
import type { FilePort } from "../../core/ports/files";
import type { WholePorts } from "./folderChanges";
import { madeWhole, type Stage, stageOf } from "./happened";
import type { RestorePlan } from "./restorePlan";

/** A call of which a part of the changes was found. */
export interface CutOff {
  /** The first line of the command whose changes they are; of other calls their title. */
  readonly line: string;
  readonly isCommand: boolean;
  /** Shown paths of what was left as it is, because somebody changed it since. */
  readonly left: readonly string[];
  /** Shown paths of what held a part of the new bytes and a part of the old ones, and holds the old ones again; absent: nothing. */
  readonly torn?: readonly string[];
}

/** What taking back needs. */
export interface CutOffPorts extends WholePorts {
  readonly store: JournalStore;
  /** @throws ToolError `not_found` when nothing of the call stands. */
  plan(id: string): Promise<RestorePlan>;
  /** @param chosen real paths of the files to restore. */
  apply(plan: RestorePlan, chosen: ReadonlySet<string>): Promise<unknown>;
}

/** What was cut off, and who was told of it. */
export class CutOffCalls implements NewsSource {
  readonly #told = new Set<string>();
  readonly #found: CutOff[] = [];
  #done: Promise<void> | undefined;

  constructor(private readonly ports: CutOffPorts) {}

  /** Takes back all of it in the folders that are worked in, once. @returns what there was. Never rejects. */
  async recover(): Promise<readonly CutOff[]> {
    this.#done ??= this.ports.store.abandoned?.((id) => this.#settle(id)).catch(() => {});
    await this.#done;
    return this.#found;
  }

  /** What cannot be taken back now stays as it is, and is looked at by the next process. */
  async #settle(id: string): Promise<void> {
    const one = await settled(id, this.ports).catch(() => undefined);
    if (one) this.#found.push(one);
  }

  news(agent: string): readonly News[] {
    if (this.#told.has(agent)) return [];
    this.#told.add(agent);
    return this.#found.map((one) => ({ text: `[${cutOffText(one)}]` }));
  }
}

async function settled(id: string, ports: CutOffPorts): Promise<CutOff | undefined> {
  const { store, files } = ports;
  const entry = await store.get(id);
  const [first] = entry.changes;
  // Another host works there, and its agents are the ones to be told.
  if (first && (await files.resolve(first.path)).root === undefined) return undefined;
  await files.wholes?.tidy(entry.changes.map(({ real }) => real));
  const stages = await Promise.all(entry.changes.map((change) => stageOf(ports, change)));
  const isAll = isDone(entry.changes, stages);
  if (isAll || stages.every((stage) => stage === "before" || stage === "both")) {
    if (!isAll) await removeMade(entry, files);
    await store.end({ ...entry, state: "done", changes: isAll ? entry.changes.map(madeWhole) : [] });
    return undefined;
  }
  const left = await takenBack(id, ports);
  await removeMade(entry, files);
  await store.end({ ...entry, state: "done" });
  const halves = entry.changes.filter((_, index) => stages[index] === "torn").map(({ shown }) => shown);
  const torn = [...new Set(halves)].filter((shown) => !left.includes(shown));
  return {
    line: entry.command?.line ?? entry.title,
    isCommand: entry.command !== undefined,
    left,
    ...(torn.length > 0 && { torn }),
  };
}

/** Folders are made for many files before the first of these is there. */
async function removeMade({ changes }: JournalEntry, files: FilePort): Promise<void> {
  const made = new Set(changes.flatMap(({ createdDirectories }) => createdDirectories));
  const deepestFirst = [...made].sort((one, other) => other.length - one.length);
  for (const folder of deepestFirst) await files.removeEmptyDirectory(folder);
}

/**
 * They are made in their order, so the last one that makes a difference tells. Where somebody changed that file since, all
 * others tell: a power cut may only have taken the record of the end. A move in two halves looks the same, and goes back.
 */
function isDone(changes: readonly JournalChange[], stages: readonly Stage[]): boolean {
  const at = stages.findLastIndex((stage) => stage !== "both");
  if (stages[at] === "after") return true;
  const others = stages.slice(0, Math.max(at, 0));
  return (
    stages[at] === "neither" && !changes[at]?.whole && others.every((stage) => stage === "after" || stage === "both")
  );
}

async function takenBack(id: string, { plan, apply }: CutOffPorts): Promise<readonly string[]> {
  const whole = await plan(id);
  const free = whole.files.filter(({ conflict }) => !conflict);
  await apply(whole, new Set(free.map(({ target }) => target.real)));
  return [...new Set(whole.files.filter(({ conflict }) => conflict).map(({ target }) => target.shown))];
}

/** Names that are listed; of more the number counts. */
const maxListed = 5;

const listed = (names: readonly string[]): string =>
  [...names.slice(0, maxListed), ...(names.length > maxListed ? [`${names.length - maxListed} more`] : [])].join(", ");

/** What was left, as a list; empty where nothing was. */
export const leftText = ({ left }: CutOff): string => listed(left);

/** What was torn, as a list; empty where nothing was. */
export const tornText = ({ torn = [] }: CutOff): string => listed(torn);

/** In one to three sentences, for a model and for the program's standard error. */
export function cutOffText(one: CutOff): string {
  const [left, torn] = [leftText(one), tornText(one)];
  const halves = torn === "" ? "" : ` Half-written by then, and restored: ${torn}.`;
  const rest = left === "" ? "" : ` Changed since, and left as it is: ${left}.`;
  const told = one.isCommand
    ? `while it applied the changes of \`${one.line}\`, so they have been taken back: run that command again`
    : `while it made the changes of "${one.line}", so they have been taken back: make that call again`;
  return `Toolcrib was stopped ${told} if they are needed.${halves}${rest}`;
}
