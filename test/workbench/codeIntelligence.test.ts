/** Changes by the editor's own TypeScript in the real workbench: a rename reviewed file by file, changed, accepted and undone; fixes. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

/** As many as nobody looks through one by one. */
const uses = Array.from({ length: 200 }, (_, at) => [
  `code/uses/use${at}.ts`,
  `import { price } from "../price";\n\nexport const sum${at} = price() + ${at};\n`,
]);

const files: Readonly<Record<string, string>> = {
  "code/tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "types": [] }, "include": ["**/*.ts"] }\n',
  "code/price.ts": "export function price(): number {\n  return 1;\n}\n",
  "code/cart.ts": 'import { price } from "./price";\r\n\r\nexport const sum = price() + price();\r\n',
  "code/label.ts": 'export { price as label } from "./price";\n',
  ...Object.fromEntries(uses),
};

const tsc = require.resolve("typescript/bin/tsc");

describe("changes by meaning, with review", () => {
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
      builtIns: ["vscode.typescript-language-features"],
    });
    mkdirSync(join(workbench.folder, "code/uses"), { recursive: true });
    for (const [path, content] of Object.entries(files)) writeFileSync(join(workbench.folder, path), content);
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("finds references first, without a question", async () => {
    await ask({ tool: "find_references", input: { path: "code/price.ts", name: "price" } });
    const [told = ""] = await workbench.answered();
    assert.match(told, /^404 lines with references to "price" in 203 files, 1 to \d+:\ncode\/cart\.ts:1: import/);
  });

  it("leaves out a file that was rejected, takes over what the person typed, and is undone to the same bytes", async () => {
    await ask({ tool: "rename_symbol", input: { path: "code/price.ts", name: "price", new_name: "cost" } });
    await workbench.chat.confirmation();
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    await row("Rename price to cost").waitFor();
    assert.match(
      (await row("Rename price to cost").textContent()) ?? "",
      /Rename price to cost in 203 files.*203 files/,
    );
    await row("Rename price to cost").click();
    const entries = workbench.page.locator(".multiDiffEntry");
    await workbench.waitFor("all files", async () => (await entries.count()) >= 3);
    await workbench.screenshot("rename-pending");
    await workbench.runCommand("View: Close All Editors");

    await row("label.ts").click();
    await modifiedLine("cost as label").click();
    await workbench.runCommand("Toolcrib: Reject This Change");
    await workbench.waitFor("the file as it was", async () =>
      /price as label/.test((await workbench.editors.diffText()).after),
    );
    await row("price.ts").click();
    await modifiedLine("function cost()").click();
    await workbench.page.keyboard.press("Home");
    await workbench.page.keyboard.insertText("export { cost as price };\n");
    await workbench.waitFor("what was typed", async () =>
      /cost as price/.test((await workbench.editors.diffText()).after),
    );
    await workbench.screenshot("rename-changed");
    await row("Rename price to cost").hover();
    await row("Rename price to cost").getByRole("button", { name: "Accept" }).click();

    const [told = ""] = await workbench.answered();
    assert.match(told, /^Renamed price to cost in 203 files:/);
    assert.match(told, /The person changed your proposal for code\/label\.ts before accepting it/);
    assert.match(told, /The person changed your proposal for code\/price\.ts before accepting it/);
    assert.deepEqual(all(), {
      ...files,
      ...Object.fromEntries(uses.map(([path = "", text = ""]) => [path, text.replaceAll(/price(?=\(| })/g, "cost")])),
      "code/price.ts": "export { cost as price };\nexport function cost(): number {\n  return 1;\n}\n",
      "code/cart.ts": 'import { cost } from "./price";\r\n\r\nexport const sum = cost() + cost();\r\n',
    });
    const { status, stdout } = spawnSync(process.execPath, [tsc, "--noEmit", "-p", join(workbench.folder, "code")]);
    assert.equal(status, 0, String(stdout));
    await workbench.screenshot("rename-applied");

    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.waitFor("the bytes before", () => isDeepStrictEqual(all(), files));
  });

  it("fixes a problem and organises imports by name, each reviewed and undone to the same bytes", async () => {
    const path = "code/untidy.ts";
    const untidy =
      'import { price } from "./price";\r\nimport { label } from "./label";\r\n\r\nexport const sum = prise();\r\n';
    writeFileSync(join(workbench.folder, path), untidy);
    const fix = { path, line: 4, name: "prise", title: "Change spelling to 'price'" };
    const organise = { path, kind: "source.organizeImports", title: "Organize Imports" };
    await ask({ tool: "diagnostics", input: { path, quick_fixes: true } });
    const [problems = ""] = await workbench.answered();
    assert.match(problems, /code\/untidy\.ts:4:20: error: Cannot find name 'prise'/);
    assert.match(problems, /quick fix: Change spelling to 'price'/);
    for (const [input, picture] of [
      [fix, "quick-fix"],
      [organise, "organise-imports"],
    ] as const) {
      await ask({ tool: "code_action", input });
      await workbench.chat.confirmation();
      await workbench.chat.follow("Open in the diff editor");
      await workbench.editors.diffText();
      await workbench.screenshot(picture);
      await workbench.editors.clickEditorAction("Accept");
      assert.match((await workbench.answered())[0] ?? "", new RegExp(`^Applied "${input.title}" in 1 file:`));
    }
    assert.equal(text(path), 'import { price } from "./price";\r\n\r\nexport const sum = price();\r\n');
    for (let undone = 0; undone < 2; undone++) {
      const before = text(path);
      await workbench.runCommand("Toolcrib: Undo Last Change");
      await workbench.waitFor("the text before", () => text(path) !== before);
    }
    assert.equal(text(path), untidy);
  });
});
