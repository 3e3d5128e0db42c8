/** Arguments that a tool has no parameter for: ignored, with a word in the result (C-02), in every dialect. */
import assert from "node:assert/strict";
import { tools } from "../../../scripts/describedTools";
import { ignoredNote, translate } from "../../../src/core/tools/translate";
import { dialectNames } from "../../../src/core/vocabulary/dialectNames";
import { makeDialects } from "../../../src/dialects/index";
import { realCrib } from "../../support/realCrib";

const dialects = makeDialects(tools);

describe("arguments that mean no parameter (C-02)", () => {
  const reading = { standard: "path", triggerfish: "path", nanobot: "path", flyto: "file_path", qwen: "path" };
  for (const dialect of dialectNames)
    it(`are ignored with a word in the result: ${dialect}`, async () => {
      const { call, root } = await realCrib({ "a.txt": "one\n" }, { dialect });
      const tool = dialect === "flyto" ? "Read" : "read_file";
      const plain = await call(tool, { [reading[dialect]]: `${root}/a.txt` });
      const with_ = await call(tool, { [reading[dialect]]: `${root}/a.txt`, colour: "red", depth: 2, none: null });
      assert.equal(with_.isError, false, with_.text);
      const names = Object.keys(dialects[dialect].tools.find(({ name }) => name === tool)?.input.shape ?? {});
      const note = `[${tool} has no parameters "colour", "depth", which were ignored: use ${names.map((name) => `"${name}"`).join(", ")}.]`;
      assert.equal(with_.text, `${plain.text}\n\n${note}`);
    });

  it("are never refused, and never reach the tool, in any tool of any dialect", () => {
    for (const { tools: offered } of Object.values(dialects))
      for (const tool of offered) {
        const message = (given: object) => {
          try {
            return JSON.stringify(translate(tool, given));
          } catch (error) {
            return String(error);
          }
        };
        assert.equal(message({ zzz: 1 }), message({}), tool.name);
        assert.match(ignoredNote(tool, { zzz: 1 }) ?? "", /^\[\w+ has no parameter "zzz", which was ignored: /);
      }
  });

  it("are told of a call that fails, and of one that is denied", async () => {
    const { call } = await realCrib({});
    const note = /\n\n\[read_file has no parameter "colour", which was ignored: use "path", /;
    for (const path of ["none.txt", "../outside.txt"])
      assert.match((await call("read_file", { path, colour: 1 })).text, note);
  });

  it("are told of the bridge and of what it calls", async () => {
    const { call } = await realCrib({ "a.txt": "one\n" });
    const { text } = await call("call_tool", { name: "read_file", arguments: { path: "a.txt", colour: 1 }, depth: 2 });
    assert.match(
      text,
      /^one\n\n\n\[call_tool has no parameter "depth", .*\]\n\n\[read_file has no parameter "colour", /,
    );
  });

  it("are told of the bridge where they should have stood in its arguments", async () => {
    const { call } = await realCrib({ "a.txt": "one\n" });
    const { text } = await call("call_tool", { name: "read_file", path: "a.txt" });
    assert.match(text, /"path", which is missing\.\n\n\[call_tool has no parameter "path", which was ignored/);
  });

  it("are named in lists of objects too, and only the first five", () => {
    const [edit] = dialects.standard.tools.filter(({ name }) => name === "edit_file");
    assert.ok(edit);
    const item = { old_string: "a", new_string: "b", x: 1 };
    for (const edits of [[item], JSON.stringify([item])])
      assert.match(
        ignoredNote(edit, { path: "a", edits }) ?? "",
        /has no parameter "edits\[0\]\.x", which was ignored/,
      );
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`z${at}`, at]));
    assert.match(ignoredNote(edit, many) ?? "", /"z3", "z4" and 4 more, which were ignored/);
    assert.ok((ignoredNote(edit, { [`a\n${"x".repeat(1_000_000)}`]: 1 }) ?? "").length < 300);
    assert.equal(ignoredNote(edit, { path: "a", old_text: "a" }), undefined);
  });

  it("are kept by a tool that takes any", async () => {
    const [bridge] = dialects.standard.tools.filter(({ name }) => name === "call_tool");
    assert.ok(bridge);
    assert.equal(ignoredNote(bridge, { name: "a", arguments: { anything: 1 } }), undefined);
  });
});
