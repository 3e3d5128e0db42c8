/** Names that only Unicode normalization tells apart. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { realCrib } from "../../../support/realCrib";

const nfc = "caf\u00e9.txt";
const nfd = "cafe\u0301.txt";

// macOS finds a file by either name itself.
(process.platform === "darwin" ? describe.skip : describe)("a path that only normalization tells from a file", () => {
  it("opens the file, and makes no second one of the same looks", async () => {
    const { call, root } = await realCrib({ [nfd]: "one\n" });
    const unread = await call("write_file", { path: nfc, content: "two\n" });
    assert.equal(unread.isError, true, unread.text);
    const read = await call("read_file", { path: nfc });
    assert.equal(read.text, "one\n");
    const written = await call("write_file", { path: nfc, content: "two\n" });
    assert.equal(written.isError, false, written.text);
    assert.deepEqual(readdirSync(root), [nfd]);
    assert.equal(readFileSync(join(root, nfd), "utf8"), "two\n");
  });

  it("whose accents are apart is asked about, and means nothing else", async () => {
    const { call, asked } = await realCrib({ [nfc]: "one\n" });
    const { text } = await call("read_file", { path: nfd });
    assert.match(text, /does not exist/);
    assert.equal(asked.length, 1);
  });

  it("leads into a folder, for a new file too", async () => {
    const { call, root } = await realCrib({ "de\u0301/a/e\u0301.txt": "one\n" });
    assert.equal((await call("read_file", { path: "d\u00e9/a/\u00e9.txt" })).text, "one\n");
    const made = await call("write_file", { path: "d\u00e9/a/new.txt", content: "x" });
    assert.equal(made.isError, false, made.text);
    assert.deepEqual(readdirSync(root), ["de\u0301"]);
  });

  it("means what it says where that is there, and where two others look the same", async () => {
    const { call } = await realCrib({ [nfc]: "composed\n", [nfd]: "decomposed\n" });
    assert.equal((await call("read_file", { path: nfc })).text, "composed\n");
    assert.equal((await call("read_file", { path: nfd })).text, "decomposed\n");
    const others = await realCrib({ "\u1ec7.txt": "1", "e\u0323\u0302.txt": "2" });
    assert.match((await others.call("read_file", { path: "e\u0302\u0323.txt" })).text, /does not exist/);
  });

  it("is judged by where it leads", async () => {
    const { call, root, outside } = await realCrib({ "a.txt": "" });
    mkdirSync(join(outside, "x"));
    writeFileSync(join(outside, "x", "secret.txt"), "secret");
    symlinkSync(join(outside, "x"), join(root, "e\u0301"));
    const { text, isError } = await call("read_file", { path: "\u00e9/secret.txt" });
    assert.equal(isError, true);
    assert.doesNotMatch(text, /^secret/);
  });
});
