/** Takes a turn back and brings it back until it is killed. Prints a line when it has begun. */
import { journalOf } from "./journalOf";

async function undoForever(folder: string): Promise<never> {
  const { journal } = await journalOf(folder);
  for (let round = 0; ; round++) {
    const calls = (await journal.undoable()).map(({ id }) => id);
    if (round === 0) console.log("begun");
    await journal.apply(await journal.planUndo(calls, "the turn"));
    await journal.redo();
  }
}

void undoForever(process.argv[2] ?? "");
