/** Who may be handed work without a question (AG-1, CT-1). */
import assert from "node:assert/strict";
import { agentModes, delegateTo } from "../../src/core/tools/delegation";
import type { DelegateEffect } from "../../src/core/vocabulary/effect";
import { flowsOf } from "../../src/policy/confidentiality/outflow";
import { delegationRule } from "../../src/policy/delegationRule";
import { planModeRule } from "../../src/policy/planModeRule";
import { realCrib } from "../support/realCrib";

const work = (to: string, changes: Partial<DelegateEffect> = {}): DelegateEffect => ({
  ...{ kind: "delegate", to, prompt: "go" },
  ...changes,
});

describe("the rule on delegation", () => {
  const opinions: [DelegateEffect, string, string][] = [
    ...agentModes.map((mode): [DelegateEffect, string, string] => [
      work(delegateTo(mode)),
      "allow",
      "each call of a sub-agent is judged on its own",
    ]),
    [work("extension a.b"), "ask", "Toolcrib cannot check what the extension a.b does with it"],
    [work("extension a.b", { readOnly: true }), "allow", "the extension a.b says that it changes nothing"],
    [work("tool x", { asksItself: true }), "allow", "VS Code asks about it where needed"],
    [work("agent"), "ask", "Toolcrib cannot check what the agent does with it"],
    [work("agent sync of mine"), "ask", "Toolcrib cannot check what the agent sync of mine does with it"],
  ];
  for (const [effect, kind, reason] of opinions)
    it(`${kind}s work for ${effect.to}${effect.readOnly ? " that only looks" : ""}`, async () => {
      const { crib } = await realCrib();
      const decision = await delegationRule.judge(effect, crib.context());
      assert.deepEqual(decision, { kind, rule: "delegation", reason });
    });

  it("has no opinion on anything else", async () => {
    const { crib } = await realCrib();
    const effect = { kind: "fetch", url: "https://example.org/", method: "GET" } as const;
    assert.equal(await delegationRule.judge(effect, crib.context()), undefined);
  });
});

describe("other rules on work that is handed over", () => {
  it("a sub-agent is no outflow: it takes over its parent's taint; everybody else is (PO-9)", async () => {
    const { crib } = await realCrib();
    for (const mode of agentModes) assert.deepEqual(await flowsOf(work(delegateTo(mode)), crib.context()), []);
    for (const to of ["extension a.b", "tool x", "agent"])
      assert.deepEqual(
        (await flowsOf(work(to, { readOnly: true, asksItself: true }), crib.context())).map((flow) => flow.to),
        [to],
      );
  });

  it("plan mode lets those be handed work that change nothing, and nobody else (PM-1)", async () => {
    const { crib } = await realCrib();
    const context = crib.context({ ...crib.context().caller, planMode: true });
    const kindOf = async (effect: DelegateEffect) => (await planModeRule.judge(effect, context))?.kind;
    assert.equal(await kindOf(work("extension a.b", { readOnly: true })), undefined);
    assert.equal(await kindOf(work("extension a.b")), "deny");
    assert.equal(await kindOf(work("tool x", { asksItself: true })), "deny");
  });
});
