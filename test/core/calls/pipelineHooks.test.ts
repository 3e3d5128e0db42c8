/** Hooks around a call: they tighten what the rules said, and never loosen it (PO-1, PO-3, PO-5). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type EndedCall, type HookedCall, type Hooks, noHooks } from "../../../src/core/calls/beside/hooks";
import type { Responses } from "../../../src/core/calls/responses";
import type { Rule } from "../../../src/core/rules/rule";
import { allow, ask, askAlways, type Decision, deny, isStricter } from "../../../src/core/vocabulary/decision";
import { anything } from "../../support/bareCrib";
import { denied, done, rule, running } from "../../support/probe";

const saying = (...opinions: Decision[]): Hooks => ({ ...noHooks, before: async () => opinions });

const probe = (hooks: Hooks, rules: readonly Rule[] = [anything], confirm?: Parameters<typeof running>[1]) =>
  running(async (at) => [await at.exec("x")], { rules, crib: { hooks }, ...confirm });

const asking = rule(() => ask("test", "it runs a command"));

describe("pipeline: hooks before a call", () => {
  it("without an opinion change nothing, and an allow is none", async () => {
    for (const opinions of [[], [allow("hooks.x", "it is fine")]]) {
      const { at } = await probe(saying(...opinions));
      assert.deepEqual(await at.call(), done);
      assert.deepEqual([at.asked, at.records[0]?.decision], [[], allow("anything", "the test allows it")]);
    }
  });

  it("an allow answers no question of the rules", async () => {
    const { at } = await probe(saying(allow("hooks.x", "it is fine")), [asking]);
    await at.call();
    assert.deepEqual(
      at.asked.map(({ decision }) => decision),
      [ask("test", "it runs a command")],
    );
  });

  it("a deny ends the call before a person is asked, and is recorded", async () => {
    const { at } = await probe(saying(ask("hooks.a", "look"), deny("hooks.b", "not on Fridays")), [asking]);
    const { text, isError } = await at.call();
    assert.deepEqual([text, isError], [denied("Probe it", "not on Fridays"), true]);
    assert.deepEqual([at.events, at.records[0]?.decision], [["record"], deny("hooks.b", "not on Fridays")]);
  });

  it("an ask has a person asked about what the rules allow", async () => {
    const { at } = await probe(saying(ask("hooks.x", "look")));
    assert.deepEqual(await at.call(), done);
    const [question] = at.asked;
    assert.deepEqual(
      [question?.decision, question?.byRules],
      [askAlways("hooks.x", "look"), allow("anything", "the test allows it")],
    );
    assert.equal(at.records[0]?.approvedBy, "person");
  });

  it("an ask beside one of the rules is told with it, and what was remembered does not answer it", async () => {
    const { at } = await probe(saying(ask("hooks.x", "look")), [asking]);
    at.crib.approvals.take("exact", "session", [await at.exec("x")], [ask("test", "it runs a command")]);
    await at.call();
    assert.deepEqual(
      at.asked.map(({ decision }) => decision),
      [askAlways("hooks.x", "look; also, it runs a command")],
    );
    const { at: remembered } = await probe(noHooks, [asking]);
    remembered.crib.approvals.take(
      "exact",
      "session",
      [await remembered.exec("x")],
      [ask("test", "it runs a command")],
    );
    assert.deepEqual([await remembered.call(), remembered.asked], [done, []]);
  });

  it("are not told of what the rules deny", async () => {
    const told: string[] = [];
    const hooks: Hooks = {
      ...noHooks,
      async before({ judged }) {
        told.push(judged.plan.title);
        return [];
      },
    };
    const { at } = await probe(hooks, [rule(() => deny("test", "no"))]);
    await at.call();
    assert.deepEqual(told, []);
  });

  it("that break deny", async () => {
    const { at } = await probe({ ...noHooks, before: async () => Promise.reject(new Error("broken")) });
    assert.equal((await at.call()).text, denied("Probe it", "the hooks failed: broken"));
  });

  it("that are asked when the call is cancelled do not let it be made", async () => {
    const controller = new AbortController();
    const { at } = await probe({
      ...noHooks,
      async before() {
        controller.abort();
        return [];
      },
    });
    const { text } = await at.call("probe", {}, controller.signal);
    assert.equal(text, "The call was cancelled before anything was done.");
    assert.deepEqual(at.events, ["record"]);
  });

  const decision = fc.oneof(
    fc.constant(allow("r", "allows")),
    fc.constant(ask("r", "asks")),
    fc.constant(askAlways("r", "asks always")),
    fc.constant(deny("r", "denies")),
  );
  it("whatever they say, what the rules said is never loosened (property)", () =>
    fc.assert(
      fc.asyncProperty(decision, fc.array(decision, { maxLength: 4 }), async (ruled, opinions) => {
        const { at } = await probe(saying(...opinions), [rule(() => ruled)]);
        await at.call();
        const held = at.records[0]?.decision as Decision;
        for (const other of [ruled, ...opinions]) assert.ok(!isStricter(other, held), JSON.stringify([other, held]));
        assert.equal(at.events.includes("run"), held.kind !== "deny");
        assert.equal(at.asked.length, held.kind === "ask" ? 1 : 0);
      }),
      { numRuns: 60 },
    ));
});

describe("pipeline: hooks after a call", () => {
  const listening = (notes: readonly string[] = []) => {
    const told: [call: HookedCall, ended: EndedCall][] = [];
    const hooks: Hooks = {
      ...noHooks,
      async after(call, ended) {
        told.push([call, ended]);
        return notes;
      },
    };
    return { hooks, told };
  };

  it("hear what the model reads, and what they say follows it, for the record too", async () => {
    const { hooks, told } = listening(["one", "two"]);
    const { at } = await probe(hooks);
    assert.deepEqual(await at.call(), { ...done, text: "done\n\none\n\ntwo" });
    assert.deepEqual(
      told.map(([, ended]) => ended),
      [{ result: done, level: "PUBLIC", durationMs: 0 }],
    );
    assert.equal(at.records[0]?.result.text, "done\n\none\n\ntwo");
    assert.equal(told[0]?.[0].id, at.records[0]?.id);
  });

  it("what they say is classified like a result: redacted, and the higher level counts (PO-5)", async () => {
    const { hooks } = listening(["the key is K", "and more"]);
    const checked: string[] = [];
    const responses: Responses = {
      async check(result) {
        checked.push(result.text);
        const hasKey = result.text.includes("K");
        return { result: { ...result, text: result.text.replace("K", "…") }, level: hasKey ? "RESTRICTED" : "PUBLIC" };
      },
    };
    const { at } = await probe(hooks, [anything], { crib: { hooks, responses } });
    assert.equal((await at.call()).text, "done\n\nthe key is …\n\nand more");
    // What a command touches counts before it runs.
    assert.deepEqual([checked, at.records[0]?.level], [["", "done", "the key is K\n\nand more"], "RESTRICTED"]);
  });

  it("hear of what was refused, with the verdict that held", async () => {
    const { hooks, told } = listening();
    const { at } = await probe({ ...hooks, before: async () => [deny("hooks.x", "no")] });
    await at.call();
    assert.deepEqual(
      told.map(([{ judged }, { result }]) => [judged.decision, result.isError]),
      [[deny("hooks.x", "no"), true]],
    );
  });

  it("hear nothing of a call that could not be planned", async () => {
    const { hooks, told } = listening();
    const { at } = await probe(hooks);
    await at.call("probe", "no object");
    await at.call("no_such_tool");
    assert.deepEqual(told, []);
  });
});
