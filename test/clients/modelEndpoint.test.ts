/** The scripted model endpoint, without any client: these tests run where no client can be installed. */
import assert from "node:assert/strict";
import { type ModelEndpoint, serveModel } from "./support/modelEndpoint";

describe("the scripted model endpoint", () => {
  let endpoint: ModelEndpoint;
  afterEach(() => endpoint.close());

  const ask = async (path: string, body: object) => {
    const response = await fetch(`${endpoint.origin}/v1/${path}`, { method: "POST", body: JSON.stringify(body) });
    return response.text();
  };
  const script = [{ tool: "read_file", input: { path: "a" } }, { text: "Done." }];

  it("plays a script over chat completions, and keeps what came back with its pictures", async () => {
    endpoint = await serveModel(script);
    const tools = [{ type: "function", function: { name: "mcp__toolcrib__read_file" } }];
    assert.match(await ask("chat/completions", { tools, messages: [] }), /"name":"mcp__toolcrib__read_file"/);
    const image = { type: "image_url", image_url: { url: "data:," } };
    const messages = [
      { role: "tool", content: "words" },
      { role: "user", content: [image] },
    ];
    assert.match(await ask("chat/completions", { tools, messages }), /"content":"Done\."/);
    assert.deepEqual(endpoint.results(), [{ text: "words", hasPicture: true }]);
  });

  it("plays it over responses, where tools may lie in a namespace", async () => {
    endpoint = await serveModel(script);
    const tools = [{ type: "namespace", name: "mcp__toolcrib", tools: [{ type: "function", name: "read_file" }] }];
    assert.match(await ask("responses", { tools, input: [] }), /"name":"read_file","namespace":"mcp__toolcrib"/);
    const input = [{ type: "function_call_output", output: [{ type: "input_text", text: "words" }] }];
    assert.match(await ask("responses", { tools, input }), /"text":"Done\."/);
    assert.deepEqual(endpoint.results(), [{ text: "words", hasPicture: false }]);
  });

  it("answers a question beside the work, which comes without tools", async () => {
    endpoint = await serveModel(script);
    assert.match(await ask("chat/completions", { messages: [] }), /"content":"Done\."/);
  });
});
