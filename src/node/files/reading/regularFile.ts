/** Opening the ordinary file of a real path. */
import { closeSync, constants, readSync } from "node:fs";
import { open } from "node:fs/promises";
import type { ResolvedPath } from "../../../core/vocabulary/effect";
import { leadsElsewhere, ToolError } from "../../../core/vocabulary/toolError";
import { fileError } from "../fileErrors";
import { FileInPlace, maxInPlace } from "../opened/fileInPlace";
import { isOpenedAt, type ReadableFile } from "../opened/openedFile";
import { openFile } from "../opened/openFile";
import { noWait } from "../opened/openFlags";

/** An open file, for whoever closes it. */
export interface RegularFile {
  readonly file: ReadableFile;
  readonly size: number;
  close(): Promise<void>;
}

/**
 * All of a small file, read without waiting; undefined for a larger one, where it has another size by now, and for one without a
 * size, which may be no file of a disk and may have to be waited for.
 */
export function wholeInPlace(descriptor: number, size: number): Buffer | undefined {
  if (size === 0 || size > maxInPlace) return undefined;
  // One byte more than expected shows that there is no more.
  const bytes = Buffer.allocUnsafeSlow(size + 1);
  const length = readSync(descriptor, bytes, 0, bytes.length, 0);
  return length === size ? bytes.subarray(0, length) : undefined;
}

/**
 * A file in a root, opened without waiting, and all of it where it is small. Undefined for whatever else is there, and for what
 * cannot be read; the ordinary way finds out why.
 */
function openInPlace({ real, root }: ResolvedPath): RegularFile | Buffer | undefined {
  const opened = root === undefined ? undefined : openFile(real);
  if (!opened) return undefined;
  const { descriptor } = opened;
  const { size } = opened.found;
  let isKept = false;
  try {
    const whole = wholeInPlace(descriptor, size);
    if (whole) return whole;
    isKept = true;
    const file = FileInPlace.of(descriptor);
    return { file, size, close: () => file.close() };
  } catch {
    return undefined;
  } finally {
    if (!isKept) closeSync(descriptor);
  }
}

/**
 * Opens what has the real path, or gives all of it at once. Pipes and devices never end or have effects of their own, so nothing
 * but regular files is read.
 */
export async function openRegular(target: ResolvedPath): Promise<RegularFile | Buffer> {
  return openInPlace(target) ?? openWaiting(target);
}

async function openWaiting({ real, shown }: ResolvedPath): Promise<RegularFile> {
  const file = await open(real, constants.O_RDONLY | noWait).catch((error) => {
    throw error.code === "ENXIO" ? notRegular(shown) : fileError(error, shown);
  });
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw fileError({ code: "EISDIR" }, shown);
    if (!found.isFile()) throw notRegular(shown);
    if (!(await isOpenedAt(file, real))) throw leadsElsewhere(shown);
    return { file, size: found.size, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const notRegular = (shown: string) =>
  new ToolError("unreadable", `${shown} is a device, pipe or socket, not a file: it cannot be read.`);
