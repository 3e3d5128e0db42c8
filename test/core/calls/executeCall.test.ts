import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executeCall } from "../../../src/core/calls/executeCall";
import { prepareCall } from "../../../src/core/calls/prepareCall";
import type { ToolResult } from "../../../src/core/tools/tool";
import { ask } from "../../../src/core/vocabulary/decision";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { standard } from "../../../src/dialects/shared/standard";
import { bareCrib, toolOf } from "../../support/bareCrib";
import { done, person, rule, running } from "../../support/probe";

const signal = new AbortController().signal;

const asking = rule(() => ask("test", "someone must look"));

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
    assert.equal((await at.call("probe", [])).text, "probe needs a JSON object with no parameters, but got [].");
    assert.equal(planned, 0);
  });
});

describe("pipeline: what a tool is given", () => {
  it("the hidden globs, the progress of the caller, the session, the signal", async () => {
    const { at, runs } = await running(async () => []);
    const lines: string[] = [];
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
    const crib = {
      ...at.crib,
      context() {
        reads++;
        return context();
      },
    };
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
        traits: dialect.traits,
        tools: dialect.tools.map((one) => ({
          ...one,
          present: (result: ToolResult, args: object) => `${result.text} ${JSON.stringify(args)}`,
          presentError: (error: ToolError) => `E:${error.code}`,
        })),
      },
    };
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
    const crib = { ...at.crib, dialect: { ...at.crib.dialect, tools: [{ ...own, present: () => "fine!" }] } };
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
