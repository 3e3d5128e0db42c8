/** Reading patch text as the models write it: what is understood, and how a mistake is told. */
import assert from "node:assert/strict";
import { parsePatch } from "../../../../src/lib/edits/patches/patchText";
import { failsWith } from "../../../support/toolFailure";

const hunk = (line: number, old: string[], fresh: string[], more: object = {}) => ({
  line,
  anchors: [],
  old,
  fresh,
  atEnd: false,
  ...more,
});

describe("a patch", () => {
  it("names files that are added, updated, moved and deleted", () =>
    assert.deepEqual(
      parsePatch(`*** Begin Patch
*** Add File: new dir/a.txt
+one
+
++two
*** Update File: b.txt
*** Move to: c.txt
@@ class A
@@   def f(self):
 before
-old
+new

 after
@@
-x
*** End of File
*** Delete File: d.txt
*** Update File: e.txt
*** Move to: f.txt
*** End Patch`),
      [
        { kind: "add", path: "new dir/a.txt", line: 2, content: "one\n\n+two\n" },
        {
          kind: "update",
          path: "b.txt",
          movedTo: "c.txt",
          line: 6,
          hunks: [
            hunk(8, ["before", "old", "", "after"], ["before", "new", "", "after"], {
              anchors: ["class A", "  def f(self):"],
            }),
            hunk(15, ["x"], [], { atEnd: true }),
          ],
        },
        { kind: "delete", path: "d.txt", line: 18 },
        { kind: "update", path: "e.txt", movedTo: "f.txt", line: 19, hunks: [] },
      ],
    ));

  const plain = "*** Update File: a\n-x\n+y";
  const wrapped: [what: string, patch: string, line: number][] = [
    ["without beginning and end", plain, 2],
    ["with blank lines around it", `\n\n*** Begin Patch\n${plain}\n\n*** End Patch\n\n`, 5],
    ["in a here document", `<<'EOF'\n*** Begin Patch\n${plain}\n*** End Patch\nEOF\n`, 4],
    ["in a call with a here document", `apply_patch <<"PATCH"\n${plain}\nPATCH`, 3],
    ["in a Markdown fence", `\`\`\`diff\n*** Begin Patch\n${plain}\n*** End Patch\n\`\`\`\n`, 4],
    ["in a fence around a here document", `\`\`\`\n<<EOF\n${plain}\nEOF\n\`\`\``, 4],
    ["with CRLF", plain.replaceAll("\n", "\r\n"), 2],
    ["with an unended patch", `*** Begin Patch\n${plain}`, 3],
    ["with a unified diff's hunk header", "*** Update File: a\n@@ -1,2 +3 @@\n-x\n+y", 2],
    ["indented as a whole", `  *** Begin Patch\n${plain.replace(/^/gm, "  ")}\n  *** End Patch`, 3],
    ["with headers that are indented alone", `  *** Begin Patch\n  ${plain}\n  *** End Patch`, 3],
    ["with its word on a missing newline", `${plain}\n\\ No newline at end of file`, 2],
  ];
  for (const [what, patch, line] of wrapped)
    it(`is read ${what}`, () =>
      assert.deepEqual(
        parsePatch(patch).map((section) => (section.kind === "update" ? section.hunks : [])),
        [[hunk(line, ["x"], ["y"])]],
      ));

  it("keeps the text of a unified diff's hunk header as the line to stand behind", () =>
    assert.deepEqual(parsePatch("*** Update File: a\n@@ -1,2 +1,2 @@ function f() {\n-x\n+y"), [
      { kind: "update", path: "a", line: 1, hunks: [hunk(2, ["x"], ["y"], { anchors: ["function f() {"] })] },
    ]));

  const mistakes: [what: string, patch: string, message: string][] = [
    [
      "nothing",
      "\n",
      "The patch names no file: begin each file with *** Add File: PATH, *** Update File: PATH or *** Delete File: PATH.",
    ],
    [
      "no header",
      "*** Begin Patch\nhello\n*** End Patch",
      'Line 2 of the patch is wrong: expected *** Add File: PATH, *** Update File: PATH or *** Delete File: PATH, but got "hello".',
    ],
    [
      "an unknown header",
      "*** Rename File: a",
      'Line 1 of the patch is wrong: expected *** Add File: PATH, *** Update File: PATH or *** Delete File: PATH, but got "*** Rename File: a".',
    ],
    [
      "a line of a new file without +",
      "*** Add File: a\n+x\ny",
      'Line 3 of the patch is wrong: expected a line of the new file, which begins with +, but got "y".',
    ],
    [
      "an update without change",
      "*** Update File: a\n*** Delete File: b",
      "Line 1 of the patch updates a without a change: give lines that begin with ' ', '-' or '+'.",
    ],
    [
      "an anchor without lines",
      "*** Update File: a\n@@ f",
      "Line 2 of the patch is wrong: expected lines that begin with ' ', '-' or '+' after it, but got \"@@ f\".",
    ],
    [
      "lines of a deleted file",
      "*** Delete File: a\n-x",
      'Line 2 of the patch is wrong: expected the next file, because a deleted file has no lines, but got "-x".',
    ],
    [
      "text after the end",
      "*** Delete File: a\n*** End Patch\nDone!",
      'Line 3 of the patch is wrong: expected nothing after *** End Patch, but got "Done!".',
    ],
  ];
  for (const [what, patch, message] of mistakes)
    it(`with ${what} is refused with the line and what was expected`, () =>
      failsWith(() => parsePatch(patch), "invalid_input", message));
});
