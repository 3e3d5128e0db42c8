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

  it("is what the tools read in each encoding", async () => {
    const text = "größe = 1 // „x“ 😀\n";
    const cases: readonly (readonly [Uint8Array, string])[] = [
      [Buffer.from(text), text],
      [Buffer.from(`\ufeff${text}`), `\ufeff${text}`],
      [Buffer.from(`\ufeff${text}`, "utf16le"), text],
      [Buffer.from(`\ufeff${text}`, "utf16le").swap16(), text],
      [Buffer.from("gr\xf6\xdfe \x84x\x93\n", "latin1"), "größe „x“\n"],
      [Buffer.from("a \ufffd b"), "a \ufffd b"],
    ];
    for (const [bytes, expected] of cases) {
      const path = join(tempFolder(), "a.ts");
      writeFileSync(path, bytes);
      assert.equal((await readText(path)).text, expected);
    }
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
