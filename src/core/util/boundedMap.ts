/** Values that are kept as long as there is room: what was neither put nor used for the longest time goes first. */
export class BoundedMap<V> {
  /** The one that was used last comes last. */
  readonly #kept = new Map<string, V>();
  #size = 0;

  /**
   * @param maxValues values that are kept.
   * @param maxSize size of all of them together; a value that is larger by itself is not kept.
   */
  constructor(
    private readonly maxValues: number,
    private readonly maxSize: number,
    private readonly sizeOf: (value: V) => number,
  ) {}

  /** The value of a name; asking for it does not count as using it. */
  get(name: string): V | undefined {
    return this.#kept.get(name);
  }

  /** Notes that a value was used. */
  touch(name: string): void {
    const value = this.#kept.get(name);
    if (value === undefined) return;
    this.#kept.delete(name);
    this.#kept.set(name, value);
  }

  /** Keeps a value in the place of the one before. */
  put(name: string, value: V): void {
    this.drop(name);
    const size = this.sizeOf(value);
    if (size > this.maxSize) return;
    this.#kept.set(name, value);
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.maxValues && this.#size <= this.maxSize) return;
      this.drop(oldest);
    }
  }

  /** Forgets a value. */
  drop(name: string): void {
    const value = this.#kept.get(name);
    if (value === undefined) return;
    this.#size -= this.sizeOf(value);
    this.#kept.delete(name);
  }
}
