/** Writing into a file instead of replacing it. */
import { type BigIntStats, closeSync, constants, fchmodSync, fstatSync, openSync } from "node:fs";
import { FileInPlace } from "../opened/fileInPlace";
import { noFollow } from "../opened/openFlags";
import { mayPlace, mustBeSame, type ReplacementJob } from "./replacement";
import { putAll } from "./temporaryFile";

/** Opens a file to write in place; where its permissions change anyway, those that forbid it are changed for that moment. */
function openInPlace(path: string, { shown, modes }: ReplacementJob, stat: BigIntStats): FileInPlace {
  const open = () => FileInPlace.open(path, constants.O_RDWR | noFollow);
  if (!modes || (stat.mode & 0o200n) !== 0n) return open();
  const descriptor = openSync(path, constants.O_RDONLY | noFollow);
  try {
    mustBeSame(stat, fstatSync(descriptor, { bigint: true }), shown);
    const mode = Number(stat.mode & 0o7777n);
    fchmodSync(descriptor, mode | 0o200);
    try {
      return open();
    } finally {
      fchmodSync(descriptor, mode);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Another user's file may be written and not given a time, for which alone no write fails. */
function setTimeIfAllowed(file: FileInPlace, mtimeMs: number | undefined): void {
  try {
    file.setTime(mtimeMs);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

/**
 * A rename would part a file from its other names, and take one from its owner or group that cannot be given to them, so such
 * files are written in place: from the first byte on, and shortened only after the last. Whoever finds one that a crash cut
 * off knows by that what it may hold (see isTorn).
 */
export async function overwrite(
  path: string,
  job: ReplacementJob & { after: Uint8Array },
  stat: BigIntStats,
): Promise<void> {
  const { shown, before, after, mtimeMs, modes, inPlace } = job;
  const mode = Number(stat.mode & 0o7777n);
  const file = openInPlace(path, job, stat);
  let isBegun = false;
  try {
    await mayPlace(job);
    await inPlace?.();
    mustBeSame(stat, file.stat(), shown);
    // First, as somebody else's file may be written and not given permissions.
    if (modes) fchmodSync(file.descriptor, modes.after ?? mode);
    isBegun = true;
    // The old bytes keep their room until the new ones have theirs.
    await putAll(file, after);
    setTimeIfAllowed(file, mtimeMs);
    await file.sync();
    job.together?.placed();
  } catch (error) {
    if (isBegun && modes) fchmodSync(file.descriptor, mode);
    if (isBegun) await putAll(file, before ?? new Uint8Array());
    throw error;
  } finally {
    await file.close();
  }
}
