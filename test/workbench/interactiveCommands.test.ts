/** Commands with a terminal of their own: a person types into it, in the real workbench. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { pressOf } from "./support/viewRows";

describe("commands in a terminal (tty)", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const step = (command: string, more: object = {}) =>
    script({ tool: "run_command", input: { command, tty: true, ...more } });

  /** Asks for it and says yes; the command runs then. */
  async function begin(command: string, more: object = {}): Promise<string> {
    await workbench.ask(`@crib ${step(command, more)}`);
    const question = await workbench.chat.confirmation();
    await workbench.chat.allow();
    return question;
  }

  const shows = (text: string) =>
    workbench.waitFor(`"${text}" in the terminal`, async () => (await workbench.terminalText()).includes(text));

  const type = async (keys: string) => {
    await workbench.page.locator(".terminal-wrapper.active .xterm").last().click();
    await workbench.page.keyboard.type(keys);
  };

  it("read what a person types, and the model reads what was shown", async () => {
    // The command itself is shown before it runs.
    const question = await begin(`read -p 'Na''me? ' n; echo "hello $n"`);
    assert.match(question, /Run in a terminal: read -p/);
    assert.match(question, /You can type into its terminal\. The model reads everything the terminal shows\./);
    await shows("Name?");
    await type("Ada\n");
    const [result] = await workbench.answered();
    assert.match(result ?? "", /^Name\? Ada\nhello Ada\n\[exit code: 0, /);
    await workbench.screenshot("tty-typed");
  });

  it("are asked about though they only read, and have a terminal in the same place again", async () => {
    const question = await begin("test -t 0 && test -t 1 && echo has a terminal; stty size");
    assert.match(question, /Allow/);
    const [result] = await workbench.answered();
    const [, rows, columns] = /^has a terminal\n(\d+) (\d+)\n/.exec(result ?? "") ?? [];
    assert.ok(Number(rows) > 1 && Number(columns) > 40, result);
    const tabs = workbench.page.locator(".terminal-tabs-entry, .single-terminal-tab").filter({ hasText: "type here" });
    assert.equal(await tabs.count(), 1);
  });

  it("are stopped by Ctrl+C in the terminal", async () => {
    // Quoted, so that only what it prints reads like this, and not the line that is shown before.
    await begin("echo wait'ing'; sleep 300");
    await shows("waiting");
    await workbench.page.locator(".terminal-wrapper.active .xterm").last().click();
    await workbench.page.keyboard.press("Control+c");
    const [result] = await workbench.answered();
    assert.match(result ?? "", /^waiting\n\^C\n\[exit code: 130, /);
  });

  it("are listed in the Running view, shown from there, and stopped", async () => {
    await begin("echo at work; sleep 301", { background: true });
    await workbench.answered();
    await shows("at work");
    await workbench.runCommand("Toolcrib: Focus on Running View");
    const job = workbench.page.locator(".part.sidebar .monaco-list-row").filter({ hasText: "sleep 301" });
    await job.waitFor();
    await workbench.runCommand("View: Toggle Panel Visibility");
    await workbench.page.locator(".part.panel").waitFor({ state: "hidden" });
    await job.click();
    await shows("at work");
    await workbench.screenshot("tty-tasks-view");
    await pressOf(job, "Stop", async () => /, stopped · bg_task_/.test((await job.textContent()) ?? ""));
    await shows("stopped: cancellation");
  });

  it("are held by the sandbox", async () => {
    const outside = join(homedir(), `crib-tty-${process.pid}`);
    await begin(`node -e 'require("fs").writeFileSync("${outside}", "x")'`);
    const [result] = await workbench.answered();
    assert.match(result ?? "", /EROFS: read-only file system/);
    assert.match(result ?? "", /^\[exit code: 1, .*, in the sandbox\]$/m);
    assert.equal(existsSync(outside), false);
  });

  it("that draw on the whole screen leave a line of it for the model", async () => {
    // What is typed before it is read would be shown as well, and the command itself is shown before it runs.
    await begin(`stty -echo; printf '\\033[?1049h\\033[2;3Hdra''wn'; read -rsn1; printf '\\033[?1049l'; echo left`);
    await shows("drawn");
    await workbench.screenshot("tty-full-screen");
    await type("q");
    const [result] = await workbench.answered();
    assert.match(result ?? "", /^\[a full-screen program was shown\]\nleft\n\[exit code: 0, /);
  });
});
