/** What an agent did in its own workspace, as a person sees it, and what they do with it (EX-3, EX-5, PO-8). */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { chooseFrom, closeViews, spokenLines, unfold, viewRows } from "./support/viewRows";

describe("the Workspaces view", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "crib-workspaces-")));
  /** The chat's own for this project; its name is known once it is made. */
  const folder = () => join(base, readdirSync(base).find((name) => name.startsWith("chat+")) ?? "chat");
  let workbench: DemoWorkbench;
  before(async () => {
    const settings = { ...allTools, "toolcrib.workspaces.folder": base };
    workbench = await openDemo({ settings, machineSettings: settings });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const rows = () => viewRows(workbench.page, "Workspaces");
  const row = (text: string) => rows().filter({ hasText: text }).first();
  const play = async (...calls: object[]) => {
    await workbench.ask(`@crib ${script(...calls)}`);
    return workbench.answered();
  };
  const run = (command: string) => ({ tool: "exec_run", input: { command } });
  const folderRow = (name: string) => workbench.page.locator(`.part.sidebar .monaco-list-row[aria-label^="${name}"]`);

  it("is there when it is asked for, also before any agent has a workspace", async () => {
    await workbench.runCommand("Toolcrib: Open Agent Workspaces");
    await workbench.page.getByText("No agent has its own workspace yet.").waitFor();
    await closeViews(workbench.page, ["Needs You", "Changes", "Running"]);
    assert.equal(existsSync(folder()), false);
  });

  it("shows what an agent ran, how it ended and what it takes of its quota (EX-5, PO-8)", async () => {
    await play(
      { tool: "exec_write", input: { file_path: "scratch/hello.sh", content: "echo hello; echo oh no >&2\n" } },
      run("bash scratch/hello.sh"),
      run("exit 3"),
      run("rm -rf /"),
    );
    await row("chat").filter({ hasText: "of 2 GB" }).waitFor();
    await unfold(row("chat"));
    await row("rm -rf /").filter({ hasText: "denied" }).waitFor();
    await row("chat")
      .filter({ hasText: /▰▱+ [\d.]+ KB of 2 GB corner-shop/ })
      .waitFor();
    const lines = await spokenLines(rows());
    const [first = ""] = lines;
    assert.match(first, /^Workspace of chat\+corner-shop-[0-9a-f]{16}, of .*, [\d.]+ KB of 2 GB$/);
    assert.ok(first.includes(`, of ${workbench.folder}, `), first);
    assert.match(lines[1] ?? "", /^Runs of chat\+corner-shop-[0-9a-f]{16}, 4$/);
    assert.match(lines[2] ?? "", /^rm -rf \/, denied, \d/);
    assert.match(lines[3] ?? "", /^exit 3, failed, exit code: 3, /);
    assert.match(lines[4] ?? "", /^bash scratch\/hello\.sh, succeeded, exit code: 0, /);
    assert.match(lines[5] ?? "", /^exec_write scratch\/hello\.sh, succeeded, done, /);
    await workbench.screenshot("workspaces-view");
  });

  it("shows again what a run printed, both streams told apart", async () => {
    await row("bash scratch/hello.sh").click();
    await workbench.waitFor("the output", async () => {
      const text = (await workbench.page.locator(".editor-instance .view-lines").allInnerTexts()).join("\n");
      return /hello\n\[stderr\] oh no\n\[exit code: 0/.test(text.replaceAll("\u00a0", " "));
    });
    await workbench.screenshot("workspaces-replay");
  });

  it("shows what a run printed beside what an earlier one did", async () => {
    await chooseFrom(workbench.page, row("exit 3"), "Compare with Earlier Run");
    await workbench.quickInput.pick("bash scratch/hello.sh");
    await workbench.page.locator(".tab.active").filter({ hasText: "bash scratch/hello.sh ↔ exit 3" }).waitFor();
    await workbench.screenshot("workspaces-compare");
  });

  it("opens a terminal of the person's own where a run failed", async () => {
    await play({ tool: "exec_run", input: { command: "exit 4", cwd: "scratch" } });
    await chooseFrom(workbench.page, row("exit 4"), "Open Terminal in Run Folder");
    await workbench.page.locator(".terminal-tabs-entry").filter({ hasText: "Run of chat" }).first().waitFor();
    await workbench.waitFor("the terminal's folder", async () => {
      const drawn = (await workbench.page.locator(".xterm-rows").allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
      return /scratch[^\n]*[$#%>]/.test(drawn);
    });
    await workbench.screenshot("workspaces-run-terminal");
  });

  it("opens its files where they are", async () => {
    await unfold(folderRow("scratch, folder"));
    await rows().filter({ hasText: "27 bytes" }).first().click();
    await workbench.page.locator(".tab.active").filter({ hasText: "hello.sh" }).waitFor();
  });

  it("warns of a history that somebody changed", async () => {
    const path = join(folder(), ".exec_history");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace("exit 3", "exit 0"));
    await workbench.runCommand("Toolcrib: Open Agent Workspaces");
    await row("failed verification").waitFor();
    await workbench.screenshot("workspaces-tampered");
    writeFileSync(path, text);
    await workbench.runCommand("Toolcrib: Open Agent Workspaces");
    await row("failed verification").waitFor({ state: "hidden" });
  });

  it("clears what a person chose, once they have said so", async () => {
    await workbench.runCommand("Toolcrib: Clear Agent Workspace…");
    await workbench.quickInput.pick("Scratch Only");
    const question = await workbench.dialogs.modalText();
    assert.match(question, /clear the workspace of chat\+corner-shop-[0-9a-f]{16}\?/);
    assert.ok(question.includes(`This deletes everything in the folder scratch of ${folder()}.`), question);
    await workbench.screenshot("workspaces-clear");
    await workbench.dialogs.answerModal("Cancel");
    assert.ok(existsSync(join(folder(), "scratch/hello.sh")));
    await workbench.runCommand("Toolcrib: Clear Agent Workspace…");
    await workbench.quickInput.pick("Scratch Only");
    await workbench.dialogs.modalText();
    await workbench.dialogs.answerModal("Clear");
    await workbench.waitFor("the file to go", () => !existsSync(join(folder(), "scratch/hello.sh")));
    await workbench.waitFor("the history to tell of it", () =>
      readFileSync(join(folder(), ".exec_history"), "utf8").includes('"event":"workspace cleared"'),
    );
    await rows().filter({ hasText: "27 bytes" }).first().waitFor({ state: "hidden" });
  });
});
