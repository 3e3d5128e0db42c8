/** Plan mode denies every change, whatever was approved, by whatever name (PM-1, C-44). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { approvalScopes } from "../../src/core/calls/approvals/approvals";
import { judgeEffect } from "../../src/core/rules/rule";
import { nobody } from "../../src/core/vocabulary/caller";
import type { Effect, ExecEffect } from "../../src/core/vocabulary/effect";
import { analyse } from "../../src/lib/shell/analyse";
import { isReadOnly } from "../../src/lib/shell/usage";
import { rules } from "../../src/policy";
import { planModeRule } from "../../src/policy/planModeRule";
import { realCrib } from "../support/realCrib";
import { type Fixture, makeFixture } from "./support/fixture";

const target = { path: "/ws/a", real: "/ws/a", root: "/ws", shown: "a" };
const exec = (command: string, more: Partial<ExecEffect> = {}): ExecEffect => ({
  kind: "exec",
  command,
  cwd: { path: "/ws", real: "/ws", root: "/ws", shown: "" },
  timeoutMs: 1000,
  ...more,
});

describe("the rule of plan mode", () => {
  let at: Fixture;
  before(() => {
    at = makeFixture();
  });
  after(() => at.remove());
  const judge = (effect: Effect, planMode = true) =>
    planModeRule.judge(effect, { ...at.context(), caller: { ...nobody, planMode } });

  const changes: readonly (readonly [Effect, string])[] = [
    [{ kind: "write", target, before: undefined, after: new Uint8Array() }, "this changes a file"],
    [{ kind: "write", target, before: new Uint8Array(), after: undefined }, "this changes a file"],
    [exec("npm test"), "this command is not recognised as read-only"],
    [exec("cat a > b"), "this command is not recognised as read-only"],
    [exec("rm a"), "this command is not recognised as read-only"],
    [exec("$X"), "this command is not recognised as read-only"],
    [exec("cat $(touch b)"), "this command is not recognised as read-only"],
    [exec("cat a 'b"), "this command is not recognised as read-only"],
    [exec("cat a", { language: "cmd" }), "this command is not recognised as read-only"],
    [exec("cat a", { tty: true }), "this command runs in a terminal that a person types into"],
    [{ kind: "fetch", url: "https://x.test/", method: "POST" }, "this request sends something"],
    [
      { kind: "delegate", to: "bob", prompt: "do it" },
      "this delegates work to an agent that plan mode does not restrict",
    ],
  ];
  for (const [effect, what] of changes)
    it(`denies ${effect.kind} ${"command" in effect ? effect.command : ""}, and has no opinion when it is off`, () => {
      assert.deepEqual(judge(effect), {
        kind: "deny",
        rule: "planMode",
        reason: `plan mode is on until a person approves a plan, and ${what}`,
        instead:
          "continue with read-only work, then present your plan (with submit_plan, or in your answer if you do not have that tool)",
      });
      assert.equal(judge(effect, false), undefined);
    });

  const looks: readonly Effect[] = [
    { kind: "read", target },
    { kind: "list", target },
    { kind: "fetch", url: "https://x.test/", method: "GET" },
    { kind: "fetch", url: "https://api.tavily.com/search", method: "POST", body: "{}", search: "tavily" },
    exec("git status --short | head -3 && ls -la"),
    exec("cat /etc/hostname"),
  ];
  for (const effect of looks)
    it(`leaves ${effect.kind} ${"command" in effect ? effect.command : ""} to the other rules`, () =>
      assert.equal(judge(effect), undefined));

  it("lets no command through that does more than read, whatever the settings allow", async () => {
    const words = [
      "cat",
      "a",
      "touch",
      "rm",
      "ls",
      "&&",
      "|",
      ">",
      "<",
      ";",
      "$(",
      ")",
      "'",
      "x=1",
      "\n",
      "sh -c",
      "&",
      "git log",
    ];
    const allowing = at.context({ "commands.allow": ["/.*/", ...words.map((word) => [word])] });
    const context = { ...allowing, caller: { ...nobody, planMode: true } };
    let open = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }), async (parts) => {
        const effect = { ...exec(parts.join(" ")), cwd: await context.resolve(".") };
        const { kind } = await judgeEffect(rules, effect, context);
        if (kind === "deny") return;
        open++;
        assert.ok(isReadOnly(analyse(effect.command)), effect.command);
      }),
      { numRuns: 500, seed: 5 },
    );
    assert.ok(open > 5, "some of them only read");
  });

  it("asks a person about a plan every time, in plan mode and out of it", () => {
    for (const planMode of [true, false])
      assert.deepEqual(judge({ kind: "present", title: "x", text: "y" }, planMode), {
        kind: "ask",
        rule: "planMode",
        reason: "only a person can answer it",
        always: true,
      });
  });
});

const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), "utf8")]);

describe("plan mode whatever was approved", () => {
  const calls: readonly (readonly [string, object])[] = [
    ["write_file", { path: "a.txt", content: "x" }],
    ["write_file", { path: "new/b.txt", content: "x" }],
    ["edit_file", { path: "a.txt", old_string: "one", new_string: "two" }],
    ["move_file", { path: "a.txt", new_path: "b.txt" }],
    ["delete_file", { path: "a.txt" }],
    ["gitignore", { action: "add", patterns: ["x"] }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Add File: c.txt\n+x\n*** End Patch" }],
    ["run_command", { command: "touch c.txt" }],
    ["run_command", { command: "npm test" }],
    ["run_command", { command: "touch d.txt", background: true }],
    ["run_command", { command: "touch e.txt", outside_sandbox: true }],
  ];

  it("no call changes anything, though every answer is yes and everything was approved before", async () => {
    const at = await realCrib(
      { "a.txt": "one\n" },
      { settings: { "commands.allow": [["touch"], ["npm"], "/.*/"], requireRead: false } },
    );
    const before = contents(at.root);
    for (const scope of approvalScopes)
      for (const tokens of [["touch"], ["npm", "test"]]) at.crib.approvals.rememberPrefix(tokens, scope);
    at.session.plan.enter();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...calls), { minLength: 1, maxLength: 4 }), async (sequence) => {
        for (const [tool, input] of sequence) {
          const { text, isError } = await at.call(tool, input);
          assert.ok(isError, tool);
          assert.match(text, /^Denied by policy: plan mode is on until a person approves a plan/);
        }
        assert.deepEqual(contents(at.root), before);
      }),
      { numRuns: 20 },
    );
    assert.deepEqual(at.asked, [], "nobody is asked about what is denied");
  });

  it("a yes that was given to an exact effect before planning began does not count", async () => {
    const at = await realCrib({ "a.txt": "one\n" });
    const { crib, session } = at;
    const write = { kind: "write", target: await at.host.files.resolve("a.txt") } as const;
    const effect: Effect = { ...write, before: Buffer.from("one\n"), after: Buffer.from("x") };
    const verdict = await judgeEffect(crib.rules, effect, crib.context());
    crib.approvals.take("exact", "session", [effect], [verdict]);
    assert.deepEqual(crib.approvals.cover([effect], [verdict]), ["session"]);
    await at.call("read_file", { path: "a.txt" });
    session.plan.enter();
    const { text } = await at.call("write_file", { path: "a.txt", content: "x" });
    assert.match(text, /^Denied by policy: plan mode is on/);
    session.plan.leave();
    assert.equal((await at.call("write_file", { path: "a.txt", content: "x" })).isError, false);
    assert.deepEqual([at.asked.length, at.records.at(-1)?.approvedBy], [0, "remembered (session)"]);
  });

  it("a question that was open when planning began is not answered by a yes any more", async () => {
    const at = await realCrib(
      {},
      {
        confirm: async () => {
          at.session.plan.enter();
          return { approved: true, by: "person" };
        },
      },
    );
    const { text } = await at.call("write_file", { path: "a.txt", content: "x" });
    assert.match(text, /^Denied by policy: plan mode is on/);
    assert.deepEqual([contents(at.root), at.asked.length], [[], 1]);
  });

  describe("a yes to a command that only reads lets nothing change that git is configured to start", () => {
    /** A repository whose configuration starts a program, which leaves a file. */
    async function withProgram(key: string, settings: Record<string, unknown> = {}) {
      const at = await realCrib({ "a.txt": "one\n" }, { settings });
      const git = (...args: string[]) =>
        execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: at.root });
      git("init", "-q");
      git("add", ".");
      git("commit", "-qm", "a");
      writeFileSync(join(at.root, "a.txt"), "two\n");
      git("config", key, `sh -c 'touch "${join(at.root, "ran")}"' #`);
      at.session.plan.enter();
      return { ...at, hasRun: () => existsSync(join(at.root, "ran")) };
    }

    const cases: readonly (readonly [string, object])[] = [
      ["core.fsmonitor", { command: "git status --short; cat ../outside/x" }],
      ["core.fsmonitor", { command: "git status --short", outside_sandbox: true }],
      ["diff.external", { command: "git diff" }],
    ];
    for (const [key, input] of cases)
      it(`${key}: ${JSON.stringify(input)}`, async function () {
        const at = await withProgram(key);
        const held = await at.host.shell.isHeld?.(at.crib.context().confinement(), false);
        if (!held) this.skip();
        await at.call("run_command", input);
        assert.deepEqual([at.asked.length, at.hasRun()], [1, false]);
      });

    it("without a sandbox", async () => {
      const at = await withProgram("core.fsmonitor", { sandbox: "off" });
      const { text } = await at.call("run_command", { command: "git status --short; cat ../outside/x" });
      assert.match(text, /^ M a\.txt\n/);
      assert.deepEqual([at.asked.length, at.hasRun()], [1, false]);
    });

    it("and the question and the result say so", async function () {
      const at = await withProgram("diff.external");
      const held = await at.host.shell.isHeld?.(at.crib.context().confinement(), false);
      if (!held) this.skip();
      const { text } = await at.call("run_command", { command: "git diff" });
      assert.deepEqual(at.asked[0]?.plan.notes, [
        "It runs in a sandbox (bubblewrap): it can change nothing, and reach no host.",
      ]);
      assert.ok(
        text.includes(
          "[The sandbox lets commands write in /tmp only while plan mode is on: continue with read-only work.]",
        ),
        text,
      );
    });
  });

  it("reading and commands that only read go on unasked", async () => {
    const at = await realCrib({ "a.txt": "one\n" });
    at.session.plan.enter();
    for (const [tool, input] of [
      ["read_file", { path: "a.txt" }],
      ["find_files", { pattern: "*.txt" }],
      ["search_text", { pattern: "one" }],
      ["list_directory", {}],
      ["gitignore", { action: "check", path: "a.txt" }],
      ["run_command", { command: "cat a.txt | wc -l" }],
    ] as const)
      assert.equal((await at.call(tool, input)).isError, false, tool);
    assert.deepEqual(at.asked, []);
  });

  for (const [dialect, tool, input, text] of [
    [
      "triggerfish",
      "write_file",
      { path: "a.txt", content: "x" },
      'Tool "write_file" is blocked in plan mode. Use submit_plan to present your plan first.',
    ],
    [
      "triggerfish",
      "edit_file",
      { path: "a.txt", old_text: "one", new_text: "two" },
      'Tool "edit_file" is blocked in plan mode. Use submit_plan to present your plan first.',
    ],
    [
      "triggerfish",
      "run_command",
      { command: "touch b" },
      'Tool "run_command" is blocked in plan mode. Use submit_plan to present your plan first.',
    ],
    ["nanobot", "write_file", { path: "a.txt", content: "x" }, /plan mode is on until a person approves a plan/],
    ["nanobot", "exec", { command: "touch b" }, /plan mode is on until a person approves a plan/],
    ["flyto", "Write", { file_path: "a.txt", content: "x" }, /plan mode is on until a person approves a plan/],
    [
      "flyto",
      "Gitignore",
      { action: "add", dir: ".", patterns: ["x"] },
      /plan mode is on until a person approves a plan/,
    ],
    ["qwen", "write_file", { file_path: "a.txt", content: "x" }, /plan mode is on until a person approves a plan/],
  ] as const)
    it(`C-44: ${dialect} tells ${tool}`, async () => {
      const at = await realCrib({ "a.txt": "one\n" }, { dialect, settings: { requireRead: false } });
      at.session.plan.enter();
      const path = "path" in input ? { path: join(at.root, "a.txt") } : {};
      const filePath = "file_path" in input ? { file_path: join(at.root, "a.txt") } : {};
      const told = await at.call(tool, { ...input, ...path, ...filePath });
      assert.ok(told.isError);
      if (typeof text === "string") assert.equal(told.text, text);
      else assert.match(told.text, text);
      assert.deepEqual(contents(at.root).length, 1);
    });
});
