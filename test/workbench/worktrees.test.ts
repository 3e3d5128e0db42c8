/** Reviewing, merging and discarding what agents made in worktrees, in the real workbench (AG-2). */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyDemoWorkspace } from "../../scripts/vscode/demoCopy.mjs";
import { GitWorktrees } from "../../src/features/worktrees/node/gitWorktrees";
import type { Worktree } from "../../src/features/worktrees/worktrees";
import { git, never } from "../support/repository";
import { tempFolder } from "../support/tempFolder";
import { type DemoWorkbench, openDemo, pictureFailures } from "./support/demo";

describe("worktrees of agents", () => {
  let workbench: DemoWorkbench;
  let worktrees: GitWorktrees;
  let folder: string;
  const price = (top = folder) => join(top, "src/price.js");
  const tax = () => join(folder, "src/tax.js");

  /** As an agent of an earlier window leaves it. */
  async function left(description: string, change: (worktree: Worktree) => void): Promise<Worktree> {
    const branch = `toolcrib/${description}`;
    const made = await worktrees.create({ root: folder, description, branch, agent: "chat/agent_1" }, never);
    change(made);
    await worktrees.finish(made, description);
    return made;
  }

  before(async () => {
    folder = await copyDemoWorkspace();
    workbench = await openDemo({ folder });
    const records = join(workbench.home, "data/data/User/globalStorage/toolcrib.toolcrib/worktrees");
    const trees = tempFolder();
    worktrees = new GitWorktrees({ records, folder: () => trees });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("shows what the branch changes, brings it into the workspace, and takes it back", async () => {
    const { branch, folder: tree } = await left("taxes", (made) => {
      writeFileSync(join(made.folder, "src/tax.js"), "export const TAX = 0.19;\n");
      appendFileSync(price(made.folder), "// taxed\n");
    });
    const before = readFileSync(price(), "utf8");
    await workbench.runCommand("Toolcrib: Review Agent Worktree");
    await workbench.quickInput.pick(branch);
    await workbench.page
      .locator(".multiDiffEditor .view-line")
      .filter({ hasText: "export const TAX" })
      .first()
      .waitFor();
    await workbench.screenshot("worktree-review");
    await workbench.runCommand("View: Close All Editors");

    await workbench.runCommand("Toolcrib: Merge Agent Worktree");
    await workbench.quickInput.pick(branch);
    const question = await workbench.dialogs.modalText();
    assert.ok(question.includes(`Merge ${branch} into the workspace?`), question);
    assert.ok(question.includes("src/tax.js (+1 −0, new)"), question);
    await workbench.screenshot("worktree-merge");
    await workbench.dialogs.answerModal("Merge");
    const told = await workbench.dialogs.notification(`Merged ${branch}: src/price.js, src/tax.js.`);
    assert.match(told, /git branch toolcrib\/taxes [0-9a-f]{10}/);
    assert.equal(readFileSync(price(), "utf8"), `${before}// taxed\n`);
    assert.equal(existsSync(tree), false);
    assert.equal(git(folder, "branch", "--list", branch), "");
    await workbench.screenshot("worktree-merged");

    await workbench.dialogs.answerNotification(`Merged ${branch}`, "Undo");
    await workbench.waitFor("the new file to be gone", () => !existsSync(tax()));
    await workbench.waitFor("the old text", () => readFileSync(price(), "utf8") === before);
  });

  it("writes nothing where both sides changed a line, and lets the person choose in the diff editor", async () => {
    const { branch, folder: tree } = await left("conflict", (made) => writeFileSync(price(made.folder), "// theirs\n"));
    writeFileSync(price(), "// mine\n");
    await workbench.runCommand("Toolcrib: Merge Agent Worktree");
    await workbench.quickInput.pick(branch);
    const told = `${branch} conflicts with the files in the workspace, so nothing was written: src/price.js`;
    await workbench.dialogs.notification(told);
    assert.equal(readFileSync(price(), "utf8"), "// mine\n");
    await workbench.dialogs.answerNotification(told, "Open the Conflicts");
    await workbench.page
      .locator(".monaco-diff-editor .modified-in-monaco-diff-editor .view-line")
      .filter({ hasText: ">>>>>>>" })
      .first()
      .waitFor();
    await workbench.screenshot("worktree-conflict");
    await workbench.runCommand("Toolcrib: Accept");
    await workbench.dialogs.notification(`Merged ${branch}: src/price.js. Look at src/price.js`);
    assert.equal(readFileSync(price(), "utf8"), `<<<<<<< workspace\n// mine\n=======\n// theirs\n>>>>>>> ${branch}\n`);
    assert.equal(existsSync(tree), true);
  });

  it("discards what is ticked, and says how to get it back", async () => {
    const { branch, folder: tree } = await left("unwanted", (made) => writeFileSync(price(made.folder), "// no\n"));
    await workbench.runCommand("Toolcrib: Clean Up Agent Worktrees…");
    await workbench.waitFor("both worktrees", async () => {
      const entries = (await workbench.quickInput.entries()).map((entry) => entry.trim());
      return entries.includes(branch) && entries.includes("toolcrib/conflict");
    });
    await workbench.screenshot("worktree-clean-up");
    await workbench.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: branch }).first().click();
    await workbench.page.keyboard.press("Enter");
    assert.ok((await workbench.dialogs.modalText()).includes(`Discard ${branch}?`));
    await workbench.dialogs.answerModal("Discard");
    const told = await workbench.dialogs.notification(`Discarded ${branch}.`);
    const commit = /git branch toolcrib\/unwanted ([0-9a-f]{10})/.exec(told)?.[1] ?? "";
    assert.equal(git(folder, "show", `${commit}:src/price.js`), "// no");
    assert.deepEqual([existsSync(tree), git(folder, "branch", "--list", branch)], [false, ""]);
  });
});
