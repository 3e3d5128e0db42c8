/** The file systems that are mounted for this process. */
import { readFileSync } from "node:fs";

/** As the system words it; empty where it has no such table. It is the system's memory, read in place in a tenth of the time. */
export function mountTable(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}

/** Where other file systems are mounted. @param table of this process where it is left out. */
export const mountPoints = (table = mountTable()): string[] =>
  table.split("\n").flatMap((line) => {
    // Blanks and the like are written as octal numbers.
    const path = line.split(" ")[4];
    return path
      ? [path.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))]
      : [];
  });
