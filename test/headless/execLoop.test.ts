/** The loop of an agent in its own workspace, through MCP: write, run red, fix, run green, install (EX-2, EX-6). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { PackageServer } from "../features/workspaces/support/packageServer";
import { startPackageServer } from "../features/workspaces/support/packageServer";
import { needsBubblewrap } from "../node/sandbox/support/world";
import { tempFolder } from "../support/tempFolder";
import { program, workplace } from "./support/program";

const testFile = `const test = require("node:test");
const assert = require("node:assert");
test("adds", () => assert.strictEqual(require("./add.js")(1, 2), 3));
`;

describe("the exec tools through MCP (EX-2)", function () {
  this.timeout(120_000);
  let packages: PackageServer;
  let client: Client | undefined;
  before(async function () {
    await needsBubblewrap(this);
    packages = await startPackageServer(join(tempFolder(), "written"));
  });
  after(async () => {
    await client?.close();
    packages?.server.close();
  });

  it("red, fixed, green, and with a package, and nobody is asked", async () => {
    const { root, state } = workplace();
    const settings = join(state, "..", "settings.json");
    const base = tempFolder();
    writeFileSync(
      settings,
      JSON.stringify({
        "toolcrib.workspaces.folder": base,
        "toolcrib.web.allowLocal": [`localhost:${packages.port}`],
      }),
    );
    client = new Client({ name: "test", version: "0" });
    const args = [
      program,
      "mcp",
      "--structured",
      "--root",
      root,
      "--state",
      state,
      "--settings",
      settings,
      "--agent",
      "looper",
    ];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const call = async (name: string, input: Record<string, unknown>) => {
      const result = await client?.callTool({ name, arguments: input });
      const [content] = (result?.content ?? []) as { text: string }[];
      return {
        text: content?.text ?? "",
        isError: result?.isError === true,
        data: (result?.structuredContent ?? {}) as { exitCode?: number },
      };
    };
    const write = async (path: string, content: string) => {
      const { text, isError } = await call("exec_write", { path, content });
      assert.equal(isError, false, text);
    };
    const integration = (name: string) => `integrations/sums/${name}`;
    await write(integration("add.js"), "module.exports = (a, b) => a - b;\n");
    await write(integration("add.test.js"), testFile);
    const red = await call("exec_run", { command: "node --test", cwd: "integrations/sums" });
    assert.equal(red.data.exitCode, 1, red.text);
    assert.match(red.text, /-1 !== 3/);
    assert.match(red.text, /add\.test\.js:3:/);
    await call("exec_read", { path: integration("add.js") });
    await write(integration("add.js"), "module.exports = (a, b) => a + b;\n");
    const green = await call("exec_run", { command: "node --test", cwd: "integrations/sums" });
    assert.equal(green.data.exitCode, 0, green.text);
    await write(integration("package.json"), '{ "name": "sums", "private": true }\n');
    await write(integration("main.js"), 'console.log(require("greeting"), require("./add.js")(1, 2));\n');
    const installed = await call("exec_run", {
      command: `npm install --registry ${packages.url} greeting`,
      cwd: "integrations/sums",
    });
    assert.equal(installed.data.exitCode, 0, installed.text);
    assert.match((await call("exec_run", { file: integration("main.js") })).text, /^hello from npm 3$/m);
  });
});
