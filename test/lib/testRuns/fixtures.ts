/**
 * What the programs print of the same few tests, with neutral paths. Those of `go` are written after its documentation,
 * all others are what the program itself printed.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestOutput } from "../../../src/lib/testRuns/recognise";

const folder = join(__dirname, "fixtures");

/** The names of all of them. */
export const fixtureNames = [...new Set(readdirSync(folder).map((file) => file.replace(/\.\w+$/, "")))].sort();

/** Both streams of one. */
export function fixture(name: string): TestOutput {
  const stream = (kind: "stdout" | "stderr") => {
    const file = join(folder, `${name}.${kind}`);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  return { stdout: stream("stdout"), stderr: stream("stderr"), isCut: false };
}
