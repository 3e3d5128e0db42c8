/** Policy files in the real workbench: a managed one refuses, a broken one is told, a wrong example is marked. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { shownText } from "./support/shownText";

describe("policy files", () => {
  const managed = join(mkdtempSync(join(tmpdir(), "crib-managed-")), "policy.json");
  let workbench: DemoWorkbench;
  before(async () => {
    writeFileSync(managed, '{\n  "exec": { "disabled": true }\n}\n');
    workbench = await openDemo({ machineSettings: { "toolcrib.managedPolicy": managed } });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("EN-1: a managed file disables commands, and the model is told why", async () => {
    await workbench.ask(`@crib ${script({ tool: "run_command", input: { command: "touch made" } })}`);
    assert.match(
      (await workbench.answered())[0] ?? "",
      /^Denied by policy: the managed policy does not allow commands\./,
    );
    await workbench.screenshot("managed-policy-refuses");
  });

  it("a workspace file whose rule its example contradicts is told, and marked on its line", async () => {
    const file = join(workbench.folder, ".toolcrib", "policy.jsonc");
    mkdirSync(join(workbench.folder, ".toolcrib"));
    writeFileSync(
      file,
      '{\n  // Generated.\n  "rules": [\n    { "effect": "write", "match": "dist/**", "decision": "deny", "matches": ["src/a.ts"] }\n  ]\n}\n',
    );
    const problem = 'rules[0]: it does not match its example "src/a.ts"; the rule still applies';
    await workbench.dialogs.answerNotification(`${file}:4: ${problem}`, "Open File");
    // An editor that opens takes the keyboard from whatever has it.
    await workbench.waitFor("the file to be open", async () =>
      (await workbench.editors.tabs()).some((tab) => tab.includes("policy.jsonc")),
    );
    await workbench.editors.visibleText();
    await workbench.runCommand("Problems: Focus on Problems View");
    const problems = workbench.page.locator(".markers-panel .monaco-list-row").filter({ hasText: "it does not match" });
    await problems.waitFor();
    assert.match(await shownText(problems), /Toolcrib.*\[Ln 4, Col 5\]/s);
    await workbench.screenshot("policy-wrong-example");
    await workbench.ask(`@crib ${script({ tool: "write_file", input: { path: "dist/x.js", content: "x" } })}`);
    assert.match((await workbench.answered())[0] ?? "", /the workspace's policy denies dist\/\*\*/);
  });

  it("a broken managed file is told at once where it is used, and lets tools only read", async () => {
    writeFileSync(managed, '{\n  "exec": { "disabled": true\n}\n');
    const steps = [
      { tool: "write_file", input: { path: "made.txt", content: "x" } },
      { tool: "read_file", input: { path: "README.md" } },
    ];
    await workbench.ask(`@crib ${script(...steps)}`);
    await workbench.answered();
    const [, first, second] = workbench
      .modelRequests()
      .slice(-3)
      .map(({ results }) => results[0] ?? "");
    assert.match(first ?? "", /the policy file is invalid: .*policy\.json:4: it is not valid JSON/);
    assert.doesNotMatch(second ?? "", /Denied/);
    await workbench.dialogs.notification("Toolcrib can only read until this policy file is repaired");
    await workbench.screenshot("managed-policy-broken");
  });
});
