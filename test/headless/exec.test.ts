/** The exec tools without VS Code: over MCP, and call by call with `--agent` (C-41, EX-3, D-17). */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ownFolder } from "../support/ownFolder";
import { program, run, workplace } from "./support/program";

/** A folder, one for state, and one for workspaces, as options. */
function place(settings: object = {}) {
  const { root, state } = workplace();
  const base = join(dirname(state), "workspaces");
  const file = join(dirname(state), "settings.json");
  writeFileSync(file, JSON.stringify({ "toolcrib.workspaces.folder": base, ...settings }));
  return { root, base, options: ["--root", root, "--state", state, "--settings", file] };
}

describe("toolcrib call with exec tools", () => {
  const start = (settings: object = {}) => {
    const { root, base, options } = place(settings);
    const call = async (tool: string, input: object, ...more: string[]) => {
      const { out } = await run(["call", tool, JSON.stringify(input), ...options, ...more]);
      return JSON.parse(out) as { text: string; isError: boolean; undo?: { files: string[] } };
    };
    return { root, base, call, undo: (...more: string[]) => run(["undo", ...options, ...more]) };
  };

  it("needs nobody's yes, and keeps the workspace of each agent between processes", async () => {
    const { root, base, call } = start();
    const write = { path: "scratch/a.txt", content: "a\n" };
    const written = await call("exec_write", write, "--agent", "builder");
    assert.deepEqual([written.text, written.isError], ["Created scratch/a.txt (2 bytes).", false]);
    assert.equal(readFileSync(join(ownFolder(base, "builder", root), "scratch/a.txt"), "utf8"), "a\n");
    assert.match(
      (await call("exec_run", { command: "cat scratch/a.txt" }, "--agent", "builder")).text,
      /^a\n\[exit code: 0/,
    );
    assert.equal((await call("exec_ls", { path: "scratch" }, "--agent", "other")).text, "scratch is empty.");
    assert.match(
      (await call("exec_ls", {})).text,
      new RegExp(`\\[Your workspace is ${ownFolder(base, "headless", root).replace("+", "\\+")}: `),
    );
    assert.equal(existsSync(join(root, "scratch")), false);
  });

  it("is undone and redone in another process, by the whole path (D-17)", async () => {
    const { root, base, call, undo } = start();
    const file = join(ownFolder(base, "builder", root), "scratch/a.txt");
    const { undo: info } = await call("exec_write", { path: "scratch/a.txt", content: "a\n" }, "--agent", "builder");
    assert.deepEqual(info?.files, [file]);
    assert.match(
      (await undo("--list")).out,
      new RegExp(`Create scratch/a\\.txt {2}\\(${file.replace("+", "\\+")}\\)\\n$`),
    );
    assert.equal((await undo()).out, `Undone: Create scratch/a.txt (${file})\n`);
    assert.equal(existsSync(file), false);
    assert.equal((await undo("--redo")).out, `Redone: Create scratch/a.txt (${file})\n`);
    assert.equal(readFileSync(file, "utf8"), "a\n");
    assert.equal((await undo("--file", file)).out, `Undone: all changes of ${file} (${file})\n`);
    assert.equal(existsSync(file), false);
  });

  it("says before it is done what it would do (--dry-run)", async () => {
    const { root, base, call } = start();
    const { isError } = await call("exec_write", { path: "scratch/a.txt", content: "a" }, "--dry-run");
    assert.equal(isError, false);
    assert.equal(existsSync(join(ownFolder(base, "headless", root), "scratch/a.txt")), false);
  });

  it("triggerfish: plain tools work there where workspaceMode says so (C-42)", async () => {
    const { root, base, call } = start({ "toolcrib.workspaceMode": "agent" });
    const wrote = await call("write_file", { path: "scratch/a.txt", content: "a" }, "--dialect", "triggerfish");
    assert.equal(wrote.text, "Wrote 1 bytes to scratch/a.txt");
    assert.equal(readFileSync(join(ownFolder(base, "headless", root), "scratch/a.txt"), "utf8"), "a");
    assert.equal(existsSync(join(root, "scratch")), false);
  });
});

describe("exec tools over MCP", () => {
  const clients: Client[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  it("work for a client that cannot ask anybody, from the first file to a green test (EX-2, EX-6)", async () => {
    const { root, base, options } = place();
    const client = new Client({ name: "test", version: "0" });
    clients.push(client);
    const args = [program, "mcp", ...options, "--agent", "builder"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const call = async (name: string, input: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: input });
      return (content as { text: string }[])[0]?.text ?? "";
    };
    const folder = "integrations/word-count";
    await call("integration_create", { name: "word-count", description: "Counts words.", runtime: "node" });
    const test = (await call("exec_read", { path: `${folder}/index.test.js` })).replace(
      '{ name: "world" }), { received: { name: "world" } }',
      '{ text: "a b" }), { words: 2 }',
    );
    assert.match(await call("exec_write", { path: `${folder}/index.test.js`, content: test }), /^Overwrote /);
    const red = await call("integration_run", { name: "word-count", action: "test" });
    assert.match(red, /received/);
    assert.match(red, /\[exit code: 1, /);
    const path = join(ownFolder(base, "builder", root), folder, "index.js");
    const fix = { path, old_string: "{ received: args }", new_string: '{ words: args.text.split(" ").length }' };
    assert.match(await call("edit_file", fix), /^Edited /);
    assert.match(await call("integration_run", { name: "word-count", action: "test" }), /\[exit code: 0, /);
    const ran = await call("integration_run", { name: "word-count", arguments: { text: "a b c" } });
    assert.match(ran, /^\{"words":3\}\n/);
  });
});
