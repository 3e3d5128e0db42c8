/** Calls that arrive at once keep their order, whoever makes them (OR-2). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { AddedTool } from "../../src/core/addedTools";
import { type Approval, executeCall } from "../../src/core/pipeline";
import { defineTool } from "../../src/core/tool";
import { type RealCrib, realCrib } from "../support/realCrib";

/** A question that is answered when the test says so. */
function openQuestion() {
  let answer = (_: Approval) => {};
  let onAsk = () => {};
  const asked = new Promise<void>((resolve) => {
    onAsk = resolve;
  });
  const answered = new Promise<Approval>((resolve) => {
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
  const make = ({ crib, session }: RealCrib, call: object, confirm = openQuestion().confirm, signal = never) =>
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
      touches: [],
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
});
