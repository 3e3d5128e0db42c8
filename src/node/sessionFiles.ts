/** What an agent has read, and what that makes of it, kept between processes: one call can follow another (D-10, PO-6). */

import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Session } from "../core/session";
import { isSavedTaint, type SavedTaint, unknownTaint } from "../core/taint";
import { messageOf } from "../core/toolError";
import { writeRecord } from "./jsonRecord";

const pathOf = (folder: string, agent: string) =>
  join(folder, "sessions", `${createHash("sha256").update(agent).digest("hex").slice(0, 32)}.json`);

/** What is in a file. */
interface SavedSession {
  readonly seen: readonly [string, string][];
  readonly taint: SavedTaint;
}

const isNotThere = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/** @throws Error for what is no saved session. */
function parseSession(text: string): SavedSession {
  const { seen, taint } = JSON.parse(text) as Partial<SavedSession>;
  if (!isSavedTaint(taint)) throw new Error("it has no taint");
  return { seen: [...new Map(seen)], taint };
}

/**
 * Undefined when there is none. Of one that cannot be read nobody knows what was read: files have to be read again, and it
 * counts as the most confidential until a person resets it.
 */
async function savedSession(path: string): Promise<SavedSession | undefined> {
  try {
    return parseSession(await readFile(path, "utf8"));
  } catch (error) {
    return isNotThere(error) ? undefined : { seen: [], taint: unknownTaint };
  }
}

/** The agent's session as it was saved; a new one when there is none. */
export async function loadSession(folder: string, agent: string): Promise<Session> {
  const saved = await savedSession(pathOf(folder, agent));
  const session = new Session(agent, saved?.seen);
  if (saved) session.taint.restore(saved.taint);
  return session;
}

const savedOf = (session: Session): SavedSession => ({ seen: session.seen(), taint: session.taint.saved() });

/** Differs after every write of the file; empty when there is none. */
const versionOf = async (path: string): Promise<string> =>
  stat(path, { bigint: true }).then(
    ({ ino, mtimeNs, size }) => `${ino}:${mtimeNs}:${size}`,
    () => "",
  );

/** What a session and its file were when both said the same; a list of thousands of files is not compared at every call. */
const agreed = new WeakMap<Session, string>();

const stateOf = (session: Session, path: string, version: string): string =>
  JSON.stringify([path, version, session.revision, session.taint.saved()]);

/**
 * Saves what the agent has seen, unless the file says so already. What another process of the same agent has taken in
 * meanwhile counts here as well.
 * @throws Error of the file system.
 */
export async function saveSession(folder: string, session: Session): Promise<void> {
  const path = pathOf(folder, session.agent);
  const version = await versionOf(path);
  if (version !== "" && agreed.get(session) === stateOf(session, path, version)) return;
  const saved = await savedSession(path);
  if (saved) session.taint.restore(saved.taint);
  const state = stateOf(session, path, version);
  const now = savedOf(session);
  // One that could not be read is written again, whatever counts in its place.
  const isReadable = saved?.taint !== unknownTaint;
  if (isReadable && JSON.stringify(saved) === JSON.stringify(now)) agreed.set(session, state);
  else await writeRecord(path, now);
}

/** Sessions of which something could not be saved. */
const unsaved = new WeakSet<Session>();

/**
 * {@link saveSession} after a call, whose answer must not be lost because of it. Never rejects.
 * @param warn tells a person, once, that nothing is saved; and that it is saved again.
 */
export async function keepSession(folder: string, session: Session, warn: (text: string) => void): Promise<void> {
  try {
    await saveSession(folder, session);
    if (unsaved.delete(session)) warn("What this session has read is saved again.");
  } catch (error) {
    if (unsaved.has(session)) return;
    unsaved.add(session);
    warn(
      `What this session has read cannot be saved (${messageOf(error)}), so later processes will not know of it: make room for ${folder}, or make it writable.`,
    );
  }
}

/** A person's word that what was read no longer matters; processes that run keep what they know. */
export async function resetTaint(folder: string, session: Session): Promise<void> {
  session.taint.reset();
  await writeRecord(pathOf(folder, session.agent), savedOf(session));
}
