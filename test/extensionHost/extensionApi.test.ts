/** What `activate` returns to other extensions, in the real extension host (PO-1, PO-5). */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ToolcribApi } from "../../toolcrib-api";
import { callTool, put } from "./support/workspace";

/** Any extension that is installed may listen. */
const listener = "toolcrib.toolcrib";

describe("the interface for other extensions", () => {
  let api: ToolcribApi;
  before(async () => {
    api = await vscode.extensions.getExtension("toolcrib.toolcrib")?.activate();
  });

  it("has a version and cannot be changed", () => {
    assert.equal(api.apiVersion, 1);
    assert.ok(Object.isFrozen(api));
  });

  it("lets a listener deny a call, until it stops listening", async () => {
    put("listened.txt", "text\n");
    const listening = api.onBeforeCall(listener, async ({ effects, tool }) =>
      tool === "read_file" && effects.some((effect) => effect.kind === "read" && effect.path.endsWith("listened.txt"))
        ? { decision: "deny", reason: "not this one" }
        : undefined,
    );
    const denied = await callTool("read_file", { path: "listened.txt" });
    assert.match(denied, /^Denied by policy: the extension toolcrib\.toolcrib says: not this one\./);
    listening.dispose();
    assert.equal(await callTool("read_file", { path: "listened.txt" }), "text\n");
  });

  it("tells a listener how a call ended, and the model what it returns", async () => {
    put("listened.txt", "text\n");
    const listening = api.onAfterCall(listener, ({ tool }, { text, isError }) => `${tool} ${isError} ${text.trim()}`);
    const answer = await callTool("read_file", { path: "listened.txt" });
    listening.dispose();
    assert.equal(answer, "text\n\n\nNote from the extension toolcrib.toolcrib: read_file false text");
  });

  it("gives agents a tool, through the same pipeline, until it is taken away (CT-1, CT-4)", async () => {
    put("counted.txt", "one\ntwo\n");
    const counting = api.defineTool<{ path: string }>({
      name: "count_lines",
      title: "Count Lines",
      description: "Counts the lines of a file.",
      input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      metadata: { readOnly: true },
      async run({ path }, { callTool }) {
        const { text, isError } = await callTool("read_file", { path });
        return isError ? { text, isError } : `${text.trim().split("\n").length} lines`;
      },
    });
    const registration = api.registerTool(listener, counting);
    const count = (path: string) => callTool("call_tool", { name: "count_lines", arguments: { path } });
    assert.equal(await count("counted.txt"), "2 lines");
    assert.match(await count("/etc/passwd"), /^Denied by policy: .*outside the workspace/);
    registration.dispose();
    assert.match(await count("counted.txt"), /^There is no tool "count_lines"/);
  });

  it("takes no tool whose name is taken, or whose input cannot be checked", async () => {
    const tool = { title: "T", description: "d", run: () => "done" };
    const empty = { type: "object", properties: {} };
    for (const name of ["read_file", "toolcrib_read_file", "Read"])
      assert.throws(
        () => api.registerTool(listener, { ...tool, name, input: empty }),
        new RegExp(`There is already a tool "${name}"`),
      );
    assert.throws(
      () => api.registerTool(listener, { ...tool, name: "odd", input: { type: "object", minProperties: 1 } }),
      /The tool "odd" cannot be used: its input cannot be checked, the whole input can only have properties, required and/,
    );
  });

  it("takes no listener of an extension that is not installed", () =>
    assert.throws(() => api.onBeforeCall("not.there", () => undefined), /No extension "not\.there" is installed/));
});
