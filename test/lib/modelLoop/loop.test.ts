import assert from "node:assert/strict";
import { isWellFormed, type Message, userSays } from "../../../src/lib/modelLoop/conversation";
import { maxCalls } from "../../../src/lib/modelLoop/loop";
import { call, fakeTools, play, shelfOf, text } from "../../features/subAgents/support/scriptedModel";

const result = (id: string, words: string, isError?: boolean) => ({
  kind: "result",
  id,
  text: words,
  ...(isError !== undefined && { isError }),
});

describe("runLoop", () => {
  it("ends when the model calls nothing; its text comes as it comes and is kept as one part", async () => {
    const { ending, said, turn } = await play([[text("he"), text("llo")]]);
    assert.deepEqual([ending, said], ["done", ["he", "llo"]]);
    assert.deepEqual(turn, [userSays("please"), { role: "assistant", parts: [text("hello")] }]);
  });

  it("tells the model its opening, earlier turns and the request, and what came of each call in the order of the calls", async () => {
    const { ending, calls, told } = await play([[text("a"), call("1"), call("2", "change")], [text("end")]]);
    assert.deepEqual([ending, calls], ["done", ["1", "2"]]);
    assert.deepEqual(told[1], [
      userSays("be good"),
      userSays("please"),
      { role: "assistant", parts: [text("a"), call("1"), call("2", "change")] },
      { role: "user", parts: [result("1", "result 1"), result("2", "result 2")] },
    ]);
  });

  it("makes safe calls beside each other and the others alone (OR-1)", async () => {
    const running = new Set<string>();
    const beside: string[] = [];
    await play([[call("1"), call("2"), call("3", "change"), call("4")], [text("end")]], {
      callTool: async ({ id }) => {
        running.add(id);
        await new Promise((resolve) => setImmediate(resolve));
        beside.push([...running].join("+"));
        running.delete(id);
        return { text: id };
      },
    });
    assert.deepEqual(beside, ["1+2", "2", "3", "4"]);
  });

  it("asks for the tools anew each round (DF-2b)", async () => {
    let active = fakeTools.slice(0, 1);
    const { offered } = await play([[call("1")], [text("end")]], {
      tools: { ...shelfOf(fakeTools), activeTools: () => active },
      callTool: async () => {
        active = fakeTools;
        return { text: "found" };
      },
    });
    assert.deepEqual(offered, [["look"], ["look", "change"]]);
  });

  it("stops after the rounds it may take, with every call answered", async () => {
    const { ending, told, turn } = await play(Array(9).fill([call("1")]), { maxRounds: 3 });
    assert.deepEqual([ending, told.length, turn.at(-1)?.role], ["rounds", 3, "user"]);
    assert.ok(isWellFormed(turn));
  });

  it("cancelled before it starts, the model is not asked", async () => {
    const { ending, told } = await play([[text("x")]], { signal: AbortSignal.abort() });
    assert.deepEqual([ending, told.length], ["cancelled", 0]);
  });

  it("cancelled while the model answers, no call is made and each is answered", async () => {
    const stop = new AbortController();
    const { ending, calls, turn } = await play([[call("1"), text("x"), call("2")]], {
      signal: stop.signal,
      onText: () => stop.abort(),
    });
    assert.deepEqual([ending, calls], ["cancelled", []]);
    assert.deepEqual(turn.at(-1)?.parts, [result("1", "Not done: the request was cancelled.", true)]);
  });

  it("cancelled while the model talks, it is not done, and what was said is kept", async () => {
    const stop = new AbortController();
    const { ending, turn } = await play([[text("half a sen")]], { signal: stop.signal, onText: () => stop.abort() });
    assert.deepEqual([ending, turn.at(-1)?.parts], ["cancelled", [text("half a sen")]]);
  });

  it("cancelled during a call, the rest are not made and every call still has its result", async () => {
    const stop = new AbortController();
    const { ending, turn } = await play([[call("1", "change"), call("2", "change")]], {
      signal: stop.signal,
      callTool: async () => {
        stop.abort();
        return { text: "done" };
      },
    });
    assert.equal(ending, "cancelled");
    assert.deepEqual(turn.at(-1)?.parts, [
      result("1", "done"),
      result("2", "Not done: the request was cancelled.", true),
    ]);
  });

  it("pictures in a result go to the model with it", async () => {
    const picture = { mimeType: "image/png", bytes: Buffer.from("png") };
    const { turn } = await play([[call("1")], [text("nice")]], {
      callTool: async () => ({ text: "a picture", parts: [picture] }),
    });
    assert.deepEqual(turn.at(-2)?.parts, [{ ...result("1", "a picture"), parts: [picture] }]);
  });
});

describe("runLoop with a model that calls badly", () => {
  /** The results of the first round. */
  const results = (turn: readonly Message[]) => turn[2]?.parts.map((part) => ("text" in part ? part.text : ""));

  it("names the closest tools for one that there is not, and calls nothing", async () => {
    const { turn, calls, notes } = await play([[call("1", "looking"), call("2", "xyz")], [text("end")]]);
    const told = ['There is no tool "looking": did you mean look?', 'There is no tool "xyz": use one of look, change.'];
    assert.deepEqual(results(turn), told);
    assert.deepEqual([calls, notes], [[], told], "the person hears of what nobody else shows");
  });

  it("says what is wrong with an input that is no object, and takes one that is given as JSON text", async () => {
    const inputs = [[1], null, "{oops", '["a"]', 3, '{"a":1}', "", undefined];
    const answers = inputs.map((input, index) => ({ kind: "call" as const, id: String(index), name: "look", input }));
    const made: object[] = [];
    const { turn } = await play([answers, [text("end")]], {
      callTool: async ({ input }) => {
        made.push(input);
        return { text: "made" };
      },
    });
    const wanted = "look was not called: its input must be a JSON object with its parameters by name, but was";
    const [list, nothing, malformed, listText, number, ...good] = results(turn) ?? [];
    assert.deepEqual([list, nothing], [`${wanted} a list.`, `${wanted} null.`]);
    assert.match(
      malformed ?? "",
      /^look was not called: its input is not valid JSON \(.+\); give it as one JSON object\.$/,
    );
    assert.deepEqual([listText, number, ...good], [`${wanted} a list.`, `${wanted} a number.`, "made", "made", "made"]);
    assert.deepEqual(made, [{ a: 1 }, {}, {}]);
    const kept = turn[1]?.parts.map((part) => (part.kind === "call" ? part.input : undefined));
    assert.deepEqual(kept, [{}, {}, {}, {}, {}, { a: 1 }, {}, {}], "a provider takes back objects alone");
  });

  it("tells calls apart whose ids are the same or missing", async () => {
    const { turn, told } = await play([[call("1"), call("1"), call("")], [call("1")], [text("end")]]);
    const ids = turn.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "call" ? [part.id] : [])));
    assert.deepEqual(ids, ["1", "1-2", "call-2", "1-3"]);
    assert.ok(told.every(isWellFormed));
  });

  it("makes 64 of 200 calls and tells the model of the others", async () => {
    const many = Array.from({ length: 200 }, (_, index) => call(String(index)));
    const { turn, calls, notes } = await play([many, [text("end")]]);
    assert.equal(calls.length, maxCalls);
    assert.deepEqual(notes, ["The model wanted 200 calls at once: 64 of them were made."]);
    const told = results(turn) ?? [];
    assert.equal(told.length, 200);
    assert.equal(told[63], "result 63");
    const left =
      "Not done: too many calls at once (200, of which the first 64 were made); repeat those that are still needed.";
    assert.deepEqual(new Set(told.slice(64)), new Set([left]));
  });

  it("hears no more of an answer that never ends", async () => {
    const endless = Array.from({ length: 5000 }, (_, index) => call(String(index)));
    const { turn } = await play([endless, [text("end")]]);
    assert.equal(turn[1]?.parts.length, 1000);
    const { turn: talk } = await play([Array.from({ length: 30 }, () => text("x".repeat(100_000)))]);
    const [words] = talk.at(-1)?.parts ?? [];
    assert.equal(words?.kind === "text" && words.text.length, 1_100_000);
  });

  it("a call that throws is a failure that it can go on with", async () => {
    const { turn, ending } = await play([[call("1")], [text("end")]], {
      callTool: () => Promise.reject(new Error("the window is gone")),
    });
    assert.deepEqual(turn[2]?.parts, [result("1", "The call failed: the window is gone.", true)]);
    assert.equal(ending, "done");
  });
});

describe("runLoop with a call that fails over and over", () => {
  const same = (id: string) => call(id, "look", { path: "a" });
  const refused =
    "Not done: this exact call of look has failed 3 times in a row in the same way: change its input, fix what makes it fail, or do without it.";
  /** Plays one call a round and says what each was answered. */
  async function answersTo(
    rounds: readonly ReturnType<typeof call>[],
    outcome: (made: number, name: string) => { text: string; isError?: boolean },
  ) {
    let made = 0;
    const { turn } = await play([...rounds.map((one) => [one]), [text("end")]], {
      maxRounds: 20,
      callTool: async ({ name }) => outcome(++made, name),
    });
    return turn.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "result" ? [part.text] : [])));
  }

  it("is refused after three equal failures, however long each took, and stays so", async () => {
    const rounds = ["1", "2", "3", "4", "5", "6"].map(same);
    const told = await answersTo(rounds, (made) => ({ text: `exit code: 1, ${made}.5 s`, isError: true }));
    assert.deepEqual(told.slice(0, 3), ["exit code: 1, 1.5 s", "exit code: 1, 2.5 s", "exit code: 1, 3.5 s"]);
    assert.deepEqual(told.slice(3), [refused, refused, refused]);
  });

  it("is made again with another input, after another failure, and when something was changed", async () => {
    const failing = (_: number, name: string) => (name === "change" ? { text: "ok" } : { text: "no", isError: true });
    const three = ["1", "2", "3"].map(same);
    assert.equal((await answersTo([...three, call("4", "look", { path: "b" })], failing)).at(-1), "no");
    assert.equal((await answersTo([...three, call("4", "change"), same("5")], failing)).at(-1), "no");
    const varied = await answersTo([...three, same("4")], (made) => ({ text: `no ${made % 2}`, isError: true }));
    assert.equal(varied.at(-1), "no 0");
  });

  it("looking at something else in between makes no difference", async () => {
    const three = ["1", "2", "3"].map(same);
    const told = await answersTo([...three, call("4", "look", { path: "b" }), same("5")], (made) =>
      made === 4 ? { text: "fine" } : { text: "no", isError: true },
    );
    assert.deepEqual(told.slice(3), ["fine", refused]);
  });

  it("a success of the same call begins the count anew", async () => {
    const told = await answersTo(["1", "2", "3", "4"].map(same), (made) =>
      made === 2 ? { text: "fine" } : { text: "no", isError: true },
    );
    assert.deepEqual(told, ["no", "fine", "no", "no"]);
  });
});
