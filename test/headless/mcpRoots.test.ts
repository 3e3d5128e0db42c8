/** Folders that an MCP client names, for a server that was started without any. */
import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { program, workplace } from "./support/program";

/** A folder that holds its own name. */
function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "crib-roots-")));
  writeFileSync(join(made, "name.txt"), made);
  return made;
}

describe("toolcrib mcp works in the folders of its client", () => {
  const clients: Client[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  /** @param named the addresses that the client answers with; undefined: it knows nothing of roots. */
  const connect = async (named: (() => string[]) | undefined, ...options: string[]) => {
    const { state } = workplace();
    const started = folder();
    const client = new Client(
      { name: "test", version: "0" },
      { capabilities: named ? { roots: { listChanged: true } } : {} },
    );
    clients.push(client);
    if (named) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: named().map((uri) => ({ uri })) }));
    const args = [program, "mcp", "--state", state, ...options];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: started }));
    const read = async (path = "name.txt") => {
      const { content } = await client.callTool({ name: "read_file", arguments: { path } });
      return (content as { text: string }[])[0]?.text ?? "";
    };
    return { client, started, read };
  };
  const address = (path: string) => pathToFileURL(path).href;

  it("from the first call on", async () => {
    const own = folder();
    const { read, started } = await connect(() => [address(own)]);
    assert.equal(await read(), own);
    assert.match(await read(join(started, "name.txt")), /^Denied by policy: .* is outside the workspace/);
  });

  it("in several, by their names", async () => {
    const [one, two] = [folder(), folder()];
    const { read } = await connect(() => [address(one), address(two)]);
    assert.equal(await read(`${two.split("/").at(-1)}/name.txt`), two);
  });

  it("that it changes", async () => {
    const [one, two] = [folder(), folder()];
    let now = one;
    const { client, read } = await connect(() => [address(now)]);
    assert.equal(await read(), one);
    now = two;
    await client.sendRootsListChanged();
    assert.equal(await read(), two);
  });

  for (const [what, named] of [
    ["knows nothing of folders", undefined],
    ["names none", () => []],
    ["names what is no folder here", () => ["file:///no/such/folder", "untitled:nothing"]],
    [
      "fails to answer",
      () => {
        throw new Error("no");
      },
    ],
  ] as const)
    it(`but in its own when the client ${what}`, async () => {
      const { read, started } = await connect(named as (() => string[]) | undefined);
      assert.equal(await read(), started);
    });

  it("but in none that the client names when it was started with --root", async () => {
    const [given, other] = [folder(), folder()];
    const { read } = await connect(() => [address(other)], "--root", given);
    assert.equal(await read(), given);
  });
});
