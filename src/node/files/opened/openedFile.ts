import { readlinkSync, realpathSync } from "node:fs";
import { type FileHandle, realpath } from "node:fs/promises";

/** What can be read of an open file, by places. */
export interface ReadableFile {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number; readonly buffer: Buffer }>;
}

/** What the system adds to the path of an open file whose name is gone: it was replaced after it had been opened. */
const gone = / \(deleted\)$/;

/** The path that an open file had, from what Linux tells of it. */
export const withoutGone = (opened: string): string => opened.replace(gone, "");

/** Whether Linux says that an open file lies at a real path; undefined elsewhere, and where it does not say. */
function isSaidToBeAt(descriptor: number, path: string): boolean | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const opened = readlinkSync(`/proc/self/fd/${descriptor}`);
    return opened === path || withoutGone(opened) === path;
  } catch {
    return undefined;
  }
}

/**
 * Whether what was opened is what has this real path, and not what a link put there for a moment leads to (D-6). Linux
 * tells where an open file lies; elsewhere the path is followed once more.
 */
export const isOpenedAt = async ({ fd }: FileHandle, path: string): Promise<boolean> =>
  isSaidToBeAt(fd, path) ?? (await realpath(path).catch(() => undefined)) === path;

/** {@link isOpenedAt} in place. @throws the system's error where the path leads nowhere any more. */
export const isOpenedNow = (descriptor: number, path: string): boolean =>
  isSaidToBeAt(descriptor, path) ?? realpathSync.native(path) === path;

/** Everything a file holds, in one piece as far as it has the size it was found to have; one that grows is read to its end. */
export async function readAll(file: ReadableFile, size: number): Promise<Buffer> {
  // One byte more than expected shows at once that there is no more.
  let bytes = Buffer.allocUnsafeSlow(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    length += bytesRead;
    if (bytesRead === 0) return bytes.subarray(0, length);
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.max(64 * 1024, length * 2));
  }
}
