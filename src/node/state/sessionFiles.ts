/** What an agent has read, and what that makes of it, kept between processes: one call can follow another (D-10, PO-6). */

import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Session, SessionPlaces } from "../../core/session/session";
import { isSavedTaint, type SavedTaint, unknownTaint } from "../../core/session/taint";
import { isInside } from "../../core/vocabulary/paths";
import { messageOf } from "../../core/vocabulary/toolError";
import { writeRecord } from "../files/writing/jsonRecord";
import { projectOf } from "./project";
import { SessionTaints } from "./sessionTaints";

const folderIn = (stateFolder: string) => join(stateFolder, "sessions");

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** Which versions of files an agent knows in a set of folders. */
const seenPath = (stateFolder: string, { agent, places }: Session) =>
  join(folderIn(stateFolder), `${digestOf(JSON.stringify([agent, projectOf(places.opened).digest]))}.seen.json`);

/** Where all that an agent knew was kept before projects were told apart. */
const formerPath = (stateFolder: string, { agent }: Session) => join(folderIn(stateFolder), `${digestOf(agent)}.json`);

/** What is in a file of that time. */
interface FormerSession {
  readonly seen: readonly [string, string][];
  readonly taint: SavedTaint;
}

const isNotThere = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/** @throws Error for what is no saved session. */
function parseFormer(text: string): FormerSession {
  const { seen, taint } = JSON.parse(text) as Partial<FormerSession>;
  if (!isSavedTaint(taint)) throw new Error("it has no taint");
  return { seen: [...new Map(seen)], taint };
}

/** Undefined when there is none; one that cannot be read counts as the most confidential until a person resets it. */
async function formerSession(path: string): Promise<FormerSession | undefined> {
  try {
    return parseFormer(await readFile(path, "utf8"));
  } catch (error) {
    return isNotThere(error) ? undefined : { seen: [], taint: unknownTaint };
  }
}

/** Whether it may have worked in one of these folders: only one that has looked at files, and at none of theirs, has not. */
function mayHaveWorkedIn({ opened, added }: SessionPlaces, { seen, taint }: FormerSession): boolean {
  const files = [...seen.map(([real]) => real), ...taint.lineage.flatMap(({ path }) => path ?? [])];
  return seen.length === 0 || files.some((file) => [...opened, ...added].some((root) => isInside(root, file)));
}

/** Undefined for a file that cannot be read: files have to be read again. */
async function seenFiles(path: string): Promise<readonly [string, string][] | undefined> {
  try {
    return [...new Map(JSON.parse(await readFile(path, "utf8")).seen as [string, string][])];
  } catch {
    return undefined;
  }
}

/** Has a session work in folders, with all that its agent knows there. What it has taken in elsewhere stays with it. Never rejects. */
export async function enterPlaces(stateFolder: string, session: Session, places: SessionPlaces): Promise<void> {
  session.places = places;
  const former = await formerSession(formerPath(stateFolder, session));
  const isCounted = former !== undefined && mayHaveWorkedIn(places, former);
  const seen = [...(isCounted ? former.seen : []), ...((await seenFiles(seenPath(stateFolder, session))) ?? [])];
  for (const [real, version] of seen) session.noteSeen(real, version);
  if (isCounted) session.taint.restore(former.taint);
  new SessionTaints(folderIn(stateFolder)).takeOn(session);
}

/** Differs after every write of the file; empty when there is none. */
function versionOf(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : "";
  } catch {
    return "";
  }
}

/** What a session and its file were when both said the same; a list of thousands of files is not compared at every call. */
const agreed = new WeakMap<Session, string>();

const stateOf = (session: Session, path: string, version: string): string =>
  JSON.stringify([path, version, session.revision]);

/**
 * Saves what the agent has seen, unless the file says so already. What another process of the same agent has taken in
 * meanwhile counts here as well.
 * @throws Error of the file system.
 */
export async function saveSession(stateFolder: string, session: Session): Promise<void> {
  session.taint.restore(new SessionTaints(folderIn(stateFolder)).save(session));
  const path = seenPath(stateFolder, session);
  const version = versionOf(path);
  const state = stateOf(session, path, version);
  if (version !== "" && agreed.get(session) === state) return;
  const seen = session.seen();
  const isSaved = version !== "" && JSON.stringify(await seenFiles(path)) === JSON.stringify(seen);
  if (isSaved) agreed.set(session, state);
  else await writeRecord(path, { seen });
}

/** Sessions of which something could not be saved. */
const unsaved = new WeakSet<Session>();

/**
 * {@link saveSession} after a call, whose answer must not be lost because of it. Never rejects.
 * @param warn tells a person, once, that nothing is saved; and that it is saved again.
 */
export async function keepSession(stateFolder: string, session: Session, warn: (text: string) => void): Promise<void> {
  try {
    await saveSession(stateFolder, session);
    if (unsaved.delete(session)) warn("What this session has read is saved again.");
  } catch (error) {
    if (unsaved.has(session)) return;
    unsaved.add(session);
    warn(
      `What this session has read cannot be saved (${messageOf(error)}), so later processes will not know of it: make room for ${stateFolder}, or make it writable.`,
    );
  }
}

/** A person's word that what was read no longer matters; processes that run keep what they know. */
export async function resetTaint(stateFolder: string, session: Session): Promise<void> {
  session.taint.reset();
  new SessionTaints(folderIn(stateFolder)).reset(session);
  const path = formerPath(stateFolder, session);
  const former = await formerSession(path);
  if (former && mayHaveWorkedIn(session.places, former)) await rm(path, { force: true });
}
