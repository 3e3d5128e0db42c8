import { systemProgram } from "../../../../src/node/processes/systemPrograms";
import { endNext, prepareNext, takeNext } from "../../../../src/node/sandbox/bubblewrap/nextSandbox";

/** Ends what is made for the next command, also where it is just being made. */
export async function nothingWaits(): Promise<void> {
  await prepareNext(systemProgram("bwrap") ?? "");
  const next = takeNext();
  if (next) endNext(next);
}
