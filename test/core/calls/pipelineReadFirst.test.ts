import assert from "node:assert/strict";
import { join } from "node:path";
import type { Plan, PlanContext } from "../../../src/core/tools/tool";
import { allow, ask, askAlways, deny } from "../../../src/core/vocabulary/decision";
import type { EffectKind } from "../../../src/core/vocabulary/effect";
import { bareCrib, toolOf } from "../../support/bareCrib";
import { denied, done, rule } from "../../support/probe";

describe("pipeline: a file that must be read before the call can be planned (D-6)", () => {
  const reading = (effectKinds: readonly EffectKind[] = ["read"]) => {
    const plans: string[] = [];
    const tool = toolOf(
      async ({ host }: PlanContext): Promise<Plan> => {
        const target = await host.resolve("secret");
        plans.push("plan");
        await host.stat(target);
        const text = Buffer.from(await host.read(target)).toString();
        return { title: "Show it", effects: [{ kind: "read", target }], run: async () => ({ text, isError: false }) };
      },
      { effectKinds },
    );
    return { tool, plans };
  };
  const secretRule = rule((effect) => (effect.kind === "read" ? ask("test", "it is secret") : allow("test", "fine")));

  it("is asked about once, not twice, and the yes is on record", async () => {
    const { tool, plans } = reading();
    const at = await bareCrib({ tree: { secret: "s3" }, tools: { tool }, rules: [secretRule] });
    assert.deepEqual(await at.call(), { text: "s3", isError: false });
    assert.deepEqual(at.events, ["ask Read secret", "record"]);
    const [question] = at.asked;
    assert.deepEqual(
      { ...question, tool: undefined, plan: undefined, context: undefined },
      {
        kind: "judged",
        tool: undefined,
        args: {},
        plan: undefined,
        context: undefined,
        decision: ask("test", "it is secret"),
        byEffect: [ask("test", "it is secret")],
        needsFirst: join(at.root, "secret"),
      },
    );
    assert.deepEqual(question?.plan.effects, [await at.read("secret")]);
    assert.deepEqual(question?.plan.notes, ["Probe has to look at this file before it can say what it would do."]);
    assert.deepEqual(plans, ["plan", "plan"]);
    assert.deepEqual(
      [at.records[0]?.decision, at.records[0]?.approvedBy],
      [allow("test", "this was approved for this call"), "person"],
    );
  });

  it("refused, nothing of it is read", async () => {
    const { tool, plans } = reading();
    const at = await bareCrib({
      tree: { secret: "s3" },
      tools: { tool },
      rules: [secretRule],
      confirm: async () => ({ approved: false, by: "person" }),
    });
    const { text, isError } = await at.call();
    assert.deepEqual([text.includes("s3"), isError, plans.length], [false, true, 1]);
    assert.match(text, /^The person declined this: Read secret\. Nothing was done\./);
  });

  it("denied, nobody is asked", async () => {
    const { tool } = reading();
    const at = await bareCrib({ tree: { secret: "s3" }, tools: { tool }, rules: [rule(() => deny("test", "closed"))] });
    const { text } = await at.call();
    assert.equal(text, denied("Read secret", "closed"));
    assert.deepEqual([at.asked, at.events], [[], ["record"]]);
  });

  it("the yes holds for this call alone", async () => {
    const { tool } = reading();
    const at = await bareCrib({ tree: { secret: "s3" }, tools: { tool }, rules: [secretRule] });
    await at.call();
    await at.call();
    assert.equal(at.asked.length, 2);
  });

  it("an always-ask is asked as well, and once", async () => {
    const { tool } = reading();
    const at = await bareCrib({
      tree: { secret: "s3" },
      tools: { tool },
      rules: [rule(() => askAlways("test", "look"))],
    });
    assert.equal((await at.call()).text, "s3");
    assert.equal(at.asked.length, 1);
  });

  it("a yes to one file is no yes to another", async () => {
    const tool = toolOf(async ({ host }) => {
      for (const name of ["one", "two"]) await host.read(await host.resolve(name));
      return { title: "Show both", effects: [], run: async () => done };
    });
    const at = await bareCrib({ tree: { one: "1", two: "2" }, tools: { tool }, rules: [secretRule] });
    await at.call();
    assert.deepEqual(at.events, ["ask Read one", "ask Read two", "record"]);
  });

  it("a tool that declares no reads can still have to look before it plans", async () => {
    const tool = toolOf(
      async ({ host }) => {
        await host.stat(await host.resolve("secret"));
        return { title: "Run in it", effects: [], run: async () => done };
      },
      { effectKinds: ["exec"] },
    );
    const at = await bareCrib({ tree: { "secret/x": "" }, tools: { tool }, rules: [secretRule] });
    assert.deepEqual(await at.call(), done);
    assert.deepEqual(at.events, ["ask Read secret", "record"]);
  });

  it("a file that cannot be read fails as it would without the question", async () => {
    const { tool } = reading();
    const at = await bareCrib({ tools: { tool }, rules: [secretRule] });
    const { data } = await at.call();
    assert.equal((data as { error: string }).error, "not_found");
  });
});
