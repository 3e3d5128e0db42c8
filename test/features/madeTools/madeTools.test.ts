/** What models may call keeps in step with the tools that are there (CT-2). */
import assert from "node:assert/strict";
import { AddedTools } from "../../../src/core/tools/addedTools";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { madeTool } from "../../../src/features/madeTools/madeTool";
import { type MadeTool, type MadeToolStore, MadeTools } from "../../../src/features/madeTools/madeTools";

const tool = (name: string, state: MadeTool["state"] = "pending", digest = "d"): MadeTool => ({
  ...{ name, state, digest, files: [] },
  ...(state !== "unusable" && {
    manifest: {
      ...{ name, description: "d", parameters: { type: "object" }, runtime: "bash" as const, script: "main.sh" },
      ...{ timeout_ms: 1000, permissions: { writes: "none" as const, reads: "workspace" as const, network: [] } },
    },
  }),
});

function stand(tools: MadeTool[]) {
  const told: string[] = [];
  let reads = 0;
  const store: MadeToolStore = {
    async all() {
      reads++;
      if (tools.some(({ name }) => name === "breaks")) throw new Error("no such disk");
      return [...tools];
    },
    find: async (name) => tools.find((one) => one.name === name),
    async decide({ name }, verdict) {
      const state: MadeTool["state"] = verdict ?? "pending";
      tools.splice(0, tools.length, ...tools.map((one) => (one.name === name ? { ...one, state } : one)));
    },
    programFolder: () => "/none",
    prepare: async () => {},
  };
  const added = new AddedTools(new Set(["read_file"]));
  const made = new MadeTools({
    store,
    added,
    make: (one, noticed) => madeTool(store, one, noticed, () => assert.fail("no tool of an integration is here")),
    note: (event, detail) => told.push(`${event}: ${detail}`),
  });
  let changes = 0;
  made.onChange(() => changes++);
  return { tools, made, added, told, counts: () => ({ reads, changes }) };
}

const namesOf = (added: AddedTools) => added.all().map(({ name }) => name);

describe("agent-made tools on the shelf (CT-2)", () => {
  it("come, change and go with their folders, and are told of only then", async () => {
    const { tools, made, added, counts } = stand([tool("a"), tool("b")]);
    await made.refresh();
    await made.refresh();
    assert.deepEqual([namesOf(added), counts().changes], [["a", "b"], 1]);
    tools.splice(0, 1);
    await made.refresh();
    assert.deepEqual([namesOf(added), counts().changes], [["b"], 2]);
    tools[0] = tool("b", "approved");
    await made.refresh();
    assert.deepEqual([added.find("b")?.description, counts().changes], ["d", 3]);
  });

  it("cannot take the name of another tool, nor one that no model could call", async () => {
    const { made, added } = stand([tool("read_file"), tool("a b", "unusable"), tool("fine")]);
    await made.refresh();
    assert.deepEqual(namesOf(added), ["fine"]);
    assert.deepEqual(
      made.all().map(({ name, state, problem }) => [name, state, problem]),
      [
        ["read_file", "unusable", 'There is already a tool "read_file": choose another name'],
        ["a b", "unusable", '"a b" is not a valid tool name: use a letter, then up to 63 letters, digits, "_" and "-"'],
        ["fine", "pending", undefined],
      ],
    );
  });

  it("are read once for all who ask at a time", async () => {
    const { made, counts } = stand([tool("a")]);
    await Promise.all([made.refresh(), made.refresh(), made.refresh()]);
    assert.deepEqual(counts(), { reads: 1, changes: 1 });
    const first = made.refresh();
    await Promise.resolve();
    await Promise.all([first, made.refresh(), made.refresh()]);
    assert.ok(counts().reads <= 3);
  });

  it("stay as they are when they cannot be read, and are read again later", async () => {
    const { tools, made, added, told } = stand([tool("a")]);
    await made.refresh();
    tools.push(tool("breaks"));
    await made.refresh();
    assert.deepEqual([namesOf(added), told], [["a"], ["tools unread: no such disk"]]);
    tools.splice(0, 2, tool("b"));
    await made.refresh();
    assert.deepEqual(namesOf(added), ["b"]);
  });

  it("are approved as they were shown, or not at all; a person's word is on record", async () => {
    const { tools, made, told } = stand([tool("a", "pending", "seen"), tool("broken", "unusable")]);
    await made.refresh();
    const [shown, broken] = made.all();
    assert.ok(shown && broken);
    tools[0] = tool("a", "pending", "other");
    await assert.rejects(made.decide(shown, "approved"), (error: ToolError) => {
      assert.deepEqual(
        [error instanceof ToolError, error.code, error.message],
        [true, "stale", 'The tool "a" was changed during the review: review it again.'],
      );
      return true;
    });
    await assert.rejects(made.decide(broken, "approved"), /^ToolError: The tool "broken" cannot be approved/);
    assert.deepEqual(told, []);
    tools[0] = tool("a", "pending", "seen");
    await made.decide(shown, "approved");
    await made.decide(shown, "rejected", "use wc");
    await made.decide(shown, undefined);
    assert.deepEqual(told, [
      "tool approved: a, seen",
      "tool rejected: a, seen: use wc",
      "tool approval withdrawn: a, seen",
    ]);
    assert.equal(made.all()[0]?.state, "pending");
  });
});
