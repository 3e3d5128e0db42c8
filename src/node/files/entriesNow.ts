import { type Dirent, readdirSync } from "node:fs";

/** What lies in a folder, looked at in place; nothing where it cannot be read. */
export function entriesNow(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
