import { chmod, constants, open } from "node:fs/promises";

/** Opens a name without reading what it stands for; Linux alone has it, and Node has no name for it. */
const pathOnly = 0o10000000;

/**
 * Sets the permission bits of a file or folder; one that became a link since it was looked at is not followed on Linux.
 * @throws the file system's own error.
 */
export async function setMode(path: string, mode: number): Promise<void> {
  if (process.platform !== "linux") return chmod(path, mode);
  const held = await open(path, pathOnly | constants.O_NOFOLLOW);
  try {
    await chmod(`/proc/self/fd/${held.fd}`, mode);
  } finally {
    await held.close();
  }
}
