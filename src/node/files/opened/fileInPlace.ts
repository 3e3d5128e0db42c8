/**
 * An open file of which everything that the system knows by heart is asked in place: handing such a question to a thread takes
 * several times as long as its answer. What may wait for a disk waits in a thread.
 */
import {
  type BigIntStats,
  closeSync,
  fstatSync,
  fsync,
  ftruncate,
  futimesSync,
  openSync,
  read,
  write,
  writeSync,
} from "node:fs";
import { promisify } from "node:util";
import type { ReadableFile } from "./openedFile";

const [readLater, writeLater] = [promisify(read), promisify(write)];
const [syncLater, truncateLater] = [promisify(fsync), promisify(ftruncate)];

/** Bytes of a file that is read or written in place. */
export const maxInPlace = 64 * 1024;

/** An open file or folder, for whoever closes it. */
export class FileInPlace implements ReadableFile {
  #isClosed = false;

  private constructor(readonly descriptor: number) {}

  /** @param mode permission bits of a file that is made. @throws the system's error. */
  static open(path: string, flags: number, mode?: number): FileInPlace {
    return new FileInPlace(openSync(path, flags, mode));
  }

  /** @param descriptor of a file that is closed by this one alone from now on. */
  static of(descriptor: number): FileInPlace {
    return new FileInPlace(descriptor);
  }

  stat(): BigIntStats {
    return fstatSync(this.descriptor, { bigint: true });
  }

  read(buffer: Buffer, offset: number, length: number, position: number) {
    return readLater(this.descriptor, buffer, offset, length, position);
  }

  /** Writes all bytes, from its start on. */
  async write(bytes: Uint8Array): Promise<void> {
    const { descriptor } = this;
    const isSmall = bytes.length <= maxInPlace;
    for (let at = 0; at < bytes.length; ) {
      const length = bytes.length - at;
      at += isSmall
        ? writeSync(descriptor, bytes, at, length, at)
        : (await writeLater(descriptor, bytes, at, length, at)).bytesWritten;
    }
  }

  truncate(length: number): Promise<void> {
    return truncateLater(this.descriptor, length);
  }

  /** @param mtimeMs when its content was written, in milliseconds since 1970; absent: it stays as it is. */
  setTime(mtimeMs: number | undefined): void {
    if (mtimeMs !== undefined) futimesSync(this.descriptor, new Date(), mtimeMs / 1000);
  }

  /** Brings its bytes, or a folder's list of names, to the disk. */
  sync(): Promise<void> {
    return syncLater(this.descriptor);
  }

  /** Closes it once, whatever comes of that: its number may be another file's at the second time. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.descriptor);
  }
}
