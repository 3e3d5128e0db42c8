/** The sample files; samples/README.md says how each was made. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(__dirname, "samples");

/** The bytes of a sample. */
export const sample = (name: string): Buffer => readFileSync(join(folder, name));

/** Names of the samples that match. */
export const samples = (pattern: RegExp): string[] => readdirSync(folder).filter((name) => pattern.test(name));
