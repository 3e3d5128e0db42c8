/** A rename by the editor's own TypeScript in the real workbench: reviewed file by file, changed, accepted and undone. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

const files: Readonly<Record<string, string>> = {
  "code/tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "esnext" }, "include": ["*.ts"] }\n',
  "code/price.ts": "export function price(): number {\n  return 1;\n}\n",
  "code/cart.ts": 'import { price } from "./price";\r\n\r\nexport const sum = price() + price();\r\n',
  "code/label.ts": 'export { price as label } from "./price";\n',
};

describe("a rename with review", () => {
  let workbench: DemoWorkbench;
  const text = (path: string) => readFileSync(join(workbench.folder, path), "utf8");
  const all = () => Object.fromEntries(Object.keys(files).map((path) => [path, text(path)]));
  const row = (name: string) =>
    workbench.page.locator(".part.sidebar .monaco-list-row").filter({ hasText: name }).first();
  const modifiedLine = (name: string) =>
    workbench.page.locator(".editor.modified .view-line").filter({ hasText: name }).first();
  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);

  before(async () => {
    workbench = await openDemo({
      settings: { ...allTools, "toolcrib.code.waitMs": 120_000, "js/ts.tsserver.useSyntaxServer": "auto" },
    });
    mkdirSync(join(workbench.folder, "code"));
    for (const [path, content] of Object.entries(files)) writeFileSync(join(workbench.folder, path), content);
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("finds references first, without a question", async () => {
    await ask({ tool: "find_references", input: { path: "code/price.ts", name: "price" } });
    const [told = ""] = await workbench.answered();
    assert.match(told, /^4 lines with references to "price" in 3 files:\ncode\/cart\.ts:1: import/);
  });

  it("leaves out a file that was rejected, takes over what the person typed, and is undone to the same bytes", async () => {
    await ask({ tool: "rename_symbol", input: { path: "code/price.ts", name: "price", new_name: "cost" } });
    await workbench.chat.confirmation();
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    await row("Rename price to cost").waitFor();
    assert.match((await row("Rename price to cost").textContent()) ?? "", /Rename price to cost in 3 files.*3 files/);
    await row("Rename price to cost").click();
    const entries = workbench.page.locator(".multiDiffEntry");
    await workbench.waitFor("all files", async () => (await entries.count()) === 3);
    await workbench.screenshot("rename-pending");
    await workbench.runCommand("View: Close All Editors");

    await row("label.ts").click();
    await modifiedLine("cost as label").click();
    await workbench.runCommand("Toolcrib: Reject This Change");
    await workbench.waitFor("the file as it was", async () =>
      /price as label/.test((await workbench.editors.diffText()).after),
    );
    await row("cart.ts").click();
    await modifiedLine("cost() + cost()").click();
    await workbench.page.keyboard.press("End");
    await workbench.page.keyboard.insertText(" // twice");
    await workbench.waitFor("what was typed", async () =>
      /\/\/ twice/.test((await workbench.editors.diffText()).after),
    );
    await workbench.screenshot("rename-changed");
    await row("Rename price to cost").hover();
    await row("Rename price to cost").getByRole("button", { name: "Accept" }).click();

    const [told = ""] = await workbench.answered();
    assert.match(told, /^Renamed price to cost in 3 files:/);
    assert.match(told, /The person changed your proposal for code\/label\.ts before accepting it/);
    assert.match(told, /The person changed your proposal for code\/cart\.ts before accepting it/);
    assert.deepEqual(all(), {
      ...files,
      "code/price.ts": "export function cost(): number {\n  return 1;\n}\n",
      "code/cart.ts": 'import { cost } from "./price";\r\n\r\nexport const sum = cost() + cost(); // twice\r\n',
    });
    await workbench.screenshot("rename-applied");

    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.waitFor("the bytes before", () => text("code/price.ts") === files["code/price.ts"]);
    assert.deepEqual(all(), files);
  });
});
