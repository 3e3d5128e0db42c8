import { existsSync } from "node:fs";
import { join } from "node:path";

/** Never looked for on the PATH, which may name folders that a command can write to. */
const folders = ["/usr/bin", "/bin", "/usr/local/bin", "/run/wrappers/bin", "/run/current-system/sw/bin"];

/** Absolute path of a program that the system's administrator installed. */
export const systemProgram = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
