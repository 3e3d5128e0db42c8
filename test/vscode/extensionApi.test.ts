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
    assert.equal(answer, "text\n\n\nNote of the extension toolcrib.toolcrib: read_file false text");
  });

  it("takes no listener of an extension that is not installed", () =>
    assert.throws(() => api.onBeforeCall("not.there", () => undefined), /No extension "not\.there" is installed/));
});
