/** Makes calls that each create a file of their own. Arguments: the folder, the first letter of their names, how many. */
import { journalOf } from "./journalOf";

async function writeCalls(folder: string, letter: string, count: number): Promise<void> {
  const { journal, files } = await journalOf(folder);
  for (let index = 0; index < count; index++) {
    const target = await files.resolve(`${letter}${index}`);
    const after = Buffer.from(`${letter}${index} `.repeat(2000));
    const facts = { id: `${letter}-${index}`, agent: letter, tool: "probe", title: `Create ${letter}${index}` };
    await journal.begin(facts).write([{ kind: "write", target, before: undefined, after }]);
  }
}

const [folder = "", letter = "", count = "0"] = process.argv.slice(2);
void writeCalls(folder, letter, Number(count));
