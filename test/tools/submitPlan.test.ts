/** A plan is handed in and answered by a person (PM-1, PM-2). */
import assert from "node:assert/strict";
import type { Answer } from "../../src/core/calls/approvals/answer";
import { recordPlanMode } from "../../src/core/session/planMode";
import { realCrib } from "../support/realCrib";

const plan = "# Do it\n\n1. One.\n2. Two.\n";

async function planning(confirm: () => Promise<Answer>) {
  const at = await realCrib({}, { confirm });
  const notes: string[][] = [];
  recordPlanMode(at.session, (...note) => notes.push(note));
  at.session.plan.enter();
  return { ...at, notes, submit: (input: object = { plan }) => at.call("submit_plan", input) };
}

describe("submit_plan (section 17)", () => {
  it("is put before a person each time, and their yes ends plan mode", async () => {
    const { submit, asked, session, records, notes } = await planning(async () => ({ approved: true, by: "person" }));
    assert.deepEqual(await submit(), {
      text: "The person approved the plan, and plan mode is now off: carry out the plan.",
      isError: false,
      data: { plan, edited: false },
    });
    const [question] = asked;
    assert.deepEqual(question?.plan.effects, [{ kind: "present", title: "Plan", text: plan }]);
    assert.deepEqual([question?.decision.kind, question?.decision.always], ["ask", true]);
    assert.deepEqual([session.plan.isOn, session.plan.approved], [false, plan]);
    assert.equal(records[0]?.approvedBy, "person");
    assert.deepEqual(notes, [
      ["plan mode on", "tester", ""],
      ["plan approved", "tester", "# Do it"],
    ]);
  });

  it("counts as the person changed it, and tells the model the difference", async () => {
    const presented = plan.replace("Two", "Three");
    const { submit, session } = await planning(async () => ({ approved: true, by: "person", presented }));
    const { text, data } = await submit({ plan, title: "Two\n things" });
    assert.equal(
      text,
      `The person edited and approved the plan, and plan mode is now off: carry out this plan.\n\n${presented.trimEnd()}\n\nCompared to yours:\n@@ -1,4 +1,4 @@\n # Do it\n \n 1. One.\n-2. Two.\n+2. Three.`,
    );
    assert.deepEqual([data, session.plan.approved], [{ plan: presented, edited: true }, presented]);
  });

  it("comes back with comments, and plan mode stays on", async () => {
    const { submit, session } = await planning(async () => ({ approved: false, by: "person", feedback: "Why?\nHow?" }));
    assert.deepEqual(await submit(), {
      text: "The person returned the plan with comments, and plan mode stays on: revise the plan and submit it again. Their comments:\nWhy?\nHow?",
      isError: true,
      data: { error: "declined" },
    });
    assert.deepEqual([session.plan.isOn, session.plan.approved], [true, undefined]);
  });

  it("is not approved without a word, or by nobody, and plan mode stays on", async () => {
    const silent = await planning(async () => ({ approved: false, by: "person" }));
    assert.equal(
      (await silent.submit()).text,
      "The person did not approve the plan, and plan mode stays on: ask them what is missing before you submit another one.",
    );
    const alone = await planning(async () => ({ approved: false, by: "nobody", feedback: "nobody is there" }));
    assert.equal(
      (await alone.submit()).text,
      "The plan could not be shown to a person: nobody is there. Plan mode stays on: give the plan in your answer and stop there.",
    );
    assert.deepEqual([silent.session.plan.isOn, alone.session.plan.isOn], [true, true]);
  });

  it("a person who leaves plan mode instead of answering has not approved it", async () => {
    const { submit, session, notes } = await planning(async () => {
      session.plan.leave();
      return { approved: false, by: "person" };
    });
    assert.equal(
      (await submit()).text,
      "The person ended plan mode without answering the plan: ask them what to do before you change anything.",
    );
    assert.deepEqual(
      [session.plan.approved, notes.at(-1)],
      [undefined, ["plan mode off", "tester", "left without a plan"]],
    );
  });

  it("is not needed while plan mode is off, and nobody is asked", async () => {
    const at = await realCrib();
    const { text, isError } = await at.call("submit_plan", { plan });
    assert.equal(
      text,
      "Plan mode is off, so no plan needs approval: continue with the work, or describe your plan in your answer.",
    );
    assert.deepEqual([isError, at.asked], [true, []]);
  });

  it("refuses an empty and an endless plan", async () => {
    const { submit, asked } = await planning(async () => ({ approved: true, by: "person" }));
    assert.match(
      (await submit({ plan: " \n" })).text,
      /^The plan is empty: describe in "plan" what you intend to do\.$/,
    );
    for (const input of [
      {},
      { plan: "" },
      { plan: "x".repeat(50_001) },
      { plan: 7 },
      { plan, title: "x".repeat(101) },
    ]) {
      const { text, isError } = await submit(input);
      assert.ok(isError);
      assert.match(text, /plan|title/);
    }
    assert.deepEqual(asked, []);
    assert.equal((await submit({ plan: "x".repeat(50_000) })).isError, false);
  });

  it("may be put before a person in a workspace that is not trusted", async () => {
    const at = await realCrib({}, { trusted: false });
    at.session.plan.enter();
    assert.equal((await at.call("submit_plan", { plan })).isError, false);
  });

  it("a plan that begins anew forgets the one that was approved", async () => {
    const { submit, session } = await planning(async () => ({ approved: true, by: "person" }));
    await submit();
    session.plan.enter();
    assert.deepEqual([session.plan.isOn, session.plan.approved], [true, undefined]);
  });
});
