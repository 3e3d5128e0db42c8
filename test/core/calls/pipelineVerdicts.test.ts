import assert from "node:assert/strict";
import { allow, ask, deny } from "../../../src/core/vocabulary/decision";
import type { Effect, EffectKind } from "../../../src/core/vocabulary/effect";
import { anything, type BareCrib, bareCrib, toolOf } from "../../support/bareCrib";
import { denied, done, rule, running } from "../../support/probe";

const asking = rule(() => ask("test", "someone must look"));

describe("pipeline: verdicts", () => {
  it("an allowed call runs without a question and is recorded", async () => {
    const { at } = await running(async (at) => [await at.read("a")]);
    assert.deepEqual(await at.call(), done);
    assert.deepEqual(at.events, ["run", "record"]);
    assert.equal(at.records.length, 1);
    const [{ id, judged, ...record } = { id: "" }] = at.records;
    assert.match(id, /^loyw3v28-[0-9a-f]{8}$/);
    assert.deepEqual(
      judged?.plan.effects.map(({ kind }) => kind),
      ["read"],
    );
    assert.deepEqual(record, {
      time: 1_700_000_000_000,
      agent: "tester",
      tool: "probe",
      title: "Probe it",
      input: {},
      decision: allow("anything", "the test allows it"),
      isError: false,
      result: done,
      level: "PUBLIC",
      durationMs: 0,
    });
  });

  it("a deny never reaches run, nor a person", async () => {
    const { at } = await running(async (at) => [await at.read("a"), await at.exec("x")], {
      rules: [anything, rule((effect) => (effect.kind === "exec" ? deny("test", "no commands here") : undefined))],
    });
    assert.deepEqual(await at.call(), {
      text: denied("Probe it", "no commands here"),
      isError: true,
      data: { error: "denied" },
      refusal: { rule: "test", reason: "no commands here" },
    });
    assert.deepEqual(at.events, ["record"]);
    assert.deepEqual(
      [at.records[0]?.decision, at.records[0]?.approvedBy],
      [deny("test", "no commands here"), undefined],
    );
  });

  it("an asked call runs only after the yes, once for all its effects", async () => {
    const { at } = await running(async (at) => [await at.read("a"), await at.exec("x")], { rules: [asking] });
    assert.deepEqual(await at.call(), done);
    assert.deepEqual(at.events, ["ask Probe it", "run", "record"]);
    assert.equal(at.records[0]?.approvedBy, "person");
    const [question] = at.asked;
    assert.deepEqual(
      [question?.decision, question?.byEffect, question?.needsFirst],
      [
        ask("test", "someone must look"),
        [ask("test", "someone must look"), ask("test", "someone must look")],
        undefined,
      ],
    );
  });

  it("a call without effects needs nobody", async () => {
    const { at } = await running(async () => [], { rules: [] });
    assert.deepEqual(await at.call(), done);
    assert.deepEqual(at.records[0]?.decision, allow("none", "it touches nothing"));
  });

  it("an effect nobody speaks for is asked about (D-12)", async () => {
    const { at } = await running(async (at) => [await at.exec("x")], { rules: [] });
    await at.call();
    assert.deepEqual(at.asked[0]?.decision, ask("none", "no rule covers this"));
  });

  it("a rule that throws denies", async () => {
    const { at } = await running(async (at) => [await at.read("a")], {
      rules: [
        anything,
        rule(() => {
          throw new TypeError("broken rule");
        }),
      ],
    });
    const { text, isError } = await at.call();
    assert.ok(isError);
    assert.equal(text, denied("Probe it", "this could not be judged: broken rule"));
    assert.deepEqual(at.events, ["record"]);
  });

  for (const kind of ["read", "list", "write", "exec", "fetch", "delegate", "present"] as EffectKind[])
    it(`a tool that plans a ${kind} it does not declare is denied`, async () => {
      let at: BareCrib;
      const others = (["read", "list", "write", "exec", "fetch", "delegate", "present"] as const).filter(
        (other) => other !== kind,
      );
      const effects = async (): Promise<Effect> => {
        const { target } = await at.read("a");
        const all: Record<EffectKind, Effect> = {
          read: { kind: "read", target },
          list: { kind: "list", target },
          write: { kind: "write", target, before: undefined, after: undefined },
          exec: { kind: "exec", command: "x", cwd: target, timeoutMs: 1 },
          fetch: { kind: "fetch", url: "http://x", method: "GET" },
          delegate: { kind: "delegate", to: "x", prompt: "y" },
          present: { kind: "present", title: "x", text: "y" },
        };
        return all[kind];
      };
      const tool = toolOf(
        async () => ({
          title: "Probe it",
          effects: [await effects()],
          run: async () => {
            at.events.push("run");
            return done;
          },
        }),
        { effectKinds: others },
      );
      at = await bareCrib({ tree: { a: "old" }, tools: { tool } });
      const { text } = await at.call();
      assert.equal(text, denied("Probe it", `probe planned a ${kind}, which it does not declare`));
      assert.deepEqual(at.events, ["record"]);
    });
});
