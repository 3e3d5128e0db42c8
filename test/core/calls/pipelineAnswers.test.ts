import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../../../src/core/calls/approvals/answer";
import { ask, askAlways, deny } from "../../../src/core/vocabulary/decision";
import type { BareCrib } from "../../support/bareCrib";
import { done, person, rule, running } from "../../support/probe";

const signal = new AbortController().signal;

const asking = rule(() => ask("test", "someone must look"));

const rememberYes = async ({ crib, exec }: BareCrib) =>
  crib.approvals.take("exact", "session", [await exec("x")], [ask("test", "someone must look")]);

describe("pipeline: answers", () => {
  const answered = async (confirm: () => Promise<Answer>) => {
    const { at } = await running(async (at) => [await at.exec("x")], { rules: [asking], confirm });
    return { at, result: await at.call() };
  };

  it("a no is told as the person's, with their words, and nothing runs", async () => {
    const { at, result } = await answered(async () => ({ approved: false, by: "person", feedback: "use B" }));
    assert.deepEqual(result, {
      text: "The person declined this: Probe it. Nothing was done; they said: use B. Do not retry it; ask what they want instead.",
      isError: true,
      data: { error: "declined" },
    });
    assert.deepEqual(at.events, ["ask Probe it", "record"]);
    assert.deepEqual([at.records[0]?.approvedBy, at.records[0]?.isError], ["person", true]);
  });

  it("a no without words", async () => {
    const { result } = await answered(async () => ({ approved: false, by: "person" }));
    assert.equal(
      result.text,
      "The person declined this: Probe it. Nothing was done. Do not retry it; ask what they want instead.",
    );
  });

  it("nobody there to ask is told as that", async () => {
    const { result } = await answered(async () => ({ approved: false, by: "nobody", feedback: "someone must look" }));
    assert.equal(
      result.text,
      "Probe it needs a person's approval and nobody could give it: someone must look. Nothing was done.",
    );
  });

  it("a question that throws is a no", async () => {
    const { at, result } = await answered(() => Promise.reject(new Error("window closed")));
    assert.equal(
      result.text,
      "Probe it needs a person's approval and nobody could give it: the question could not be asked (window closed). Nothing was done.",
    );
    assert.deepEqual(at.events, ["ask Probe it", "record"]);
  });

  it("a note is told with the result", async () => {
    const { result } = await answered(async () => ({ ...person, note: "The person changed it." }));
    assert.deepEqual(result, { ...done, text: "done\n\nThe person changed it." });
  });

  it("D-16: what a person made of the proposal is what is written", async () => {
    const { at } = await running(
      async (at) => [await at.write("a", "old", "proposed")],
      {
        rules: [asking],
        confirm: async ({ plan }) => {
          const [effect] = plan.effects;
          assert.ok(effect?.kind === "write");
          return { ...person, edits: new Map([[effect.target.real, Buffer.from("edited")]]) };
        },
      },
      async ({ host }, [effect]) => {
        assert.ok(effect?.kind === "write");
        await host.write(effect);
        return done;
      },
    );
    await at.call();
    assert.equal(readFileSync(join(at.root, "a"), "utf8"), "edited");
    assert.deepEqual(at.events, ["ask Probe it", "run", "journal pending a", "write a", "journal done a", "record"]);
  });

  it("a remembered answer asks nobody and is recorded as that", async () => {
    const { at } = await running(async (at) => [await at.exec("x")], { rules: [asking] });
    await rememberYes(at);
    await at.call();
    assert.deepEqual([at.events, at.records[0]?.approvedBy], [["run", "record"], "remembered (session)"]);
  });

  it("D-7: a remembered answer never answers an always-ask", async () => {
    const { at } = await running(async (at) => [await at.exec("x")], {
      rules: [rule(() => askAlways("test", "look"))],
    });
    await rememberYes(at);
    await at.call();
    assert.deepEqual([at.events, at.records[0]?.approvedBy], [["ask Probe it", "run", "record"], "person"]);
  });

  it("a remembered answer never loosens a deny", async () => {
    const { at } = await running(async (at) => [await at.exec("x")], { rules: [rule(() => deny("test", "no"))] });
    await rememberYes(at);
    await at.call();
    assert.deepEqual(at.events, ["record"]);
  });

  it("a yes is for what was shown: a run that does something else is refused", async () => {
    const { at } = await running(
      async (at) => [await at.exec("x")],
      { rules: [asking] },
      async ({ host }, [effect]) => {
        assert.ok(effect?.kind === "exec");
        await host.exec({ command: "y", cwd: effect.cwd, timeoutMs: 1000, signal, onOutput() {} });
        return done;
      },
    );
    assert.deepEqual(await at.call(), {
      text: 'Running "y" was not part of what was planned and approved, so it was refused: call the tool again.',
      isError: true,
      data: { error: "denied" },
    });
    assert.deepEqual(at.commands, []);
  });
});
