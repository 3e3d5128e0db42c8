/** What reaches a model over MCP: the text and pictures, and for clients that want them facts that repeat neither (IFC-4). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { mcpResult } from "../../src/headless/mcp/mcpResult";
import { program, workplace } from "./support/program";

/** The smallest PNG there is. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("toolcrib mcp: facts beside the text", () => {
  const clients: Client[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  const connect = async (name: string, ...options: string[]) => {
    const { root, state } = workplace();
    const client = new Client({ name, version: "0" });
    clients.push(client);
    const args = [program, "mcp", "--root", root, "--state", state, ...options];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const call = async (tool: string, input: Record<string, unknown>) => {
      const { content, structuredContent } = await client.callTool({ name: tool, arguments: input });
      const [first] = content as { text: string }[];
      return {
        text: first?.text ?? "",
        content: content as { type: string; mimeType?: string; data?: string }[],
        facts: structuredContent as Record<string, unknown> | undefined,
      };
    };
    return { client, root, call };
  };

  it("gives facts with --structured, and none of them says what the text says", async () => {
    const { call } = await connect("test", "--structured", "--approve", "all");
    const read = await call("read_file", { path: "a.txt" });
    assert.equal(read.text, "one\ntwo\n");
    assert.deepEqual([read.facts?.total, read.facts?.size, read.facts?.more], [2, 8, false]);
    assert.doesNotMatch(JSON.stringify(read.facts), /one|two/);
    const run = await call("run_command", { command: "echo printed; echo wrong >&2; exit 3" });
    assert.match(run.text, /^printed\n\[stderr\] wrong\n/);
    assert.deepEqual([run.facts?.exitCode, run.facts?.endedBy], [3, "itself"]);
    assert.doesNotMatch(JSON.stringify(run.facts), /printed|wrong/);
    const found = await call("search_text", { pattern: "tw" });
    assert.equal(found.facts?.matches, 1);
    assert.doesNotMatch(JSON.stringify(found.facts), /two/);
  });

  it("a client that shows its model the facts alone still shows it the sentence of a failure", async () => {
    const { call } = await connect("test", "--structured");
    for (const [tool, input, error] of [
      ["run_command", { command: "sudo id" }, "denied"],
      ["write_file", { path: "new.txt", content: "x" }, "declined"],
      ["read_file", { path: "none" }, "not_found"],
      ["nothing", {}, "unknown_tool"],
    ] as const) {
      const { text, facts } = await call(tool, input);
      assert.notEqual(text, "");
      assert.deepEqual([facts?.error, facts?.message], [error, text]);
    }
  });

  it("clients that are known to show both get facts unasked, and no other does", async () => {
    for (const [name, wanted] of [
      ["mcp-inspector", true],
      ["inspector-client", true],
      ["codex-mcp-client", false],
      ["Visual Studio Code", false],
      ["", false],
    ] as const) {
      const { call } = await connect(name);
      assert.equal((await call("read_file", { path: "a.txt" })).facts !== undefined, wanted, name);
    }
    const { call } = await connect("mcp-inspector", "--text-only");
    assert.equal((await call("read_file", { path: "a.txt" })).facts, undefined);
  });

  it("declares no output schema, by which clients would ask for facts", async () => {
    for (const options of [[], ["--structured"]]) {
      const { client } = await connect("test", ...options);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.filter((tool) => "outputSchema" in tool),
        [],
      );
    }
  });

  it("gives a picture as a picture, with facts and without", async () => {
    for (const options of [[], ["--structured"]]) {
      const { call, root } = await connect("test", ...options);
      writeFileSync(join(root, "dot.png"), Buffer.from(picture, "base64"));
      const { content } = await call("read_file", { path: "dot.png" });
      assert.deepEqual(
        content.map(({ type, mimeType }) => [type, mimeType]),
        [
          ["text", undefined],
          ["image", "image/png"],
        ],
      );
      assert.equal(
        Buffer.from(content[1]?.data ?? "", "base64")
          .subarray(1, 4)
          .toString(),
        "PNG",
      );
    }
  });

  it("keeps of a result's data what is no content: no lines, no long texts, no lists of what the text lists", () => {
    const data = {
      count: 2,
      done: true,
      nothing: null,
      name: "short",
      text: "x",
      said: "two\nlines",
      long: "y".repeat(501),
      whole: "All of it",
      sizes: [1, 2],
      entries: [{ name: "a" }],
      names: ["a"],
      part: { stdout: "x", code: 1 },
    };
    const facts = { count: 2, done: true, nothing: null, name: "short", sizes: [1, 2], part: { code: 1 } };
    const structured = (result: Parameters<typeof mcpResult>[0]) => mcpResult(result, true).structuredContent;
    assert.deepEqual(structured({ text: "All of it\n", isError: false, data }), facts);
    assert.equal(structured({ text: "a", isError: false, data: ["a"] }), undefined);
    assert.deepEqual(structured({ text: "It broke.", isError: true }), { message: "It broke." });
  });
});
