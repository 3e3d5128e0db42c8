/** Commands that run unasked on a layer: what they changed is applied, asked about, listed and undone (D-12, D-15, D-17). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { needsLayer } from "../node/sandbox/support/world";
import { snapshot, withoutObjects } from "../support/tempFolder";
import { autoApproved, type DemoWorkbench, openAgentMode, pictureFailures, script } from "./support/demo";
import { pressOf, unfoldByArrow, viewRows } from "./support/viewRows";

const rewrite = `const fs = require("fs");
for (const name of ["one", "two", "three"]) fs.writeFileSync(name + ".txt", name + ", rewritten\\n");
fs.mkdirSync(".git/hooks", { recursive: true });
fs.writeFileSync(".git/hooks/pre-commit", "#!/bin/sh\\n");
`;

describe("commands on a layer in agent mode", () => {
  let workbench: DemoWorkbench;
  const path = (name: string) => join(workbench.folder, name);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: workbench.folder,
      encoding: "utf8",
    });
  const run = (command: string) => workbench.ask(script({ tool: "run_command", input: { command } }));
  const view = () => viewRows(workbench.page, "Changes");

  /** Opens a line, and waits for one that belongs below it. */
  async function shownBelow(row: string, below: string): Promise<void> {
    await unfoldByArrow(view().filter({ hasText: row }).first());
    await view().filter({ hasText: below }).first().waitFor();
  }

  before(async function () {
    await needsLayer(this);
    const { machineSettings } = autoApproved;
    workbench = await openAgentMode({ machineSettings: { ...machineSettings, "toolcrib.commands.review": "changes" } });
    for (const name of ["one", "two"]) writeFileSync(path(`${name}.txt`), `${name}\n`);
    writeFileSync(path("rewrite.cjs"), rewrite);
    git("add", ".");
    git("commit", "-qm", "start");
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("run the tests without a question", async () => {
    await run("npm test");
    await workbench.dialogs.answerModal("Enable");
    const [result] = await workbench.answered();
    assert.match(result ?? "", /\[tests: 1 failed, 5 passed \(node:test\);/);
  });

  it("apply what a script rewrote, and keep its git hook waiting for a person", async () => {
    await run("node rewrite.cjs");
    assert.match((await workbench.editors.diffText()).after, /#!\/bin\/sh/);
    assert.deepEqual(
      ["one", "two", "three"].map((name) => readFileSync(path(`${name}.txt`), "utf8")),
      ["one, rewritten\n", "two, rewritten\n", "three, rewritten\n"],
    );
    assert.equal(existsSync(path(".git/hooks/pre-commit")), false);
    await workbench.screenshot("held-command-hook-waits");
    await workbench.editors.clickEditorAction("Accept");
    const [result] = await workbench.answered();
    assert.match(result ?? "", /\[changed 4 files: one\.txt, three\.txt \(new\), two\.txt, \.git \(1 file\)\]$/);
    assert.equal(readFileSync(path(".git/hooks/pre-commit"), "utf8"), "#!/bin/sh\n");
  });

  it("are listed with the turn that they belong to, and undone with the hook under their command line", async () => {
    await workbench.runCommand("Toolcrib: Focus on Changes View");
    await view().filter({ hasText: "Agent mode" }).filter({ hasText: "4 files" }).waitFor();
    await shownBelow("Agent mode", "node rewrite.cjs");
    await shownBelow("node rewrite.cjs", "pre-commit");
    await workbench.screenshot("held-command-listed");
    const isUndone = async () =>
      !existsSync(path(".git/hooks/pre-commit")) &&
      !existsSync(path("three.txt")) &&
      ["one", "two"].every((name) => readFileSync(path(`${name}.txt`), "utf8") === `${name}\n`);
    await pressOf(view().filter({ hasText: "node rewrite.cjs" }).first(), "Undo", isUndone);
  });

  it("bring back what `git reset --hard` threw away, with git's own files", async () => {
    writeFileSync(path("one.txt"), "work of an hour\n");
    writeFileSync(path("rewrite.cjs"), "// changed as well\n");
    git("add", "one.txt");
    const before = snapshot(workbench.folder);
    await run("git reset --hard -q");
    const [result] = await workbench.answered();
    assert.match(result ?? "", /\[changed \d+ files: one\.txt, rewrite\.cjs, \.git \(\d+ files?\)\]$/);
    assert.equal(readFileSync(path("one.txt"), "utf8"), "one\n");
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.dialogs.notification('undid "Run git reset --hard -q"');
    assert.deepEqual(snapshot(workbench.folder), before);
    await workbench.screenshot("held-command-reset-undone");
  });

  it("bring back what a commit, new permissions and a link changed, and a large folder that was removed", async () => {
    await workbench.runCommand("Notifications: Clear All Notifications");
    git("config", "user.name", "A");
    git("config", "user.email", "a@example.com");
    mkdirSync(path("lib"));
    for (let at = 0; at < 1100; at++) writeFileSync(path(`lib/${at}.txt`), `${at}`);
    const [before, mode] = [withoutObjects(snapshot(workbench.folder)), statSync(path("two.txt")).mode];
    await run("git commit -qm more; chmod 600 two.txt; ln -s one.txt link; rm -rf lib");
    const [result] = await workbench.answered();
    assert.match(
      result ?? "",
      /\[changed \d+ files: lib \(deleted\), link \(new\), two\.txt \(permissions 6\d4 -> 600\), \.git \(\d+ files\)\]$/,
    );
    assert.equal(existsSync(path("lib")), false);
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.dialogs.notification('undid "Run git commit -qm more');
    assert.deepEqual([withoutObjects(snapshot(workbench.folder)), statSync(path("two.txt")).mode], [before, mode]);
  });

  it("take Skip in the chat for a no to the secret alone, and say where a job in the background works instead", async () => {
    const machine = join(workbench.home, "data", "data", "Machine", "settings.json");
    const { "chat.tools.global.autoApprove": _, ...asking } = JSON.parse(readFileSync(machine, "utf8"));
    writeFileSync(machine, JSON.stringify(asking));
    writeFileSync(path(".env"), "TOKEN=of-the-whole-village\n");
    writeFileSync(
      path("needs.cjs"),
      'const has = require("fs").readFileSync(".env", "utf8") !== ""; console.log(has ? "has it" : "misses it"); process.exit(has ? 0 : 1);',
    );
    const needs = { tool: "run_command", input: { command: "node needs.cjs" } };
    await workbench.ask(script(needs, needs));
    assert.match(await workbench.chat.confirmation(), /wants to read \.env/);
    await workbench.screenshot("held-command-secret");
    // As for a person: a call that comes within a second of the question is one of the same answer, and no sign of a no.
    await pause(1000);
    await workbench.chat.press("Skip");
    assert.match((await workbench.answered()).at(-1) ?? "", /chose to skip/);
    await run("node needs.cjs");
    assert.match((await workbench.answered()).at(-1) ?? "", /misses it/);
    const job = { command: "node needs.cjs && sleep 300", background: true };
    await workbench.ask(script({ tool: "run_command", input: job }));
    const question = await workbench.chat.confirmation();
    assert.match(question, /It changes your files at once\. Its changes are listed and can be undone/);
    assert.doesNotMatch(question, /wants to read/);
    await workbench.chat.press("Skip");
    assert.match((await workbench.answered()).at(-1) ?? "", /chose to skip/);
  });
});
