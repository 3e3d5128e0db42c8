/** Adds lines to a file by edits, as a host does: reads it, writes it whole, and begins again when it was changed. */
import { readFile } from "node:fs/promises";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { atomicWrite } from "../../../src/node/files/writing/atomicWrite";

const [path = "", name = "", count = "0"] = process.argv.slice(2);

async function add(line: string): Promise<void> {
  const before = await readFile(path);
  const after = Buffer.concat([before, Buffer.from(`${line}\n`)]);
  try {
    await atomicWrite({ path, shown: "f", before, after });
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "stale") throw error;
    await add(line);
  }
}

void (async () => {
  for (let number = 0; number < Number(count); number++) await add(`${name} ${number}`);
})();
