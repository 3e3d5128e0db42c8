/** What sessions have taken in, kept for the folders and the agent by which it was taken in (PO-6). */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Session, SessionPlaces } from "../../core/session/session";
import { isSavedTaint, type SavedTaint, Taint, unknownTaint } from "../../core/session/taint";
import { foldedAgent } from "../../core/vocabulary/agentName";
import { isAbove, type Level, levels } from "../../core/vocabulary/level";
import { overlaps } from "../../core/vocabulary/paths";
import { caseSensitive } from "../files/caseSensitive";
import { projectOf } from "./project";

const ending = ".taint.json";

/** Of ordinary work nothing is taken over from other agents. */
const ordinary: Level = "INTERNAL";

/** What is kept of one agent in one set of folders. */
interface TaintRecord extends SessionPlaces {
  /** As {@link foldedAgent} has it. */
  readonly agent: string;
  readonly taint: SavedTaint;
}

/** A record with its file; one without values cannot be read, so nobody knows whose it is. */
interface KeptRecord {
  readonly name: string;
  readonly record?: TaintRecord;
}

const isNotThere = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/** @throws Error for what is no such record. */
function parseRecord(text: string): TaintRecord {
  const { agent, opened, added, taint } = JSON.parse(text) as Partial<TaintRecord>;
  if (typeof agent !== "string" || !isTexts(opened) || !isTexts(added) || !isSavedTaint(taint))
    throw new Error("it is not a session record");
  return { agent, opened, added, taint };
}

const meet = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.some((other) => overlaps(one, other, caseSensitive)));

/**
 * Whether what was taken in at some places counts at others: where one holds a folder that was opened in the other. A
 * folder that a setting adds to every project makes no two of them one.
 */
function counts(there: SessionPlaces, here: SessionPlaces): boolean {
  const all = ({ opened, added }: SessionPlaces) => [...opened, ...added];
  const areWithout = there.opened.length === 0 && here.opened.length === 0;
  return areWithout || meet(there.opened, all(here)) || meet(all(there), here.opened);
}

const takenIn = ({ record }: KeptRecord): SavedTaint => record?.taint ?? unknownTaint;

/**
 * Records in one folder, each written whole and at once, as a window may be gone in the next moment. Each level of a session
 * is a file of its own, so that of two processes neither takes back what the other has noted.
 */
export class SessionTaints {
  constructor(private readonly folder: string) {}

  /**
   * Has a session take on what counts where it works now, as far as it does not have it. Its taint never falls by it. An
   * agent that is new there takes on what the others there have taken in: another name clears nobody. Never throws: where
   * nothing can be looked up it counts as the most confidential.
   */
  takeOn(session: Session): void {
    try {
      for (const kept of this.#counting(session)) session.taint.restore(takenIn(kept));
    } catch {
      session.taint.restore(unknownTaint);
    }
  }

  /**
   * Keeps what a session has taken in, together with what other processes have kept of the same agent there.
   * @returns both.
   * @throws Error of the file system.
   */
  save({ agent, places, taint }: Session): SavedTaint {
    const key = keyOf(agent, places);
    const before = levels.flatMap((level) => this.#read(nameOf(key, level)) ?? []);
    const all = new Taint();
    for (const kept of before) all.restore(takenIn(kept));
    all.restore(taint.saved());
    const name = nameOf(key, all.level);
    const same = before.find((kept) => kept.name === name)?.record;
    const added = [...new Set([...(same?.added ?? []), ...places.added])];
    const record = { agent: foldedAgent(agent), opened: places.opened, added, taint: all.saved() };
    if (JSON.stringify(record) !== JSON.stringify(same)) this.#write(name, record);
    return record.taint;
  }

  /** A person's word that what counts for a session no longer matters. @throws Error of the file system. */
  reset(session: Session): void {
    const { agent, places } = session;
    const own = { agent: foldedAgent(agent), ...places };
    const counting = this.#counting(session).filter(({ record }) => !record || record.agent === own.agent);
    for (const { name } of counting) rmSync(join(this.folder, name), { force: true });
    const taint = new Taint().saved();
    // An agent that is known in a place stays known there.
    for (const record of [own, ...counting.flatMap(({ record }) => record ?? [])])
      this.#write(nameOf(keyOf(record.agent, record), taint.level), { ...record, taint });
  }

  /** Those that count for a session; one that cannot be read counts for all. */
  #counting({ agent, places }: Session): KeptRecord[] {
    const there = this.#all().filter(({ record }) => !record || counts(record, places));
    const own = there.filter(({ record }) => record?.agent === foldedAgent(agent));
    if (own.length > 0) return [...own, ...there.filter(({ record }) => !record)];
    return there.filter(({ record }) => !record || isAbove(record.taint.level, ordinary));
  }

  #all(): KeptRecord[] {
    const names = unlessMissing(() => readdirSync(this.folder)) ?? [];
    return names.filter((name) => name.endsWith(ending)).flatMap((name) => this.#read(name) ?? []);
  }

  #read(name: string): KeptRecord | undefined {
    const path = join(this.folder, name);
    try {
      // Most levels have no file, and an error costs more than the question.
      if (!statSync(path, { throwIfNoEntry: false })) return undefined;
      return { name, record: parseRecord(readFileSync(path, "utf8")) };
    } catch (error) {
      return isNotThere(error) ? undefined : { name };
    }
  }

  #write(name: string, record: TaintRecord): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const draft = join(this.folder, `${name}.${randomUUID()}.tmp`);
    try {
      writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
      renameSync(draft, join(this.folder, name));
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }
}

/** @throws Error of the file system. */
function unlessMissing<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/** Names an agent in a set of folders. */
const keyOf = (agent: string, { opened }: SessionPlaces): string =>
  createHash("sha256")
    .update(JSON.stringify([foldedAgent(agent), projectOf(opened).digest]))
    .digest("hex")
    .slice(0, 32);

const nameOf = (key: string, level: Level): string => `${key}.${level}${ending}`;
