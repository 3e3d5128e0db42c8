/** Calls that arrive at once keep their order, whoever makes them (OR-2). */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Answer, Confirm } from "../../../src/core/calls/approvals/answer";
import type { JudgedCall } from "../../../src/core/calls/call";
import { executeCall } from "../../../src/core/calls/executeCall";
import type { AddedTool } from "../../../src/core/tools/addedTools";
import { defineTool } from "../../../src/core/tools/tool";
import { type RealCrib, realCrib } from "../../support/realCrib";

/** A question that is answered when the test says so. */
function openQuestion() {
  let answer = (_: Answer) => {};
  let onAsk = () => {};
  const asked = new Promise<void>((resolve) => {
    onAsk = resolve;
  });
  const answered = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const confirm = () => {
    onAsk();
    return answered;
  };
  return { confirm, asked, yes: () => answer({ approved: true, by: "person" }) };
}

const never = new AbortController().signal;
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 20));

describe("calls of one session that arrive at once", () => {
  const write = (content: string) => ({ tool: "write_file", input: { path: "new.txt", content } });
  const make = ({ crib, session }: RealCrib, call: object, confirm: Confirm = openQuestion().confirm, signal = never) =>
    executeCall(crib, session, { signal, ...(call as { tool: string; input: object }) }, confirm);

  it("a read that came after a write waits for it, says so, and sees what it wrote", async () => {
    const real = await realCrib({ "a.txt": "a" });
    const question = openQuestion();
    const written = make(real, write("new"), question.confirm);
    await question.asked;
    const lines: string[] = [];
    const progress = (line: string) => void lines.push(line);
    const read = make(real, { tool: "read_file", input: { path: "new.txt" }, progress });
    await settled();
    assert.deepEqual(lines, ["Waiting for another call to end"]);
    question.yes();
    assert.equal((await written).isError, false);
    assert.match((await read).text, /new/);
  });

  it("reads do not wait for each other, and a read made beside the order waits for nothing", async () => {
    const real = await realCrib({ "a.txt": "a", ".env": "A=1" });
    const question = openQuestion();
    const secret = make(real, { tool: "read_file", input: { path: ".env" } }, question.confirm);
    await question.asked;
    assert.equal((await make(real, { tool: "read_file", input: { path: "a.txt" } })).isError, false);
    const waiting = openQuestion();
    const written = make(real, write("x"), waiting.confirm);
    const beside = await make(real, { tool: "read_file", input: { path: "a.txt" }, unordered: true });
    assert.equal(beside.isError, false);
    question.yes();
    await waiting.asked;
    waiting.yes();
    assert.deepEqual([(await secret).isError, (await written).isError], [false, false]);
  });

  it("one that is cancelled while it waits is not made, and is on record", async () => {
    const real = await realCrib({});
    const question = openQuestion();
    const first = make(real, write("first"), question.confirm);
    await question.asked;
    const stop = new AbortController();
    const second = make(real, write("second"), openQuestion().confirm, stop.signal);
    stop.abort();
    assert.deepEqual(await second, {
      text: "The call was cancelled before anything was done.",
      isError: true,
      data: { error: "cancelled" },
    });
    question.yes();
    await first;
    assert.equal(readFileSync(join(real.root, "new.txt"), "utf8"), "first");
    assert.deepEqual(
      real.records.map(({ tool, isError }) => [tool, isError]),
      [
        ["write_file", true],
        ["write_file", false],
      ],
    );
  });

  it("sessions do not wait for each other", async () => {
    const [one, other] = [await realCrib({}), await realCrib({ "a.txt": "a" })];
    const question = openQuestion();
    const written = make(one, write("x"), question.confirm);
    await question.asked;
    const { crib } = one;
    const read = await executeCall(
      crib,
      other.session,
      { tool: "list_directory", input: { path: "." }, signal: never },
      openQuestion().confirm,
    );
    assert.equal(read.isError, false);
    question.yes();
    await written;
  });

  it("turns do not wait for each other, so that one chat does not hold up another", async () => {
    const real = await realCrib({ "a.txt": "a" });
    const question = openQuestion();
    const written = make(real, { ...write("x"), turn: { id: "1", title: "one chat" } }, question.confirm);
    await question.asked;
    const read = { tool: "read_file", input: { path: "a.txt" } };
    assert.equal((await make(real, { ...read, turn: { id: "2", title: "another" } })).isError, false);
    assert.equal((await make(real, read)).isError, false);
    question.yes();
    await written;
    assert.equal(real.session.gates.size, 0);
  });

  it("a tool that is made of other calls does not wait for itself", async () => {
    const real = await realCrib({ "a.txt": "hello" });
    const tool = defineTool({
      name: "twice",
      displayName: "Twice",
      summary: "Reads a file twice",
      description: "Reads a file twice.",
      input: z.object({}),
      metadata: { concurrencySafe: false, readOnly: true, destructive: false, idempotent: true },
      effectKinds: [],
      async plan() {
        return {
          title: "Read twice",
          effects: [],
          async run(context) {
            const read = () => context.call("read_file", { path: "a.txt" });
            const [first, second] = await Promise.all([read(), read()]);
            return { text: `${first.text}${second.text}`, isError: false };
          },
        };
      },
    });
    const added: AddedTool = {
      name: "twice",
      aliases: [],
      displayName: "Twice",
      description: tool.description,
      input: tool.input,
      tool,
      toInput: (args) => args,
      origin: { kind: "extension", name: "test" },
    };
    real.crib.added.add(added);
    const { text, isError } = await real.call("twice", {});
    assert.deepEqual([isError, text.match(/hello/g)?.length], [false, 2]);
    assert.equal(real.session.gates.size, 0);
  });

  describe("while a command runs", () => {
    const yes = async (): Promise<Answer> => ({ approved: true, by: "person" });
    /** Runs until the test lets it end. */
    const waiting = "until [ -e go ]; do sleep 0.02; done";
    const started: RealCrib[] = [];
    afterEach(() => Promise.all(started.splice(0).map(({ crib }) => crib.jobs.stopAll())));
    const start = async (...[tree]: Parameters<typeof realCrib>) => {
      const real = await realCrib(tree);
      started.push(real);
      return real;
    };
    const begun = ({ crib }: RealCrib) => new Promise<void>((resolve) => void crib.jobs.onChange(resolve));
    const letEnd = ({ root }: RealCrib) => writeFileSync(join(root, "go"), "");
    const command = (text: string) => ({ tool: "run_command", input: { command: text } });
    const readOf = (path: string) => ({ tool: "read_file", input: { path } });

    it("what only looks does not wait for it: reads, searches, and what it has printed", async () => {
      const real = await start({ "a.txt": "alpha" });
      const running = begun(real);
      const ran = make(real, command(waiting), yes);
      await running;
      const looked = await Promise.all(
        [
          readOf("a.txt"),
          { tool: "search_text", input: { pattern: "alpha" } },
          { tool: "find_files", input: { pattern: "*" } },
          { tool: "list_directory", input: { path: "." } },
          { tool: "job_output", input: { id: "command_1" } },
        ].map((call) => make(real, call)),
      );
      assert.deepEqual(
        looked.map(({ isError }) => isError),
        [false, false, false, false, false],
      );
      assert.deepEqual(
        real.records.map(({ tool }) => tool).filter((tool) => tool === "run_command"),
        [],
        "the command has not ended",
      );
      letEnd(real);
      assert.equal((await ran).isError, false);
      assert.equal(real.session.gates.size, 0);
    });

    it("job_stop ends it", async () => {
      const real = await start({});
      const running = begun(real);
      const ran = make(real, command(waiting), yes);
      await running;
      const stopped = await make(real, { tool: "job_stop", input: { id: "command_1" } });
      assert.equal(stopped.isError, false, stopped.text);
      assert.equal((await ran).isError, true);
    });

    it("what writes waits for it, and a read after the write sees what that wrote", async () => {
      const real = await start({ "a.txt": "old" });
      const ran = make(real, command(`${waiting}; cat a.txt`), yes);
      await make(real, readOf("a.txt"));
      const written = make(real, { tool: "write_file", input: { path: "a.txt", content: "new" } }, yes);
      const read = make(real, readOf("a.txt"));
      await settled();
      letEnd(real);
      assert.match((await ran).text, /^old\n/);
      assert.deepEqual([(await written).isError, (await read).text], [false, "new"]);
    });

    it("a command that says what it writes is waited for, so that a read after it sees that", async () => {
      for (const line of [`${waiting}; echo new > out.txt`, `${waiting}; cp a.txt out.txt`]) {
        const real = await start({ "a.txt": "new\n", "out.txt": "old\n" });
        const ran = make(real, command(line), yes);
        const read = make(real, readOf("out.txt"));
        await settled();
        letEnd(real);
        assert.equal((await read).text, "new\n", line);
        await ran;
      }
    });

    it("a question about a command is waited for like any", async () => {
      const real = await start({ "a.txt": "a" });
      const question = openQuestion();
      const ran = make(real, command("node -e 0"), question.confirm);
      await question.asked;
      const lines: string[] = [];
      const read = make(real, { ...readOf("a.txt"), progress: (line: string) => void lines.push(line) });
      await settled();
      assert.deepEqual(lines, ["Waiting for another call to end"]);
      question.yes();
      await Promise.all([ran, read]);
    });

    it("what sends waits for it, and is judged by what it has read (PO-9)", async () => {
      const real = await start({ ".env": "SECRET=1\n" });
      const ran = make(real, command(`cat .env; ${waiting}`), yes);
      const judged: JudgedCall[] = [];
      const fetched = make(real, { tool: "web_fetch", input: { url: "https://example.com/" } }, async (call) => {
        judged.push(call);
        return { approved: false, by: "person" };
      });
      await make(real, { tool: "list_directory", input: { path: "." } });
      assert.deepEqual(judged, []);
      letEnd(real);
      await Promise.all([ran, fetched]);
      assert.deepEqual(real.records.map(({ tool, judged }) => [tool, judged?.context.caller.taint]).slice(-2), [
        ["run_command", "PUBLIC"],
        ["web_fetch", "RESTRICTED"],
      ]);
    });

    it("what it touches counts before anything may look at what it prints (PO-6)", async () => {
      const real = await start({ ".env": "SECRET=1\n" });
      const ran = make(real, command(`cat .env; ${waiting}`), yes);
      await make(real, { tool: "list_directory", input: { path: "." } });
      assert.equal(real.session.taint.level, "RESTRICTED");
      letEnd(real);
      await ran;
    });
  });

  it("a call is judged by what the calls before it have read, classified to the end (PO-6)", async () => {
    const real = await realCrib({ ".env": "SECRET=1\n" });
    const { responses } = real.crib;
    const slow: typeof responses = {
      async check(...given) {
        await settled();
        return responses.check(...given);
      },
    };
    const crib = { ...real.crib, responses: slow };
    const yes = async (): Promise<Answer> => ({ approved: true, by: "person" });
    const calls = ["cat .env > copy", "echo done > after"].map((command) =>
      executeCall(crib, real.session, { tool: "run_command", input: { command }, signal: never }, yes),
    );
    await Promise.all(calls);
    assert.deepEqual(
      real.records.map(({ judged }) => judged?.context.caller.taint),
      ["PUBLIC", "RESTRICTED"],
    );
  });
});
