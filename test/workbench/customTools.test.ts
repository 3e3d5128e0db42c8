/** Tools of other extensions in the real Chat panel: registered with Toolcrib, or with VS Code alone (CT-1, CT-4). */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { packageExtension } from "../../scripts/vscode/package.mjs";
import { repository } from "../../scripts/vscode/paths.mjs";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

/** A deferred tool is found before it is called. */
const found = (query: string) => ({ tool: "tool_search", input: { query } });
const list = { name: "colours", words: ["red", "blue"] };

describe("tools of other extensions in the Chat panel", () => {
  let workbench: DemoWorkbench;
  const words = () => join(workbench.folder, "words", "colours.txt");

  before(async () => {
    const out = mkdtempSync(join(tmpdir(), "crib-tools-"));
    const folders = [join(repository, "samples", "word-count"), join(repository, "test", "other-tools-extension")];
    const extensions: string[] = [];
    for (const folder of folders)
      extensions.push(await packageExtension(folder, join(out, `${basename(folder)}.vsix`)));
    workbench = await openDemo({
      extensions,
    });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);

  it("@crib finds the sample's tool, and it reads a file through the crib without a question", async () => {
    await ask(found("count words"), { tool: "count_words", input: { path: "README.md" } });
    const [answer = ""] = await workbench.answered();
    const text = readFileSync(join(workbench.folder, "README.md"), "utf8");
    const count = text.match(/[\p{L}\p{N}'’-]+/gu)?.length;
    assert.ok(answer.startsWith(`README.md has ${count} words; the longest is "`), answer);
    await workbench.screenshot("custom-tool");
  });

  it("what the agent may not read, the tool may not read for it", async () => {
    await ask({ tool: "count_words", input: { path: "/etc/passwd" } });
    const [answer = ""] = await workbench.answered();
    assert.match(answer, /^Denied by policy: .*outside the workspace/);
  });

  it("a change that the tool declares is asked about, made by the crib and undone; a no leaves nothing", async () => {
    await ask(found("save word list"), { tool: "save_word_list", input: list });
    assert.match(await workbench.dialogs.modalText(), /Save Word List \(toolcrib-samples\.word-count\)/);
    await workbench.screenshot("custom-tool-asks");
    await workbench.dialogs.answerModal("Cancel");
    assert.match((await workbench.answered())[0] ?? "", /^The person declined this: Save Word List/);
    assert.equal(existsSync(words()), false);
    await ask({ tool: "call_tool", input: { name: "save_word_list", arguments: list } });
    await workbench.dialogs.modalText();
    await workbench.dialogs.answerModal("Allow");
    await workbench.editors.clickEditorAction("Accept");
    assert.deepEqual(await workbench.answered(), ["Saved 2 words as words/colours.txt."]);
    assert.equal(readFileSync(words(), "utf8"), "blue\nred\n");
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.waitFor("the file to be gone", () => !existsSync(words()));
  });

  it("a tool that only VS Code knows is offered once it is named, and VS Code asks about it in the chat", async () => {
    await workbench.ask(`@crib #weatherReport ${script({ tool: "weather_report", input: { city: "Oslo" } })}`);
    await workbench.chat.confirmation();
    await workbench.screenshot("other-tool-asks");
    await workbench.chat.press("Allow Once");
    assert.deepEqual(await workbench.answered(), ["Sunny in Oslo"]);
    const bridged = { tool: "call_tool", input: { name: "weather_report", arguments: { city: "Rome" } } };
    await workbench.ask(`@crib #weatherReport ${script(bridged)}`);
    await workbench.chat.confirmation();
    await workbench.chat.press("Skip");
    assert.match((await workbench.answered())[0] ?? "", /\bskip/);
    await ask(bridged);
    assert.match((await workbench.answered())[0] ?? "", /^There is no tool "weather_report"/);
  });
});
