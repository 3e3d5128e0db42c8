import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Has the clock's last run of a schedule be that of two minutes ago, so that one of every minute is due at the next look.
 * @param base folder of all workspaces. @param key of the schedule in the book.
 */
export function dueAgain(base: string, key: string): void {
  const claims = join(base, "background", ".schedules", key, "claims", "time");
  mkdirSync(claims, { recursive: true });
  const stamp = `${Date.now() - 120_000}`.padStart(15, "0");
  for (const name of readdirSync(claims)) if (name > stamp) rmSync(join(claims, name));
  writeFileSync(join(claims, stamp), "");
}
