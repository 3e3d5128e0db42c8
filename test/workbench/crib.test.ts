/** The main job in the real Chat panel: @crib reads, searches, edits and runs; a person reviews and takes back. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { calls, sameWords, wordsFile } from "../support/sameWords";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { previewText } from "./support/previewText";

const edit = { path: "src/price.js", old_string: "quantity > BULK", new_string: "quantity >= BULK" };
const read = { tool: "read_file", input: { path: "src/price.js" } };

describe("@crib in the Chat panel", () => {
  let workbench: DemoWorkbench;
  let original: Buffer;
  const price = () => readFileSync(join(workbench.folder, "src/price.js"));

  before(async () => {
    workbench = await openDemo();
    original = price();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);
  const answered = () => workbench.answered();

  it("reads, searches, shows the diff of an edit, applies what was allowed, and undoes it to the byte", async () => {
    await ask(read, { tool: "search_text", input: { pattern: "BULK_QUANTITY" } }, { tool: "edit_file", input: edit });
    const question = await workbench.chat.confirmation();
    assert.match(question, /^Edit src\/price\.js/);
    assert.match(question, /-\s+return quantity > BULK_QUANTITY/);
    assert.match(question, /\+\s+return quantity >= BULK_QUANTITY/);
    assert.deepEqual(price(), original, "nothing is written before the answer");

    await workbench.chat.follow("Open in the diff editor");
    const { before, after } = await workbench.editors.diffText();
    assert.match(before, /quantity > BULK_QUANTITY/);
    assert.match(after, /quantity >= BULK_QUANTITY/);
    await workbench.screenshot("crib-review-in-chat");

    await workbench.editors.clickEditorAction("Accept");
    assert.deepEqual(await answered(), ["Edited src/price.js: 1 replacement (line 8)."]);
    const steps = await workbench.chat.steps();
    assert.deepEqual([steps.length, steps.at(-1)], [3, "Edit src/price.js: accepted"], steps.join("\n"));
    assert.equal(await workbench.page.locator(".interactive-session .codicon-error").count(), 0, "nothing failed");
    await workbench.screenshot("crib-accepted");
    assert.equal(price().toString(), original.toString().replace("quantity > BULK", "quantity >= BULK"));
    assert.deepEqual(await workbench.editors.tabs(), [], "the diff editor is closed again");

    const [, searched] = workbench
      .modelRequests()
      .map((request) => request.results[0])
      .slice(1);
    assert.match(searched ?? "", /^2 matching lines in 1 file:\nsrc\/price\.js:2: const BULK_QUANTITY = 10;\n/);

    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.dialogs.notification('undid "Edit src/price.js" (src/price.js)');
    assert.deepEqual(price(), original);
  });

  it("makes no link of an address in the line of a call that was refused", async () => {
    const command = "curl 'https://registry.example.org/a(b)' && sudo id";
    await ask({ tool: "run_command", input: { command } });
    await answered();
    assert.deepEqual(await workbench.chat.steps(), [`Run ${command}: denied`]);
    const line = workbench.page.locator(".interactive-session .chat-tool-invocation-part").last();
    assert.equal(await line.getByRole("link").count(), 0);
  });

  it("leaves the file as it was when the person skips, and tells the model", async () => {
    await ask(read, { tool: "edit_file", input: edit });
    await workbench.chat.confirmation();
    await workbench.chat.decline();
    const [told = ""] = await answered();
    assert.match(told, /^The person declined this: Edit src\/price\.js\. Nothing was done\./);
    assert.deepEqual(await workbench.chat.steps(), ["Read src/price.js", "Edit src/price.js: rejected"]);
    assert.deepEqual(price(), original);
  });

  it("applies what the person made of the proposal, and tells the model the difference", async () => {
    await ask(read, { tool: "edit_file", input: edit });
    await workbench.chat.confirmation();
    await workbench.chat.follow("Open in the diff editor");
    await workbench.editors.diffText();
    await workbench.page.locator(".editor.modified .view-line").first().click();
    await workbench.page.keyboard.press("ControlOrMeta+Home");
    await workbench.page.keyboard.insertText("/* reviewed */ ");
    await workbench.chat.allow();
    const [told = ""] = await answered();
    assert.match(told, /The person changed your proposal for src\/price\.js before accepting it/);
    assert.match(told, /^\+\/\* reviewed \*\/ /m);
    assert.equal((await workbench.chat.steps()).at(-1), "Edit src/price.js: accepted with your changes");
    const wanted = `/* reviewed */ ${original.toString().replace("quantity > BULK", "quantity >= BULK")}`;
    assert.equal(price().toString(), wanted);
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.waitFor("the file as it was", () => price().equals(original));
  });

  it("shows a command's parts and its output in a terminal without taking the focus", async () => {
    await ask({ tool: "run_command", input: { command: "echo over >&2; node -e 'console.log(6*7)'" } });
    const question = await workbench.chat.confirmation();
    assert.match(question, /node -e 'console\.log\(6\*7\)'/);
    assert.match(question, /Allow and do not ask again: ↗ this exact command here for this session · /);
    await workbench.chat.allow();
    const [told = ""] = await answered();
    assert.match(told, /^42\n\[stderr\] over\n\[exit code: 0, [\d.]+ m?s, (in the|no) sandbox\]$/);
    await workbench.waitFor("the output in the terminal", async () => /42/.test(await workbench.terminalText()));
    const focused = await workbench.page.locator(".terminal-wrapper :focus").count();
    assert.equal(focused, 0);
    await workbench.screenshot("crib-command");
  });

  it("stops a command on Ctrl+C in its terminal", async () => {
    await ask({ tool: "run_command", input: { command: "echo started; sleep 300" } });
    await workbench.waitFor("the command to run", async () => /^started/m.test(await workbench.terminalText()));
    await workbench.page.locator(".terminal-wrapper.active .xterm-screen").first().click();
    await workbench.page.keyboard.press("Control+C");
    const [told = ""] = await answered();
    assert.match(told, /^started\n\[stopped by the person\]\n\[ended by SIGTERM, /);
  });

  it("refuses a denied command, leads from its line to what denies it, and goes on", async () => {
    const why = () =>
      workbench.page.locator(".interactive-session").getByRole("link", { name: "Show What Decides" }).last();
    await ask({ tool: "run_command", input: { command: "sudo rm -rf /" } }, { text: "Understood." });
    const [told = ""] = await answered();
    assert.match(told, /^Denied by policy: /);
    await workbench.chat.said("Understood.");
    await why().click();
    const reason = "sudo runs commands with other rights";
    await workbench.waitFor("the page to say why", async () => {
      const text = await previewText(workbench.page);
      return text.includes("Why This Was Refused") && text.includes(reason);
    });
    await workbench.screenshot("crib-refused");

    const policy = join(workbench.folder, ".toolcrib/policy.jsonc");
    mkdirSync(dirname(policy), { recursive: true });
    const rule = '{ "effect": "exec", "match": "uptime", "decision": "deny" }';
    writeFileSync(policy, `{\n  "rules": [\n    ${rule}\n  ]\n}\n`);
    await ask({ tool: "run_command", input: { command: "uptime" } });
    assert.match((await answered())[0] ?? "", /^Denied by policy: the workspace's policy denies uptime\. /);
    await why().click();
    await workbench.waitFor(
      "the rule's line in the editor",
      async () => (await workbench.page.locator(".part.statusbar").getByText("Ln 3, Col 1").count()) > 0,
    );
    rmSync(policy);
  });

  it("asks for a protected file in the diff editor although edits were allowed for the session", async () => {
    await ask({ tool: "write_file", input: { path: "notes.txt", content: "a\n" } });
    await workbench.chat.confirmation();
    await workbench.chat.allow();
    assert.deepEqual(await answered(), ["Created notes.txt (2 bytes)."]);

    await ask({ tool: "write_file", input: { path: ".vscode/settings.json", content: "{}\n" } });
    const { after } = await workbench.editors.diffText();
    assert.equal(after.trim(), "{}");
    await workbench.screenshot("crib-protected");
    await workbench.editors.clickEditorAction("Reject");
    const [told = ""] = await answered();
    assert.match(told, /^The person declined this: Create \.vscode\/settings\.json\. Nothing was done\./);
    assert.throws(() => readFileSync(join(workbench.folder, ".vscode/settings.json")), { code: "ENOENT" });
  });

  it("says to its model the words that clients of the MCP server pass on to theirs", async () => {
    const file = join(workbench.folder, wordsFile.name);
    writeFileSync(file, wordsFile.before);
    const { read, denied, missing, edit } = calls;
    const before = workbench.modelRequests().length;
    await ask(read, denied, missing, edit);
    await workbench.chat.confirmation();
    await workbench.chat.decline();
    await answered();
    const results = workbench.modelRequests().slice(before);
    const { accepted, ...others } = sameWords;
    assert.deepEqual(
      results.flatMap((request) => request.results),
      Object.values(others),
    );
    assert.equal(readFileSync(file, "utf8"), wordsFile.before);
    await ask(read, edit);
    await workbench.chat.confirmation();
    await workbench.chat.allow();
    assert.deepEqual(await answered(), [accepted]);
    assert.equal(readFileSync(file, "utf8"), wordsFile.after);
  });

  it("says clearly when the model fails", async () => {
    await ask({ error: "The moon is full." });
    await workbench.chat.said("The moon is full.");
  });
});
