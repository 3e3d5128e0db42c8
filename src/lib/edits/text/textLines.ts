/** Lines and places of a text as editors count them: a line ends with CRLF, LF or a lone CR. */
import { isAscii } from "node:buffer";
import type { TextPosition } from "../../../core/ports/editor/codeIntelligence";
import type { ResolvedPath } from "../../../core/vocabulary/effect";
import { encodingOfHead, textOf } from "./encoding";

const breaks = /\r\n|\r|\n/g;

/** A text by its lines. */
export class TextLines {
  readonly #starts: number[] = [0];

  constructor(readonly text: string) {
    for (const { index, 0: found } of text.matchAll(breaks)) this.#starts.push(index + found.length);
  }

  get count(): number {
    return this.#starts.length;
  }

  /** @param line 0-based. @returns undefined for a line that there is not. */
  line(line: number): string | undefined {
    const start = this.#starts[line];
    if (start === undefined) return undefined;
    return this.text.slice(start, this.#starts[line + 1]).replace(/[\r\n]+$/, "");
  }

  /** @returns undefined for a place that the text does not have. */
  offset({ line, character }: TextPosition): number | undefined {
    const start = this.#starts[line];
    const length = this.line(line)?.length;
    // Languages may name the end of a text as the beginning of the line after it.
    if (start === undefined || length === undefined)
      return line === this.count && character === 0 ? this.text.length : undefined;
    const end = this.#starts[line + 1] ?? this.text.length;
    // TypeScript names it as the place behind the line's break.
    const isThere = (character >= 0 && character <= length) || start + character === end;
    return isThere ? start + character : undefined;
  }

  position(offset: number): TextPosition {
    let line = this.#starts.findIndex((start) => start > offset) - 1;
    if (line < 0) line = this.count - 1;
    return { line, character: offset - (this.#starts[line] ?? 0) };
  }
}

/** Both hosts of a tool can do this. */
export interface FileReader {
  read(target: ResolvedPath): Promise<Uint8Array>;
  encodingOf(target: ResolvedPath): Promise<string | undefined>;
}

/** The text of a file, for showing it. */
export async function readLines(host: FileReader, target: ResolvedPath): Promise<TextLines> {
  const bytes = await host.read(target);
  // These are the same characters in every encoding, and an editor takes its time to tell what is configured for a file.
  if (isAscii(bytes))
    return new TextLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"));
  return new TextLines(textOf(bytes, encodingOfHead(bytes, await host.encodingOf(target))));
}
