import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { encode } from "../../../src/lib/edits/text/encoding";
import { file, needle, text } from "../../lib/edits/arbitraries";
import { realCrib } from "../../support/realCrib";

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
      { path: "", shown: "a.txt", created: false, replacements: 1, lines: [1], bytes: 13 },
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
      /^old_string was not found in a\.txt\. The closest match is line 2 \(\d\d% similar\); if that is the place, copy it exactly\./,
    );
    assert.match(text, /\n- {2}port: 8081,\n\+ {2}port: 8080,$/);
  });

  it("matches LF text in a CRLF file, keeps the file's endings, and says so (ED-7)", async () => {
    const { edit } = await start("a\r\nb\r\nc\r\n");
    const { text, file } = await edit({ old_string: "a\nb", new_string: "x\ny\nz" });
    assert.equal(file, "x\r\ny\r\nz\r\nc\r\n");
    assert.match(text, /The match was inexact: the file's CRLF line endings were used\.$/);
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
    assert.match((await edit({ old_string: "a", new_string: "a" })).text, /^old_string and new_string are identical/);
  });

  it("D-10, D-9: refuses an unread file, a changed one and a binary one, and touches none", async () => {
    const { call, root, edit } = await start("text\n");
    writeFileSync(join(root, "b.txt"), "text\n");
    assert.match(
      (await call("edit_file", { path: "b.txt", old_string: "text", new_string: "x" })).text,
      /^b\.txt exists and has not been read yet/,
    );
    writeFileSync(join(root, "a.txt"), "other text\n");
    assert.match((await edit({ old_string: "text", new_string: "x" })).text, /^a\.txt has changed since it was read/);
  });

  const damaged: [what: string, bytes: Buffer, message: RegExp][] = [
    ["nul", Buffer.from("a\0b"), /^a\.txt is a binary file: it cannot be changed as text\.$/],
    [
      "damaged UTF-8",
      Buffer.from([0x61, 0xc3, 0xa9, 0xc3, 0xa9, 0xe9]),
      /^a\.txt is not valid UTF-8 text, nor text in/,
    ],
  ];
  for (const [what, bytes, message] of damaged)
    it(`D-9 leaves ${what} as it is`, async () => {
      const { call, root } = await realCrib({ "a.txt": bytes }, { settings: { requireRead: false } });
      assert.match((await call("edit_file", { path: "a.txt", old_string: "a", new_string: "x" })).text, message);
      assert.deepEqual(readFileSync(join(root, "a.txt")), bytes);
    });

  it("D-9 keeps an encoding from before Unicode, to the byte outside the match", async () => {
    // The second byte of 表 is that of a backslash, that of ソ too.
    const { root, call } = await realCrib(
      { "a.txt": encode("表ソ\\\r\n表示 = 1;\r\nコード\r\n", "shiftjis") },
      { settings: { requireRead: false } },
    );
    const edit = (old_string: string, new_string: string) =>
      call("edit_file", { path: "a.txt", old_string, new_string });
    assert.equal((await edit("\\\n表示 = 1", "\\\n表示 = 2")).isError, false);
    assert.deepEqual(readFileSync(join(root, "a.txt")), encode("表ソ\\\r\n表示 = 2;\r\nコード\r\n", "shiftjis"));
    assert.equal(
      (await edit("コード", "😀")).text,
      'a.txt is stored as shiftjis, which has no "😀" (U+1F600): leave that out, or ask the person to store the file as UTF-8.',
    );
    assert.deepEqual(readFileSync(join(root, "a.txt")), encode("表ソ\\\r\n表示 = 2;\r\nコード\r\n", "shiftjis"));
  });

  it("D-9 uses the encoding that is configured for the file", async () => {
    const { root, call, host } = await realCrib({ "a.txt": "a\n" }, { settings: { requireRead: false } });
    host.files.encodingOf = async () => "windows1251";
    await call("edit_file", { path: "a.txt", old_string: "a", new_string: "й" });
    assert.deepEqual(readFileSync(join(root, "a.txt")), Buffer.from([0xe9, 0x0a]));
  });

  it("C-17 says how a match was not exact, before the yes and after it", async () => {
    const { call, root, asked } = await realCrib(
      { "a.txt": "\tif (a)\n\t\tb();\n" },
      { settings: { requireRead: false } },
    );
    const { text } = await call("edit_file", {
      path: "a.txt",
      old_string: "if (a)\n  b();",
      new_string: "if (a)\n  c();",
    });
    const how = "the indentation differed, and the new text was given the indentation of the file";
    assert.equal(text, `Edited a.txt: 1 replacement (line 1). The match was inexact: ${how}.`);
    assert.deepEqual(asked[0]?.plan.notes, [`Matched inexactly: ${how}.`]);
    assert.equal(readFileSync(join(root, "a.txt"), "utf8"), "\tif (a)\n\t\tc();\n");
  });

  it("ED-6, C-16: several inexact places are all told, and replaced when that many are expected", async () => {
    const { call, root } = await realCrib(
      { "a.txt": "\ta;\n\tb;\nx\n  a;\n  b;\n" },
      { settings: { requireRead: false } },
    );
    const edit = { path: "a.txt", old_string: "a;\nb;\n", new_string: "c;\n" };
    assert.equal(
      (await call("edit_file", edit)).text,
      "old_string occurs 2 times in a.txt (lines 1, 4): add surrounding lines until it is unique, or set replace_all.",
    );
    assert.match(
      (await call("edit_file", { ...edit, expected_replacements: 2 })).text,
      /^Edited a\.txt: 2 replacements/,
    );
    assert.equal(readFileSync(join(root, "a.txt"), "utf8"), "\tc;\nx\n  c;\n");
  });
});

describe("edit_file with edits", () => {
  const start = async (content: string) => {
    const at = await realCrib({ "a.txt": content }, { settings: { requireRead: false } });
    const edit = async (input: object) => {
      const { text, isError } = await at.call("edit_file", { path: "a.txt", ...input });
      return { text, isError, file: readFileSync(join(at.root, "a.txt"), "utf8") };
    };
    return { ...at, edit };
  };
  const one = (old_string: string, new_string: string, more: object = {}) => ({ old_string, new_string, ...more });

  it("makes all in order, each on what the one before left, as one change", async () => {
    const { edit, asked, crib, root } = await start("a\nb\nc\n");
    const edits = [one("a", "b"), one("b", "x", { replace_all: true }), one("x\nx", "done")];
    assert.deepEqual(await edit({ edits }), {
      text: "Edited a.txt: 3 edits, 4 replacements (lines 1, 1, 2, 1).",
      isError: false,
      file: "done\nc\n",
    });
    assert.equal(asked.length, 1);
    await crib.journal.undo();
    assert.equal(readFileSync(join(root, "a.txt"), "utf8"), "a\nb\nc\n");
  });

  const failures: [what: string, edits: object[], message: RegExp][] = [
    ["is not found", [one("a", "x"), one("q", "y")], /^edits\[1\]: old_string was not found in a\.txt/],
    [
      "is found twice",
      [one("c", "a"), one("a", "y")],
      /^edits\[1\]: old_string occurs 2 times in a\.txt \(lines 1, 3\)/,
    ],
    ["changes nothing", [one("a", "x"), one("b", "b")], /^edits\[1\]: old_string and new_string are identical/],
    ["has an empty old text", [one("", "x")], /^edits\[0\]: old_string is empty: give the text to replace\.$/],
    ["takes another back", [one("a", "x"), one("x", "a")], /^The edit does not change a\.txt: nothing was written\.$/],
  ];
  for (const [what, edits, message] of failures)
    it(`makes none when one ${what}, and says which`, async () => {
      const { edit, asked } = await start("a\nb\nc\n");
      const { text, isError, file } = await edit({ edits });
      assert.match(text, message);
      assert.deepEqual([isError, file, asked], [true, "a\nb\nc\n", []]);
    });

  it("replaces every occurrence in all of them where replace_all stands beside them", async () => {
    const { edit } = await start("a a\nb\na\n");
    const edits = [one("a", "x"), one("b", "y")];
    assert.equal((await edit({ edits, replace_all: true })).file, "x x\ny\nx\n");
    assert.match(
      (await edit({ edits: [one("x", "a")] })).text,
      /^edits\[0\]: old_string occurs 3 times in a\.txt \(lines 1, 3\)/,
    );
  });

  it("takes one edit that is not in a list", async () => {
    const { edit } = await start("a\n");
    assert.equal((await edit({ edits: one("a", "b") })).file, "b\n");
  });

  it("makes a single edit beside an empty list", async () => {
    const { edit } = await start("a\n");
    assert.equal((await edit({ edits: [], old_string: "a", new_string: "b" })).file, "b\n");
  });

  it("says which of them matched inexactly", async () => {
    const { edit } = await start("a  \nb\nc\n");
    assert.equal(
      (await edit({ edits: [one("c", "d"), one("a\nb", "x")] })).text,
      "Edited a.txt: 2 edits, 2 replacements (lines 3, 1). The match was inexact: edits[1]: white space at the ends of lines differed.",
    );
  });

  it("C-02 takes other names and a list given as text", async () => {
    const { edit } = await start("a\nb\nb\n");
    const edits = [
      { old_text: "a", newString: "x" },
      { oldString: "b", new_text: "y", replaceAll: "true" },
    ];
    assert.equal((await edit({ edits: JSON.stringify(edits) })).file, "x\ny\ny\n");
  });

  const wrong: [input: object, message: string][] = [
    [
      { edits: [one("a", "b")], old_string: "a", new_string: "b" },
      'edit_file parameter "edits" is wrong: give either edits or old_string and new_string, not both, but got [{"old_string":"a","new_string":"b"}].',
    ],
    [{}, 'edit_file needs the parameter "old_string", which is missing.'],
    [{ edits: [] }, 'edit_file parameter "edits" is wrong: expected array to have >=1 items, but got [].'],
    [
      { edits: [{ old_string: "a", with: "b" }] },
      `edit_file needs the parameter "edits[0].new_string", which is missing.

[edit_file has no parameter "edits[0].with", which was ignored: use "old_string", "new_string", "replace_all", "expected_replacements".]`,
    ],
    [
      { edits: [{ old_string: 5, new_string: "b" }] },
      'edit_file parameter "edits[0].old_string" is wrong: expected string, but got 5.',
    ],
    [
      { edits: [one("a", "b")], expected_replacements: 2 },
      'edit_file parameter "expected_replacements" is wrong: give it inside each of the edits, but got 2.',
    ],
    [
      { edits: [{ old_string: "a", old_text: "b", new_string: "c" }] },
      'edit_file was given "old_string" and "old_text", which mean the same, with different values: give only "old_string".',
    ],
    [
      { edits: [one("a", "\ud83d")] },
      'edit_file parameter "new_string" holds half of a character (a lone surrogate), which no file can store: give whole characters.',
    ],
  ];
  for (const [input, message] of wrong)
    it(`refuses ${JSON.stringify(input)}`, async () => {
      const { edit } = await start("a\n");
      assert.deepEqual(await edit(input), { text: message, isError: true, file: "a\n" });
    });

  it("is what the same edits are one by one, in every encoding", () =>
    fc.assert(
      fc.asyncProperty(
        file,
        fc.array(fc.tuple(needle, text), { minLength: 1, maxLength: 4 }),
        async ({ bytes }, pairs) => {
          const edits = pairs.map(([old_string, new_string]) => one(old_string, new_string, { replace_all: true }));
          const together = await realCrib({ a: bytes }, { settings: { requireRead: false } });
          const apart = await realCrib({ a: bytes }, { settings: { requireRead: false } });
          const { isError } = await together.call("edit_file", { path: "a", edits });
          let failed = false;
          for (const edit of edits) failed ||= (await apart.call("edit_file", { path: "a", ...edit })).isError;
          const [now, then] = [together, apart].map(({ root }) => readFileSync(join(root, "a")));
          if (isError) assert.deepEqual(now, Buffer.from(bytes));
          else if (!failed) assert.deepEqual(now, then);
          if (!isError) await together.crib.journal.undo();
          assert.deepEqual(readFileSync(join(together.root, "a")), Buffer.from(bytes));
        },
      ),
      { numRuns: 60 },
    ));
});
