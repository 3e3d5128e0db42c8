/** Other extensions that listen to calls, through the interface in toolcrib-api.d.ts (PO-1, PO-3, PO-5). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { askAlways, deny } from "../../../src/core/vocabulary/decision";
import { CallListeners } from "../../../src/features/hooks/callListeners";
import { ListenerHooks } from "../../../src/features/hooks/listenerHooks";
import type { AfterCallListener, BeforeCallListener, CallFacts, ResultFacts } from "../../../toolcrib-api";
import { hookedCall } from "./support/hookedCall";

const advice = "do not retry it another way: tell the person if you cannot go on without it";
const denial = (reason: string) => ({ ...deny("extension.a.b", reason), instead: advice });
const question = (reason: string) => askAlways("extension.a.b", reason);
const ended = { result: { text: "done", isError: false }, level: "PUBLIC", durationMs: 3 } as const;

const listening = () => new CallListeners((extension) => extension === "a.b" || extension === "c.d");

/** What one listener makes of a call. */
async function opinionOf(listener: unknown, limitMs = 10_000) {
  const listeners = listening();
  listeners.api.onBeforeCall("a.b", listener as BeforeCallListener);
  const { call } = await hookedCall(async (at) => [await at.read("a")]);
  return new ListenerHooks(listeners, () => assert.fail("nothing fails"), limitMs).before(call);
}

describe("listeners before a call", () => {
  it("may deny and ask, at once or later; without an opinion nothing changes", async () => {
    assert.deepEqual(await opinionOf(() => ({ decision: "deny", reason: "Not now." })), [
      denial("the extension a.b says: Not now"),
    ]);
    assert.deepEqual(await opinionOf(async () => ({ decision: "ask", reason: "look" })), [
      question("the extension a.b says: look"),
    ]);
    for (const nothing of [() => undefined, async () => {}, () => null]) assert.deepEqual(await opinionOf(nothing), []);
  });

  it("that throw deny, by the extension's name", async () => {
    const failure = [denial("the extension a.b failed: boom")];
    const thrown = () => {
      throw new Error("boom");
    };
    assert.deepEqual(await opinionOf(thrown), failure);
    assert.deepEqual(await opinionOf(async () => thrown()), failure);
  });

  it("that answer anything else deny", async () => {
    for (const odd of [true, "deny", {}, { decision: "allow", reason: "x" }, { decision: "deny" }, []])
      assert.deepEqual(
        await opinionOf(() => odd),
        [denial("the extension a.b failed: it returned an invalid opinion")],
        JSON.stringify(odd),
      );
  });

  it("that take too long have a person asked, and what they say later counts for nothing", async () => {
    let answer: (opinion: unknown) => void = () => {};
    const said = opinionOf(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      50,
    );
    assert.deepEqual(await said, [question("the extension a.b failed: it did not answer within 0.05 s")]);
    answer({ decision: "deny", reason: "late" });
    assert.deepEqual(
      await opinionOf(() => new Promise((_, reject) => setTimeout(() => reject(new Error("x")), 100)), 20),
      [question("the extension a.b failed: it did not answer within 0.02 s")],
    );
  });

  it("get a frozen copy that leads back to nothing", async () => {
    const seen: CallFacts[] = [];
    const [opinion] = await opinionOf((call: CallFacts) => {
      seen.push(call);
      (call.roots as string[]).push("/");
    });
    assert.match(opinion?.reason ?? "", /^the extension a\.b failed: Cannot add property/);
    const [call] = seen as [CallFacts];
    const { path } = call.effects[0] as { path: string };
    assert.deepEqual(call, {
      id: "call-1",
      agent: "tester",
      dialect: "standard",
      tool: "probe",
      ownTool: "probe",
      input: {},
      title: "Probe it",
      effects: [{ kind: "read", path }],
      verdict: { decision: "allow", rule: "anything", reason: "the test allows it" },
      taint: "PUBLIC",
      planMode: false,
      roots: [path.replace(/\/a$/, "")],
    });
    for (const part of [call, call.effects, call.effects[0], call.input, call.verdict, call.roots])
      assert.ok(Object.isFrozen(part));
  });

  it("are all asked, whatever one of them says", async () => {
    const listeners = listening();
    listeners.api.onBeforeCall("a.b", () => ({ decision: "deny", reason: "no" }));
    const gone = listeners.api.onBeforeCall("c.d", () => ({ decision: "deny", reason: "gone" }));
    listeners.api.onBeforeCall("c.d", () => ({ decision: "ask", reason: "look" }));
    gone.dispose();
    const { call } = await hookedCall(async (at) => [await at.read("a")]);
    const hooks = new ListenerHooks(listeners, () => assert.fail("nothing fails"));
    assert.deepEqual(
      (await hooks.before(call)).map(({ rule, kind }) => [rule, kind]),
      [
        ["extension.a.b", "deny"],
        ["extension.c.d", "ask"],
      ],
    );
    assert.deepEqual(await hooks.before({ ...call, signal: AbortSignal.abort() }), []);
  });

  it("never loosen, whatever they return (property)", () =>
    fc.assert(
      fc.asyncProperty(fc.anything({ withBigInt: true, withDate: true }), async (value) => {
        const opinions = await opinionOf(() => value);
        for (const { kind } of opinions) assert.notEqual(kind, "allow");
        assert.equal(opinions.length, value === undefined || value === null ? 0 : 1);
      }),
      { numRuns: 30 },
    ));
});

describe("listeners after a call", () => {
  async function notesOf(listener: unknown, limitMs = 10_000) {
    const failures: string[] = [];
    const listeners = listening();
    listeners.api.onAfterCall("a.b", listener as AfterCallListener);
    const { call } = await hookedCall(async (at) => [await at.read("a")]);
    const hooks = new ListenerHooks(listeners, (_, failure) => void failures.push(failure), limitMs);
    return { notes: await hooks.after(call, ended), failures };
  }

  it("hear how it ended, and what they return is told to the model", async () => {
    const heard: ResultFacts[] = [];
    const { notes, failures } = await notesOf(async (_: CallFacts, result: ResultFacts) => {
      heard.push(result);
      return "two tests fail";
    });
    assert.deepEqual([notes, failures], [["Note from the extension a.b: two tests fail"], []]);
    assert.deepEqual(heard, [{ text: "done", isError: false, level: "PUBLIC", durationMs: 3 }]);
    assert.deepEqual(await notesOf(() => undefined), { notes: [], failures: [] });
  });

  it("that fail are told to the person, and the model hears nothing", async () => {
    const failing: [listener: unknown, failure: string][] = [
      [() => Promise.reject(new Error("boom")), "boom"],
      [() => 5, "it returned something other than text"],
      [() => new Promise(() => {}), "it did not answer within 0.05 s"],
    ];
    for (const [listener, failure] of failing)
      assert.deepEqual(await notesOf(listener, 50), { notes: [], failures: [failure] });
  });
});

describe("the interface for other extensions", () => {
  it("cannot be changed", () => assert.ok(Object.isFrozen(listening().api)));

  it("takes listeners of installed extensions alone, and only functions", () => {
    const { api } = listening();
    const no = () => undefined;
    assert.throws(() => api.onBeforeCall("not.there", no), {
      message: 'No extension "not.there" is installed: give your own, context.extension.id.',
    });
    assert.throws(() => api.onAfterCall(no as never, no), /No extension undefined is installed/);
    assert.throws(() => api.onBeforeCall("a.b", {} as never), {
      message: "The listener must be a function that takes a call.",
    });
  });
});
