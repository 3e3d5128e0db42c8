/** Git indexes as no git would write them. */

/** What differs from an index of version 2 with nothing after its entries. */
export interface CraftedIndex {
  readonly version?: number;
  /** Bits to set in the flags of every entry. */
  readonly flags?: number;
  /** Added to what the flags say of the length of every path. */
  readonly longer?: number;
  /** Entries that the header counts beside those that are there. */
  readonly more?: number;
  readonly mode?: number;
  /** Name of the object of every entry, in hexadecimal digits. */
  readonly object?: string;
  /** What stands after the entries. */
  readonly after?: (entriesEnd: number) => readonly Buffer[];
}

/** Numbers of four bytes. */
export function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
}

/** One extension of an index. */
export const extension = (name: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name), numbers(content.length), content]);

/** An index with these paths, whose objects are all the same. */
export function craftedIndex(paths: readonly string[], crafted: CraftedIndex = {}): Buffer {
  const { version = 2, flags = 0, longer = 0, more = 0, mode = 0o100644, object = "01".repeat(20), after } = crafted;
  const entries = paths.map((path) => {
    const name = Buffer.from(path);
    const flagged = Buffer.alloc(2);
    flagged.writeUInt16BE(flags | (name.length + longer));
    const padding = Buffer.alloc(8 - ((62 + name.length) % 8));
    return Buffer.concat([
      numbers(0, 0, 0, 0, 0, 0, mode, 0, 0, 0),
      Buffer.from(object, "hex"),
      flagged,
      name,
      padding,
    ]);
  });
  const head = Buffer.concat([Buffer.from("DIRC"), numbers(version, paths.length + more), ...entries]);
  return Buffer.concat([head, ...(after?.(head.length) ?? []), Buffer.alloc(20)]);
}
