/** Messages that are none are answered, and the server goes on (D-1). */
import assert from "node:assert/strict";
import { greetedServers } from "./support/greetedServer";

describe("toolcrib mcp: messages that cannot be read", () => {
  const start = greetedServers();

  const call = (more: object) => JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list", ...more });
  const none = "The message is not a JSON-RPC 2.0 message: ";
  const odd = 'it has a key that JSON-RPC does not define, or its "_meta" or "progressToken" has the wrong type.';
  const cases: readonly (readonly [
    line: string,
    id: string | number | undefined,
    code: number,
    message: string | RegExp,
  ])[] = [
    ["{", undefined, -32700, /^The message is not JSON \(.+\): send one JSON-RPC message a line\.$/],
    ["hello", undefined, -32700, /^The message is not JSON/],
    ["7", undefined, -32600, `${none}it is not an object.`],
    ["null", undefined, -32600, `${none}it is not an object.`],
    ['{"jsonrpc":"2.0"}', undefined, -32600, `${none}it has none of "method", "result" and "error".`],
    ['{"jsonrpc":"2.0","id":7}', 7, -32600, `${none}it has none of "method", "result" and "error".`],
    [call({ method: 5 }), 7, -32600, `${none}"method" is not a string.`],
    [call({ id: 1e300 }), 1e300, -32600, `${none}"id" is neither a string nor an integer.`],
    [`[${call({})}]`, undefined, -32600, `${none}batches are not taken; send each message on a line of its own.`],
    [call({ params: null }), 7, -32600, `${none}"params" is not an object.`],
    [call({ params: [] }), 7, -32600, `${none}"params" is not an object.`],
    [call({ id: "a", jsonrpc: "1.0" }), "a", -32600, `${none}"jsonrpc" is not "2.0".`],
    [call({ id: {} }), undefined, -32600, `${none}"id" is neither a string nor an integer.`],
    [call({ id: null }), undefined, -32600, `${none}"id" is neither a string nor an integer.`],
    [call({ params: { _meta: { progressToken: {} } } }), 7, -32600, none + odd],
    [call({ more: 1 }), 7, -32600, none + odd],
  ];
  it("answers each with an error that says what is wrong, in the order of the lines", async () => {
    const { say, heard } = await start();
    for (const [line, id, code, message] of cases) {
      say(line);
      const { error, ...rest } = await heard();
      assert.deepEqual([rest, error.code], [{ jsonrpc: "2.0", ...(id !== undefined && { id }) }, code], line);
      if (typeof message === "string") assert.equal(error.message, message);
      else assert.match(error.message, message);
      say({ jsonrpc: "2.0", id: line, method: "ping" });
      assert.deepEqual(await heard(), { jsonrpc: "2.0", id: line, result: {} });
    }
  });

  it("answers no empty line and no notification", async () => {
    const { say, heard } = await start();
    say("\n \r");
    say({ jsonrpc: "2.0", method: "notifications/x", params: 7 });
    say({ jsonrpc: "2.0", id: 1, method: "ping" });
    assert.deepEqual(await heard(), { jsonrpc: "2.0", id: 1, result: {} });
  });

  it("takes an answer of the client's that is malformed for a no", async () => {
    const { say, heard, write } = await start({ elicitation: {} });
    say({ jsonrpc: "2.0", id: 1, method: "tools/call", params: write("x") });
    const { id, method } = await heard();
    assert.equal(method, "elicitation/create");
    say({ jsonrpc: "2.0", id, result: null });
    const { result } = await heard();
    assert.equal(result.isError, true);
    say("{");
    assert.equal((await heard()).error.code, -32700);
  });
});
