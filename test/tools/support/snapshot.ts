import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Every name below a folder with what it holds; equal only when nothing was changed. */
export function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      const stat = lstatSync(path);
      const kind = stat.isFile()
        ? readFileSync(path, "base64")
        : stat.isSymbolicLink()
          ? `→ ${readlinkSync(path)}`
          : "";
      return [name, `${stat.mode.toString(8)} ${kind}`];
    }),
  );
}
