/** Lines that a model copied from a result with their numbers are found by every tool that edits. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { DialectName } from "../../src/composition/makeCribs";
import { speaking } from "./support/speaking";

const lines = ["function price(count) {", "\tconst each = 3;", "", "\treturn count * each;", "}"];
const tree = { "price.js": `${lines.join("\n")}\n` };
/** As `cat -n` shows them. */
const shown = lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`);

/** The edit by the dialect's own tool and names. */
const edits: Readonly<Record<DialectName, (path: string, old: string, fresh: string) => readonly [string, object]>> = {
  standard: (path, old_string, new_string) => ["edit_file", { path, old_string, new_string }],
  triggerfish: (path, old_text, new_text) => ["edit_file", { path, old_text, new_text }],
  nanobot: (path, old_text, new_text) => ["edit_file", { path, old_text, new_text }],
  flyto: (file_path, old_string, new_string) => ["Edit", { file_path, old_string, new_string }],
  qwen: (file_path, old_string, new_string) => ["edit", { file_path, old_string, new_string }],
};

describe("lines copied with their numbers", () => {
  for (const [dialect, edit] of Object.entries(edits) as [DialectName, (typeof edits)[DialectName]][])
    it(`are edited without them: ${dialect}`, async () => {
      const { says, fails, at } = await speaking(dialect, tree);
      const path = at("price.js");
      if (dialect === "flyto") await says("Read", { file_path: path });
      else await says("read_file", { path });
      const old = shown.slice(1, 4).join("\n");
      await fails(...edit(path, old, "\tconst each = 4;"));
      assert.equal(readFileSync(path, "utf8"), tree["price.js"], "one text has numbers, the other has none");
      await says(...edit(path, old, old.replace("each = 3", "each = 4")));
      assert.equal(readFileSync(path, "utf8"), tree["price.js"].replace("each = 3", "each = 4"));
    });

  it("are what flyto's Read prints", async () => {
    const { says, at } = await speaking("flyto", tree);
    const path = at("price.js");
    const read = await says("Read", { file_path: path });
    assert.equal(read, shown.join("\n"));
    await says("Edit", { file_path: path, old_string: read, new_string: read.replace("price", "cost") });
    assert.equal(readFileSync(path, "utf8"), tree["price.js"].replace("price", "cost"));
  });

  it("are told of, and so is any other match that is not exact: qwen", async () => {
    const { says, at } = await speaking("qwen", tree);
    const file_path = at("price.js");
    await says("read_file", { path: file_path });
    const copied = { old_string: shown[3], new_string: shown[3]?.replace("count", "2 * count") };
    assert.equal(
      await says("edit", { file_path, ...copied }),
      `Successfully modified file: ${file_path} (1 replacements). The match was inexact: the line numbers before the lines of both texts were left out.`,
    );
  });

  it("are found as the lines of a patch, too", async () => {
    const { says, fails, at } = await speaking("standard", tree);
    await says("read_file", { path: "price.js" });
    const patch = (fresh: string) =>
      `*** Begin Patch\n*** Update File: price.js\n@@\n ${shown[0]}\n-${shown[1]}\n+${fresh}\n ${shown[2]}\n*** End Patch`;
    await fails("apply_patch", { patch: patch("\tconst each = 5;") });
    assert.equal(readFileSync(at("price.js"), "utf8"), tree["price.js"]);
    await says("apply_patch", { patch: patch("     2\t\tconst each = 5;") });
    assert.equal(readFileSync(at("price.js"), "utf8"), tree["price.js"].replace("each = 3", "each = 5"));
  });
});
