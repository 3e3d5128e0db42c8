/** Names of files that hold line breaks and characters that hide, in what every dialect says of them. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { DialectName } from "../../src/composition/makeCribs";
import { meantPath, shownPath } from "../../src/core/vocabulary/shownPath";
import { realCrib } from "../support/realCrib";

/** Stands at the beginning of what a name puts after a line break. */
const forged = "FORGED";

/** What no text may hold that is made of names, and of contents without anything strange. */
const raw = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u;

const breaks = ["\n", "\r", "\r\n", "\u2028", "\u2029", "\x85", "\v", "\f"].map((end) => end + forged);
const hiding = [
  "\u202e",
  "\u2066",
  "\u200b",
  "\u200d",
  "\ufeff",
  "\u00ad",
  "\x1b[2K",
  "\x9b",
  "\x7f",
  "\u{e0041}",
  "\b",
];
const literal = ["\\u{a}", "\\u{202e}", "\\n", "\\", "é", "日本", " ", "'", '"'];
const strangeName = fc
  .array(fc.constantFrom("a", "b.txt", ...breaks, ...hiding, ...literal), { minLength: 1, maxLength: 6 })
  .map((parts) => `n${parts.join("")}z`);

type Call = readonly [tool: string, input: Record<string, unknown>];

/** Calls that name a file or find it. @param file its absolute path. @param folder what it lies in. */
const calls: Record<DialectName, (file: string, folder: string) => Call[]> = {
  standard: (file, folder) => [
    ["list_directory", { path: folder }],
    ["list_directory", { path: ".", recursive: true }],
    ["find_files", { pattern: "*", path: folder }],
    ["search_text", { pattern: "here", path: folder }],
    ["search_text", { pattern: "here", output_mode: "count" }],
    ["search_text", { pattern: "nowhere", path: file }],
    ["read_file", { path: file }],
    ["read_file", { path: `${file}.gone` }],
    ["edit_file", { path: file, old_string: "nowhere", new_string: "" }],
    ["edit_file", { path: file, old_string: "here", new_string: "there" }],
    ["write_file", { path: `${file}/below`, content: "" }],
    ["gitignore", { action: "check", path: file }],
    ["move_file", { path: file, new_path: `${file}.moved` }],
    ["delete_file", { path: `${file}.moved` }],
  ],
  flyto: (file, folder) => [
    ["Glob", { pattern: "*", path: folder }],
    ["Grep", { pattern: "here", path: folder }],
    ["Grep", { pattern: "here", path: folder, output_mode: "content" }],
    ["Grep", { pattern: "here", path: file, output_mode: "count" }],
    ["Read", { file_path: file }],
    ["Read", { file_path: `${file}.gone` }],
    ["Edit", { file_path: file, old_string: "nowhere", new_string: "" }],
    ["Edit", { file_path: file, old_string: "here", new_string: "there" }],
    ["Write", { file_path: `${file}.new`, content: "" }],
    ["Gitignore", { action: "check", path: file }],
  ],
  qwen: (file, folder) => [
    ["list_directory", { path: folder }],
    ["glob", { pattern: "*", path: folder }],
    ["search_file_content", { pattern: "here", path: folder }],
    ["read_file", { path: file }],
    ["read_file", { path: `${file}.gone` }],
    ["edit", { file_path: file, old_string: "nowhere", new_string: "" }],
    ["edit", { file_path: file, old_string: "here", new_string: "there" }],
    ["write_file", { file_path: `${file}.new`, content: "" }],
  ],
  nanobot: (file, folder) => [
    ["list_dir", { path: folder }],
    ["list_dir", { path: `${file}.gone` }],
    ["read_file", { path: file }],
    ["read_file", { path: `${file}.gone` }],
    ["edit_file", { path: file, old_text: "nowhere", new_text: "" }],
    ["edit_file", { path: file, old_text: "here", new_text: "there" }],
    ["write_file", { path: `${file}.new`, content: "" }],
  ],
  triggerfish: (file, folder) => [
    ["list_directory", { path: folder }],
    ["search_files", { pattern: "*", path: folder }],
    ["search_files", { pattern: "here", path: folder, content_search: true }],
    ["read_file", { path: file }],
    ["read_file", { path: `${file}.gone` }],
    ["edit_file", { path: file, old_text: "here", new_text: "there" }],
    ["write_file", { path: `${file}.new`, content: "" }],
  ],
};

function mustBeClean(text: string, what: string): void {
  assert.doesNotMatch(text, raw, what);
  for (const line of text.split("\n")) assert.ok(!line.startsWith(forged), `${what}: ${line}`);
}

describe("names that hold line breaks and hidden characters", function () {
  this.timeout(120_000);

  it("are written so that they break no line and hide nothing, each in one way, and read back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), strangeName, (any, name) => {
        for (const path of [any, name, `${name}/${any}`]) {
          assert.doesNotMatch(shownPath(path), /[\n\t]/);
          assert.doesNotMatch(shownPath(path), raw);
          assert.equal(meantPath(shownPath(path)), path);
        }
      }),
    );
    assert.equal(shownPath("src/a b-ä.ts"), "src/a b-ä.ts");
    assert.equal(shownPath("a\nb\u202ec"), "a\\u{a}b\\u{202e}c");
    assert.equal(shownPath("a\\u{a}"), "a\\u{5c}u{a}");
    assert.equal(meantPath("a\\u{2e}\\u{2f}\\u{41}\\u{ffffff}"), "a\\u{2e}\\u{2f}\\u{41}\\u{ffffff}", "nothing else");
  });

  for (const dialect of Object.keys(calls) as DialectName[])
    it(`forge no line and hide nothing in what ${dialect} says, in questions and on record`, async () => {
      await fc.assert(
        fc.asyncProperty(strangeName, strangeName, async (folderName, name) => {
          const at = await realCrib({}, { dialect });
          const folder = join(at.root, folderName);
          mkdirSync(folder, { recursive: true });
          const file = join(folder, name);
          writeFileSync(file, "here\n");
          for (const [tool, input] of calls[dialect](shownPath(file), shownPath(folder))) {
            const { text } = await at.call(tool, input);
            mustBeClean(text, `${tool} ${JSON.stringify(input)}`);
          }
          for (const { plan, decision } of at.asked) {
            mustBeClean(plan.title, "the title of a question");
            assert.ok(!plan.title.includes("\n"), plan.title);
            mustBeClean(decision.reason, "the reason of a question");
          }
          for (const { title } of at.records) mustBeClean(title, "a title on record");
          // The path as it was shown led to this very file.
          assert.equal(
            existsSync(file) ? readFileSync(file, "utf8") : "moved",
            dialect === "standard" ? "moved" : "there\n",
          );
        }),
        { numRuns: 15 },
      );
    });
});
