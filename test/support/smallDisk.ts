/** A disk that is full soon. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Mounts a disk of few kilobytes for as long as the action takes.
 * @returns false when this user may not mount one.
 */
export async function onSmallDisk(kilobytes: number, action: (folder: string) => Promise<void>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-disk-"));
  const options = ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder];
  const mounted = process.platform === "linux" && spawnSync("mount", options).status === 0;
  try {
    if (mounted) await action(folder);
    return mounted;
  } finally {
    if (mounted) spawnSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}
