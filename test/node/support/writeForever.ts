/** Replaces, creates and deletes files in the folder given until it is killed. Prints a line when it has begun. */
import { join } from "node:path";
import { atomicWrite } from "../../../src/node/files/writing/atomicWrite";

const [folder = ""] = process.argv.slice(2);
const contents = ["a", "b"].map((letter) => Buffer.alloc(300_000, letter));

async function writeForever(): Promise<never> {
  for (let round = 0; ; round++) {
    const [before, after] = round % 2 === 0 ? contents : contents.toReversed();
    for (const name of ["0", "1", "2"]) await atomicWrite({ path: join(folder, name), shown: name, before, after });
    await atomicWrite({ path: join(folder, "new/file"), shown: "new", before: undefined, after });
    await atomicWrite({ path: join(folder, "new/file"), shown: "new", before: after, after: undefined });
    if (round === 0) console.log("begun");
  }
}

void writeForever();
