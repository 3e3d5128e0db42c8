/** A person's hooks and another extension beside the policy, in the real Chat panel (PO-1, PO-3, PO-5). */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageExtension } from "../../scripts/vscode/package.mjs";
import { repository } from "../../scripts/vscode/paths.mjs";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

const frozen = {
  name: "code freeze",
  matcher: { effect: "write", path: "src/price.js" },
  command: "echo 'src is frozen until the release' >&2; exit 2",
};
const asking = {
  name: "licence",
  matcher: { effect: "write", path: "*.md" },
  command: ["node", "-e", `console.log('{"decision": "ask", "reason": "texts need the editor to agree"}')`],
};
const read = (path: string) => ({ tool: "read_file", input: { path } });
const edit = (path: string, old_string: string, new_string: string) => ({
  tool: "edit_file",
  input: { path, old_string, new_string },
});
const told = (title: string, reason: string) =>
  `Denied by policy: ${reason}. "${title}" was not done; do not retry it another way: tell the person if you cannot go on without it.`;

describe("hooks in the Chat panel", () => {
  let workbench: DemoWorkbench;
  const content = (name: string) => readFileSync(join(workbench.folder, name), "utf8");

  before(async () => {
    const out = mkdtempSync(join(tmpdir(), "crib-listening-"));
    const listening = await packageExtension(
      join(repository, "test", "listening-extension"),
      join(out, "listening.vsix"),
    );
    workbench = await openDemo({
      extensions: [listening],
      machineSettings: { "toolcrib.hooks.before": [frozen, asking] },
    });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);

  it("a denial ends the call before the person is asked, and the model is told the hook's reason", async () => {
    const original = content("src/price.js");
    await ask(read("src/price.js"), edit("src/price.js", "quantity > BULK", "quantity >= BULK"));
    const reason = 'the hook "code freeze" says: src is frozen until the release';
    assert.deepEqual(await workbench.answered(), [told("Edit src/price.js", reason)]);
    assert.equal(content("src/price.js"), original);
    await workbench.screenshot("hook-denies");
  });

  it("a question is put to the person with what the policy asks, and a no leaves the file as it was", async () => {
    const original = content("README.md");
    const first = original.split("\n", 1)[0] ?? "";
    await ask(read("README.md"), edit("README.md", first, `${first}!`));
    const question = await workbench.chat.confirmation();
    assert.match(question, /^Edit README\.md\?/);
    assert.match(
      question,
      /Asked because the hook "licence" says: texts need the editor to agree; also, it changes a file\./,
    );
    await workbench.screenshot("hook-asks");
    await workbench.chat.decline();
    const [answer = ""] = await workbench.answered();
    assert.match(answer, /^The person declined this: Edit README\.md\./);
    assert.equal(content("README.md"), original);
  });

  it("a yes lets it be done", async () => {
    const original = content("README.md");
    const first = original.split("\n", 1)[0] ?? "";
    await ask(read("README.md"), edit("README.md", first, `${first}!`));
    await workbench.chat.confirmation();
    await workbench.chat.allow();
    assert.deepEqual(await workbench.answered(), ["Edited README.md: 1 replacement (line 1)."]);
    assert.equal(content("README.md"), original.replace(first, `${first}!`));
  });

  it("another extension denies what its listener does not want, and comments on what was done", async () => {
    const original = content("src/receipt.js");
    const [line = ""] = original.split("\n").filter((text) => original.split(text).length === 2);
    await ask(read("src/receipt.js"), edit("src/receipt.js", line, `${line} `));
    const reason = "the extension toolcrib-test.listening says: receipts are frozen until the audit";
    assert.deepEqual(await workbench.answered(), [told("Edit src/receipt.js", reason)]);
    assert.equal(content("src/receipt.js"), original);
    await ask({ tool: "run_command", input: { command: "ls" } });
    const [answer = ""] = await workbench.answered();
    assert.match(answer, /\n\nNote from the extension toolcrib-test\.listening: the build server saw this command$/);
  });
});
