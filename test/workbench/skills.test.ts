/** A skill that the model saves, the person reviews and approves, and VS Code itself then lists (EX-7, EX-8). */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { openWaiting, waitingRow } from "./support/needsYou";

const workspaces = mkdtempSync(join(tmpdir(), "crib-skills-"));
const saving = {
  tool: "skill_save",
  input: {
    name: "price-report",
    description: "Reports the prices of the shop. Use it when somebody asks for a price list.",
    instructions: "# Price report\n\n1. Run `scripts/report.sh`.\n2. Tell what it printed.",
    required_tools: ["run_command"],
    hosts: ["prices.example.org"],
    files: [{ path: "scripts/report.sh", content: "#!/bin/sh\necho prices\n" }],
  },
};
const installed = ".github/skills/price-report";

describe("skills that agents write", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo({
      settings: allTools,
      machineSettings: {
        "toolcrib.workspaces.folder": workspaces,
        "toolcrib.skills.installTo": "workspace",
      },
    });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const row = (text: string) =>
    workbench.page.locator(".part.sidebar .pane-body .monaco-list-row").filter({ hasText: text }).first();
  const skill = (state: string) =>
    workbench.page.locator('.part.sidebar .monaco-list-row[aria-label^="price-report, "]').filter({ hasText: state });
  const inWorkspace = (name: string) => join(workbench.folder, installed, name);

  it("are saved in the agent's workspace and wait", async () => {
    await workbench.ask(`@crib ${script(saving)}`);
    const [told = ""] = await workbench.answered();
    assert.match(told, /^Saved the skill "price-report" .* It is PENDING_APPROVAL/);
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    await waitingRow(workbench, "price-report, new skill, chat").waitFor();
    assert.equal(existsSync(inWorkspace("SKILL.md")), false);
  });

  it("are shown whole to the person who is to approve them, with what they ask for", async () => {
    await openWaiting(workbench, "price-report");
    const diff = workbench.page.locator(".multiDiffEntry");
    await diff.filter({ hasText: "It connects to these hosts: prices.example.org." }).first().waitFor();
    await diff.filter({ hasText: "report.sh" }).first().waitFor();
    await workbench.runCommand("Toolcrib: Focus on Skills View");
    await skill("waits for your approval").waitFor();
    await row("It includes scripts").waitFor();
    await workbench.screenshot("skill-review");
  });

  it("are installed when they are approved, and then VS Code lists them", async () => {
    await workbench.editors.clickEditorAction("Accept");
    await skill("installed in").waitFor();
    assert.match(readFileSync(inWorkspace("SKILL.md"), "utf8"), /^---\nname: "price-report"\n/);
    assert.equal(readFileSync(inWorkspace("scripts/report.sh"), "utf8"), "#!/bin/sh\necho prices\n");
    await workbench.screenshot("skill-approved");
    await workbench.quickInput.list("Chat: Configure Skills...", "price-report");
    await workbench.screenshot("skill-listed-by-vscode");
    await workbench.page.keyboard.press("Escape");
  });

  it("are told to the model of @crib from then on", async () => {
    await workbench.ask(`@crib ${script({ text: "Fine." })}`);
    await workbench.answered();
    const { opening = "", offered = [] } = workbench.modelRequests().at(-1) ?? {};
    assert.ok(
      offered.some((name) => name.endsWith("skill_read")),
      `${offered}`,
    );
    assert.match(opening, /\n- price-report \(\.github\/skills\): Reports the prices of the shop\. Use it when/);
  });

  it("say so when somebody changes what is installed, and go with the approval", async () => {
    const approved = readFileSync(inWorkspace("SKILL.md"));
    appendFileSync(inWorkspace("SKILL.md"), "More.\n");
    await skill("changed since then").waitFor();
    await workbench.screenshot("skill-altered");
    writeFileSync(inWorkspace("SKILL.md"), approved);
    await skill("approved; installed in").waitFor();
    await skill("approved").hover();
    await skill("approved").getByRole("button", { name: "Withdraw Approval and Remove" }).click();
    await skill("waits for your approval").waitFor();
    assert.equal(existsSync(join(workbench.folder, ".github")), false);
  });
});
