import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Approvals, forgetfulStore } from "../../src/core/approvals";
import { allow, ask, askAlways, deny } from "../../src/core/decision";
import type { Effect, EffectKind } from "../../src/core/effect";
import { type Approval, prepareCall } from "../../src/core/pipeline";
import type { Rule } from "../../src/core/rule";
import type { Plan, PlanContext, RunContext, ToolResult } from "../../src/core/tool";
import { ToolError } from "../../src/core/toolError";
import { standard } from "../../src/dialects/standard";
import { anything, type BareCrib, type BareOptions, bareCrib, toolOf } from "../support/bareCrib";
import { removeTempFolders } from "../support/tempFolder";

afterEach(removeTempFolders);

const done: ToolResult = { text: "done", isError: false, data: { n: 1 } };
const signal = new AbortController().signal;
const rule = (judge: Rule["judge"]): Rule => ({ name: "test", judge });
const asking = rule(() => ask("test", "someone must look"));
const denied = (title: string, reason: string) =>
  `Denied by policy: ${reason}. "${title}" was not done; do not retry it another way: choose something inside the workspace, or tell the person what you need.`;
const person: Approval = { approved: true, by: "person" };

/** A crib whose one tool has these effects and notes how often it ran. */
async function running(
  effects: (at: BareCrib) => Promise<readonly Effect[]>,
  options: BareOptions = {},
  run: (context: RunContext, effects: readonly Effect[]) => Promise<ToolResult> = async () => done,
) {
  let at: BareCrib;
  const runs: RunContext[] = [];
  const tool = toolOf(async () => {
    const planned = await effects(at);
    return {
      title: "Probe it",
      effects: planned,
      run: async (context) => {
        at.events.push("run");
        runs.push(context);
        return run(context, planned);
      },
    };
  });
  at = await bareCrib({ tree: { a: "old", b: "b" }, tools: { tool }, ...options });
  return { at, runs };
}

describe("pipeline: verdicts", () => {
  it("an allowed call runs without a question and is recorded", async () => {
    const { at } = await running(async (at) => [await at.read("a")]);
    assert.deepEqual(await at.call(), done);
    assert.deepEqual(at.events, ["run", "record"]);
    const [{ id, ...record } = { id: "" }] = at.records;
    assert.match(id, /^loyw3v28-[0-9a-f]{8}$/);
    assert.deepEqual(record, {
      time: 1_700_000_000_000,
      agent: "tester",
      tool: "probe",
      title: "Probe it",
      decision: allow("anything", "the test allows it"),
      isError: false,
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
    assert.deepEqual(at.asked[0]?.decision, ask("none", "no rule speaks for this"));
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

  for (const kind of ["read", "list", "write", "exec", "fetch", "delegate"] as EffectKind[])
    it(`a tool that plans a ${kind} it does not declare is denied`, async () => {
      let at: BareCrib;
      const others = (["read", "list", "write", "exec", "fetch", "delegate"] as const).filter(
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
        { touches: others },
      );
      at = await bareCrib({ tree: { a: "old" }, tools: { tool } });
      const { text } = await at.call();
      assert.equal(text, denied("Probe it", `probe planned a ${kind}, which it does not declare`));
      assert.deepEqual(at.events, ["record"]);
    });
});

describe("pipeline: answers", () => {
  const answered = async (confirm: () => Promise<Approval>) => {
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
    at.crib.approvals.remember(await at.exec("x"));
    await at.call();
    assert.deepEqual([at.events, at.records[0]?.approvedBy], [["run", "record"], "remembered"]);
  });

  it("D-7: a remembered answer never answers an always-ask", async () => {
    const { at } = await running(async (at) => [await at.exec("x")], {
      rules: [rule(() => askAlways("test", "look"))],
    });
    at.crib.approvals.remember(await at.exec("x"));
    await at.call();
    assert.deepEqual([at.events, at.records[0]?.approvedBy], [["ask Probe it", "run", "record"], "person"]);
  });

  it("a remembered answer never loosens a deny", async () => {
    const { at } = await running(async (at) => [await at.exec("x")], { rules: [rule(() => deny("test", "no"))] });
    at.crib.approvals.remember(await at.exec("x"));
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

describe("pipeline: a file that must be read before the call can be planned (D-6)", () => {
  const reading = (touches: readonly EffectKind[] = ["read"]) => {
    const plans: string[] = [];
    const tool = toolOf(
      async ({ host }: PlanContext): Promise<Plan> => {
        const target = await host.resolve("secret");
        plans.push("plan");
        await host.stat(target);
        const text = Buffer.from(await host.read(target)).toString();
        return { title: "Show it", effects: [{ kind: "read", target }], run: async () => ({ text, isError: false }) };
      },
      { touches },
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
      { touches: ["exec"] },
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

describe("pipeline: cancellation and defects", () => {
  it("a call cancelled while it is asked about does not run", async () => {
    const stop = new AbortController();
    const { at } = await running(async (at) => [await at.exec("x")], {
      rules: [asking],
      confirm: async () => {
        stop.abort();
        return person;
      },
    });
    assert.deepEqual(await at.call("probe", {}, stop.signal), {
      text: "The call was cancelled before anything was done.",
      isError: true,
      data: { error: "cancelled" },
    });
    assert.deepEqual(at.events, ["ask Probe it", "record"]);
  });

  it("a call that was cancelled before does not run, though it is allowed", async () => {
    const { at } = await running(async (at) => [await at.read("a")]);
    assert.equal(
      (await at.call("probe", {}, AbortSignal.abort())).text,
      "The call was cancelled before anything was done.",
    );
    assert.deepEqual(at.events, ["record"]);
  });

  it("a tool that throws something else is told as a defect, not thrown", async () => {
    const { at } = await running(
      async () => [],
      {},
      () => Promise.reject(new TypeError("x is undefined")),
    );
    assert.deepEqual(await at.call(), {
      text: "probe failed unexpectedly: x is undefined. Nothing more was done.",
      isError: true,
      data: { error: "internal" },
    });
  });

  it("a plan that throws something else too, and a value that is no error", async () => {
    for (const thrown of [new Error("oh"), "oh"]) {
      const at = await bareCrib({ tools: { tool: toolOf(() => Promise.reject(thrown)) } });
      assert.equal((await at.call()).text, "probe failed unexpectedly: oh. Nothing more was done.");
      assert.deepEqual([at.records[0]?.title, at.records[0]?.decision], ["probe", undefined]);
    }
  });

  it("a ToolError keeps its code and details", async () => {
    const at = await bareCrib({
      tools: { tool: toolOf(() => Promise.reject(new ToolError("no_match", "Not there.", { found: 0 }))) },
    });
    assert.deepEqual(await at.call(), { text: "Not there.", isError: true, data: { error: "no_match", found: 0 } });
  });

  it("an unknown tool is told with the known ones, and recorded", async () => {
    const at = await bareCrib({ tools: { tool: toolOf(() => Promise.reject(new Error("unused"))) } });
    assert.deepEqual(await at.call("frobnicate"), {
      text: 'There is no tool "frobnicate": use one of probe.',
      isError: true,
      data: { error: "unknown_tool" },
    });
    assert.deepEqual(
      [at.records[0]?.tool, at.records[0]?.title, at.records[0]?.isError],
      ["frobnicate", "frobnicate", true],
    );
  });

  it("a configuration that cannot be read fails the call, and is not thrown", async () => {
    const at = await bareCrib({
      tools: { tool: toolOf(() => Promise.reject(new Error("unused"))) },
      crib: {
        context: () => {
          throw new Error("no settings");
        },
      },
    });
    assert.equal((await at.call()).text, "probe failed unexpectedly: no settings. Nothing more was done.");
  });

  it("wrong arguments never reach the plan", async () => {
    let planned = 0;
    const at = await bareCrib({
      tools: {
        tool: toolOf(async () => {
          planned++;
          return { title: "", effects: [], run: async () => done };
        }),
      },
    });
    assert.equal((await at.call("probe", { junk: 1 })).text, 'probe has no parameter "junk": use no parameters.');
    assert.equal(planned, 0);
  });
});

describe("pipeline: what a tool is given", () => {
  it("the hidden globs, the progress of the caller, the session, the signal", async () => {
    const { at, runs } = await running(async () => []);
    const lines: string[] = [];
    const { executeCall } = await import("../../src/core/pipeline");
    await executeCall(
      at.crib,
      at.session,
      { tool: "probe", input: {}, signal, progress: (line) => lines.push(line) },
      async () => person,
    );
    const [context] = runs;
    context?.progress("half way");
    assert.deepEqual(
      [context?.hiddenGlobs, context?.session, context?.signal, lines],
      [["**/hidden"], at.session, signal, ["half way"]],
    );
  });

  it("the configuration is read anew for every call", async () => {
    let reads = 0;
    const { at } = await running(async () => []);
    const { context } = at.crib;
    const crib = { ...at.crib, context: () => (reads++, context()) };
    for (let count = 0; count < 3; count++) await prepareCall(crib, at.session, { tool: "probe", input: {}, signal });
    assert.equal(reads, 3);
  });

  it("preparing changes nothing and asks nobody (D-16)", async () => {
    const { at } = await running(async (at) => [await at.write("a", "old", "new")], { rules: [asking] });
    const prepared = await prepareCall(at.crib, at.session, { tool: "probe", input: {}, signal });
    assert.equal(prepared.kind === "judged" && prepared.decision.kind, "ask");
    assert.deepEqual([at.events, readFileSync(join(at.root, "a"), "utf8")], [[], "old"]);
  });

  it("a dialect words successes and failures, and sees the arguments as given", async () => {
    const tool = toolOf(async () => ({ title: "Probe it", effects: [], run: async () => done }));
    const failing = toolOf(() => Promise.reject(new ToolError("stale", "Old.")), { name: "failing" });
    const at = await bareCrib();
    const dialect = standard({ tool, failing });
    const crib = {
      ...at.crib,
      dialect: {
        name: "own",
        tools: dialect.tools.map((one) => ({
          ...one,
          present: (result: ToolResult, args: object) => `${result.text} ${JSON.stringify(args)}`,
          presentError: (error: ToolError) => `E:${error.code}`,
        })),
      },
      approvals: new Approvals(forgetfulStore),
    };
    const { executeCall } = await import("../../src/core/pipeline");
    const call = (name: string) => executeCall(crib, at.session, { tool: name, input: {}, signal }, async () => person);
    assert.deepEqual(await call("probe"), { ...done, text: "done {}" });
    assert.deepEqual(await call("failing"), { text: "E:stale", isError: true, data: { error: "stale" } });
  });

  it("a failure that a tool returns is not reworded as a success", async () => {
    const failed: ToolResult = { text: "it broke", isError: true, data: {} };
    const tool = toolOf(async () => ({ title: "Probe it", effects: [], run: async () => failed }));
    const at = await bareCrib();
    const [own] = standard({ tool }).tools;
    assert.ok(own);
    const crib = { ...at.crib, dialect: { name: "own", tools: [{ ...own, present: () => "fine!" }] } };
    const { executeCall } = await import("../../src/core/pipeline");
    assert.deepEqual(
      await executeCall(crib, at.session, { tool: "probe", input: {}, signal }, async () => person),
      failed,
    );
  });

  it("D-10: a file that changes between the plan and the write is left as it is", async () => {
    const { at } = await running(
      async (at) => [await at.write("a", "old", "new")],
      {
        rules: [asking],
        confirm: async () => {
          writeFileSync(join(at.root, "a"), "mine");
          return person;
        },
      },
      async ({ host }, [effect]) => {
        assert.ok(effect?.kind === "write");
        await host.write(effect);
        return done;
      },
    );
    assert.equal(
      (await at.call()).text,
      "a was changed since it was planned, so nothing was written: read it again and repeat the change.",
    );
    assert.equal(readFileSync(join(at.root, "a"), "utf8"), "mine");
  });
});
