/** Rules of a workspace and of the user, in whole calls (D-13). */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkRule } from "../../../src/composition/makeCribs";
import { readSettings } from "../../../src/core/settings/readSettings";
import { policyRule } from "../../../src/core/settings/sections/policyRule";
import { matchesPath } from "../../../src/policy/matching/ruleMatching";
import { policyRuleProblem } from "../../../src/policy/policyFiles/policyRuleCheck";
import { denied } from "../../support/probe";
import { type RealCrib, realCrib } from "../../support/realCrib";

const open = (rules: object[], user: object[] = [], more: Record<string, unknown> = {}) =>
  realCrib(
    { "a.txt": "one\n", "b.md": "# b\n", "dir/x.txt": "x\n", ".toolcrib/policy.jsonc": JSON.stringify({ rules }) },
    { settings: { policy: user, requireRead: false, ...more } },
  );
const questions = ({ asked }: RealCrib) => asked.map(({ decision: { rule, always } }) => [rule, always ?? false]);
const write = (path: string) => ({ path, content: "new\n" });

describe("the policy of a workspace", () => {
  it("denies and asks, and its allow is nothing", async () => {
    const at = await open([
      { effect: "write", match: "dir/**", decision: "deny", reason: "dir is generated" },
      { effect: "exec", match: ["ls"], decision: "ask" },
      { effect: ["write", "exec"], match: "*", decision: "allow" },
    ]);
    assert.equal(
      (await at.call("write_file", write("dir/new.txt"))).text,
      denied("Write dir/new.txt", "dir is generated"),
    );
    assert.equal(existsSync(join(at.root, "dir/new.txt")), false);
    await at.call("run_command", { command: "ls" });
    await at.call("write_file", write("c.txt"));
    assert.deepEqual(questions(at), [
      ["policy.workspace", true],
      ["scope", false],
    ]);
  });

  it("asks before a file is read, and keeps searches out of it", async () => {
    const at = await open([{ effect: "read", match: "*.md", decision: "ask" }]);
    assert.doesNotMatch((await at.call("search_text", { pattern: "# b" })).text, /b\.md/);
    assert.equal((await at.call("read_file", { path: "b.md" })).isError, false);
    await at.call("run_command", { command: "cat b.md" });
    assert.deepEqual(questions(at), [
      ["policy.workspace", true],
      ["policy.workspace", true],
    ]);
  });

  it("a denied write holds for redirects and programs that write", async () => {
    const at = await open([{ effect: "write", match: "*.txt", decision: "deny" }]);
    for (const command of ["echo x > a.txt", "rm a.txt", "cp b.md dir/../a.txt"])
      assert.equal((await at.call("run_command", { command })).isError, true, command);
    assert.deepEqual(questions(at), []);
  });

  it("a command on a folder in which a rule closes something is asked about, on another it is not", async () => {
    const at = await open([{ effect: "read", match: "dir/x*", decision: "deny" }], [], { sandbox: "off" });
    await at.call("run_command", { command: "grep -r one ." });
    await at.call("run_command", { command: "grep -r one dir" });
    assert.deepEqual(
      at.asked.map(({ decision: { reason } }) => reason),
      ["this folder may contain files that a policy rule closes", "dir may contain files that a policy rule closes"],
    );
    await at.call("run_command", { command: "grep -r one .toolcrib" });
    await at.call("run_command", { command: "cat a.txt" });
    assert.equal(at.asked.length, 2);
    assert.equal((await at.call("run_command", { command: "cat dir/x.txt" })).isError, true);
  });

  it("what may not be written unasked is read-only in the sandbox", async () => {
    const { crib, root } = await open([
      { effect: "write", match: "dir/**", decision: "deny" },
      { effect: "write", match: "*.md", decision: "ask" },
      { effect: "write", match: "*.ts", decision: "allow" },
    ]);
    const { isProtected } = crib.context().confinement();
    const held = ["dir/x.txt", "b.md", "c.ts", "a.txt"].map((name) => isProtected(root, join(root, name)));
    assert.deepEqual(held, [true, true, false, false]);
  });

  it("is about its own folder alone where there are several", async () => {
    const at = await realCrib(
      { ".toolcrib/policy.jsonc": '{"rules": [{"effect": "write", "match": "*.txt", "decision": "deny"}]}' },
      { moreRoots: ["other"] },
    );
    assert.equal((await at.call("write_file", write("n.txt"))).isError, true);
    assert.equal((await at.call("write_file", write("other/n.txt"))).isError, false);
  });

  it("a broken one lets tools only read, and names file and line", async () => {
    const at = await realCrib({
      "a.txt": "one\n",
      ".toolcrib/policy.jsonc": '{\n  "rules": [\n    {"effect": "fly"}\n  ]\n}',
    });
    const file = join(at.root, ".toolcrib/policy.jsonc");
    const { text } = await at.call("write_file", write("n.txt"));
    assert.ok(text.includes(`the policy file is invalid: ${file}:3: rules[0].effect: `), text);
    assert.equal((await at.call("read_file", { path: "a.txt" })).isError, false);
    assert.deepEqual([questions(at), existsSync(join(at.root, "n.txt"))], [[], false]);
  });
});

describe("the user's rules", () => {
  it("allow a change without a question, but no deletion and nothing that is protected or denied", async () => {
    const allowed = [{ effect: "write", match: "**", decision: "allow" }];
    const at = await open([{ effect: "write", match: "dir/**", decision: "deny" }], allowed);
    assert.equal((await at.call("write_file", write("a.txt"))).isError, false);
    assert.deepEqual(questions(at), []);
    assert.equal((await at.call("write_file", write("dir/x.txt"))).isError, true);
    assert.equal((await at.call("write_file", write(".toolcrib/policy.jsonc"))).isError, true);
    await at.call("write_file", write("AGENTS.md"));
    await at.call("delete_file", { path: "a.txt" });
    assert.deepEqual(questions(at), [
      ["protectedPaths", true],
      ["scope", false],
    ]);
  });

  it("allow a command without a question, but none that is denied by a list", async () => {
    const allowed = [
      { effect: "exec", match: "touch n", decision: "allow" },
      { effect: "exec", match: ["chmod"], decision: "allow" },
    ];
    const at = await open([], allowed, { "commands.deny": ["touch n"] });
    assert.equal((await at.call("run_command", { command: "touch n" })).isError, true);
    assert.equal((await at.call("run_command", { command: "chmod 644 a.txt" })).isError, false);
    assert.deepEqual(questions(at), []);
  });

  it("ask and deny as others do; an answer to their question may be remembered", async () => {
    const at = await open(
      [],
      [
        { effect: "exec", match: ["ls"], decision: "ask" },
        { effect: "exec", match: ["wc"], decision: "deny", reason: "no counting" },
      ],
    );
    assert.equal((await at.call("run_command", { command: "wc a.txt" })).text, denied("Run wc a.txt", "no counting"));
    await at.call("run_command", { command: "ls" });
    assert.deepEqual(questions(at), [["policy.user", false]]);
  });

  const names: [match: string, path: string, isMeant: boolean][] = [
    ["a.txt", "/ws/dir/A.TXT", true],
    ["/a.txt", "/ws/a.txt", true],
    ["dir/*", "/ws/dir/x", true],
    ["dir/*", "/ws/other/x", false],
    ["dir", "/ws/dir/deep/x", true],
    ["/ws/d*/**", "/ws/dir/x", true],
    ["~/.x/**", "/home/me/.x/y", true],
    ["~/.x/**", "/ws/.x/y", false],
    ["etc/x", "/etc/x", true],
    ["d\u0456r/*", "/ws/dir/x", false],
    ["dir/*", "/ws/d\u0456r/x", true],
    ["\u0434/*", "/ws/\u0434/x", true],
    ["../x", "/ws/y", true],
  ];
  for (const [match, path, isMeant] of names)
    it(`the path ${path} is ${isMeant ? "" : "not "}what ${match} means; what is no glob means everything`, () => {
      const rule = policyRule.parse({ effect: "write", match, decision: "deny" });
      const folders = { roots: ["/ws"], home: "/home/me" };
      for (const one of [
        { path, real: "/elsewhere" },
        { path: "/elsewhere", real: path },
      ])
        assert.equal(matchesPath({ source: "user", rule }, one, folders), isMeant);
    });

  it("a rule of a folder is about nothing outside of it", () => {
    const rule = policyRule.parse({ effect: "write", match: "*", decision: "deny" });
    const folders = { roots: ["/ws", "/two"], home: "/home/me" };
    const isMeant = (path: string) =>
      matchesPath({ source: "workspace", rule, root: "/ws" }, { path, real: path }, folders);
    assert.deepEqual([isMeant("/ws/a"), isMeant("/two/a"), isMeant("/wsx/a")], [true, false, false]);
  });
});

describe("the check of a rule by its examples (D-13)", () => {
  const cases: [rule: object, problem: string | undefined][] = [
    [{ effect: "write", match: "src/**", matches: ["src/a.ts"], misses: ["a.ts"] }, undefined],
    [{ effect: "write", match: "src/**", matches: ["a.ts"] }, 'it does not match its example "a.ts"'],
    [{ effect: "read", match: "*.ts", misses: ["src/a.ts"] }, 'it matches "src/a.ts", which it should not'],
    [{ effect: "exec", match: ["git", "push"], matches: ["cd x && git push"], misses: ["git pull"] }, undefined],
    [
      { effect: "exec", match: ["git", "push"], misses: ["git push -f"] },
      'it matches "git push -f", which it should not',
    ],
    [{ effect: "exec", match: "/(/" }, "/(/ is not a regular expression"],
    [
      {
        effect: "fetch",
        match: "*.y.example",
        matches: ["a.y.example", "http://b.y.example:81/x"],
        misses: ["y.example"],
      },
      undefined,
    ],
    [{ effect: "write", match: "a/../b" }, "a/../b is not a glob"],
    [{ effect: ["exec", "write"], match: "touch a", matches: ["touch a"] }, undefined],
    [{ effect: "read", match: "x", decision: "allow" }, "allow is only possible for write, exec and fetch"],
    [
      { effect: "exec", match: ["bash"], decision: "allow" },
      "a prefix does not limit what bash runs; give the exact command instead",
    ],
    [
      { effect: "exec", match: ["npm"], decision: "allow", matches: ["npm x; rm y"] },
      'it does not match its example "npm x; rm y"',
    ],
  ];
  for (const [rule, problem] of cases)
    it(`${JSON.stringify(rule)}: ${problem ?? "is right"}`, () =>
      assert.equal(policyRuleProblem(policyRule.parse({ decision: "deny", ...rule })), problem));

  it("of the settings: a wrong rule that allows is ignored, one that tightens is", () => {
    const wrong = { effect: "exec", match: ["x"], matches: ["y"] };
    const given = {
      policy: [
        { ...wrong, decision: "allow" },
        { ...wrong, decision: "deny" },
        { effect: "read", match: ["x"], decision: "ask" },
      ],
    };
    const { settings, problems } = readSettings(given, checkRule);
    assert.deepEqual(settings.policy, [given.policy[1]]);
    assert.deepEqual(
      problems.map(({ text }) => text),
      [
        'toolcrib.policy[0]: it does not match its example "y"; the rule is ignored.',
        'toolcrib.policy[1]: it does not match its example "y"; the rule still applies.',
        "toolcrib.policy[2]: match: a list of tokens is only allowed for exec; that entry is left out.",
      ],
    );
  });
});
