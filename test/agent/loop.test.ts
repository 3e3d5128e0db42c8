import assert from "node:assert/strict";
import { type LoopPorts, type Message, type Model, type Part, runLoop } from "../../src/agent/loop";

type Answer = readonly Exclude<Part, { kind: "result" }>[];
const text = (words: string): Answer[number] => ({ kind: "text", text: words });
const call = (id: string, name = "t"): Extract<Part, { kind: "call" }> => ({ kind: "call", id, name, input: { id } });

/** A model that gives these answers, one a round, and notes what it was told. */
function scripted(answers: readonly Answer[]) {
  const told: Message[][] = [];
  const model: Model = {
    async *answer(messages) {
      told.push(structuredClone([...messages]) as Message[]);
      yield* answers[told.length - 1] ?? [];
    },
  };
  return { model, told };
}

async function loop(answers: readonly Answer[], ports: Partial<LoopPorts> = {}) {
  const { model, told } = scripted(answers);
  const calls: string[] = [];
  const said: string[] = [];
  const messages: Message[] = [{ role: "user", parts: [text("please")] }];
  const ending = await runLoop(messages, {
    model,
    callTool: async ({ id }) => {
      calls.push(id);
      return { text: `result ${id}` };
    },
    onText: (words) => said.push(words),
    signal: new AbortController().signal,
    maxRounds: 5,
    ...ports,
  });
  return { ending, told, calls, said, messages };
}

describe("runLoop", () => {
  it("ends when the model calls nothing; its text comes as it comes and is kept as one part", async () => {
    const { ending, said, messages } = await loop([[text("he"), text("llo")]]);
    assert.deepEqual([ending, said], ["done", ["he", "llo"]]);
    assert.deepEqual(messages, [
      { role: "user", parts: [text("please")] },
      { role: "assistant", parts: [text("hello")] },
    ]);
  });

  it("makes the calls in order and tells the model what came of each", async () => {
    const { ending, calls, told } = await loop([[text("a"), call("1"), text("b"), call("2")], [text("end")]]);
    assert.deepEqual([ending, calls], ["done", ["1", "2"]]);
    assert.deepEqual(told[1], [
      { role: "user", parts: [text("please")] },
      { role: "assistant", parts: [text("a"), call("1"), text("b"), call("2")] },
      {
        role: "user",
        parts: [
          { kind: "result", id: "1", text: "result 1" },
          { kind: "result", id: "2", text: "result 2" },
        ],
      },
    ]);
  });

  it("stops after the rounds it may take, with every call answered", async () => {
    const { ending, told, messages } = await loop(Array(9).fill([call("1")]), { maxRounds: 3 });
    assert.deepEqual([ending, told.length, messages.at(-1)?.role], ["rounds", 3, "user"]);
  });

  it("says when the model said nothing at all", async () => {
    const { ending, messages } = await loop([[]]);
    assert.deepEqual([ending, messages.length], ["empty", 1]);
  });

  it("cancelled before it starts, the model is not asked", async () => {
    const { ending, told } = await loop([[text("x")]], { signal: AbortSignal.abort() });
    assert.deepEqual([ending, told.length], ["cancelled", 0]);
  });

  it("cancelled while the model answers, no call is made", async () => {
    const stop = new AbortController();
    const { ending, calls } = await loop([[text("x"), call("1")]], { signal: stop.signal, onText: () => stop.abort() });
    assert.deepEqual([ending, calls], ["cancelled", []]);
  });

  it("cancelled while the model talks, it is not done", async () => {
    const stop = new AbortController();
    const { ending } = await loop([[text("half a sen")]], { signal: stop.signal, onText: () => stop.abort() });
    assert.equal(ending, "cancelled");
  });

  it("cancelled during a call, the rest are not made and every call still has its result", async () => {
    const stop = new AbortController();
    const { ending, messages } = await loop([[call("1"), call("2")]], {
      signal: stop.signal,
      callTool: async () => {
        stop.abort();
        return { text: "done" };
      },
    });
    assert.equal(ending, "cancelled");
    assert.deepEqual(messages.at(-1)?.parts, [
      { kind: "result", id: "1", text: "done" },
      { kind: "result", id: "2", text: "Not done: the request was cancelled." },
    ]);
  });

  it("pictures in a result go to the model with it", async () => {
    const picture = { mimeType: "image/png", bytes: Buffer.from("png") };
    const { messages } = await loop([[call("1")], [text("nice")]], {
      callTool: async () => ({ text: "a picture", parts: [picture] }),
    });
    assert.deepEqual(messages.at(-2)?.parts, [{ kind: "result", id: "1", text: "a picture", parts: [picture] }]);
  });

  it("what the model's provider throws is thrown", async () => {
    const model: Model = {
      // biome-ignore lint/correctness/useYield: it fails before it says anything.
      async *answer() {
        throw new Error("quota");
      },
    };
    await assert.rejects(loop([], { model }), /^Error: quota$/);
  });
});
