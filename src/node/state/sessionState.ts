import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planModeKey, type SessionState } from "../../core/session/sessionState";
import { messageOf } from "../../core/vocabulary/toolError";

const fileIn = (folder: string) => join(folder, "session.json");

/** Whether the window plans that keeps its state in a folder; unknown counts as yes, which only keeps from changing something. */
export function isPlanningIn(folder: string): boolean {
  const kept = read(fileIn(folder));
  return kept === undefined || kept[planModeKey] === true;
}

/** Undefined for a file that cannot be understood. */
function read(file: string): Record<string, unknown> | undefined {
  if (!existsSync(file)) return {};
  try {
    return Object(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/**
 * A file in the window's own state folder. VS Code's memory of a workspace is written some time after it was told, and
 * what a session may not do must not be forgotten with a window that is closed at once: it is on the disk when `set` returns.
 */
export class SessionStateFile implements SessionState {
  readonly #file: string;
  readonly #kept: Record<string, unknown> | undefined;
  readonly #set: Record<string, unknown> = {};

  /**
   * @param folder made when it is not there.
   * @param warn hears when something could not be kept.
   */
  constructor(
    private readonly folder: string,
    private readonly warn: (text: string) => void,
  ) {
    this.#file = fileIn(folder);
    this.#kept = read(this.#file);
  }

  get(key: string): unknown {
    return Object.hasOwn(this.#set, key) ? this.#set[key] : this.#kept ? this.#kept[key] : null;
  }

  set(key: string, value: unknown): void {
    this.#set[key] = value;
    try {
      mkdirSync(this.folder, { recursive: true });
      const next = `${this.#file}.new`;
      writeFileSync(next, JSON.stringify({ ...this.#kept, ...this.#set }), { mode: 0o600 });
      renameSync(next, this.#file);
    } catch (error) {
      this.warn(`the state of this session could not be saved for the next start of the window: ${messageOf(error)}`);
    }
  }
}
