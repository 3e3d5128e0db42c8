/** A range of lines by the names of other systems (C-02). */
import assert from "node:assert/strict";
import { tools } from "../../../../scripts/describedTools";
import { ignoredNote } from "../../../../src/core/tools/arguments/strangeArguments";
import { translate } from "../../../../src/core/tools/translate";
import { dialectNames } from "../../../../src/core/vocabulary/dialectNames";
import { makeDialects } from "../../../../src/dialects/index";
import { realCrib } from "../../../support/realCrib";

const dialects = makeDialects(tools);
const path = "/a.txt";

const reading = (dialect: (typeof dialectNames)[number]) => {
  const tool = dialects[dialect].tools.find((tool) => tool.tool.name === "read_file");
  assert.ok(tool);
  return {
    input: (given: object): Record<string, unknown> => translate(tool, { path, ...given }).input,
    note: (given: object) => ignoredNote(tool, { path, ...given }),
  };
};

describe("a range of lines by the names of other systems", () => {
  const ranges: [given: object, offset: number, limit: number | undefined][] = [
    [{ start_line: 3, end_line: 5 }, 2, 3],
    [{ startLine: "3", endLine: "5" }, 2, 3],
    [{ line_start: 3, line_end: 3 }, 2, 1],
    [{ view_range: [3, 5] }, 2, 3],
    [{ view_range: "[3, -1]" }, 2, undefined],
    [{ start_line: 3, limit: 2 }, 2, 2],
    [{ start_line: 0, end_line: 2 }, 0, 2],
    [{ end_line: 4 }, 0, 4],
    [{ start_line: 3, end_line: 5, limit: 3, offset: null }, 2, 3],
  ];
  for (const dialect of dialectNames)
    it(`is that of ${dialect}, however it counts`, () => {
      const { input, note } = reading(dialect);
      for (const [given, offset, limit] of ranges) {
        const { offset: from, limit: most } = input(given);
        assert.deepEqual([from, most], [offset, limit], JSON.stringify(given));
        assert.equal(note(given), undefined);
      }
    });

  it("goes on from an offset, in the dialect's counting", () => {
    assert.deepEqual(
      reading("standard").input({ offset: 2, end_line: 5 }),
      reading("standard").input({ offset: 2, limit: 3 }),
    );
    assert.deepEqual(
      reading("nanobot").input({ offset: 3, end_line: 5 }),
      reading("nanobot").input({ offset: 3, limit: 3 }),
    );
    assert.deepEqual(reading("nanobot").input({ offset: 3, start_line: 3 }), reading("nanobot").input({ offset: 3 }));
  });

  it("is refused where it contradicts itself or what else is given, in one sentence", async () => {
    const { call } = await realCrib({ "a.txt": "one\n" });
    const read = async (given: object) => (await call("read_file", { path: "a.txt", ...given })).text;
    const different = 'read_file was given different lines to read: give only "offset" and "limit".';
    for (const given of [
      { start_line: 3, offset: 3 },
      { start_line: 1, end_line: 3, limit: 2 },
      { start_line: 1, view_range: [2, 3] },
    ])
      assert.equal(await read(given), different);
    assert.equal(
      await read({ start_line: 5, end_line: 3 }),
      "read_file was given lines 5 to 3, which are none: give the first line before the last.",
    );
    assert.match(await read({ start_line: "first" }), /"start_line", which was ignored/);
  });

  it("is what is read", async () => {
    const { call } = await realCrib({ "a.txt": "1\n2\n3\n4\n" });
    assert.match((await call("read_file", { path: "a.txt", view_range: [2, 3] })).text, /^2\n3\n/);
  });

  it("means nothing to a tool that does not read lines", () => {
    const [list] = dialects.standard.tools.filter(({ name }) => name === "list_directory");
    assert.ok(list);
    assert.match(ignoredNote(list, { start_line: 1 }) ?? "", /"start_line", which was ignored/);
  });
});
