/** Tools of other extensions in the one flow of every call (CT-1, CT-4). */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolContext, ToolDefinition, ToolEffect } from "../../../toolcrib-api";
import { extension, failed, withTool } from "./support/registered";

const text = { text: "one two three" };

describe("a tool of another extension", () => {
  it("is asked about as work for that extension, with its input, and answers the model (CT-1)", async () => {
    const at = await withTool();
    const result = await at.call("count_words", text);
    assert.deepEqual(result, { text: "3 words", isError: false });
    const [{ plan, decision } = assert.fail("nothing was asked")] = at.asked;
    assert.equal(plan.title, "Count Words (acme.words)");
    assert.deepEqual(plan.effects, [
      {
        kind: "delegate",
        to: "extension acme.words",
        prompt: '{\n  "text": "one two three"\n}',
        tool: "count_words",
      },
    ]);
    assert.equal(decision.reason, "Toolcrib cannot check what the extension acme.words does with it");
    assert.deepEqual(
      at.records.map(({ tool, isError, approvedBy }) => [tool, isError, approvedBy]),
      [["count_words", false, "person"]],
    );
  });

  it("that says that it changes nothing is not asked about", async () => {
    const at = await withTool({ metadata: { readOnly: true } });
    assert.equal((await at.call("count_words", text)).text, "3 words");
    assert.deepEqual(at.asked, []);
  });

  it("that says so may declare no change", async () => {
    for (const effect of [
      { kind: "write", path: "a.txt", content: "x" },
      { kind: "exec", command: "ls" },
    ] satisfies ToolEffect[]) {
      const at = await withTool({ metadata: { readOnly: true }, effects: () => [effect] });
      const { text: told } = await at.call("count_words", text);
      assert.match(told, new RegExp(`count_words planned a ${effect.kind}, which it does not declare`));
      assert.equal(existsSync(join(at.root, "a.txt")), false);
    }
  });

  it("an answer that is remembered holds for this tool, whatever its input, and for no other", async () => {
    const at = await withTool();
    await at.call("count_words", text);
    const [{ plan, byEffect } = assert.fail("nothing was asked")] = at.asked;
    at.crib.approvals.take("exact", "session", plan.effects, byEffect);
    assert.deepEqual(
      at.crib.approvals.all().map(({ shown }) => shown),
      ["calls of count_words (extension acme.words)"],
    );
    await at.call("count_words", { text: "other" });
    assert.equal(at.asked.length, 1);
    const other = plan.effects.map((effect) => ({ ...effect, tool: "other_tool" }) as typeof effect);
    assert.equal(at.crib.approvals.cover(other, byEffect), undefined);
  });

  it("is refused by a delegate rule of the policy, by the extension's name", async () => {
    const settings = {
      policy: [{ effect: "delegate", match: "extension acme.*", decision: "deny", reason: "not here" }],
    };
    let runs = 0;
    const at = await withTool({ metadata: { readOnly: true }, run: () => `${++runs}` }, { settings });
    assert.match((await at.call("count_words", text)).text, /^Denied by policy: not here\./);
    assert.equal(runs, 0);
  });

  it("is refused while plan mode is on, unless it says that it changes nothing", async () => {
    const at = await withTool();
    at.session.plan.enter();
    assert.match((await at.call("count_words", text)).text, /^Denied by policy: plan mode is on/);
    const looking = await withTool({ metadata: { readOnly: true } });
    looking.session.plan.enter();
    assert.equal((await looking.call("count_words", text)).text, "3 words");
  });

  it("is asked about each time once the session has read what the extension is not cleared for (PO-9)", async () => {
    const at = await withTool({ metadata: { readOnly: true } });
    at.session.taint.add({ time: 0, call: "", level: "CONFIDENTIAL", source: "a", reason: "b" });
    await at.call("count_words", text);
    assert.match(at.asked[0]?.decision.reason ?? "", /it would send .* to extension acme\.words/);
    assert.equal(at.asked[0]?.decision.always, true);
  });

  it("gets what its schema takes, with safe casts and defaults, and nothing else", async () => {
    const given: unknown[] = [];
    const at = await withTool({
      input: {
        type: "object",
        properties: { text: { type: "string" }, times: { type: "integer", minimum: 1, default: 2 } },
        required: ["text"],
      },
      run: (input) => {
        given.push(input);
        return "ok";
      },
    });
    await at.call("count_words", { text: "a", times: "3" });
    await at.call("count_words", { text: "a" });
    assert.deepEqual(given, [
      { text: "a", times: 3 },
      { text: "a", times: 2 },
    ]);
    const problems = [
      [{}, 'count_words needs the parameter "text", which is missing.'],
      [{ text: "a", times: 0 }, 'count_words parameter "times" is wrong: expected number to be >=1, but got 0.'],
      ["a", 'count_words needs a JSON object with "text", "times", but got "a".'],
    ] as const;
    for (const [input, told] of problems) assert.deepEqual((await at.call("count_words", input)).text, told);
    assert.equal(given.length, 2);
  });

  it("is found by its aliases, and gone once it is taken away", async () => {
    const at = await withTool({ metadata: { aliases: ["words"] } });
    assert.equal((await at.call("words", text)).text, "3 words");
    const again = await withTool();
    const tool = again.crib.added.find("count_words") ?? assert.fail();
    assert.deepEqual(tool.origin, { kind: "extension", name: extension });
    assert.equal(tool.tool.summary, "Counts words.");
  });
});

describe("what a tool of another extension declares", () => {
  const declares = (...effects: ToolEffect[]): Partial<ToolDefinition> => ({ effects: () => effects });

  it("is judged before it runs: a read outside the workspace is refused", async () => {
    let runs = 0;
    const at = await withTool({ ...declares({ kind: "read", path: "/etc/passwd" }), run: () => `${++runs}` });
    assert.match((await at.call("count_words", text)).text, /^Denied by policy: .*outside the workspace/);
    assert.equal(runs, 0);
  });

  it("is judged as commands that nothing holds, and as requests", async () => {
    const denied = await withTool(declares({ kind: "exec", command: "sudo ls" }));
    assert.match((await denied.call("count_words", text)).text, /^Denied by policy/);
    const at = await withTool(
      declares({ kind: "exec", command: "ls" }, { kind: "fetch", url: "http://169.254.169.254/" }),
    );
    assert.match((await at.call("count_words", text)).text, /^Denied by policy/);
    const asked = await withTool(declares({ kind: "exec", command: "ls" }));
    await asked.call("count_words", text);
    const effect = asked.asked[0]?.plan.effects[1];
    assert.equal(effect?.kind === "exec" && effect.outsideSandbox, true);
    assert.equal(asked.asked[0]?.decision.always, true);
  });

  it("is no request of a web search, whatever it says, so that none gets its allowance (WS-1)", async () => {
    const request = { kind: "fetch", url: "https://api.search.brave.com/x", search: "brave", body: "x" } as const;
    const { call, asked } = await withTool(declares(request), { settings: { "web.search.provider": "brave" } });
    await call("count_words", text);
    assert.deepEqual(
      asked[0]?.plan.effects.find(({ kind }) => kind === "fetch"),
      { kind: "fetch", url: request.url, method: "GET" },
    );
  });

  it("is written by the crib before it runs, as the person approved it, and can be undone", async () => {
    const seen: string[] = [];
    const at = await withTool(
      {
        effects: ({ text }) => [
          { kind: "write", path: "notes/words.txt", content: `${text}\n` },
          { kind: "write", path: "old.txt", content: null },
        ],
        run: (_, { roots: [root = ""] }) => {
          seen.push(readFileSync(join(root, "notes/words.txt"), "utf8"));
          return "noted";
        },
      },
      {
        tree: { "old.txt": "old" },
        confirm: async ({ plan }) => {
          const [, write] = plan.effects;
          const real = write?.kind === "write" ? write.target.real : "";
          return { approved: true, by: "person", edits: new Map([[real, Buffer.from("as I want it\n")]]) };
        },
      },
    );
    const { undo } = await at.call("count_words", text);
    assert.deepEqual(seen, ["as I want it\n"]);
    assert.equal(existsSync(join(at.root, "old.txt")), false);
    await at.crib.journal.undo(undo?.id);
    assert.equal(existsSync(join(at.root, "notes")), false);
    assert.equal(readFileSync(join(at.root, "old.txt"), "utf8"), "old");
  });

  it("is no deletion of what is not there, and no change of a folder", async () => {
    const at = await withTool(declares({ kind: "write", path: "gone.txt", content: null }), { tree: { "dir/a": "" } });
    assert.equal((await at.call("count_words", text)).text, "There is no gone.txt to delete.");
    const folder = await withTool(declares({ kind: "write", path: "dir", content: "x" }), { tree: { "dir/a": "" } });
    assert.equal((await folder.call("count_words", text)).text, "dir is a folder, and only a file can be written.");
  });

  it("is not even looked at where nothing may be written", async () => {
    const at = await withTool({ effects: () => [{ kind: "write", path: "../outside/a.txt", content: "x" }] });
    assert.match(
      (await at.call("count_words", text)).text,
      /^Denied by policy: writing outside the workspace is never allowed/,
    );
  });

  it("is not written when the person says no", async () => {
    const at = await withTool(declares({ kind: "write", path: "a.txt", content: "x" }), {
      confirm: async () => ({ approved: false, by: "person" }),
    });
    assert.match((await at.call("count_words", text)).text, /^The person declined this: Count Words \(acme\.words\)/);
    assert.equal(existsSync(join(at.root, "a.txt")), false);
  });

  it("that cannot be told is a failure, and the tool does not run", async () => {
    const odd: [unknown, string][] = [
      [
        () => [{ kind: "explode" }],
        "it declared an invalid effect (0.kind: Invalid discriminator value. Expected 'read' | 'list' | 'write' | 'exec' | 'fetch')",
      ],
      [() => "none", "it declared an invalid effect (all of it: Invalid input: expected array, received string)"],
      [
        () => {
          throw new Error("no idea.");
        },
        "it could not tell what it would do, no idea",
      ],
    ];
    for (const [effects, problem] of odd) {
      let runs = 0;
      const at = await withTool({ effects: effects as never, run: () => `${++runs}` });
      const result = await at.call("count_words", text);
      assert.deepEqual([result.text, result.isError, runs], [failed(problem), true, 0]);
    }
  });

  it("does not reach what it is given", async () => {
    const given: unknown[] = [];
    const at = await withTool({
      effects(input) {
        input.text = "changed";
        return [];
      },
      run: (input) => {
        given.push(input);
        return "ok";
      },
    });
    await at.call("count_words", text);
    assert.deepEqual(given, [text]);
  });
});

describe("a call that a tool of another extension makes", () => {
  const calling = (work: (context: ToolContext) => Promise<string>): Partial<ToolDefinition> => ({
    metadata: { readOnly: true },
    run: (_, context) => work(context),
  });

  it("goes through the same pipeline: judged, asked about, recorded; a refusal is a result", async () => {
    const at = await withTool(
      calling(async ({ callTool }) => {
        const read = await callTool("read_file", { path: "a.txt" });
        const denied = await callTool("read_file", { path: "/etc/passwd" });
        const none = await callTool("nothing", {});
        return JSON.stringify([read.text, denied.isError, none.isError]);
      }),
      { tree: { "a.txt": "hello\n" } },
    );
    assert.equal((await at.call("count_words", text)).text, JSON.stringify(["hello\n", true, true]));
    assert.deepEqual(
      at.records.map(({ tool, isError }) => [tool, isError]),
      [
        ["read_file", false],
        ["read_file", true],
        ["nothing", true],
        ["count_words", false],
      ],
    );
  });

  it("is made in the dialect `standard`, whatever the model speaks", async () => {
    const at = await withTool(
      calling(async ({ callTool }) => (await callTool("read_file", { path: "a.txt" })).text),
      { dialect: "flyto", tree: { "a.txt": "hello\n" } },
    );
    assert.equal((await at.call("count_words", text)).text, "hello\n");
  });

  it("writes as agreed: the change is its own, and can be undone", async () => {
    const at = await withTool(
      calling(async ({ callTool }) => (await callTool("write_file", { path: "b.txt", content: "b" })).text),
    );
    await at.call("count_words", text);
    assert.equal(readFileSync(join(at.root, "b.txt"), "utf8"), "b");
    assert.deepEqual(
      at.asked.map(({ tool }) => tool.name),
      ["write_file"],
    );
    await at.crib.journal.undo();
    assert.equal(existsSync(join(at.root, "b.txt")), false);
  });

  it("is not told the agent's news, which the model hears with the whole call", async () => {
    let nested = "";
    const at = await withTool(
      calling(async ({ callTool }) => {
        nested = (await callTool("read_file", { path: "a.txt" })).text;
        return "done";
      }),
      { tree: { "a.txt": "hello\n" } },
    );
    await at.call("run_command", { command: "true", background: true });
    await Promise.all(at.crib.jobs.all().map(({ ended }) => ended));
    const { text: told } = await at.call("count_words", text);
    assert.equal(nested, "hello\n");
    assert.match(told, /^done\n\n\[Background job \S+ has ended: /);
  });

  it("does nothing once the call that it is part of has ended", async () => {
    let late: ToolContext | undefined;
    const at = await withTool({
      metadata: { readOnly: true },
      run: (_, context) => {
        late = context;
        return "done";
      },
    });
    await at.call("count_words", text);
    assert.deepEqual(await late?.callTool("write_file", { path: "c.txt", content: "c" }), {
      text: "Not done: the call that it belonged to has ended.",
      isError: true,
    });
    assert.equal(existsSync(join(at.root, "c.txt")), false);
  });

  it("of itself without end is bounded", async () => {
    let deepest = 0;
    let depth = 0;
    const at = await withTool(
      calling(async ({ callTool }) => {
        deepest = Math.max(deepest, ++depth);
        const { text: answer } = await callTool("count_words", text);
        return answer;
      }),
    );
    assert.equal(
      (await at.call("count_words", text)).text,
      failed("it is running 10 times already, so wait until one has ended"),
    );
    assert.equal(deepest, 10);
    depth = 0;
    await at.call("count_words", text);
    assert.equal(depth, 10);
  });
});
