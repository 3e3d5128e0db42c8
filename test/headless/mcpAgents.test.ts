/** Sub-agents over MCP: the client lends them its model, is asked for them, and hears what they do (AG-4, AG-7). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  type CreateMessageRequest,
  CreateMessageRequestSchema,
  type CreateMessageResultWithTools,
  ElicitRequestSchema,
  ProgressNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { AgentEvent } from "../../src/core/tools/delegation";
import { program, workplace } from "./support/program";

type Content = CreateMessageResultWithTools["content"];
type Params = CreateMessageRequest["params"];

const says = (text: string): Content => ({ type: "text", text });
const calls = (name: string, input: Record<string, unknown>): Content => [{ type: "tool_use", id: "1", name, input }];

describe("sub-agents over MCP", () => {
  const clients: Client[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  /** @param answers what the client's model says, one after the other; undefined: the client lends none. */
  const connect = async (answers: ((params: Params) => Content | Promise<Content>)[] | undefined) => {
    const { root, state } = workplace();
    const capabilities = { elicitation: {}, ...(answers && { sampling: { tools: {} } }) };
    const client = new Client({ name: "test", version: "0" }, { capabilities });
    clients.push(client);
    const asked: Params[] = [];
    const questions: string[] = [];
    const events: AgentEvent[] = [];
    if (answers)
      client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => {
        asked.push(params);
        const answer = answers[asked.length - 1] ?? (() => says("Nothing more."));
        return { role: "assistant" as const, model: "lent", content: await answer(params) };
      });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message.split("\n")[0] ?? "");
      return { action: "accept" as const, content: { approve: true } };
    });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [program, "mcp", "--root", root, "--state", state],
      }),
    );
    // The SDK's own callback leaves out what it does not know.
    client.setNotificationHandler(ProgressNotificationSchema, ({ params }) => {
      const event = params._meta?.["toolcrib/event"] as AgentEvent | undefined;
      if (event) events.push(event);
    });
    const run = async (input: object, signal?: AbortSignal, progressToken = "p") => {
      const params = { name: "run_agent", arguments: { ...input }, _meta: { progressToken } };
      const { content, isError } = await client.callTool(params, undefined, signal && { signal });
      return { text: (content as { text: string }[])[0]?.text ?? "", isError };
    };
    return { client, root, asked, questions, events, run };
  };

  it("work with the client's model, which gets the tools and their results", async () => {
    const { run, asked, questions, root } = await connect([
      () => calls("read_file", { path: "a.txt" }),
      () => calls("edit_file", { path: "a.txt", old_string: "two", new_string: "zwei" }),
      () => says("It is done."),
    ]);
    const { text, isError } = await run({ prompt: "Put it into German.", description: "translate" });
    assert.notEqual(isError, true);
    assert.match(text, /It is done\./);
    assert.equal(readFileSync(join(root, "a.txt"), "utf8"), "one\nzwei\n");
    assert.deepEqual(questions.length, 1);
    assert.match(questions[0] ?? "", /^agent_1.*: Edit a\.txt$/);
    assert.ok(asked[0]?.tools?.some(({ name }) => name === "edit_file"));
    assert.match(asked[0]?.systemPrompt ?? "", /\S/);
    const last = asked[1]?.messages.at(-1);
    assert.deepEqual(last, {
      role: "user",
      content: [{ type: "tool_result", toolUseId: "1", content: [{ type: "text", text: "one\ntwo\n" }] }],
    });
  });

  it("are told of to the client as they begin, work and end", async () => {
    const { run, events } = await connect([() => calls("read_file", { path: "a.txt" }), () => says("Read.")]);
    await run({ prompt: "Read it.", description: "reading" });
    assert.deepEqual(
      events.map((event) => [
        event.type,
        event.subagent_id,
        event.parent_id,
        event.type === "subagent_event" ? event.event.kind : "",
      ]),
      [
        ["subagent_start", "agent_1", "headless", ""],
        ["subagent_event", "agent_1", "headless", "call"],
        ["subagent_event", "agent_1", "headless", "result"],
        ["subagent_event", "agent_1", "headless", "text"],
        ["subagent_end", "agent_1", "headless", ""],
      ],
    );
  });

  it("are told of to their own call alone, of several at once, with those below them", async () => {
    const prompts = (params: Params) => JSON.stringify(params.messages[0]);
    const answer = (params: Params) => {
      const isFirst = params.messages.length === 1;
      if (prompts(params).includes("deep") && isFirst) return calls("run_agent", { prompt: "below" });
      return says("Done.");
    };
    const { client, run } = await connect(Array.from({ length: 10 }, () => answer));
    const heard: Record<string, Set<string>> = { a: new Set(), b: new Set() };
    client.setNotificationHandler(ProgressNotificationSchema, ({ params }) => {
      const event = params._meta?.["toolcrib/event"] as AgentEvent | undefined;
      if (event) heard[params.progressToken]?.add(`${event.parent_id}/${event.subagent_id}`);
    });
    await Promise.all([run({ prompt: "go deep" }, undefined, "a"), run({ prompt: "stay" }, undefined, "b")]);
    assert.deepEqual(
      [heard.a, heard.b].map((agents) => [...(agents ?? [])].map((agent) => agent.split("/").length)),
      [[2, 3], [2]],
    );
    assert.deepEqual(
      [...(heard.a ?? [])].filter((agent) => heard.b?.has(agent)),
      [],
    );
  });

  it("end with the call that the client cancels", async () => {
    const stop = new AbortController();
    const { run, client, asked } = await connect([
      () => {
        stop.abort();
        return new Promise<Content>(() => {});
      },
    ]);
    await assert.rejects(run({ prompt: "Wait." }, stop.signal));
    const { content } = await client.callTool({ name: "task_list", arguments: {} });
    assert.doesNotMatch((content as { text: string }[])[0]?.text ?? "", /in_progress/);
    assert.equal(asked.length, 1);
  });

  it("fail in one sentence when the model fails", async () => {
    const { run } = await connect([() => Promise.reject(new Error("no quota"))]);
    const { text, isError } = await run({ prompt: "Work." });
    assert.equal(isError, true);
    assert.match(text, /The model of the MCP client gave no answer: .*no quota/);
  });

  it("cannot be had where the client lends no model", async () => {
    const { run } = await connect(undefined);
    const { text, isError } = await run({ prompt: "Work." });
    assert.equal(isError, true);
    assert.equal(
      text,
      "Agents need a model, and this MCP client lends none that can call tools (its capability sampling.tools is missing): do the work yourself.",
    );
  });
});
