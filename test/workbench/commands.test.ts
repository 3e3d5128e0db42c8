/** What runs is seen and stopped in the Running view, and a command line is explained without being run. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { needsBubblewrap } from "../node/sandbox/support/world";
import { runningWith } from "../node/support/processes";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { previewText } from "./support/previewText";
import { pressOf } from "./support/viewRows";

describe("commands", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const view = () => workbench.page.locator(".part.sidebar .monaco-list-row");

  it("that run in the background are listed while they run, and stopped from there (SH-8)", async () => {
    await workbench.ask(
      `@crib ${script({ tool: "run_command", input: { command: "echo started; sleep 300", background: true } })}`,
    );
    assert.match((await workbench.answered())[0] ?? "", /bg_task_1/);
    await workbench.runCommand("Toolcrib: Focus on Running View");
    const job = view().filter({ hasText: "sleep 300" });
    await job.waitFor();
    assert.match((await job.textContent()) ?? "", /\d s · bg_task_1/);
    await pressOf(job, "Stop", async () => /, stopped · bg_task_/.test((await job.textContent()) ?? ""));
    await workbench.ask(`@crib ${script({ tool: "job_output", input: { id: "bg_task_1" } })}`);
    assert.match((await workbench.answered())[0] ?? "", /started/);
  });

  it("are explained in a preview, part by part, and not run", async () => {
    await workbench.runCommand("Toolcrib: Explain Command…");
    await workbench.quickInput.type("git status | head -3; sudo id");
    const shown = () => previewText(workbench.page);
    await workbench.waitFor("the explanation", async () => /Simple commands/.test(await shown()));
    const explanation = (await shown()).replace(/\s+/g, " ");
    assert.match(explanation, /deny by commands\.denylist: sudo runs commands with other rights/);
    assert.match(explanation, /git status ✓ allow by commands\.readonly: it only reads inside the workspace/);
    assert.match(explanation, /runs through: sudo/);
    await workbench.screenshot("explain-command");
  });

  it("are tried on a layer: what they change is proposed in one editor and written after a yes", async () => {
    writeFileSync(join(workbench.folder, "one.txt"), "one\n");
    writeFileSync(join(workbench.folder, "two.txt"), "two\n");
    await workbench.runCommand("Toolcrib: Try Command…");
    await workbench.quickInput.type("sed -i s/o/0/ one.txt two.txt; echo three >three.txt; ls -A | head -1");
    await workbench.waitFor("the proposal", async () =>
      (await workbench.page.locator(".tab").allTextContents()).some((title) => /^Apply 3 changes of sed/.test(title)),
    );
    await workbench.page
      .locator(".multiDiffEntry .view-line, .monaco-diff-editor .view-line")
      .filter({ hasText: "three" })
      .first()
      .waitFor();
    await workbench.screenshot("try-command");
    assert.equal(readFileSync(join(workbench.folder, "one.txt"), "utf8"), "one\n");
    assert.equal(existsSync(join(workbench.folder, "three.txt")), false);
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    const proposed = view().filter({ hasText: "Apply 3 changes of sed" });
    await proposed.hover();
    await proposed.getByRole("button", { name: "Accept" }).click();
    await workbench.waitFor("the changes", async () => existsSync(join(workbench.folder, "three.txt")));
    assert.equal(readFileSync(join(workbench.folder, "one.txt"), "utf8"), "0ne\n");
    await workbench.page.locator(".view-line").filter({ hasText: "changed 3 files" }).waitFor();
    await workbench.screenshot("try-command-applied");
  });

  const runs = (command: string) => `@crib ${script({ tool: "run_command", input: { command } })}`;

  /** Runs a command that is asked about, and allows it for good by a link in the question. */
  async function allowForGood(command: string, link: string): Promise<string> {
    await workbench.ask(runs(command));
    const question = await workbench.chat.confirmation();
    await workbench.screenshot(`approval-offers ${command}`.replace(/\W+/g, "-"));
    await workbench.chat.follow(link);
    await workbench.answered();
    return question;
  }

  /** The answer to a command that nobody is asked about: a question would keep it from coming. */
  async function unasked(command: string): Promise<string> {
    await workbench.ask(runs(command));
    const [result = ""] = await workbench.answered();
    assert.equal(await workbench.chat.asking(), false);
    return result;
  }

  it("are allowed for good exactly as they are, and then not asked about again (D-13)", async () => {
    const question = await allowForGood("node -p 40+2", "this exact command here in this workspace");
    assert.doesNotMatch(question, /node -p …|node …/);
    assert.match(
      await workbench.dialogs.notification("You will not be asked again"),
      /saved \(in this workspace\)\. You will not be asked again\./,
    );
    assert.match(await unasked("node -p 40+2"), /^42\n/);
    await workbench.ask(runs("node -p 41+2"));
    assert.match(await workbench.chat.confirmation(), /node -p 41\+2/);
    await workbench.chat.decline();
  });

  it("are allowed for good by their first words, with any arguments (D-13)", async () => {
    const question = await allowForGood("npm run test", "npm run test … always");
    await workbench.screenshot("allowed-for-good");
    assert.match(
      question,
      /Allow and do not ask again: ↗ npm run test … for this session · ↗ npm run test … in this workspace · ↗ npm run test … always/,
    );
    assert.match(await unasked("npm run test"), /# tests 6\n/);
    assert.match(await unasked("npm run test -- --test-name-pattern=decimals"), /# pass 1\n/);
    await workbench.ask(runs("npm run other"));
    assert.match(await workbench.chat.confirmation(), /npm run other/);
    await workbench.chat.decline();
  });

  it("are listed by how long they are allowed, and forgotten from there by the keyboard alone (D-7)", async () => {
    const { page, quickInput } = workbench;
    await allowForGood("node -p 50+2", "this exact command here for this session");
    await workbench.runCommand("Toolcrib: Manage Approvals…");
    const list = page.locator(".quick-input-list");
    for (const heading of ["Until this window is closed", "In this workspace", "In every workspace"])
      await list.getByText(heading).waitFor();
    assert.deepEqual(await quickInput.entries(), ["node -p 50+2 (in .)", "node -p 40+2 (in .)", "npm run test …"]);
    await workbench.screenshot("manage-approvals");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await workbench.dialogs.notification("1 saved approval was cleared.");
    await workbench.ask(runs("node -p 50+2"));
    assert.match(await workbench.chat.confirmation(), /node -p 50\+2/);
    await workbench.chat.decline();
    await workbench.answered();
    assert.match(await unasked("node -p 40+2"), /^42\n/);
    await workbench.runCommand("Toolcrib: Clear Saved Approvals");
    await workbench.dialogs.notification("2 saved approvals were cleared.");
    await workbench.ask(runs("npm run test"));
    await workbench.chat.confirmation();
    await workbench.chat.decline();
    await workbench.answered();
  });

  it("that run unasked find secrets empty, and the answer names them (D-13)", async function () {
    await needsBubblewrap(this);
    writeFileSync(join(workbench.folder, ".env"), "PASS=1\n");
    writeFileSync(join(workbench.folder, "open.txt"), "PASS=2\n");
    const found = await unasked("grep -rh PASS . | sort");
    assert.match(found, /^PASS=2\n/);
    assert.match(found, /\[Files that may contain secrets appear empty to commands that run without asking: \.env\.\]/);
    await workbench.screenshot("unasked-without-secrets");
  });

  it("that need more than others have which run unasked are asked about the second time (D-13)", async function () {
    await needsBubblewrap(this);
    const lender = await mkdtemp(join(homedir(), ".toolcrib-lender-"));
    try {
      const git = (...args: string[]) => execFileSync("git", args, { cwd: lender });
      git("init", "-q");
      git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "lent");
      rmSync(join(workbench.folder, ".git"), { recursive: true, force: true });
      git("clone", "-q", "--shared", "--no-checkout", lender, join(lender, "borrower"));
      renameSync(join(lender, "borrower", ".git"), join(workbench.folder, ".git"));
      const command = "git log --format=%s";
      assert.match(await unasked(command), /objects is hidden from commands that run without asking/);
      await workbench.ask(runs(command));
      assert.match(
        await workbench.chat.confirmation(),
        /it needs access that commands do not get without being asked about/,
      );
      await workbench.screenshot("needs-more");
      await workbench.chat.allow();
      assert.match((await workbench.answered())[0] ?? "", /^lent\n/);
    } finally {
      rmSync(lender, { recursive: true, force: true });
    }
  });

  it("write a file with another name only after a question that says so, whatever is allowed (D-7)", async () => {
    writeFileSync(join(workbench.folder, "first.txt"), "one\n");
    linkSync(join(workbench.folder, "first.txt"), join(workbench.folder, "second.txt"));
    await workbench.ask(
      `@crib ${script({ tool: "read_file", input: { path: "second.txt" } }, { tool: "write_file", input: { path: "second.txt", content: "two\n" } })}`,
    );
    const said = "This file has 2 hard links: the change appears under all of its names.";
    await workbench.dialogs.notification(said);
    await workbench.screenshot("another-name");
    await workbench.dialogs.answerNotification(said, "Cancel");
    await workbench.answered();
    assert.equal(readFileSync(join(workbench.folder, "first.txt"), "utf8"), "one\n");
  });

  /** However a person ends what runs, by the chat's stop button or with the window, nothing of it goes on (SH-8, SH-10). */
  describe("end", () => {
    /** Starts a command that sleeps for a time that no other does, and answers the question about it, if there is one. */
    const start = async (seconds: string, more: object = {}) => {
      const input = { command: `trap 'sleep 0.2; exit' TERM; sleep ${seconds} & wait`, ...more };
      await workbench.ask(`@crib ${script({ tool: "run_command", input })}`);
      await workbench.chat.confirmation();
      await workbench.chat.allow();
      await workbench.waitFor("the command to run", () => runsStill(seconds));
    };
    const runsStill = (seconds: string) => runningWith(`sleep\0${seconds}`).length > 0;

    it("with all that it started when the person stops the answer in Chat", async () => {
      await start("3141.25");
      await workbench.page.locator(".interactive-input-part .codicon-stop-circle").first().click();
      await workbench.waitFor("the end of the command", () => !runsStill("3141.25"));
      await workbench.chat.done();
      await workbench.ask(`@crib ${script({ tool: "run_command", input: { command: "echo next" } })}`);
      assert.match((await workbench.answered())[0] ?? "", /^next\n/, "the next request is answered as any other");
    });

    it("when its window is closed or loaded anew, in the background too", async () => {
      await start("2718.75", { background: true });
      await workbench.answered();
      assert.ok(runsStill("2718.75"), "it goes on after the turn");
      // A window that is ready shows the files.
      await workbench.runCommand("Explorer: Focus on Folders View");
      await workbench.page.keyboard.press("F1");
      await workbench.quickInput.type(">Developer: Reload Window");
      await workbench.waitFor("the end of the job", () => !runsStill("2718.75"), 30_000);
      await workbench.ready();
    });
  });
});
