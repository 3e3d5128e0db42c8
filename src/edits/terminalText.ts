/** What a terminal would show of a program's output, as plain text for a model. */

/** CSI; OSC and the other strings, which end at BEL, ST or at the latest with their line; the two-character escapes. */
const escapes =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[ -/][0-~]|[0-OQ-WYZ\\`-~])/g;

const standing = (line: string) =>
  line.includes("\r") ? (line.split("\r").findLast((part) => part !== "") ?? "") : line;

/** Removes escape codes and folds lines that were overwritten after a carriage return to what was left standing. */
export const plainOutput = (output: string): string =>
  output.replace(escapes, "").replace(/\r\n/g, "\n").split("\n").map(standing).join("\n");

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const escapeByte = 0x1b;

/** Bytes of an unfinished line that are held back to see what overwrites it. */
const longestLine = 64 * 1024;

/**
 * {@link plainOutput} for a stream of bytes in any encoding that keeps ASCII: a progress bar takes the room of its last
 * state alone. A line comes out when it is complete, so that what overwrites it is known; one that gets too long comes
 * out in parts.
 */
export class OutputFold {
  #held: Uint8Array[] = [];
  #heldBytes = 0;

  /** @returns the complete lines that are ready; they may be part of `chunk`. */
  push(chunk: Uint8Array): Uint8Array {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (end === 0) return this.#hold(chunk);
    const ready = plainBytes(this.#take(chunk.subarray(0, end)));
    const rest = this.#hold(chunk.subarray(end));
    return rest.length > 0 ? Buffer.concat([ready, rest]) : ready;
  }

  /** What is left: the last line without its end. */
  end(): Uint8Array {
    return plainBytes(this.#take(new Uint8Array()));
  }

  /** Holds an unfinished line back. @returns what of it no longer fits. */
  #hold(part: Uint8Array): Uint8Array {
    if (part.length > 0) this.#held.push(Uint8Array.from(part));
    this.#heldBytes += part.length;
    if (this.#heldBytes <= longestLine) return new Uint8Array();
    const line = this.#take(new Uint8Array());
    const last = lastState(line);
    if (last.length > longestLine) return plainBytes(line);
    this.#held = [last];
    this.#heldBytes = last.length;
    return new Uint8Array();
  }

  #take(more: Uint8Array): Uint8Array {
    const line = this.#held.length > 0 ? Buffer.concat([...this.#held, more]) : more;
    this.#held = [];
    this.#heldBytes = 0;
    return line;
  }
}

/** Each byte as one character, so that no character of several bytes is touched. */
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

const plainBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.includes(carriageReturn) || bytes.includes(escapeByte)
    ? Buffer.from(plainOutput(latin1(bytes)), "latin1")
    : bytes;

/** The part of an unfinished line that can still be seen; a carriage return at its end has overwritten nothing yet. */
function lastState(line: Uint8Array): Uint8Array {
  let end = line.length;
  while (end > 0 && line[end - 1] === carriageReturn) end--;
  const returned = line.lastIndexOf(carriageReturn, end - 1);
  return Uint8Array.from(line.subarray(returned + 1, Math.min(line.length, end + 1)));
}
