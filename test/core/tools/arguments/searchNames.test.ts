/** The words of grep, ripgrep and other agents for the parameters of a search (C-02). */
import assert from "node:assert/strict";
import { tools } from "../../../../scripts/describedTools";
import { ignoredNote } from "../../../../src/core/tools/arguments/strangeArguments";
import { translate } from "../../../../src/core/tools/translate";
import { makeDialects } from "../../../../src/dialects/index";

const dialects = makeDialects(tools);

const searching = (dialect: "standard" | "flyto" | "qwen", name: string) => {
  const tool = dialects[dialect].tools.find((tool) => tool.name === name);
  assert.ok(tool, name);
  return {
    input: (given: object): Record<string, unknown> => translate(tool, { pattern: "x", ...given }).input,
    note: (given: object) => ignoredNote(tool, { pattern: "x", ...given }),
  };
};

describe("the names that other systems have for the parameters of a search", () => {
  const { input, note } = searching("standard", "search_text");
  const cases: [given: object, own: object][] = [
    [{ "-i": true }, { case_sensitive: false }],
    [{ ignore_case: "true" }, { case_sensitive: false }],
    [{ case_insensitive: false }, { case_sensitive: true }],
    [{ "-A": 2, "-B": "3", "-n": true }, { context: 3 }],
    [{ "-C": 1 }, { context: 1 }],
    [{ type: "ts" }, { include: "*.{ts,tsx,mts,cts}" }],
    [{ type: "go" }, { include: "*.go" }],
  ];
  for (const [given, own] of cases)
    it(`mean those of search_text: ${JSON.stringify(given)}`, () => {
      assert.deepEqual(input(given), input(own));
      assert.equal(note(given), undefined);
    });

  it("stand for the pattern too", () => {
    for (const name of ["query", "regex"]) assert.equal(input({ pattern: null, [name]: "foo" }).pattern, "foo");
  });

  it("mean those of the other dialects", () => {
    const flyto = searching("flyto", "Grep");
    assert.deepEqual(
      flyto.input({ "-i": true, type: "py" }),
      flyto.input({ case_insensitive: true, glob: "*.{py,pyi}" }),
    );
    const qwen = searching("qwen", "search_file_content");
    assert.deepEqual(qwen.input({ "-i": true }), qwen.input({ case_sensitive: false }));
  });

  it("give way to what has its own name, and the result says so", () => {
    assert.deepEqual(input({ include: "*.md", type: "ts" }), input({ include: "*.md" }));
    assert.deepEqual(input({ glob: "*.md", type: "ts" }), input({ include: "*.md" }));
    assert.match(note({ include: "*.md", type: "ts" }) ?? "", /"type", which was ignored/);
    assert.deepEqual(input({ context: 1, "-A": 5 }), input({ context: 1 }));
    assert.match(note({ case_sensitive: true, "-i": true }) ?? "", /"-i", which was ignored/);
    assert.match(note({ query: "y" }) ?? "", /"query", which was ignored/);
  });

  it("are told of as ignored where they say nothing that a search knows", () => {
    for (const [name, value] of Object.entries({ type: "constructor", "-i": "perhaps", "-A": -1, regex: true }))
      assert.match(note({ [name]: value }) ?? "", /which was ignored/, name);
  });

  it("mean nothing to a tool that does not search", () => {
    const [read] = dialects.standard.tools.filter(({ name }) => name === "read_file");
    assert.ok(read);
    assert.match(ignoredNote(read, { path: "a", "-i": true }) ?? "", /"-i", which was ignored/);
  });
});
