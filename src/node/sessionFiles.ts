/** What an agent has read, and what that makes of it, kept between processes: one call can follow another (D-10, PO-6). */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Session } from "../core/session";
import { isSavedTaint, type SavedTaint, unknownTaint } from "../core/taint";
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

async function write(path: string, session: Session): Promise<void> {
  const saved: SavedSession = { seen: session.seen(), taint: session.taint.saved() };
  await writeRecord(path, saved);
}

/** Saves what the agent has seen. What another process of the same agent has taken in meanwhile counts here as well. */
export async function saveSession(folder: string, session: Session): Promise<void> {
  const path = pathOf(folder, session.agent);
  const saved = await savedSession(path);
  if (saved) session.taint.restore(saved.taint);
  await write(path, session);
}

/** A person's word that what was read no longer matters; processes that run keep what they know. */
export async function resetTaint(folder: string, session: Session): Promise<void> {
  session.taint.reset();
  await write(pathOf(folder, session.agent), session);
}
