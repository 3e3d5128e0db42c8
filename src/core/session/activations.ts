/** Which deferred tools a session has activated (DF-3); a new session starts with none. */
export class Activations {
  readonly #names = new Set<string>();
  readonly #listeners = new Set<() => void>();

  has(name: string): boolean {
    return this.#names.has(name);
  }

  get isEmpty(): boolean {
    return this.#names.size === 0;
  }

  /** Listeners are called once for all new names. */
  add(...names: readonly string[]): void {
    const before = this.#names.size;
    for (const name of names) this.#names.add(name);
    if (this.#names.size > before) this.#changed();
  }

  clear(): void {
    if (this.#names.size === 0) return;
    this.#names.clear();
    this.#changed();
  }

  /** @param listener called whenever the names change. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
