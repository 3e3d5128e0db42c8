/** A changed notebook in the real workbench: reviewed as a notebook, accepted in the diff's title, undone to the same bytes. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { buttonOf } from "./support/viewRows";

const output = { output_type: "stream", name: "stdout", text: ["3\n"] };
const code = (...source: string[]) => ({
  cell_type: "code",
  execution_count: 1,
  metadata: {},
  outputs: [output],
  source,
});
const notebook = (second: string) =>
  `${JSON.stringify({ cells: [code("print(1 + 2)"), code(second)], metadata: {}, nbformat: 4, nbformat_minor: 4 }, null, 1)}\n`;

const original = notebook("total = 1");
const changed = notebook("total = 2");
const steps = [
  { tool: "read_file", input: { path: "sums.ipynb" } },
  {
    tool: "edit_notebook",
    input: { path: "sums.ipynb", edits: [{ action: "replace", cell: 2, source: "total = 2" }] },
  },
];

describe("review of a notebook", () => {
  let workbench: DemoWorkbench;
  const onDisk = () => readFileSync(join(workbench.folder, "sums.ipynb"), "utf8");
  const diff = () => workbench.page.locator(".notebook-text-diff-editor");

  before(async () => {
    workbench = await openDemo({ settings: allTools });
    writeFileSync(join(workbench.folder, "sums.ipynb"), original);
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("is a diff of its cells with ✓ in the title, and is undone to the same bytes", async () => {
    await workbench.ask(`@crib ${script(...steps)}`);
    await workbench.chat.confirmation();
    await workbench.chat.follow("Open in the diff editor");
    await diff().getByText("total = 2").first().waitFor();
    await workbench.screenshot("notebook-review");
    await workbench.editors.clickEditorAction("Accept");
    assert.deepEqual(await workbench.answered(), ["Made 1 edit in sums.ipynb, which now has 2 cells."]);
    assert.equal(onDisk(), changed);
    assert.deepEqual(await workbench.editors.tabs(), []);
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.waitFor("the bytes before", () => onDisk() === original);
  });

  it("is shown again after a reload, and its editor goes when it is dismissed", async () => {
    await workbench.ask(`@crib ${script(...steps)}`);
    await workbench.chat.confirmation();
    await workbench.chat.follow("Open in the diff editor");
    await diff().getByText("total = 2").first().waitFor();
    const loaded = workbench.page.waitForEvent("load");
    await workbench.page.keyboard.press("F1");
    await workbench.quickInput.type(">Developer: Reload Window");
    await loaded;
    await workbench.ready();
    await diff().getByText("total = 2").first().waitFor();
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    const row = workbench.page.locator(".part.sidebar .monaco-list-row").filter({ hasText: "not answered" }).first();
    await row.hover();
    await buttonOf(row, "Dismiss").click();
    await row.waitFor({ state: "detached" });
    await workbench.waitFor("no editors", async () => (await workbench.editors.tabs()).length === 0);
    assert.equal(onDisk(), original);
  });
});
