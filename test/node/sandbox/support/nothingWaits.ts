import { systemProgram } from "../../../../src/node/processes/systemPrograms";
import {
  endNext,
  prepareNext,
  prepareNextReading,
  takeNext,
} from "../../../../src/node/sandbox/bubblewrap/nextSandbox";

/** Ends what is made for the next command, also where it is just being made. */
export async function nothingWaits(): Promise<void> {
  await Promise.all([prepareNext(systemProgram("bwrap") ?? ""), prepareNextReading(async () => undefined)]);
  for (const kind of ["layer", "reading"] as const) {
    const next = takeNext(kind);
    if (next) endNext(next);
  }
}
