/** A file in which an engine says that it found something: what it says is compared with what the opened file holds (D-6). */
import { closeSync, fstatSync, readSync } from "node:fs";
import { openFile } from "../files/opened/openFile";
import { fileTextOf } from "./fileText";

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** Bytes; a file in UTF-16 is decoded whole. */
const maxDecoded = 256 * 1024 * 1024;

/** Bytes from its start that are read at once, which is all of most files. */
const startBytes = 16 * 1024;

/** An open ordinary file; to be closed. */
export class SearchedFile {
  /** Its first bytes, or all of it in UTF-8 where its mark names another encoding. */
  #start: Buffer | undefined;
  #isDecoded = false;
  /** Bytes of a mark that ripgrep does not count. */
  #markBytes = 0;

  private constructor(private readonly descriptor: number) {}

  /** Undefined where this real path leads to no ordinary file, or elsewhere. */
  static open(real: string): SearchedFile | undefined {
    const opened = openFile(real);
    return opened && new SearchedFile(opened.descriptor);
  }

  /** Whether these bytes of its text begin at a byte of its text, as ripgrep counts: in UTF-8 and after the mark. */
  has(bytes: Buffer, from: number): boolean {
    this.#start ??= this.#readStart();
    const [first, end] = [from + this.#markBytes, from + this.#markBytes + bytes.length];
    const isRead = end <= this.#start.length || this.#isDecoded;
    return (isRead ? this.#start.subarray(first, end) : this.#read(first, Buffer.allocUnsafe(bytes.length))).equals(
      bytes,
    );
  }

  close(): void {
    closeSync(this.descriptor);
  }

  #readStart(): Buffer {
    const start = this.#read(0, Buffer.allocUnsafe(startBytes));
    if (startsWith(start, utf8Mark)) this.#markBytes = utf8Mark.length;
    if (!utf16Marks.some((mark) => startsWith(start, mark))) return start;
    this.#isDecoded = true;
    const { size } = fstatSync(this.descriptor);
    return fileTextOf(this.#read(0, Buffer.allocUnsafe(Math.min(size, maxDecoded)))) ?? Buffer.alloc(0);
  }

  #read(from: number, into: Buffer): Buffer {
    let filled = 0;
    for (let read = 1; read > 0 && filled < into.length; filled += read)
      read = readSync(this.descriptor, into, filled, into.length - filled, from + filled);
    return into.subarray(0, filled);
  }
}

const startsWith = (bytes: Buffer, mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
