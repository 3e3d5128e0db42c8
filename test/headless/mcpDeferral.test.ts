/** Deferred tools over MCP (DF-2b): the most needed tools are listed first, and a client is told when there are more. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { program, workplace } from "./support/program";

describe("deferred tools over MCP", () => {
  const clients: Client[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  const connect = (settings: object, ...more: string[]) => connectWith({}, settings, ...more);

  const connectWith = async (capabilities: object, settings: object, ...more: string[]) => {
    const { root, state } = workplace();
    const file = join(root, "settings.json");
    writeFileSync(file, JSON.stringify(settings));
    const client = new Client({ name: "test", version: "0" }, { capabilities: { elicitation: {}, ...capabilities } });
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { approve: true } }));
    clients.push(client);
    const args = [program, "mcp", "--root", root, "--state", state, "--settings", file, ...more];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    const call = async (name: string, args: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: args });
      return (content as { text: string }[])[0]?.text ?? "";
    };
    return { changed, names, call };
  };

  it("are not, where the settings say so", async () => {
    const { names, call } = await connect({ "toolcrib.tools.deferAbove": 1000 });
    assert.ok((await names()).includes("list_directory"));
    assert.match(await call("tool_search", { query: "folder" }), /already active/);
  });

  it("agents are offered to clients that lend a model alone, and plans while planning alone", async () => {
    const lending = { sampling: { tools: {} } };
    for (const settings of [{}, { "toolcrib.tools.deferAbove": 1000 }]) {
      const without = await (await connect(settings)).names();
      assert.deepEqual(
        ["run_agent", "submit_plan"].filter((name) => without.includes(name)),
        [],
      );
      assert.ok((await (await connectWith(lending, settings)).names()).includes("run_agent"));
    }
  });

  it("are listed once they were searched for, and the client is told once", async () => {
    const { changed, names, call } = await connect({});
    const before = await names();
    assert.ok(before.length <= 15, before.join(" "));
    assert.ok(before.includes("tool_search") && !before.includes("list_directory"), before.join(" "));
    const found = await call("tool_search", { query: "list_directory" });
    await changed;
    const added = (await names()).filter((name) => !before.includes(name));
    assert.ok(added.includes("list_directory"));
    assert.deepEqual(added.sort(), [...found.matchAll(/^- (\w+):/gm)].map(([, name]) => name).sort());
    assert.match(found, /\nIf list_directory is not in your list, call it with call_tool; its arguments: \{/);
  });

  it("are called by call_tool in clients that do not ask for the list again", async () => {
    const { call } = await connect({});
    assert.match(await call("call_tool", { name: "list_directory", arguments: { path: "." } }), /a\.txt/);
  });

  it("hold the tool that hands in plans for as long as plan mode is on, and the client is told of its end", async () => {
    const { changed, names, call } = await connect({}, "--plan");
    assert.ok((await names()).includes("submit_plan"));
    assert.match(await call("submit_plan", { plan: "Nothing to do." }), /approved/);
    await changed;
    assert.ok(!(await names()).includes("submit_plan"));
  });
});
