/** Files that a process makes for a moment, and what is left of them when it was ended before it could remove them. */
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A name that nobody else has, beside a path; it tells which process made it. */
export const ownName = (path: string): string => `${path}.${process.pid}.${randomBytes(4).toString("hex")}.making`;

const made = /\.(\d+)\.[0-9a-f]{8}\.making$/;

/** Removes what processes have left that are gone. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = made.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
