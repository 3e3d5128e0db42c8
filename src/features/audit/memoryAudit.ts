/** The audit log where nothing can be kept on a disk: for the life of the window (D-18). */
import type { AuditEntry, AuditStore } from "./audit";

/** Lines that are kept; the oldest go first. */
const maxLines = 10_000;

/** AuditStore in memory. */
export class MemoryAudit implements AuditStore {
  readonly #lines: string[] = [];

  /** @throws Error for a line that has to be on the disk, as there is none. */
  async append(entry: AuditEntry, time: number, durable: boolean): Promise<void> {
    if (durable) throw new Error("a browser window has no disk to keep it on");
    this.#lines.push(JSON.stringify({ time: new Date(time).toISOString(), ...entry }));
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  /** One JSON object a line, the oldest first. */
  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }
}
