/** `call_tool`: a call through it is the call of the tool it names, in everything (DF-4). */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { prepareCall } from "../../src/core/calls/prepareCall";
import { ToolCatalog } from "../../src/core/tools/toolCatalog";
import { asItself } from "../../src/dialects/shared/over";
import { toolOf } from "../support/bareCrib";
import { realCrib } from "../support/realCrib";

const tree = { "a.txt": "one\ntwo\n" };
const through = (name: string, args?: unknown) => ({ name, ...(args !== undefined && { arguments: args }) });

describe("call_tool", () => {
  it("answers, asks, records and can be undone as the tool that it calls", async () => {
    const [direct, bridged] = [await realCrib(tree), await realCrib(tree)];
    const input = { path: "b/new.txt", content: "new\n" };
    const wanted = await direct.call("write_file", input);
    const result = await bridged.call("call_tool", through("write_file", input));
    const shown = ({ asked, records }: typeof direct) => ({
      asked: asked.map(({ tool, args, plan }) => [tool.name, args, plan.title]),
      records: records.map(({ tool, title, input, isError, approvedBy }) => [tool, title, input, isError, approvedBy]),
    });
    assert.deepEqual([result.text, result.isError], [wanted.text, wanted.isError]);
    assert.deepEqual(shown(bridged), shown(direct));
    assert.deepEqual(shown(bridged).records, [["write_file", "Create b/new.txt", input, false, "person"]]);
    assert.equal(readFileSync(join(bridged.root, "b/new.txt"), "utf8"), "new\n");
    await bridged.crib.journal.undo(bridged.records[0]?.id ?? "");
    assert.equal(existsSync(join(bridged.root, "b/new.txt")), false);
  });

  it("is denied what the tool that it calls is denied", async () => {
    const { call, asked } = await realCrib(tree);
    assert.equal(
      (await call("call_tool", through("run_command", { command: "sudo rm -rf /" }))).text,
      (await call("run_command", { command: "sudo rm -rf /" })).text,
    );
    assert.match(
      (await call("call_tool", through("write_file", { path: "../x", content: "" }))).text,
      /^Denied by policy: writing outside the workspace is never allowed/,
    );
    assert.equal(asked.length, 0);
  });

  it("is prepared as the call of that tool, and prepares without activating it", async () => {
    const { crib, session } = await realCrib(tree);
    const signal = new AbortController().signal;
    const input = through("delete_file", { path: "a.txt" });
    const prepared = await prepareCall(crib, session, { tool: "call_tool", input, signal });
    assert.equal(
      prepared.kind === "failed" && prepared.result.text.startsWith("a.txt exists and has not been read yet"),
      true,
    );
    assert.equal(session.activations.isEmpty, true);
  });

  it("activates the tool that it calls", async () => {
    const { call, crib, session } = await realCrib(tree);
    const shelf = new ToolCatalog(crib, session);
    assert.match((await call("call_tool", through("list_directory"))).text, /^a\.txt/);
    assert.equal(shelf.isDeferred("list_directory"), false);
    assert.equal(shelf.isDeferred("delete_file"), true);
  });

  it("takes arguments as JSON text, and the name as VS Code knows it", async () => {
    const { call } = await realCrib(tree);
    const wanted = await call("read_file", { path: "a.txt" });
    assert.equal((await call("call_tool", through("read_file", '{"path":"a.txt"}'))).text, wanted.text);
    assert.equal((await call("call_tool", through("toolcrib_read_file", { path: "a.txt" }))).text, wanted.text);
  });

  it("calls tools that came later, and keeps within what they declare", async () => {
    const { call, crib, records } = await realCrib(tree);
    const greet = toolOf(
      async () => ({ title: "Greet", effects: [], run: async () => ({ text: "Hello.", isError: false }) }),
      { name: "greet", effectKinds: [] },
    );
    const stray = toolOf(
      async ({ host }) => ({
        title: "Stray",
        effects: [{ kind: "list", target: await host.resolve(".") }],
        run: async () => ({ text: "unreachable", isError: false }),
      }),
      { name: "stray", effectKinds: [] },
    );
    for (const tool of [greet, stray])
      crib.added.add({ ...asItself(tool), origin: { kind: "extension", name: "test.extension" } });
    assert.equal((await call("call_tool", through("greet"))).text, "Hello.");
    assert.match((await call("call_tool", through("stray"))).text, /stray planned a list, which it does not declare/);
    assert.deepEqual(
      records.map(({ tool }) => tool),
      ["greet", "stray"],
    );
  });

  it("keeps an agent to the tools that it may call (AG-5)", async () => {
    const { call, session } = await realCrib(tree);
    session.refusal = ({ tool }) => (tool.name === "read_file" ? "read_file is not for you." : undefined);
    assert.equal((await call("call_tool", through("read_file", { path: "a.txt" }))).text, "read_file is not for you.");
  });

  const complaints: readonly [what: string, input: unknown, message: RegExp][] = [
    ["no name", {}, /^call_tool needs the parameter "name", which is missing\.$/],
    ["an empty name", { name: "" }, /^call_tool parameter "name" is wrong: /],
    [
      "an unknown name",
      { name: "file_delete" },
      /^There is no tool "file_delete": did you mean delete_file, [a-z_]+ or [a-z_]+\?$/,
    ],
    ["a name like no other", { name: "frobnicate" }, /^There is no tool "frobnicate": use one of read_file, /],
    [
      "its own name",
      { name: "call_tool" },
      /^call_tool cannot call itself: give the name of the tool you want to use\.$/,
    ],
    ["its name in VS Code", { name: "toolcrib_call_tool" }, /^toolcrib_call_tool cannot call itself: /],
    [
      "a list as arguments",
      through("read_file", [1]),
      /^call_tool parameter "arguments" is wrong: expected record, but got \[1\]\.$/,
    ],
    [
      "broken JSON",
      through("read_file", '{"path":'),
      /^call_tool parameter "arguments" is wrong: expected record, but got /,
    ],
    ["what the tool refuses", through("read_file", {}), /^read_file needs the parameter "path", which is missing\.$/],
    [
      "no object at all",
      "read_file",
      /^call_tool needs a JSON object with "name", "arguments", but got "read_file"$|^call_tool needs a JSON object/,
    ],
  ];
  for (const [what, input, message] of complaints)
    it(`says in one sentence what is wrong with ${what}`, async () => {
      const { call, session } = await realCrib(tree);
      const { text, isError } = await call("call_tool", input);
      assert.match(text, message);
      assert.equal(isError, true);
      assert.equal(text.includes("\n"), false);
      if (!text.startsWith("read_file")) assert.equal(session.activations.isEmpty, true);
    });

  it("quotes the name that was called, and advises the names of the dialect", async () => {
    const { call } = await realCrib(tree, { dialect: "flyto" });
    const said = async (name: string) => (await call("call_tool", through(name))).text;
    assert.match(await said("run_command"), /^There is no tool "run_command": did you mean Bash( or|,) /);
    assert.match(await said("find_files"), /^There is no tool "find_files": did you mean Glob(,| or|\?)/);
    assert.match(await said("edit_file"), /^There is no tool "edit_file": did you mean Edit, /);
  });

  it("never throws and changes nothing, whatever it is given", async () => {
    const { call, root } = await realCrib(tree);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.anything(),
          fc.record({ name: fc.oneof(fc.string(), fc.constant("call_tool")), arguments: fc.anything() }),
          fc.record({
            name: fc.constantFrom("read_file", "delete_file", "tool_search"),
            arguments: fc.dictionary(fc.string(), fc.anything()),
          }),
        ),
        async (input) => {
          assert.equal(typeof (await call("call_tool", input)).text, "string");
          assert.equal(readFileSync(join(root, "a.txt"), "utf8"), tree["a.txt"]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
