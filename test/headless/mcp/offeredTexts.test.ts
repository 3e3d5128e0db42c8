/** Skills, tasks and notes as resources and prompts of the MCP server, judged like the calls that read them. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { program, workplace } from "../support/program";

const skill = (name: string) =>
  `---\nname: ${name}\ndescription: How to do ${name}.\n---\n\nFirst think, then ${name}.\n`;

describe("resources and prompts of toolcrib mcp", () => {
  let client: Client;
  before(async () => {
    const { root, state } = workplace();
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    put(".github/skills/deploy/SKILL.md", skill("deploy"));
    put(".claude/skills/closed/SKILL.md", skill("closed"));
    put(".toolcrib/memory.md", "## Tests\n- Run npm test\n");
    put(".toolcribignore", ".claude/skills/closed/\n");
    client = new Client({ name: "test", version: "0" });
    const args = [program, "mcp", "--root", root, "--state", state];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  });
  after(() => client?.close());

  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content && "text" in content ? content.text : undefined;
  };

  it("list notes, tasks and the skills that may be read", async () => {
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ["toolcrib://memory", "toolcrib://tasks", "toolcrib://skills/deploy"],
    );
    assert.deepEqual((await client.listPrompts()).prompts, [
      { name: "deploy", title: "deploy", description: "How to do deploy." },
    ]);
    assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, []);
  });

  it("give their texts, and the current ones", async () => {
    assert.equal(await read("toolcrib://memory"), "## Tests\n- Run npm test");
    assert.match((await read("toolcrib://skills/deploy")) ?? "", /First think, then deploy\./);
    await client.callTool({ name: "call_tool", arguments: { name: "task_create", arguments: { title: "Ship it" } } });
    assert.match((await read("toolcrib://tasks")) ?? "", /Ship it/);
    const { messages } = await client.getPrompt({ name: "deploy" });
    const [message] = messages;
    assert.equal(message?.role, "user");
    assert.match(
      message?.content.type === "text" ? message.content.text : "",
      /^Follow the skill deploy:\n\n[\s\S]*First think, then deploy\./,
    );
  });

  it("refuse what the policy closes, and what there is not, with a sentence", async () => {
    await assert.rejects(read("toolcrib://skills/closed"), /Denied by policy: \.toolcribignore/);
    await assert.rejects(client.getPrompt({ name: "closed" }), /Denied by policy: \.toolcribignore/);
    await assert.rejects(read("toolcrib://skills/none"), /There is no skill "none"/);
    for (const uri of ["toolcrib://skills/..%2F..%2Fa", "toolcrib://skills/%", "file:///etc/passwd", "toolcrib://x"])
      await assert.rejects(read(uri), /There is no resource|name/, uri);
  });
});
