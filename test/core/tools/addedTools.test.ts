/** Tools that come and go beside those of the dialects (CT-1, CT-2). */
import assert from "node:assert/strict";
import * as z from "zod";
import { type AddedTool, AddedTools } from "../../../src/core/tools/addedTools";
import { defineTool } from "../../../src/core/tools/tool";

function named(name: string, ...aliases: string[]): AddedTool {
  const shown = { name, displayName: name, description: "d", input: z.object({}) };
  const tool = defineTool({
    ...{ ...shown, summary: "s", effectKinds: [] },
    metadata: { concurrencySafe: true, readOnly: true, destructive: false, idempotent: true },
    plan: async () => assert.fail("nothing is called"),
  });
  return { ...shown, aliases, tool, toInput: (args) => args, origin: { kind: "extension", name: "a.b" } };
}

const names = (tools: AddedTools) => tools.all().map(({ name }) => name);

describe("added tools", () => {
  it("are found by name and alias until they are taken away, and tell of it", () => {
    const tools = new AddedTools(new Set());
    let changes = 0;
    const end = tools.onChange(() => changes++);
    const remove = tools.add(named("one", "uno"));
    assert.equal(tools.find("uno")?.name, "one");
    assert.equal(tools.find("One"), undefined);
    remove();
    remove();
    assert.deepEqual([names(tools), tools.find("uno"), changes], [[], undefined, 2]);
    end();
    tools.add(named("two"));
    assert.equal(changes, 2);
  });

  it("have names and aliases that no other tool has and every model takes", () => {
    const tools = new AddedTools(new Set(["read_file"]));
    tools.add(named("one", "uno"));
    for (const tool of [named("read_file"), named("two", "read_file"), named("one"), named("uno"), named("two", "one")])
      assert.throws(
        () => tools.add(tool),
        /^Error: There is already a tool "(read_file|one|uno)": choose another name\.$/,
      );
    for (const name of ["", "1a", "a b", "a.b", "x".repeat(65)])
      assert.throws(() => tools.add(named(name)), /is not a valid tool name: use a letter/);
    assert.deepEqual(names(tools), ["one"]);
  });

  it("in a layer are seen there alone, and those below in both", () => {
    const below = new AddedTools(new Set(["read_file"]));
    const remove = below.add(named("one"));
    const layer = below.layered();
    let changes = 0;
    const end = layer.onChange(() => changes++);
    layer.add(named("two"));
    assert.deepEqual([names(layer), names(below)], [["one", "two"], ["one"]]);
    assert.throws(() => layer.add(named("one")), /There is already a tool "one"/);
    assert.throws(() => layer.add(named("read_file")), /There is already a tool "read_file"/);
    remove();
    below.add(named("three"));
    assert.deepEqual([names(layer), layer.find("three")?.name, changes], [["three", "two"], "three", 3]);
    end();
    below.add(named("four"));
    assert.equal(changes, 3);
  });
});
