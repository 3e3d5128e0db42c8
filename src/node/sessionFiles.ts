/** What an agent has read, kept between processes, so that one-shot calls can follow each other (D-10). */

import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Session } from "../core/session";

const pathOf = (folder: string, agent: string) =>
  join(folder, "sessions", `${createHash("sha256").update(agent).digest("hex").slice(0, 32)}.json`);

/** The agent's session as it was saved; a new one when there is none or it cannot be read. */
export async function loadSession(folder: string, agent: string): Promise<Session> {
  try {
    const seen = JSON.parse(await readFile(pathOf(folder, agent), "utf8")) as [string, string][];
    return new Session(agent, seen);
  } catch {
    // An unreadable session only means that files have to be read again.
    return new Session(agent);
  }
}

/** Saves what the agent has seen. */
export async function saveSession(folder: string, session: Session): Promise<void> {
  const path = pathOf(folder, session.agent);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  await writeFile(temporary, JSON.stringify(session.seen()), { mode: 0o600 });
  await rename(temporary, path);
}
