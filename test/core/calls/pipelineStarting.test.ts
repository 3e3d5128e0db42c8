import assert from "node:assert/strict";
import type { Answer } from "../../../src/core/calls/approvals/answer";
import type { StartingCall } from "../../../src/core/calls/call";
import { executeCall } from "../../../src/core/calls/executeCall";
import { answerText } from "../../../src/core/text/answerText";
import type { Declined } from "../../../src/core/tools/tool";
import { ask, deny } from "../../../src/core/vocabulary/decision";
import { person, rule, running } from "../../support/probe";

const { signal } = new AbortController();
const asking = rule(() => ask("test", "someone must look"));

describe("pipeline: a call that starts", () => {
  const started = async (approval: Answer, refusal?: Declined, judge = asking) => {
    const { at, runs } = await running(async (at) => [await at.write("a", "old", "proposed")], { rules: [judge] });
    const heard: StartingCall[] = [];
    const call = {
      tool: "probe",
      input: {},
      signal,
      async starting(call: StartingCall) {
        heard.push(call);
        return refusal;
      },
    };
    const result = await executeCall(at.crib, at.session, call, async () => approval);
    return { at, heard, result, runs };
  };

  it("says who let it be made, before anything is done", async () => {
    const { heard, runs } = await started(person);
    assert.deepEqual(
      heard.map(({ approvedBy, isEdited, judged }) => [approvedBy, isEdited, judged.plan.title]),
      [["person", false, "Probe it"]],
    );
    assert.equal(runs.length, 1);
  });

  it("says that the person changed what it proposed", async () => {
    const { heard } = await started({ approved: true, by: "person", edits: new Map([["/a", Buffer.from("changed")]]) });
    assert.deepEqual(
      heard.map(({ isEdited }) => isEdited),
      [true],
    );
  });

  it("is not made when its host says no, and the no is on record", async () => {
    const { at, result, runs } = await started(person, { by: "person", feedback: "skipped" });
    assert.equal(runs.length, 0);
    assert.match(result.text, /^The person declined this: Probe it\. Nothing was done; they said: skipped\./);
    assert.deepEqual(
      at.records.map(({ approvedBy, isError }) => [approvedBy, isError]),
      [["person", true]],
    );
  });

  it("is not heard of when it is declined or denied", async () => {
    const declined = await started({ approved: false, by: "person" });
    const denied = await started(
      person,
      undefined,
      rule(() => deny("test", "not here")),
    );
    assert.deepEqual([declined.heard, declined.runs, denied.heard, denied.runs], [[], [], [], []]);
  });
});

describe("the answer to a question on record", () => {
  for (const [line, said] of [
    [{}, ""],
    [{ approvedBy: "person" }, ", allowed by person"],
    [{ approvedBy: "person", error: "declined" }, ", declined by person"],
    [{ approvedBy: "person", error: "timeout" }, ", allowed by person"],
    [{ approvedBy: "VS Code" }, ", allowed in VS Code"],
    [{ approvedBy: "nobody", error: "declined" }, ", not answered"],
    [{ approvedBy: 7 }, ""],
  ] as const)
    it(`${JSON.stringify(line)} reads "${said}"`, () => assert.equal(answerText(line), said));
});
