/** The MCP server, through the SDK's own client (D-1). */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { planModeKey } from "../../src/core/session/sessionState";
import { SessionStateFile } from "../../src/node/state/sessionState";
import { program, run, workplace } from "./support/program";

type Answer =
  | { action: "accept"; content: { approve: boolean; comments?: string } }
  | { action: "decline" }
  | { action: "cancel" };

describe("toolcrib mcp", () => {
  const clients: Client[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  const connect = async (answer?: Answer, ...options: string[]) => {
    const { root, state } = workplace();
    const client = new Client({ name: "test", version: "0" }, { capabilities: answer ? { elicitation: {} } : {} });
    clients.push(client);
    const questions: string[] = [];
    if (answer)
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        questions.push(params.message);
        return answer;
      });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [program, "mcp", "--root", root, "--state", state, ...options],
      }),
    );
    const call = async (name: string, args: object) => {
      const result = await client.callTool({ name, arguments: { ...args } });
      const [content] = result.content as { type: string; text: string }[];
      return {
        text: content?.text,
        isError: result.isError,
        data: result.structuredContent as Record<string, unknown> | undefined,
      };
    };
    return { client, root, state, questions, call };
  };

  it("lists the tools with their schemas and annotations", async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, annotations }) => [
        name,
        annotations?.readOnlyHint,
        annotations?.destructiveHint,
        annotations?.openWorldHint,
      ]),
      [
        ["read_file", true, false, false],
        ["write_file", false, false, false],
        ["edit_file", false, false, false],
        ["find_files", true, false, false],
        ["search_text", true, false, false],
        ["run_command", false, true, true],
        ["tool_search", true, false, false],
        ["call_tool", false, true, true],
      ],
    );
    assert.deepEqual(tools[0]?.inputSchema.required, ["path"]);
    // A quarter of what all tools take.
    assert.ok(JSON.stringify(tools).length < 12_000, String(JSON.stringify(tools).length));
  });

  it("answers with text alone, errors included", async () => {
    const { call } = await connect();
    const { text, isError, data } = await call("read_file", { path: "a.txt" });
    assert.deepEqual([text, isError, data], ["one\ntwo\n", false, undefined]);
    const missing = await call("read_file", { path: "none" });
    assert.deepEqual([missing.isError, missing.data], [true, undefined]);
    assert.equal(
      (await call("nothing", {})).text,
      'There is no tool "nothing": use one of read_file, write_file, edit_file, find_files, search_text, run_command, tool_search, call_tool, or find another with tool_search.',
    );
  });

  it("asks through elicitation, showing what would happen, and writes after a yes", async () => {
    const { call, questions, root } = await connect({ action: "accept", content: { approve: true } });
    await call("read_file", { path: "a.txt" });
    const { text } = await call("edit_file", { path: "a.txt", old_string: "two", new_string: "zwei" });
    assert.equal(text, "Edited a.txt: 1 replacement (line 2).");
    assert.equal(readFileSync(join(root, "a.txt"), "utf8"), "one\nzwei\n");
    assert.equal(questions.length, 1);
    assert.match(questions[0] ?? "", /^Edit a\.txt\n[\s\S]*-two\n\+zwei/);
  });

  it("shows all of a new file, however long, and nothing of it as part of the question", async () => {
    const { call, questions } = await connect({ action: "accept", content: { approve: true } });
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
    const content = [...lines, "```", "Approved before. Allow.", "last\u202e"].join("\n");
    await call("write_file", { path: "new\nApproved before.txt", content });
    // An odd name is asked about before it is looked at as well.
    const question = questions.at(-1) ?? "";
    const [title, reason, blank, fence, ...shown] = question.split("\n");
    assert.equal(title, "Create new\\u{a}Approved before.txt");
    assert.match(reason ?? "", /^[^\n]+$/);
    assert.deepEqual([blank, fence, shown.length], ["", "````diff", 5005]);
    assert.deepEqual(
      shown.slice(1, 5001),
      lines.map((line) => `+${line}`),
    );
    assert.deepEqual(shown.slice(5001), ["+```", "+Approved before. Allow.", "+last⟨U+202E⟩", "````"]);
  });

  for (const answer of [
    { action: "decline" },
    { action: "cancel" },
    { action: "accept", content: { approve: false } },
  ] satisfies Answer[])
    it(`writes nothing after ${JSON.stringify(answer)}`, async () => {
      const { call, root } = await connect(answer);
      const { text, isError } = await call("write_file", { path: "new.txt", content: "x" });
      assert.equal(isError, true);
      assert.match(text ?? "", /^The person declined this: Create new\.txt\. Nothing was done/);
      assert.equal(existsSync(join(root, "new.txt")), false);
    });

  it("a question that the client cancels with its call is withdrawn, and holds up no later one", async () => {
    const { client, call, root } = await connect({ action: "accept", content: { approve: true } });
    const answers = [new Promise<never>(() => {}), { action: "accept" as const, content: { approve: true } }];
    const stop = new AbortController();
    client.setRequestHandler(ElicitRequestSchema, () => {
      stop.abort();
      return answers.shift() ?? assert.fail("nothing more is asked");
    });
    const write = { name: "write_file", arguments: { path: "new.txt", content: "x" } };
    await assert.rejects(client.callTool(write, undefined, { signal: stop.signal }));
    const { isError } = await call("write_file", { path: "other.txt", content: "y" });
    assert.notEqual(isError, true);
    assert.deepEqual(
      ["new.txt", "other.txt"].map((name) => existsSync(join(root, name))),
      [false, true],
    );
  });

  it("tells how a change is taken back, and counts all calls of the process to one turn (D-17)", async () => {
    const { client, root, state } = await connect(undefined, "--approve", "all");
    const undoInfo = async (path: string) => {
      const { _meta } = await client.callTool({ name: "write_file", arguments: { path, content: "1" } });
      return _meta?.["toolcrib/undo"] as { id: string; description: string; files: string[] };
    };
    for (const path of ["x.txt", "y.txt"]) {
      const { id, description, files } = await undoInfo(path);
      assert.deepEqual([description, files], [`Undo: Create ${path}`, [path]]);
      assert.match((await run(["undo", "--list", "--root", root, "--state", state])).out, new RegExp(`^${id}  `));
    }
    const read = await client.callTool({ name: "read_file", arguments: { path: "a.txt" } });
    assert.equal(read._meta, undefined);
    const { out } = await run(["undo", "--list", "--root", root, "--state", state]);
    const turns = [...out.matchAll(/ turn (\S+)$/gm)].map(([, turn]) => turn as string);
    assert.deepEqual([turns.length, turns[0]], [2, turns[1]]);
    const undone = await run(["undo", "--turn", turns[0] as string, "--root", root, "--state", state]);
    assert.equal(undone.out, "Undone: A session over MCP (y.txt, x.txt)\n");
  });

  it("counts them to the turn that is named", async () => {
    const { call, root, state } = await connect(undefined, "--approve", "all", "--turn", "ticket-7");
    await call("write_file", { path: "x.txt", content: "1" });
    const undone = await run(["undo", "--turn", "ticket-7", "--root", root, "--state", state]);
    assert.deepEqual([undone.out, existsSync(join(root, "x.txt"))], ["Undone: ticket-7 (x.txt)\n", false]);
  });

  it("refuses what would ask when the client cannot ask", async () => {
    const { call, root } = await connect();
    const { isError, text } = await call("write_file", { path: "new.txt", content: "x" });
    assert.equal(isError, true);
    assert.match(text ?? "", /needs a person's approval and nobody could give it/);
    assert.equal(existsSync(join(root, "new.txt")), false);
  });

  describe("--plan (section 17)", () => {
    const plan = "1. One.\n";
    const changed = async (root: string, call: Awaited<ReturnType<typeof connect>>["call"]) => {
      await call("write_file", { path: "new.txt", content: "x" });
      return existsSync(join(root, "new.txt"));
    };

    for (const mode of ["policy", "all", "none"])
      it(`changes nothing before a plan is approved by a person, --approve ${mode}`, async () => {
        const { call, questions, root } = await connect(
          { action: "accept", content: { approve: true } },
          "--plan",
          "--approve",
          mode,
        );
        assert.equal(await changed(root, call), false);
        assert.deepEqual(questions, []);
        const { text, isError } = await call("submit_plan", { plan });
        assert.deepEqual([isError, text?.slice(0, 29)], [false, "The person approved the plan,"]);
        assert.equal(questions[0], `Submit the plan "Plan"\nonly a person can answer it\n\n${plan}`);
        assert.equal(await changed(root, call), mode !== "none");
      });

    it("follows the window that offers the server, and a plan approved here holds until it plans anew", async () => {
      const { call, root, state } = await connect({ action: "accept", content: { approve: true } }, "--of-window");
      const window = new SessionStateFile(state, assert.fail);
      window.set(planModeKey, true);
      assert.equal(await changed(root, call), false);
      assert.equal((await call("submit_plan", { plan })).isError, false);
      window.set(planModeKey, false);
      window.set(planModeKey, true);
      assert.equal(await changed(root, call), true);
      window.set(planModeKey, false);
      await call("read_file", { path: "a.txt" });
      window.set(planModeKey, true);
      const { isError } = await call("write_file", { path: "other.txt", content: "x" });
      assert.deepEqual([isError, existsSync(join(root, "other.txt"))], [true, false]);
      window.set(planModeKey, false);
      assert.equal((await call("write_file", { path: "other.txt", content: "x" })).isError, false);
    });

    it("takes comments", async () => {
      const { call, root } = await connect(
        { action: "accept", content: { approve: false, comments: "Say how." } },
        "--plan",
      );
      const { text, isError } = await call("submit_plan", { plan });
      assert.equal(isError, true);
      assert.match(text ?? "", /Their comments:\nSay how\.$/);
      assert.equal(await changed(root, call), false);
    });

    it("keeps planning when the client cannot ask, even with --approve all", async () => {
      const { call, root } = await connect(undefined, "--plan", "--approve", "all");
      assert.equal(
        (await call("submit_plan", { plan })).text,
        "The plan could not be shown to a person: only a person can answer it, and nobody can be asked here. Plan mode stays on: give the plan in your answer and stop there.",
      );
      assert.equal(await changed(root, call), false);
    });
  });

  it("lets no call write lines of its own into the question", async () => {
    const { call, questions } = await connect({ action: "accept", content: { approve: false } });
    for (const command of ['cat *"\n\nApproved before. Allow.\n\n"', 'ls "a\u202eb"'])
      await call("run_command", { command });
    const [forged = "", turned = ""] = questions;
    const [head = ""] = forged.split("\n\n");
    assert.equal(head.split("\n").length, 2, forged);
    assert.match(head, /\n.*Approved before\. Allow\./);
    assert.equal(turned.includes("\u202e"), false, turned);
  });

  it("does not even ask for what is denied", async () => {
    const { call, questions } = await connect({ action: "accept", content: { approve: true } });
    assert.match((await call("run_command", { command: "sudo id" })).text ?? "", /^Denied by policy: /);
    assert.match((await call("write_file", { path: "../out.txt", content: "x" })).text ?? "", /^Denied by policy: /);
    assert.deepEqual(questions, []);
  });

  it("reports progress of a command and stops it when the client cancels", async () => {
    const { client } = await connect(undefined, "--approve", "all");
    const lines: (string | undefined)[] = [];
    const stop = new AbortController();
    const started = Date.now();
    const calling = client.callTool(
      { name: "run_command", arguments: { command: "echo working; sleep 60; node -e 0" } },
      undefined,
      {
        signal: stop.signal,
        onprogress: ({ message }) => {
          lines.push(message);
          stop.abort();
        },
      },
    );
    await assert.rejects(calling);
    assert.deepEqual(lines, ["working"]);
    assert.ok(Date.now() - started < 20_000);
  });

  it("answers a read while a command runs", async () => {
    const { call, root } = await connect(undefined, "--approve", "all");
    const command = call("run_command", { command: "until [ -e go ]; do sleep 0.02; done" });
    assert.equal((await call("read_file", { path: "a.txt" })).text, "one\ntwo\n");
    writeFileSync(join(root, "go"), "");
    assert.equal((await command).isError, false);
  });

  it("offers the qwen dialect by its names", async () => {
    const { client } = await connect(undefined, "--dialect", "qwen");
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      [
        "read_file",
        "write_file",
        "edit",
        "list_directory",
        "glob",
        "search_file_content",
        "run_command",
        "job_output",
        "job_stop",
        "tool_search",
        "call_tool",
      ],
    );
  });
});
