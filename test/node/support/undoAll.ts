/** Takes back every call until it is killed or done. Prints a line when the first is taken back. */
import { journalOf } from "./journalOf";

async function undoAll(folder: string): Promise<void> {
  const { journal } = await journalOf(folder);
  for await (const { subject } of journal.undoAll()) console.log(subject);
}

void undoAll(process.argv[2] ?? "");
