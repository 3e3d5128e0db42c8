import assert from "node:assert/strict";
import { judgeEffect, type Rule, type RuleContext } from "../../../src/core/rules/rule";
import { allow, ask, deny } from "../../../src/core/vocabulary/decision";
import type { Effect } from "../../../src/core/vocabulary/effect";

const effect: Effect = { kind: "delegate", to: "x", prompt: "y" };
const context = {} as RuleContext;
const saying = (judge: Rule["judge"], name = "one"): Rule => ({ name, judge });

describe("judgeEffect (D-6: fails closed)", () => {
  it("asks when no rule speaks", async () =>
    assert.deepEqual(
      await judgeEffect([saying(() => undefined)], effect, context),
      ask("none", "no rule covers this"),
    ));

  it("denies when a rule throws, whatever the others say", async () => {
    const broken = saying(() => {
      throw new Error("boom");
    }, "broken");
    assert.deepEqual(
      await judgeEffect([saying(() => allow("one", "fine")), broken], effect, context),
      deny("broken", "this could not be judged: boom"),
    );
  });

  it("denies when a rule rejects, with a value that is no error too", async () => {
    const broken = saying(() => Promise.reject("just text"), "late");
    assert.deepEqual(
      await judgeEffect([broken, saying(() => allow("one", "fine"))], effect, context),
      deny("late", "this could not be judged: just text"),
    );
  });

  it("tells every rule that asks, and offers no prefix where one of them is not about commands", async () => {
    const prefixed = { ...ask("commands", "unknown"), prefixes: [["npm"]] };
    const judged = (...opinions: (typeof prefixed | ReturnType<typeof ask> | undefined)[]) =>
      judgeEffect(
        opinions.map((opinion) => saying(() => opinion)),
        effect,
        context,
      );
    assert.deepEqual(await judged(prefixed, undefined, allow("b", "fine")), prefixed);
    assert.deepEqual(await judged(prefixed, ask("taint", "it would leave")), {
      ...ask("commands", "unknown"),
      askedBy: ["commands", "taint"],
    });
    assert.deepEqual(await judged(prefixed, ask("taint", "it would leave"), deny("c", "no")), deny("c", "no"));
  });

  it("hears every rule, a later deny too", async () => {
    const heard: string[] = [];
    const rules = ["a", "b", "c"].map((name) =>
      saying(() => {
        heard.push(name);
        return name === "c" ? deny(name, "no") : allow(name, "yes");
      }, name),
    );
    assert.deepEqual(await judgeEffect(rules, effect, context), deny("c", "no"));
    assert.deepEqual(heard, ["a", "b", "c"]);
  });

  it("hands every rule the effect and the context themselves", async () => {
    const given: unknown[] = [];
    const noting = saying((...args) => {
      given.push(...args);
      return undefined;
    });
    await judgeEffect([noting], effect, context);
    assert.equal(given[0], effect);
    assert.equal(given[1], context);
  });
});
