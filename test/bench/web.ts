/** What the web tools cost: converting, requesting, and the whole call. */
import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./measure";

/** Built files that the program loads when it needs them. */
const loaded = ["pageWorker.js", "webLibraries.js"];

/** @param program the bundle of webProcess.ts. @param folder in which that is. */
export function webRows(program: string, folder: string, root: string, state: string): Row[] {
  for (const name of loaded) copyFileSync(join("dist", name), join(folder, name));
  const output = execFileSync(process.execPath, [program, root, state], { encoding: "utf8" });
  return JSON.parse(output) as Row[];
}
