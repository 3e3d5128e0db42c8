/** Finding files by a part of their paths, without going through all of them. */
import { foldedPath } from "./nameLiterals";

const maxRemembered = 50;

/** Paths, to be looked through for a text. */
export class NameTable {
  readonly #all: string;
  readonly #found = new Map<string, readonly string[] | undefined>();

  constructor(private readonly paths: readonly string[]) {
    this.#all = `\n${paths.map(foldedPath).join("\n")}\n`;
  }

  /** Paths with one of the texts; undefined when there are more than so many. @param literals folded. */
  holding(literals: readonly string[], most: number): readonly string[] | undefined {
    const key = literals.join("\n");
    if (this.#found.has(key)) return this.#found.get(key);
    const found = this.#search(literals, most);
    // Secret names are asked for with every search, others hardly twice.
    if (this.#found.size > maxRemembered) this.#found.clear();
    this.#found.set(key, found);
    return found;
  }

  #search(literals: readonly string[], most: number): string[] | undefined {
    const starts = new Set<number>();
    for (const literal of literals)
      for (let at = this.#all.indexOf(literal); at !== -1; ) {
        starts.add(this.#all.lastIndexOf("\n", at) + 1);
        if (starts.size > most) return undefined;
        at = this.#all.indexOf(literal, this.#all.indexOf("\n", at));
      }
    return this.#pathsAt([...starts].sort((a, b) => a - b));
  }

  /** The paths whose folded forms begin at some places, in order. */
  #pathsAt(starts: readonly number[]): string[] {
    const found: string[] = [];
    let [number, place] = [0, 1];
    for (const start of starts) {
      for (; place < start; number++) place = this.#all.indexOf("\n", place) + 1;
      found.push(this.paths[number] as string);
    }
    return found;
  }
}
