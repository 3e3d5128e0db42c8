/** Programs that the settings name, around real calls of real tools (PO-1, PO-3, PO-5). */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HookAnswer, HookProgram } from "../../../src/core/calls/beside/hooks";
import { executeCall } from "../../../src/core/calls/executeCall";
import { deny } from "../../../src/core/vocabulary/decision";
import type { TellFailure } from "../../../src/features/hooks/hookFailures";
import { hookRunner } from "../../../src/features/hooks/node/hookProgram";
import { UserHooks } from "../../../src/features/hooks/userHooks";
import { realCrib } from "../../support/realCrib";
import { tempFolder } from "../../support/tempFolder";
import { hookedCall } from "./support/hookedCall";

const beforeCalls = (...hooks: object[]) => ({ settings: { "hooks.before": hooks } });
const advice = "do not retry it another way: tell the person if you cannot go on without it";
const refused = (title: string, reason: string) => `Denied by policy: ${reason}. "${title}" was not done; ${advice}.`;
const write = { path: "a.txt", content: "new\n" };
const contentOf = ({ root }: { root: string }) => readFileSync(join(root, "a.txt"), "utf8");

describe("the person's hooks before a call", () => {
  it("deny by exit code 2: the model is told why, nothing is written, nobody is asked", async () => {
    const at = await realCrib(
      { "a.txt": "old\n" },
      {
        settings: {
          requireRead: false,
          "hooks.before": [{ name: "freeze", command: "echo 'Code freeze.' >&2; exit 2" }],
        },
      },
    );
    const { text, isError } = await at.call("write_file", write);
    assert.deepEqual([text, isError], [refused("Overwrite a.txt", 'the hook "freeze" says: Code freeze'), true]);
    assert.deepEqual([contentOf(at), at.asked], ["old\n", []]);
    assert.deepEqual(
      at.records.map(({ decision }) => [decision?.kind, decision?.rule]),
      [["deny", "hooks.freeze"]],
    );
  });

  it("ask: the person reads the hook's reason, once, and may say yes", async () => {
    const command = ["node", "-e", `process.stdin.resume(); console.log('{"decision":"ask","reason":"it is late"}')`];
    const at = await realCrib({ "a.txt": "old\n" }, beforeCalls({ name: "late", command }));
    assert.equal((await at.call("read_file", { path: "a.txt" })).text, "old\n");
    assert.deepEqual(
      at.asked.map(({ decision }) => decision.reason),
      ['the hook "late" says: it is late'],
    );
  });

  it("that allow answer no question", async () => {
    const at = await realCrib(
      {},
      {
        ...beforeCalls({ name: "yes", command: `echo '{"decision":"allow"}'` }),
        confirm: async () => ({ approved: false, by: "person" }),
      },
    );
    assert.equal((await at.call("write_file", write)).isError, true);
    assert.deepEqual([at.asked.length, existsSync(join(at.root, "a.txt"))], [1, false]);
  });

  it("that allow do not lift a denial, and are not even told of it", async () => {
    const told = join(tempFolder(), "told");
    const at = await realCrib({}, beforeCalls({ name: "yes", command: ["touch", told] }));
    const { text } = await at.call("write_file", { path: "../out.txt", content: "x" });
    assert.match(text, /^Denied by policy: /);
    assert.equal(existsSync(told), false);
  });

  it("that fail deny, or ask where that is their setting", async () => {
    const denying = await realCrib({ "a.txt": "old\n" }, beforeCalls({ name: "bad", command: "exit 3" }));
    assert.equal(
      (await denying.call("read_file", { path: "a.txt" })).text,
      refused("Read a.txt", 'the hook "bad" failed: it ended with exit code 3'),
    );
    const asking = await realCrib(
      { "a.txt": "old\n" },
      beforeCalls({ name: "bad", command: "exit 3", onFailure: "ask" }),
    );
    assert.equal((await asking.call("read_file", { path: "a.txt" })).text, "old\n");
    assert.deepEqual(
      asking.asked.map(({ decision }) => decision.reason),
      ['the hook "bad" failed: it ended with exit code 3'],
    );
  });

  it("that hang deny when their time is over, named in the message", async () => {
    const at = await realCrib(
      { "a.txt": "old\n" },
      beforeCalls({ name: "slow", command: "sleep 1000", timeoutMs: 300 }),
    );
    assert.equal(
      (await at.call("read_file", { path: "a.txt" })).text,
      refused("Read a.txt", 'the hook "slow" failed: it did not answer within 0.3 s'),
    );
  });

  it("run at the same time, each told of its own call", async () => {
    const folder = tempFolder();
    // Each waits for the other, so one after the other they would not end in time.
    const meeting = (own: string, other: string) =>
      `touch ${folder}/$TOOLCRIB_CALL-${own}; until [ -e ${folder}/$TOOLCRIB_CALL-${other} ]; do sleep 0.01; done`;
    const at = await realCrib(
      { "a.txt": "a\n", "b.txt": "b\n" },
      beforeCalls({ name: "one", command: meeting("1", "2") }, { name: "two", command: meeting("2", "1") }),
    );
    const calls = ["a", "b"].map((name) => at.call("read_file", { path: `${name}.txt` }));
    assert.deepEqual(
      (await Promise.all(calls)).map(({ text }) => text),
      ["a\n", "b\n"],
    );
  });

  it("are given only calls that fit their matcher", async () => {
    const at = await realCrib(
      { "a.txt": "a\n", "src/b.txt": "b\n" },
      beforeCalls({ name: "src", matcher: { effect: "read", path: "src/**" }, command: "exit 2" }),
    );
    assert.equal((await at.call("read_file", { path: "a.txt" })).text, "a\n");
    assert.equal((await at.call("read_file", { path: "src/b.txt" })).isError, true);
  });

  it("are stopped with the call", async () => {
    const folder = tempFolder();
    const at = await realCrib(
      { "a.txt": "a\n" },
      beforeCalls({ name: "slow", command: `touch ${folder}/begun; sleep 1000` }),
    );
    const controller = new AbortController();
    const call = at.call("read_file", { path: "a.txt" }, { signal: controller.signal });
    while (!existsSync(join(folder, "begun"))) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    assert.equal((await call).isError, true);
  });

  it("read the call as JSON: the fields of other programs and the crib's own", async () => {
    const folder = tempFolder();
    const at = await realCrib(
      { "a.txt": "one\ntwo\n" },
      {
        settings: {
          requireRead: false,
          "hooks.before": [{ name: "spy", matcher: { effect: "write" }, command: `cat > ${folder}/call`, diff: true }],
        },
      },
    );
    await at.call("write_file", { path: "a.txt", content: "one\nthree\n" });
    const { tool_use_id, ...told } = JSON.parse(readFileSync(join(folder, "call"), "utf8"));
    assert.equal(tool_use_id, at.records[0]?.id);
    assert.deepEqual(told, {
      hook_event_name: "PreToolUse",
      session_id: "tester",
      cwd: at.root,
      permission_mode: "default",
      tool_name: "write_file",
      tool_input: { path: "a.txt", content: "one\nthree\n" },
      dialect: "standard",
      own_tool: "write_file",
      title: "Overwrite a.txt",
      effects: [
        {
          kind: "write",
          path: join(at.root, "a.txt"),
          change: "change",
          sizeBefore: 8,
          sizeAfter: 10,
          diff: "@@ -1,2 +1,2 @@\n one\n-two\n+three",
        },
      ],
      verdict: { decision: "ask", rule: "scope", reason: "it changes a file" },
      taint: "PUBLIC",
      roots: [at.root],
    });
  });

  it("are told what a command would run, and where", async () => {
    const folder = tempFolder();
    const at = await realCrib({}, beforeCalls({ name: "spy", command: `cat > ${folder}/call` }));
    await at.call("run_command", { command: "curl https://example.org/x" });
    const { effects } = JSON.parse(readFileSync(join(folder, "call"), "utf8"));
    assert.deepEqual(effects, [
      {
        kind: "exec",
        command: "curl https://example.org/x",
        language: "bash",
        cwd: at.root,
        background: false,
        outsideSandbox: false,
        hosts: ["example.org"],
      },
    ]);
  });
});

describe("the person's hooks: where they run", () => {
  const place = async (trusted: boolean): Promise<HookProgram> => {
    const seen: HookProgram[] = [];
    const answer: HookAnswer = { kind: "ended", exitCode: 0, stdout: "", stderr: "" };
    const hooks = new UserHooks({
      run: async (program) => {
        seen.push(program);
        return answer;
      },
      tell: () => assert.fail("nothing fails"),
    });
    const { call, at } = await hookedCall(
      async (at) => [await at.read("a")],
      { "hooks.before": [{ name: "x", command: ["check"] }] },
      { trusted },
    );
    const { home } = at.crib.context();
    const elsewhere = { ...call.judged.context, home: join(home, "home") };
    assert.deepEqual(await hooks.before({ ...call, judged: { ...call.judged, context: elsewhere } }), []);
    const [program] = seen;
    assert.deepEqual(
      [program?.command, program?.timeoutMs, program?.hiddenVariables, program?.variables],
      [
        ["check"],
        10_000,
        ["HIDDEN"],
        {
          TOOLCRIB_CALL: "call-1",
          TOOLCRIB_AGENT: "tester",
          TOOLCRIB_TOOL: "probe",
          TOOLCRIB_PROJECT_DIR: at.root,
          CLAUDE_PROJECT_DIR: at.root,
        },
      ],
    );
    assert.equal(program?.folder, trusted ? at.root : join(home, "home"));
    return program as HookProgram;
  };

  it("is the first root, named in their variables", () => place(true).then(() => {}));
  it("is the person's home while the folder is not trusted", () => place(false).then(() => {}));
});

describe("the person's hooks after a call", () => {
  const afterCalls = (...hooks: object[]) => ({ settings: { requireRead: false, "hooks.after": hooks } });

  it("read the result, and their notes follow it in the order of the settings", async () => {
    const folder = tempFolder();
    const at = await realCrib(
      { "a.txt": "old\n" },
      afterCalls(
        { name: "one", command: `cat > ${folder}/call; sleep 0.2; echo '{"note":"first"}'` },
        { name: "two", command: "echo second >&2; exit 2" },
      ),
    );
    const { text } = await at.call("read_file", { path: "a.txt" });
    assert.equal(text, 'old\n\n\nNote from the hook "one": first\n\nNote from the hook "two": second');
    const { hook_event_name, tool_response } = JSON.parse(readFileSync(join(folder, "call"), "utf8"));
    const { durationMs, ...response } = tool_response;
    assert.deepEqual(
      [hook_event_name, response, typeof durationMs],
      ["PostToolUse", { text: "old\n", isError: false, level: "INTERNAL" }, "number"],
    );
  });

  it("run once the change is made: a formatter sees the file", async () => {
    const at = await realCrib(
      {},
      afterCalls({ name: "fmt", matcher: { effect: "write" }, command: "echo formatted >> a.txt" }),
    );
    await at.call("write_file", write);
    assert.equal(contentOf(at), "new\nformatted\n");
  });

  it("hear of a call that was denied", async () => {
    const folder = tempFolder();
    const at = await realCrib({}, afterCalls({ name: "log", command: `cat > ${folder}/call` }));
    await at.call("write_file", { path: "../out.txt", content: "x" });
    const { verdict, tool_response } = JSON.parse(readFileSync(join(folder, "call"), "utf8"));
    assert.deepEqual([verdict.decision, verdict.rule, tool_response.isError], ["deny", "scope", true]);
  });

  it("hear of a call that was cancelled before it began", async () => {
    const folder = tempFolder();
    const at = await realCrib({ "a.txt": "x" }, afterCalls({ name: "log", command: `touch ${folder}/told` }));
    await at.call("read_file", { path: "a.txt" }, { signal: AbortSignal.abort() });
    assert.equal(existsSync(join(folder, "told")), true);
  });

  it("that fail or are slow change nothing of the result and are told to the person", async () => {
    const told: Parameters<TellFailure>[] = [];
    const at = await realCrib(
      { "a.txt": "old\n" },
      afterCalls(
        { name: "bad", command: "echo boom >&2; exit 1" },
        { name: "slow", command: "sleep 1000", timeoutMs: 300 },
      ),
    );
    const hooks = new UserHooks({
      run: hookRunner(),
      tell: (...failure) => void told.push(failure),
    });
    const call = { tool: "read_file", input: { path: "a.txt" }, signal: new AbortController().signal };
    const { text } = await executeCall({ ...at.crib, hooks }, at.session, call, async () =>
      assert.fail("nobody is asked"),
    );
    assert.equal(text, "old\n");
    assert.deepEqual(
      told.map(([{ rule }, failure]) => [rule, failure]),
      [
        ["hooks.bad", "it ended with exit code 1: boom\n"],
        ["hooks.slow", "it did not answer within 0.3 s"],
      ],
    );
  });
});

describe("a hook whose setting cannot be read", () => {
  it("denies what it may have been about, and nothing else", async () => {
    const broken = { name: "x", matcher: { effect: "read" }, comand: "true" };
    const { call } = await hookedCall(async (at) => [await at.read("a")], { "hooks.before": [broken] });
    const hooks = new UserHooks({
      run: () => assert.fail("nothing runs"),
      tell: () => assert.fail("nothing fails"),
    });
    const reason = 'the hook "x" failed: toolcrib.hooks.before cannot be read (command: Invalid input)';
    assert.deepEqual(await hooks.before(call), [{ ...deny("hooks.x", reason), instead: advice }]);
    const { call: other } = await hookedCall(async (at) => [await at.exec("ls")], { "hooks.before": [broken] });
    assert.deepEqual(await hooks.before(other), []);
  });
});
