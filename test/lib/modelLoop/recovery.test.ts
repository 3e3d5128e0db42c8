import assert from "node:assert/strict";
import { type Model, ModelBusy, userSays } from "../../../src/lib/modelLoop/conversation";
import { pause } from "../../../src/lib/modelLoop/pause";
import { call, play, type Round, scripted, text } from "../../features/subAgents/support/scriptedModel";

const broken = (...says: Round["says"]): Round => ({ says, thenThrows: new Error("connection reset") });
const busy = (retryAfterMs?: number): Round => ({ says: [], thenThrows: new ModelBusy("rate limit", retryAfterMs) });

describe("runLoop with a model that says nothing", () => {
  it("asks once more, and keeps no trace of that", async () => {
    const { ending, told, turn } = await play([[text(" \n")], [text("here")]]);
    assert.equal(ending, "done");
    assert.deepEqual(
      told[1]?.at(-1),
      userSays("Your answer was empty. Go on with the task, or say what you have found."),
    );
    assert.deepEqual(turn, [userSays("please"), { role: "assistant", parts: [text("here")] }]);
  });

  it("says so after the second time", async () => {
    const { ending, told, turn } = await play([[], []]);
    assert.deepEqual([ending, told.length, turn], ["empty", 2, [userSays("please")]]);
  });
});

describe("runLoop with a model that breaks off", () => {
  it("keeps what was said and asks it to go on from there", async () => {
    const { ending, turn, notes, pauses } = await play([broken(text("first ha")), [text("lf")]]);
    assert.equal(ending, "done");
    assert.deepEqual(turn.slice(1), [
      { role: "assistant", parts: [text("first ha")] },
      userSays("Your answer was cut off here. Continue from where it was cut off, without repeating that."),
      { role: "assistant", parts: [text("lf")] },
    ]);
    assert.deepEqual(notes, ["The answer was cut off (connection reset): trying again in 1 s."]);
    assert.deepEqual(pauses, [1000]);
  });

  it("makes the calls that came whole, and asks for no more of that answer", async () => {
    const { ending, calls, told } = await play([broken(text("so "), call("1")), [text("end")]]);
    assert.deepEqual([ending, calls, told.length], ["done", ["1"], 2]);
  });

  it("gives up after three times, with all that was said", async () => {
    const { ending, turn, pauses } = await play(["a", "b", "c", "d"].map((words) => broken(text(words))));
    assert.equal((ending as Error).message, "connection reset");
    assert.deepEqual(pauses, [1000, 2000, 4000]);
    const said = turn.flatMap(({ role, parts }) => (role === "assistant" ? parts : []));
    assert.deepEqual(said, [text("a"), text("b"), text("c"), text("d")]);
  });

  it("one that fails before it says anything has failed", async () => {
    const { ending, told } = await play([broken()]);
    assert.deepEqual([(ending as Error).message, told.length], ["connection reset", 1]);
  });

  it("one that broke off before and then says nothing is asked again", async () => {
    const { ending, told } = await play([broken(text("a")), broken(), [text("b")]]);
    assert.deepEqual([ending, told.length], ["done", 3]);
  });
});

describe("runLoop with a model that is busy", () => {
  it("waits longer each time, at least as long as its provider says and never more than a minute", async () => {
    const { ending, pauses, notes } = await play([busy(), busy(5000), busy(1), busy(600_000), busy(), [text("now")]]);
    assert.equal(ending, "done");
    assert.deepEqual(pauses, [1000, 5000, 4000, 60_000, 16_000]);
    assert.deepEqual(notes.slice(0, 2), [
      "The model is busy (rate limit): trying again in 1 s.",
      "The model is busy (rate limit): trying again in 5 s.",
    ]);
  });

  it("gives up after six times", async () => {
    const { ending, told } = await play(Array(9).fill(busy()));
    assert.deepEqual([(ending as Error).message, told.length], ["rate limit", 7]);
  });

  it("cancelled while it waits, it is not asked again", async () => {
    const stop = new AbortController();
    const { ending, told } = await play([busy(), [text("too late")]], {
      signal: stop.signal,
      pause: async () => stop.abort(),
    });
    assert.deepEqual([ending, told.length], ["cancelled", 1]);
  });

  it("a pause ends at once when it is cancelled, and leaves no listener", async () => {
    const stop = new AbortController();
    const waiting = pause(1_000_000, stop.signal);
    stop.abort();
    await waiting;
    await pause(1_000_000, stop.signal);
    await pause(1, new AbortController().signal);
  });
});

describe("runLoop with a model that does not heed a cancellation", () => {
  const hangs = () => new Promise<never>(() => {});

  it("ends all the same while the model is silent, with what it said before", async () => {
    const stop = new AbortController();
    const model: Model = {
      maxInputTokens: 0,
      countTokens: async () => 1,
      async *answer() {
        yield text("half a sen");
        setImmediate(() => stop.abort());
        await hangs();
      },
    };
    const { ending, turn } = await play([], { model, signal: stop.signal });
    assert.deepEqual([ending, turn.at(-1)?.parts], ["cancelled", [text("half a sen")]]);
  });

  it("ends all the same while its tokens are counted, and asks nothing", async () => {
    const stop = new AbortController();
    const { model, told } = scripted([[text("too late")]]);
    setImmediate(() => stop.abort());
    const { ending } = await play([], { model: { ...model, countTokens: hangs }, signal: stop.signal });
    assert.deepEqual([ending, told.length], ["cancelled", 0]);
  });
});
