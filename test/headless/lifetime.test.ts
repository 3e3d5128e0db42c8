/** How the program starts, stops and stays within bounds, whoever holds it. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { runningWith, survivors } from "../node/support/processes";
import { askedBefore, program, run, workplace } from "./support/program";

/** Waits until the command of the test runs in the folder. */
async function pidIn(root: string): Promise<number> {
  for (let tries = 0; tries < 500; tries++) {
    if (existsSync(join(root, "pid"))) {
      const [pid] = runningWith(sleepArguments);
      if (pid !== undefined) return pid;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("The command did not start.");
}
/** As the system shows them: a sandbox gives the process another id than it has outside. */
const sleepArguments = "sleep\x00300.125";
const sleeping = "touch pid; exec sleep 300.125";

describe("toolcrib: the command line", () => {
  it("explains itself, and tells its version", async () => {
    const help = await run(["--help"]);
    assert.deepEqual([help.code, help.err], [0, ""]);
    assert.match(help.out, /^Usage: toolcrib COMMAND \[options\]\n/);
    for (const same of [["-h"], ["help"]]) assert.deepEqual(await run(same), help);
    assert.deepEqual(await run([]), { ...help, code: 2 });
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    assert.deepEqual(await run(["--version"]), { code: 0, out: `${version}\n`, err: "" });
  });

  it("refuses a base that is no folder, and values that are missing", async () => {
    const { root } = workplace();
    for (const [args, message] of [
      [["call", "read_file", "{}", "--root", join(root, "a.txt")], /^toolcrib: The root .*a\.txt is not a folder\.\n$/],
      [
        ["call", "read_file", "{}", "--root"],
        /^toolcrib: Option '--root <value>' argument missing.* See toolcrib call --help\.\n$/,
      ],
      [
        ["call", "read_file", "{}", "--root", root, "--approve", ""],
        /^toolcrib: --approve {2}is not known: use policy, all or none\.\n$/,
      ],
      [
        ["undo", "--root", root, "--all", "--call", "x"],
        /^toolcrib: --call and --all cannot be combined: give one of them\.\n$/,
      ],
    ] as const) {
      const { code, out, err } = await run(args);
      const isUsage = args.at(-1) === "--root" || args.at(-1) === "";
      assert.deepEqual([code, out], [isUsage ? 2 : 1, ""], args.join(" "));
      assert.match(err, message);
    }
  });
});

describe("toolcrib call: stopping", () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    it(`${signal} ends the command in good order, and the result is printed`, async () => {
      const { root, state } = workplace();
      const args = [
        program,
        "call",
        "run_command",
        JSON.stringify({ command: sleeping }),
        "--root",
        root,
        "--state",
        state,
        "--approve",
        "all",
        ...askedBefore(root),
      ];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      let out = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        out += text;
      });
      const pid = await pidIn(root);
      child.kill(signal);
      const [code] = await once(child, "close");
      assert.equal(code, 0);
      const { text, isError } = JSON.parse(out);
      assert.match(text, /^\(no output\)\n\[stopped by the person\]\n\[ended by SIGTERM, /);
      assert.equal(isError, true);
      assert.deepEqual(await survivors([pid]), []);
    });
});

describe("toolcrib call: background jobs (SH-8)", () => {
  it("end with the program, and what they printed is there for the next one", async () => {
    const { root, state } = workplace();
    const options = ["--root", root, "--state", state, "--approve", "all"];
    const input = JSON.stringify({ command: `echo begun; ${sleeping}`, background: true });
    const { code, out } = await run(["call", "run_command", input, ...options]);
    assert.equal(code, 0);
    const { data } = JSON.parse(out);
    assert.equal(data.job, "bg_task_1");
    const later = JSON.parse((await run(["call", "job_output", JSON.stringify({ id: "bg_task_1" }), ...options])).out);
    assert.deepEqual([later.isError, later.data.status], [false, "ended"]);
    const again = await run(["call", "run_command", input, ...options]);
    assert.equal(JSON.parse(again.out).data.job, "bg_task_2");
  });
});

describe("toolcrib undo --all", () => {
  it("tells what it has undone before it comes to what it cannot undo", async () => {
    const { root, state } = workplace();
    const options = ["--root", root, "--state", state, "--approve", "all"];
    for (const name of ["one", "two", "three"])
      await run(["call", "write_file", JSON.stringify({ path: name, content: name }), ...options]);
    writeFileSync(join(root, "one"), "changed");
    const { code, out, err } = await run(["undo", "--all", ...options]);
    assert.deepEqual([code, out], [1, "Undone: Create three (three)\nUndone: Create two (two)\n"]);
    assert.match(err, /^toolcrib: one has changed since "Create one", so nothing was undone/);
  });
});

describe("toolcrib explain: any line", () => {
  it("is one answer, whatever characters and lengths it has", async () => {
    const { root, state } = workplace();
    const questions = [
      '{"command":"echo \u2028 \u2029 \u0085 x"}\r',
      JSON.stringify({ command: `echo ${"x".repeat(2_000_000)}` }),
      "",
      "null",
      "[]",
      '{"read":"a.txt"}',
      '{"fetch":"http://169.254.169.254/"}',
      '{"write":"../x"}',
      '{"command":5}',
      '{"read":"~root/x"}',
    ];
    const { code, out, err } = await run(["explain", "--root", root, "--state", state], questions.join("\n"));
    const answers = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual([code, err], [0, ""]);
    assert.deepEqual(
      answers.map(({ decision, rule }) => `${decision} ${rule}`),
      [
        "ask commands.parse",
        "ask commands.parse",
        "deny input",
        "deny input",
        "allow scope",
        "deny addresses",
        "deny scope",
        "deny input",
        "deny input",
      ],
    );
    for (const at of [2, 3, 7])
      assert.equal(
        answers[at].reason,
        'a question must be {"command": …}, {"read": …}, {"write": …} or {"fetch": …} with a text',
      );
  });
});

describe("toolcrib mcp: stopping", () => {
  const held: ChildProcess[] = [];
  afterEach(() => {
    for (const child of held.splice(0)) child.kill("SIGKILL");
  });

  /** A server that is busy with a command, talked to by hand. */
  const busy = async () => {
    const { root, state } = workplace();
    const child = spawn(
      process.execPath,
      [program, "mcp", "--root", root, "--state", state, "--approve", "all", ...askedBefore(root)],
      {
        stdio: ["pipe", "pipe", "inherit"],
      },
    );
    child.stdout.resume();
    held.push(child);
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "0" } },
    });
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/call", params: { name: "run_command", arguments: { command: sleeping } } });
    return { child, send, state, pid: await pidIn(root) };
  };

  for (const how of ["SIGTERM", "SIGINT", "the end of its input"] as const)
    it(`${how} ends the server and what it runs`, async () => {
      const { child, pid } = await busy();
      if (how === "the end of its input") child.stdin?.end();
      else child.kill(how);
      assert.deepEqual(await once(child, "exit"), [0, null]);
      assert.deepEqual(await survivors([pid]), []);
    });

  it("a client that reads no more ends it as well, and the end of the call is on record", async () => {
    const { child, send, state, pid } = await busy();
    child.stdout.destroy();
    send({ id: 3, method: "tools/list" });
    assert.deepEqual(await once(child, "exit"), [0, null]);
    assert.deepEqual(await survivors([pid]), []);
    const folder = join(state, "audit");
    const lines = readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"))
      .map((line) => JSON.parse(line) as { kind: string; tool?: string });
    assert.deepEqual(
      lines.filter(({ tool }) => tool === "run_command").map(({ kind }) => kind),
      ["begin", "call"],
    );
  });
});

describe("toolcrib mcp: many calls", () => {
  const clients: Client[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  const connect = async () => {
    const { root, state } = workplace();
    const client = new Client({ name: "test", version: "0" }, { capabilities: {} });
    clients.push(client);
    const args = [program, "mcp", "--root", root, "--state", state, "--approve", "all"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const call = async (name: string, input: object) => {
      const { content, isError } = await client.callTool({ name, arguments: { ...input } });
      return { text: (content as { text: string }[])[0]?.text ?? "", isError };
    };
    return { client, root, state, call };
  };

  it("at once are all answered, each in its own right", async () => {
    const { call, root } = await connect();
    const made = await Promise.all(
      Array.from({ length: 25 }, (_, at) => call("write_file", { path: `f${at}`, content: `the same ${at % 2}` })),
    );
    assert.deepEqual(
      made.map(({ text }) => text),
      Array.from({ length: 25 }, (_, at) => `Created f${at} (10 bytes).`),
    );
    const read = await Promise.all(Array.from({ length: 25 }, (_, at) => call("read_file", { path: `f${at}` })));
    assert.deepEqual(
      read.map(({ text }) => text),
      Array.from({ length: 25 }, (_, at) => `the same ${at % 2}`),
    );
    assert.equal(readFileSync(join(root, "f24"), "utf8"), "the same 0");
  });

  it("of one file at once: one change wins, the others are told, nothing is torn", async () => {
    const { call, root } = await connect();
    await call("read_file", { path: "a.txt" });
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        call("edit_file", { path: "a.txt", old_string: "two", new_string: `${at}` }),
      ),
    );
    const won = results.filter(({ isError }) => !isError);
    assert.equal(won.length, 1);
    assert.match(readFileSync(join(root, "a.txt"), "utf8"), /^one\n[0-7]\n$/);
    for (const { text, isError } of results) if (isError) assert.match(text, /changed since|not found|created by/);
  });

  it("a flood of output is no flood of messages", async () => {
    const { client } = await connect();
    let messages = 0;
    const { content } = await client.callTool(
      { name: "run_command", arguments: { command: "yes", timeout_ms: 1000 } },
      undefined,
      {
        onprogress: () => {
          messages++;
        },
      },
    );
    assert.ok(messages >= 1 && messages <= 25, `${messages}`);
    const [{ text = "" } = {}] = content as { text: string }[];
    assert.match(text, /^(y\n){1000}/);
    assert.ok(text.length < 1_100_000);
  });
});
