import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CallPolicy } from "../../../src/core/calls/callPolicy";
import type { ShellPort } from "../../../src/core/ports/shell";
import { readSettings } from "../../../src/core/settings/readSettings";
import { englishTexts } from "../../../src/core/text/clauses/texts";
import { conflicts, diagnose, type Patient } from "../../../src/features/diagnosis/doctor";
import { effectivePolicy, effectivePolicyText, fileVerdicts } from "../../../src/features/diagnosis/effectivePolicy";
import { type Finding, findingsText } from "../../../src/features/diagnosis/finding";
import { unusableState } from "../../../src/features/diagnosis/node/unusableState";
import { leftBehind } from "../../../src/features/worktrees/worktrees";
import { realCrib } from "../../support/realCrib";
import { tempFolder } from "../../support/tempFolder";

describe("the doctor", () => {
  /** A machine on which everything works, but for what is said. */
  async function patient(more: Partial<Patient> = {}, settings: Record<string, unknown> = {}, held = true) {
    const real = await realCrib({}, { settings: { "toolcrib.commands.review": "changes", ...settings } });
    const context: CallPolicy = { ...real.crib.context(), isHeld: async () => held };
    const shell: Partial<ShellPort> = {
      describeHold: async () =>
        "It runs in a sandbox (bubblewrap): it can change the workspace only, and reach no host.",
      whyNoLayer: async () => undefined,
    };
    const runtimes = {
      survey: async () => ({
        found: [{ name: "node" as const, command: "node", program: "/n", version: "22" }],
        broken: [],
      }),
    };
    return {
      l10n: englishTexts,
      program: "Toolcrib 1 on Node 22.",
      host: { shell: shell as ShellPort, runtimes },
      context,
      ripgrep: "/bin/rg",
      stateFolder: "/state",
      unusableState: async () => undefined,
      gitVersion: async () => "2.43.0",
      leftWorktrees: async () => [],
      audit: async () => ({ files: 1, lines: 12, problems: [] }),
      auditFolder: "/state/audit",
      problems: [],
      ...more,
    } satisfies Patient;
  }

  const worktree = {
    ...{ folder: "/w", workFolder: "/w", repository: "/r", branch: "b", base: "0" },
    ...{ agent: "chat", description: "", createdAt: 0, uncommitted: 0 },
  };

  const found = (findings: readonly Finding[], subject: string) => findings.filter((one) => one.subject === subject);

  it("finds nothing to mend where everything works, but for what a person has to set up", async () => {
    const findings = await diagnose(await patient());
    assert.deepEqual(
      findings.map(({ subject, state }) => [subject, state]),
      [
        ["Program", "good"],
        ["Folders", "good"],
        ["Search", "good"],
        ["Sandbox", "good"],
        ["Undo of commands", "good"],
        ["Runtimes", "good"],
        ["Git", "good"],
        ["Worktrees", "good"],
        ["Web search", "limited"],
        ["Policy", "good"],
        ["State", "good"],
        ["Audit log", "good"],
      ],
    );
  });

  it("says what is missing, what that means and what mends it", async () => {
    const shell = {
      describeHold: async () => "It runs without a sandbox, with your rights: bubblewrap is not installed.",
      whyNoLayer: async () => "no sandbox holds them: bubblewrap is not installed",
    } as Partial<ShellPort> as ShellPort;
    const wrong = await patient(
      {
        host: { shell },
        ripgrep: undefined,
        unusableState: async () => "EROFS: read-only file system",
        gitVersion: async () => undefined,
        leftWorktrees: async () =>
          leftBehind([
            { worktree: { ...worktree, branch: "toolcrib/one" }, state: "finished" },
            { worktree: { ...worktree, branch: "toolcrib/two" }, state: "stale" },
            { worktree, state: "working" },
          ]),
        audit: async () => ({ files: 1, lines: 3, problems: [{ file: "a.jsonl", text: "Line 2 failed." }] }),
        problems: ["toolcrib.sandbox: must be auto, required or off"],
      },
      {},
      false,
    );
    const findings = await diagnose({ ...wrong, context: { ...wrong.context, trusted: false } });
    assert.equal(
      findingsText(findings),
      [
        "✓ Program: Toolcrib 1 on Node 22.",
        "✗ Folders: The workspace is not trusted, so tools may only read. (manage workspace trust)",
        "✗ Search: ripgrep was not found, so files are found by name alone and no text is searched. (change the setting toolcrib.search.ripgrepPath)",
        `! Sandbox: A command runs without a sandbox, with your rights: bubblewrap is not installed.${process.platform === "linux" ? " (install bubblewrap: https://github.com/containers/bubblewrap)" : ""}`,
        "! Undo of commands: Commands are asked about before they run and change your files at once, because no sandbox holds them: bubblewrap is not installed. Copies of up to 10,000 files are kept to undo that.",
        "! Runtimes: Agents can run files with: none.",
        "! Git: git was not found, so agents have no worktrees of their own, and their branches cannot be merged. (install git: https://git-scm.com/downloads)",
        "! Worktrees: Agents have left worktrees behind: toolcrib/one (waiting to be merged or discarded), toolcrib/two (its agent is gone; some of its work is not committed). (clean up agent worktrees)",
        "! Web search: No search service is set up. (change the setting toolcrib.web.search.provider)",
        "✓ Policy: Policy files of administrators: 0. Rules in the settings and in policy files: 0.",
        "✗ Settings: toolcrib.sandbox: must be auto, required or off",
        "✗ State: Nothing can be kept in /state (EROFS: read-only file system), so tools change nothing: make it writable, or free space on its disk.",
        "✗ Audit log: Line 2 failed. (edit /state/audit/a.jsonl)",
      ].join("\n"),
    );
  });

  it("tells of no folder, of a layer that is off, and of a policy file that cannot be used", async () => {
    const given = await patient({}, { "toolcrib.commands.review": "off" });
    const policies = { ...given.context.policies, unusable: "/etc/p.json:3 is no JSON", managedPaths: ["/etc/p.json"] };
    const findings = await diagnose({ ...given, context: { ...given.context, roots: [], policies } });
    assert.equal(found(findings, "Folders")[0]?.state, "bad");
    assert.deepEqual(found(findings, "Undo of commands")[0]?.fix, {
      kind: "setting",
      setting: "toolcrib.commands.review",
    });
    assert.deepEqual(found(findings, "Policy"), [
      {
        subject: "Policy",
        state: "bad",
        text: "A policy file cannot be used (/etc/p.json:3 is no JSON), so tools may only read.",
        fix: { kind: "file", path: "/etc/p.json" },
      },
    ]);
  });

  it("speaks the language of whoever reads it", async () => {
    const l10n = {
      t: (message: string, ...values: unknown[]) => `<${englishTexts.t(message, ...values.map(String))}>`,
    };
    const { gitVersion, audit, ...rest } = await patient({ l10n });
    const failing = async () => ({
      files: 1,
      lines: 1,
      problems: [
        { file: "a", text: "x" },
        { file: "b", text: "y" },
      ],
    });
    const findings = await diagnose({ ...rest, gitVersion, audit: failing });
    for (const { subject } of findings) assert.match(subject, /^(?:<.+>|Git)$/);
    assert.deepEqual(found(findings, "Git")[0]?.text, "<Worktrees and branches of agents use git 2.43.0.>");
    assert.equal(found(findings, "<Audit log>")[0]?.text, "x <Further problems: 1.>");
  });

  it("goes on when one look fails", async () => {
    const findings = await diagnose(
      await patient({
        more: () => Promise.reject(new Error("gone")),
        unusableState: () => Promise.reject(new Error("hidden")),
      }),
    );
    assert.deepEqual(
      found(findings, "Doctor").map(({ text }) => text),
      ["One check failed: gone.", "One check failed: hidden."],
    );
    assert.equal(found(findings, "Search").length, 1);
  });

  it("tells of settings that say opposite things", async () => {
    const { context } = await patient();
    const texts = (given: Record<string, unknown>) => {
      const { settings } = readSettings(given);
      return conflicts({ l10n: englishTexts, context: { ...context, settings } }).map(({ text }) => text);
    };
    assert.deepEqual(texts({}), []);
    assert.deepEqual(texts({ "toolcrib.web.allowedHosts": ["a.example"], "toolcrib.web.deniedHosts": ["a.example"] }), [
      "a.example is both allowed and denied; the denial holds.",
    ]);
    assert.deepEqual(texts({ "toolcrib.commands.allow": ["npm"], "toolcrib.commands.deny": ["npm"] }), [
      '"npm" is both in toolcrib.commands.allow and in toolcrib.commands.deny; the denial holds.',
    ]);
    assert.equal(texts({ "toolcrib.sandbox": "off", "toolcrib.commands.review": "always" }).length, 1);
  });

  it("tries whether something can be kept, and leaves nothing behind", async () => {
    const folder = join(tempFolder(), "new", "state");
    assert.equal(await unusableState(folder), undefined);
    assert.deepEqual(readdirSync(folder), []);
    writeFileSync(join(folder, "file"), "");
    assert.match((await unusableState(join(folder, "file"))) ?? "", /^(?:EEXIST|ENOTDIR)/);
    if (process.getuid?.() === 0) return;
    mkdirSync(join(folder, "closed"));
    chmodSync(join(folder, "closed"), 0o500);
    assert.match((await unusableState(join(folder, "closed"))) ?? "", /^EACCES/);
  });
});

describe("the effective policy", () => {
  const policyOf = async (settings: Record<string, unknown>, tree: Record<string, string> = {}, more = {}) => {
    const real = await realCrib(tree, { settings, ...more });
    return effectivePolicy(real.crib.rules, real.crib.context(), readSettings({}).settings);
  };
  const verdicts = async (...args: Parameters<typeof policyOf>) =>
    Object.fromEntries((await policyOf(...args)).examples.map(({ what, verdict }) => [what, verdict]));

  it("says of one file what may be done with it, by which rule", async () => {
    const { crib, root, outside } = await realCrib(
      { "a.txt": "a\n", ".env": "A=1\n", ".toolcribignore": "closed/\n", "closed/b.txt": "b\n" },
      {
        settings: { "toolcrib.policy": [{ effect: "write", match: "a.txt", decision: "deny", reason: "it is mine" }] },
      },
    );
    const of = async (path: string) =>
      (await fileVerdicts(crib.rules, crib.context(), path)).map(({ what, verdict }) => `${what}: ${verdict}`);
    assert.deepEqual(await of(join(root, "a.txt")), ["read it: allow", "change it: deny", "delete it: deny"]);
    assert.deepEqual(await of(join(root, ".env")), ["read it: ask", "change it: ask", "delete it: ask"]);
    assert.deepEqual(await of(join(root, "closed/b.txt")), ["read it: deny", "change it: deny", "delete it: deny"]);
    assert.deepEqual(await of(join(outside, "c.txt")), ["read it: deny", "change it: deny", "delete it: deny"]);
    const [, mine] = await fileVerdicts(crib.rules, crib.context(), join(root, "a.txt"));
    assert.match(mine?.reason ?? "", /it is mine/);
  });

  it("judges examples by the very rules", async () => {
    const { "npm test": tests, ...others } = await verdicts({ "toolcrib.commands.review": "off" });
    assert.equal(tests, "ask");
    assert.deepEqual(others, {
      "a file in the workspace": "ask",
      "a file that may hold secrets (.env)": "ask",
      "a file outside the workspace": "deny",
      "a file that programs run or obey (.vscode/tasks.json)": "ask",
      "git status": "allow",
      "curl https://example.com": "ask",
      "sudo true": "deny",
      "https://example.com": "ask",
      "http://localhost:3000": "deny",
      "http://169.254.169.254 (a cloud's secrets)": "deny",
    });
    const open = await verdicts({
      "toolcrib.commands.allow": ["npm test"],
      "toolcrib.web.allowLocal": ["localhost:3000"],
      "toolcrib.web.allowedHosts": ["example.com"],
    });
    assert.deepEqual(
      [open["npm test"], open["http://localhost:3000"], open["https://example.com"]],
      ["allow", "allow", "allow"],
    );
    assert.equal((await verdicts({}, {}, { trusted: false }))["npm test"], "deny");
  });

  it("names every rule with where it stands, and the settings that decide", async () => {
    const tree = {
      ".toolcrib/policy.jsonc": '{ "rules": [{ "effect": "read", "match": "secret/**", "decision": "deny" }] }',
    };
    const settings = {
      "toolcrib.policy": [{ effect: "write", match: "docs/**", decision: "allow" }],
      "toolcrib.dialect": "qwen",
    };
    const found = await policyOf(settings, tree);
    assert.deepEqual(
      found.rules.map(({ decision, about }) => [decision, about]),
      [
        ["deny", "read of secret/**"],
        ["allow", "write of docs/**"],
      ],
    );
    assert.match(found.rules[0]?.source ?? "", /^the workspace \(.*\/\.toolcrib\/policy\.jsonc:1\)$/);
    assert.equal(found.rules[1]?.source, "your settings");
    assert.deepEqual(
      found.rules.map(({ place }) => place?.line),
      [1, undefined],
    );
    assert.deepEqual(
      found.settings.map(({ name }) => name).filter((name) => name !== "toolcrib.commands.review"),
      ["toolcrib.policy"],
    );
    assert.match(effectivePolicyText(found), /\nRules\n {2}deny read of secret\/\*\*, from the workspace/);
  });

  it("leads from a refusal to the line or the setting that changes it", async () => {
    const tree = {
      ".toolcrib/policy.jsonc": `{
  // Mine.
  "rules": [
    { "effect": "read", "match": "other", "decision": "ask" },
    { "effect": "read", "match": "README.md", "decision": "deny" }
  ]
}`,
    };
    const settings = {
      "toolcrib.commands.deny": [["npm", "test"]],
      "toolcrib.policy": [{ effect: "write", match: "toolcrib-example.txt", decision: "deny" }],
      "toolcrib.web.deniedHosts": ["example.com"],
    };
    const { crib, root, call } = await realCrib(tree, { settings });
    const found = await effectivePolicy(crib.rules, crib.context(), readSettings({}).settings);
    const file = join(root, ".toolcrib/policy.jsonc");
    const changes = found.examples.flatMap(({ group, what, verdict, change }) =>
      verdict === "deny" ? [[`${group}: ${what}`, change]] : [],
    );
    assert.deepEqual(Object.fromEntries(changes), {
      "Read: a file in the workspace": { file, line: 5 },
      "Read: a file outside the workspace": { setting: "readOutsideRoots" },
      "Write: a file in the workspace": { setting: "policy" },
      "Write: a file outside the workspace": undefined,
      "Run: npm test": { setting: "commands.deny" },
      "Run: curl https://example.com": { setting: "web.deniedHosts" },
      "Run: sudo true": undefined,
      "Reach: https://example.com": { setting: "web.deniedHosts" },
      "Reach: http://localhost:3000": { setting: "web.allowLocal" },
      "Reach: http://169.254.169.254 (a cloud's secrets)": { setting: "web.allowLocal" },
    });
    const shown = effectivePolicyText(found);
    assert.ok(
      shown.includes(`denied (policy.workspace: the workspace's policy denies README.md; see ${file}:5)`),
      shown,
    );
    assert.ok(
      shown.includes("npm test: denied (commands.user: a user rule denies it; see toolcrib.commands.deny)"),
      shown,
    );
    const { refusal } = await call("run_command", { command: "npm test" });
    assert.deepEqual(refusal, {
      rule: "commands.user",
      reason: "a user rule denies it",
      source: { setting: "commands.deny" },
    });
  });
});
