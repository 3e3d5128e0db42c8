import assert from "node:assert/strict";
import { AgentTurns, turnOfPrompt } from "../../../src/lib/modelLoop/turnsOfCalls";

describe("turns (D-17): requests to our participant", () => {
  it("are named by their first line, cut short, and each is its own", () => {
    const titles = ["Fix the price\nand the tax", "  \n", "x".repeat(81), "x".repeat(80)].map(
      (prompt) => turnOfPrompt(prompt).title,
    );
    assert.deepEqual(titles, ["Fix the price", "A request in Chat", `${"x".repeat(79)}…`, "x".repeat(80)]);
    assert.notEqual(turnOfPrompt("a").id, turnOfPrompt("a").id);
  });
});

describe("turns (D-17): agent mode", () => {
  const start = () => {
    let now = 1_000_000;
    const turns = new AgentTurns(() => now);
    return {
      turns,
      pass(ms: number) {
        now += ms;
      },
      /** One call, with the time that the person's answer and the call itself take. */
      async call(answerMs = 0, runMs = 0) {
        turns.expect();
        now += answerMs;
        return turns.during(async ({ id }) => {
          now += runMs;
          return id;
        });
      },
    };
  };

  it("calls with less than a minute between them are of one turn, however long answers and calls take", async () => {
    const { call, pass } = start();
    const first = await call(600_000, 600_000);
    pass(59_999);
    assert.equal(await call(), first);
    pass(60_000);
    assert.notEqual(await call(), first);
  });

  it("a question that was answered with no counts as a sign of life", async () => {
    const { turns, call, pass } = start();
    const first = await call();
    for (let declined = 0; declined < 3; declined++) {
      pass(40_000);
      turns.expect();
    }
    pass(59_999);
    assert.equal(await call(), first);
  });

  it("a call beside one that takes long is of its turn", async () => {
    const { turns, call, pass } = start();
    let end = () => {};
    turns.expect();
    const long = turns.during(async ({ id }) => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return id;
    });
    pass(600_000);
    const beside = await call();
    end();
    assert.equal(beside, await long);
  });
});
