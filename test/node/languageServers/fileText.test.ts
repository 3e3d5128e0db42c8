import assert from "node:assert/strict";
import { rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readText } from "../../../src/node/languageServers/fileText";
import { tempFolder } from "../../support/tempFolder";

describe("the text of a file that a language server knows", () => {
  /** Not a moment old any more. */
  async function oldFile(text: string): Promise<string> {
    const path = join(tempFolder(), "a.ts");
    writeFileSync(path, text);
    await pause(2100);
    return path;
  }

  it("is not read again while nothing has changed", async () => {
    const path = await oldFile("one");
    const known = await readText(path);
    assert.equal(known.text, "one");
    assert.equal(await readText(path, known), known);
  });

  it("is UTF-8 without a mark, or as a given decoder reads it", async () => {
    const path = join(tempFolder(), "a.ts");
    writeFileSync(path, "\ufeffgröße");
    assert.equal((await readText(path)).text, "größe");
    assert.equal((await readText(path, undefined, (bytes) => `${bytes.length} bytes`)).text, "10 bytes");
  });

  it("is read again after a change of the same length whose time was put back", async () => {
    const path = await oldFile("one");
    const known = await readText(path);
    const { atime, mtime, size } = statSync(path);
    writeFileSync(path, "two");
    utimesSync(path, atime, mtime);
    assert.deepEqual([statSync(path).mtime, statSync(path).size], [mtime, size]);
    assert.equal((await readText(path, known)).text, "two");
  });

  it("is read again each time while it is so young that its time may not tell a change", async () => {
    const path = join(tempFolder(), "a.ts");
    writeFileSync(path, "one");
    let known = await readText(path);
    for (let count = 0; count < 200; count++) {
      const text = String(count).padStart(3, "0");
      writeFileSync(path, text);
      known = await readText(path, known);
      assert.equal(known.text, text);
    }
  });

  it("is the system's error where there is no file", async () => {
    await assert.rejects(readText(join(tempFolder(), "none.ts")), { code: "ENOENT" });
    const path = join(tempFolder(), "a.ts");
    writeFileSync(path, "one");
    const known = await readText(path);
    rmSync(path);
    await assert.rejects(readText(path, known), { code: "ENOENT" });
  });
});
