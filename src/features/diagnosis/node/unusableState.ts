/** Whether anything can be kept in the state folder. */
import { randomBytes } from "node:crypto";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../../core/vocabulary/toolError";

/** Bytes below which journals and logs soon fail. */
const least = 100 * 1024 * 1024;

/** Why nothing can be kept there, as one clause; found out by writing a file and removing it. Never rejects. */
export async function unusableState(folder: string): Promise<string | undefined> {
  const probe = join(folder, `.doctor-${randomBytes(6).toString("hex")}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, "x", { mode: 0o600 });
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    return free < least ? `${Math.round(free / 1024 / 1024)} MB are free on its disk` : undefined;
  } catch (error) {
    return messageOf(error);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
