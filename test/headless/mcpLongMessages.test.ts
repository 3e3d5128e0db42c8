/** A message that is too long does not end the server (D-1). */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BoundedInput, type LongMessage, maxMessageBytes } from "../../src/headless/mcp/boundedInput";
import { greetedServers } from "./support/greetedServer";

const long = "x".repeat(maxMessageBytes);
const message = "The message is {} bytes; the limit is 10485760: send less at once.";
const tooLong = (line: string) => message.replace("{}", String(Buffer.byteLength(line)));

describe("toolcrib mcp: messages over 10 MiB", () => {
  const start = greetedServers();

  it("answers a call with an error wherever its id stands, and goes on serving", async () => {
    const { say, heard, write } = await start();
    const calls = [
      { jsonrpc: "2.0", id: "first", method: "tools/call", params: write(long) },
      { method: "tools/call", params: { ...write(`{"id":7}"\\${long}`), id: 8 }, jsonrpc: "2.0", id: 41 },
    ];
    for (const call of calls) {
      const line = JSON.stringify(call);
      say(line);
      const error = { code: -32600, message: tooLong(line) };
      assert.deepEqual(await heard(), { jsonrpc: "2.0", id: call.id, error });
    }
    say({ jsonrpc: "2.0", id: 42, method: "ping" });
    assert.deepEqual(await heard(), { jsonrpc: "2.0", id: 42, result: {} });
  });

  it("answers nothing to a notification, but says so on standard error, and answers what is no message without an id", async () => {
    const { say, heard, server } = await start();
    const notification = JSON.stringify({ jsonrpc: "2.0", method: "notifications/x", params: { long } });
    say(notification);
    const [said] = await once(server.stderr, "data");
    assert.equal(String(said), `toolcrib: ${tooLong(notification)}\n`);
    const noMessage = long.repeat(2);
    say(noMessage);
    assert.deepEqual(await heard(), { jsonrpc: "2.0", error: { code: -32600, message: tooLong(noMessage) } });
    say({ jsonrpc: "2.0", id: 1, method: "ping" });
    assert.deepEqual(await heard(), { jsonrpc: "2.0", id: 1, result: {} });
  });

  it("takes an answer of the client's that is too long for a no", async () => {
    const { say, heard, write, root } = await start({ elicitation: {} });
    say({ jsonrpc: "2.0", id: 1, method: "tools/call", params: write("x") });
    const { id, method } = await heard();
    assert.equal(method, "elicitation/create");
    say({ jsonrpc: "2.0", id, result: { action: "accept", content: { approve: true, comments: long } } });
    const { result } = await heard();
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /nobody could give it/);
    assert.throws(() => readFileSync(join(root, "new.txt")));
  });

  it("takes a message of just 10 MiB", async () => {
    const { say, heard } = await start();
    const ping = (pad: string) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: { pad } } });
    const line = ping("x".repeat(maxMessageBytes - Buffer.byteLength(ping(""))));
    assert.equal(Buffer.byteLength(line), maxMessageBytes);
    say(line);
    assert.deepEqual(await heard(), { jsonrpc: "2.0", id: 1, result: {} });
  });
});

describe("input that is bounded", () => {
  /** Reads it in pieces of this size. */
  async function read(text: string, size: number) {
    const left: LongMessage[] = [];
    const input = new BoundedInput((one) => {
      left.push(one);
      return { left: left.length };
    });
    const passed: Buffer[] = [];
    input.on("data", (chunk) => passed.push(chunk));
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) input.write(bytes.subarray(at, at + size));
    input.end();
    await once(input, "end");
    return { left: left.map(({ id, kind }) => [kind, id]), passed: Buffer.concat(passed).toString() };
  }

  it("passes on every line as it is, and in the place of one that is too long what it is told", async () => {
    const lines = ["", "{}", "ä€😀", `{"id":1,"method":"m","params":["${long}"]}`, "after"];
    for (const size of [65_536, 7_777_777])
      assert.deepEqual(await read(`${lines.join("\n")}\nunfinished`, size), {
        left: [["request", 1]],
        passed: '\n{}\nä€😀\n{"left":1}\nafter\n',
      });
  });

  it("knows what a message is by what stands at its top", async () => {
    const nested = JSON.stringify({ deep: [{ id: 9, method: '"]}', long }] });
    for (const [line, kind, id] of [
      [`{"params":${nested},"method":"m","id":"a\\"b"}`, "request", 'a"b'],
      [`{"id":2,"result":${nested}}`, "response", 2],
      [`{"method":"m","params":${nested}}`, "notification", undefined],
      [`{"method":"m","id":null,"params":${nested}}`, "unknown", undefined],
      [`{"method":"m","id":${nested}}`, "unknown", undefined],
      [`[${nested}]`, "unknown", undefined],
      [`{"id":1,"method":"${long}"}`, "unknown", undefined],
      [`}{"id":1,"params":${nested}`, "unknown", undefined],
      [`x${long}`, "unknown", undefined],
    ] as const)
      assert.deepEqual((await read(`${line}\n`, 65_536)).left, [[kind, id]], line.slice(0, 40));
  });
});
