/** Where lines begin in large files, so that a later read goes straight to its place. */
import type { Encoding } from "./encoding";

/** Bytes between two noted places, at first. */
const firstSpacing = 1024 * 1024;
/** Places noted of one file at most; when there are more, every other one is forgotten. */
const maxPlaces = 4096;
/** Files of which places are kept. */
const maxFiles = 32;

/** Where a line begins. */
export interface IndexedLine {
  /** 0-based. */
  readonly line: number;
  /** Bytes from the start of the file. */
  readonly byte: number;
}

/** A few of the places at which the lines of one version of a file begin. Its size does not grow with the file. */
export class LineIndex {
  #places: IndexedLine[] = [];
  #spacing = firstSpacing;
  /** Lines of the file, once a scan has come to its end. */
  total: number | undefined;

  constructor(
    /** How the file's text is stored; told from its head, which later reads do not see. */
    readonly encoding: Encoding,
  ) {}

  /** True when no place is known that would spare a reader anything. */
  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  /** Offers a place; it is kept when it is far enough behind the last one. */
  note(place: IndexedLine): void {
    if (place.byte < (this.#places.at(-1)?.byte ?? 0) + this.#spacing) return;
    this.#places.push(place);
    if (this.#places.length <= maxPlaces) return;
    this.#places = this.#places.filter((_, index) => index % 2 === 1);
    this.#spacing *= 2;
  }

  /** The last known place at or before a line; undefined when that is the start of the file. */
  before(line: number): IndexedLine | undefined {
    return this.#places.findLast((place) => place.line <= line);
  }
}

/** The indexes of the files that were read last. */
export class LineIndexes {
  readonly #kept = new Map<string, LineIndex>();

  /** The index of a file in exactly this version. */
  find(real: string, version: string): LineIndex | undefined {
    const key = keyOf(real, version);
    const index = this.#kept.get(key);
    if (index) this.#keep(key, index);
    return index;
  }

  /** Keeps an index instead of the one there was; the file not used for longest gives way. */
  put(real: string, version: string, index: LineIndex): void {
    this.#keep(keyOf(real, version), index);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxFiles && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** Drops the index of a file that turned out to be another. */
  forget(real: string, version: string): void {
    this.#kept.delete(keyOf(real, version));
  }

  #keep(key: string, index: LineIndex): void {
    this.#kept.delete(key);
    this.#kept.set(key, index);
  }
}

const keyOf = (real: string, version: string) => `${version} ${real}`;
