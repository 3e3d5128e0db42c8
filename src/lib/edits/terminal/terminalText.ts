/** What a terminal would show of a program's output, as plain text for a model. */

/** CSI; OSC and the other strings, which end at BEL, ST or at the latest with their line; the two-character escapes. */
const escapes =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[ -/][0-~]|[0-OQ-WYZ\\`-~])/g;

const standing = (line: string) =>
  line.includes("\r") ? (line.split("\r").findLast((part) => part !== "") ?? "") : line;

/** A character, or the bytes of one of UTF-8 that are read as one character each. */
const characters = /[\s\S][\u0080-\u00bf]*/gu;

/** A line after its backspaces: what comes behind one takes the place of what was there. */
function overstruck(line: string): string {
  if (!line.includes("\b")) return line;
  const cells: string[] = [];
  let at = 0;
  for (const character of line.match(characters) ?? []) {
    if (character === "\b") at = Math.max(0, at - 1);
    else cells[at++] = character;
  }
  while (cells.length > at && cells.at(-1) === " ") cells.pop();
  return cells.join("");
}

/** A program that takes back a character may clear the rest of the line instead of writing a blank over it. */
const clearsBehind = /\u0008\u001b\[0?K/g;

/** Removes escape codes and folds lines that were overwritten after a carriage return or a backspace to what was left standing. */
export const plainOutput = (output: string): string =>
  output
    .replace(clearsBehind, "\b \b")
    .replace(escapes, "")
    .replace(/\r\n/g, "\n")
    .split("\n")
    .map((line) => overstruck(standing(line)))
    .join("\n");

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const escapeByte = 0x1b;
const backspace = 0x08;

/** Bytes of an unfinished line that are held back to see what overwrites it. */
const maxLineLength = 64 * 1024;

/**
 * {@link plainOutput} for a stream of bytes in any encoding that keeps ASCII: a progress bar takes the room of its last
 * state alone. A line comes out when it is complete, so that what overwrites it is known; one that gets too long comes
 * out in parts.
 */
export class OutputFold {
  #held: Uint8Array[] = [];
  #heldBytes = 0;

  /** @returns the complete lines that are ready, in pieces; those may be part of `chunk`. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (end === 0) return this.#hold(chunk);
    const ready = plainPieces([...this.#take(), chunk.subarray(0, end)]);
    return [...ready, ...this.#hold(chunk.subarray(end))];
  }

  /** What is left: the last line without its end. */
  end(): readonly Uint8Array[] {
    return plainPieces(this.#take());
  }

  /** Holds an unfinished line back. @returns what of it no longer fits. */
  #hold(part: Uint8Array): readonly Uint8Array[] {
    if (part.length > 0) this.#held.push(Uint8Array.from(part));
    this.#heldBytes += part.length;
    if (this.#heldBytes <= maxLineLength) return [];
    const line = Buffer.concat(this.#take());
    const last = lastState(line);
    if (last.length > maxLineLength) return plainPieces([line]);
    this.#held = [last];
    this.#heldBytes = last.length;
    return [];
  }

  #take(): Uint8Array[] {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    return held;
  }
}

/** Each byte as one character, so that no character of several bytes is touched. */
const latin1 = (bytes: Buffer) => bytes.toString("latin1");

const isPlain = (bytes: Uint8Array) =>
  !bytes.includes(carriageReturn) && !bytes.includes(escapeByte) && !bytes.includes(backspace);

/** Most output has nothing to fold, and is not copied. */
function plainPieces(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  return pieces.every(isPlain) ? pieces : [Buffer.from(plainOutput(latin1(Buffer.concat(pieces))), "latin1")];
}

/** The part of an unfinished line that can still be seen; a carriage return at its end has overwritten nothing yet. */
function lastState(line: Uint8Array): Uint8Array {
  let end = line.length;
  while (end > 0 && line[end - 1] === carriageReturn) end--;
  const returned = line.lastIndexOf(carriageReturn, end - 1);
  return Uint8Array.from(line.subarray(returned + 1, Math.min(line.length, end + 1)));
}
