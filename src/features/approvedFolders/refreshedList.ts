/** What lies in folders that others change: read anew when somebody says so, and told when it is not as it was. */
import { messageOf } from "../../core/vocabulary/toolError";

/** How it is read. */
export interface ReadAnewPorts<T> {
  read(): Promise<readonly T[]>;
  /** True when nobody has to be told of the difference. */
  isSame(some: readonly T[], others: readonly T[]): boolean;
  /** Hears why it could not be read; what was read before stays. */
  unread(reason: string): void;
}

/** Things that were read last. */
export class RefreshedList<T> {
  readonly #listeners = new Set<() => void>();
  #all: readonly T[] = [];
  #reading: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(private readonly ports: ReadAnewPorts<T>) {}

  /** As they were last read. */
  all(): readonly T[] {
    return this.#all;
  }

  /** Reads them anew, once for all who ask while they are being read. Never rejects. */
  refresh(): Promise<void> {
    this.#queued ??= this.#reading.then(() => {
      this.#queued = undefined;
      this.#reading = this.#read().catch((error) => this.ports.unread(messageOf(error)));
      return this.#reading;
    });
    return this.#queued;
  }

  /** Tells all who listen, though nothing changed in what was read. */
  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** @param listener called whenever one came, went or changed. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #read(): Promise<void> {
    const found = await this.ports.read();
    if (this.ports.isSame(found, this.#all)) return;
    this.#all = found;
    this.tell();
  }
}
