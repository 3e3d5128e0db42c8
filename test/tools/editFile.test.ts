import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { realCrib } from "../support/realCrib";

describe("edit_file", () => {
  const start = async (content: string | Uint8Array) => {
    const { call, root } = await realCrib({ "a.txt": content });
    await call("read_file", { path: "a.txt" });
    const edit = async (input: object) => {
      const { text, isError, data } = await call("edit_file", { path: "a.txt", ...input });
      return { text, isError, data, file: readFileSync(join(root, "a.txt"), "utf8") };
    };
    return { call, root, edit };
  };

  it("replaces the one occurrence, literally (ED-1, ED-13)", async () => {
    const { edit } = await start("a b c\n");
    const { text, file, data } = await edit({ old_string: "b", new_string: "$& $1 $$" });
    assert.equal(text, "Edited a.txt: 1 replacement (line 1).");
    assert.equal(file, "a $& $1 $$ c\n");
    assert.deepEqual(
      { ...(data as object), path: "" },
      { path: "", shown: "a.txt", created: false, replacements: 1, lines: [1] },
    );
  });

  const many = "x\nx\ny\nx\n";
  const counts: [input: object, text: string, file: string][] = [
    [
      {},
      "old_string occurs 3 times in a.txt (lines 1, 2, 4): add surrounding lines until it is unique, or set replace_all.",
      many,
    ],
    [{ replace_all: true }, "Edited a.txt: 3 replacements (lines 1, 2, 4).", "z\nz\ny\nz\n"],
    [{ expected_replacements: 3 }, "Edited a.txt: 3 replacements (lines 1, 2, 4).", "z\nz\ny\nz\n"],
    [
      { expected_replacements: 2 },
      "old_string occurs 3 times in a.txt (lines 1, 2, 4): 2 were expected; correct expected_replacements or old_string.",
      many,
    ],
    [
      { expected_replacements: 2, replace_all: true },
      "old_string occurs 3 times in a.txt (lines 1, 2, 4): 2 were expected; correct expected_replacements or old_string.",
      many,
    ],
  ];
  for (const [input, wanted, content] of counts)
    it(`counts as told by ${JSON.stringify(input)} (C-16)`, async () => {
      const { edit } = await start(many);
      const { text, file } = await edit({ old_string: "x", new_string: "z", ...input });
      assert.deepEqual([text, file], [wanted, content]);
    });

  it("says where a text that is not there may have been meant, and replaces nothing (ED-4)", async () => {
    const { edit } = await start("one\n  port: 8080,\nthree\n");
    const { text, isError, file } = await edit({ old_string: "  port: 8081,", new_string: "  port: 1," });
    assert.equal(isError, true);
    assert.equal(file, "one\n  port: 8080,\nthree\n");
    assert.match(
      text,
      /^old_string was not found in a\.txt\. Most like it is line 2 \(\d\d% similar\); if that is the place, copy it exactly\./,
    );
    assert.match(text, /\n- {2}port: 8081,\n\+ {2}port: 8080,$/);
  });

  it("matches LF text in a CRLF file, keeps the file's endings, and says so (ED-7)", async () => {
    const { edit } = await start("a\r\nb\r\nc\r\n");
    const { text, file } = await edit({ old_string: "a\nb", new_string: "x\ny\nz" });
    assert.equal(file, "x\r\ny\r\nz\r\nc\r\n");
    assert.match(text, /The match was not exact: the file's CRLF line endings were used\.$/);
  });

  it("creates a file from an empty old_string, and never replaces one so (ED-9)", async () => {
    const { call, root, edit } = await start("there\n");
    assert.equal(
      (await call("edit_file", { path: "new/b.txt", old_string: "", new_string: "hi" })).text,
      "Created new/b.txt.",
    );
    assert.equal(readFileSync(join(root, "new/b.txt"), "utf8"), "hi");
    assert.match(
      (await edit({ old_string: "", new_string: "x" })).text,
      /^a\.txt exists, so an empty old_string cannot create it/,
    );
    assert.match(
      (await call("edit_file", { path: "none", old_string: "a", new_string: "b" })).text,
      /^none does not exist/,
    );
  });

  it("refuses what changes nothing (ED-14)", async () => {
    const { edit } = await start("a\n");
    assert.match((await edit({ old_string: "a", new_string: "a" })).text, /^old_string and new_string are the same/);
  });

  it("refuses an unread file, a changed one and a binary one, and touches none (D-10, D-9)", async () => {
    const { call, root, edit } = await start("text\n");
    writeFileSync(join(root, "b.txt"), "text\n");
    assert.match(
      (await call("edit_file", { path: "b.txt", old_string: "text", new_string: "x" })).text,
      /^b\.txt exists and was not read yet/,
    );
    writeFileSync(join(root, "a.txt"), "other text\n");
    assert.match((await edit({ old_string: "text", new_string: "x" })).text, /^a\.txt has changed since it was read/);
    for (const [name, bytes, message] of [
      ["nul", Buffer.from("a\0b"), /^nul is a binary file: it cannot be changed as text\.$/],
      ["latin", Buffer.from([0x61, 0xe9, 0x0a]), /^latin is not valid UTF-8 text: it is left alone/],
    ] as const) {
      writeFileSync(join(root, name), bytes);
      await call("read_file", { path: name });
      assert.match((await call("edit_file", { path: name, old_string: "a", new_string: "x" })).text, message);
      assert.deepEqual(readFileSync(join(root, name)), bytes);
    }
  });
});
