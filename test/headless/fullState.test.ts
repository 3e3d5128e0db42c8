/** What becomes of calls when nothing can be written into the state folder (D-10, D-18). */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { program, run, workplace } from "./support/program";

/** No file can get a byte, as on a disk that is full. */
const without = ["-c", 'ulimit -f 0; exec "$0" "$@"', process.execPath, program];

const session = (state: string) =>
  `toolcrib: What this session has read cannot be saved (EFBIG: file too large, write), so later processes will not know of it: make room for ${state}, or make it writable.\n`;

describe("a full state folder", function () {
  this.timeout(60_000);

  async function serve(
    settings: object,
    work: (call: (name: string, args: object) => Promise<string>) => Promise<void>,
  ) {
    const { root, state } = workplace();
    const settingsFile = join(root, "..", "settings.json");
    writeFileSync(settingsFile, JSON.stringify({ "commands.review": "off", ...settings }));
    const options = ["--root", root, "--state", state, "--settings", settingsFile, "--approve", "all"];
    const transport = new StdioClientTransport({
      command: "bash",
      args: [...without, "mcp", ...options],
      stderr: "pipe",
    });
    const told = text(transport.stderr as Readable);
    const client = new Client({ name: "test", version: "0" });
    await client.connect(transport);
    try {
      await work(async (name, args) => {
        const { content } = await client.callTool({ name, arguments: { ...args } });
        return (content as { text: string }[])[0]?.text ?? "";
      });
    } finally {
      await client.close();
    }
    return { root, state, told: await told };
  }

  it("answers reads, and what was done all the same, with one warning for each record", async () => {
    const { root, state, told } = await serve({}, async (call) => {
      for (let time = 0; time < 3; time++) assert.equal(await call("read_file", { path: "a.txt" }), "one\ntwo\n");
      assert.match(await call("run_command", { command: "mkdir ran && echo done" }), /^done\n/);
    });
    assert.deepEqual(readdirSync(root).sort(), ["a.txt", "ran"]);
    const audit = /^toolcrib: The audit log cannot be written: .*\. Calls are not recorded\.\n/;
    assert.match(told, audit);
    assert.equal(told.replace(audit, ""), session(state));
  });

  it("refuses a write before it is made, and says what could not be written", async () => {
    const { root, state } = workplace();
    mkdirSync(state);
    writeFileSync(join(state, "journal"), "a file where the folder should be");
    const input = JSON.stringify({ path: "new.txt", content: "new" });
    const { out } = await run(["call", "write_file", input, "--root", root, "--state", state, "--approve", "all"]);
    assert.match(
      JSON.parse(out).text,
      /^The undo journal cannot be written \(E[A-Z]+: .*\), so nothing was changed: tell the person to free disk space for Toolcrib's state folder or to make it writable\.$/,
    );
    assert.deepEqual(readdirSync(root), ["a.txt"]);
  });

  it("audit.strict: refuses a command before it runs, and answers reads", async () => {
    const { root } = await serve({ "toolcrib.audit.strict": true }, async (call) => {
      assert.equal(await call("read_file", { path: "a.txt" }), "one\ntwo\n");
      assert.match(
        await call("run_command", { command: "mkdir ran" }),
        /^The audit log cannot be written .* toolcrib\.audit\.strict is on/,
      );
    });
    assert.deepEqual(readdirSync(root), ["a.txt"]);
  });
});
