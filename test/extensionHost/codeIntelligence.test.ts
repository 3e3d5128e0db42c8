/** The editor's own TypeScript behind the tools, over a small project that the test writes. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import * as vscode from "vscode";
import { acceptAll, callTool, closeEditors, decide, inWorkspace, onDisk, put, typeInto } from "./support/workspace";

const files: Readonly<Record<string, string>> = {
  "code/tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "esnext", "target": "es2022" }, "include": ["*.ts"] }\n',
  "code/shape.ts":
    "/** What has a size. */\nexport interface Shape {\n  area(): number;\n}\n\nexport class Square implements Shape {\n  constructor(readonly side: number) {}\n  area(): number {\n    return this.side * this.side;\n  }\n}\n",
  "code/sums.ts":
    'import type { Shape } from "./shape";\n\nexport function totalArea(shapes: readonly Shape[]): number {\n  return shapes.reduce((sum, shape) => sum + shape.area(), 0);\n}\n',
  "code/main.ts":
    'import { Square } from "./shape";\nimport { totalArea } from "./sums";\n\nexport function report(): string {\n  const squares = [new Square(1), new Square(2)];\n  return "area " + totalArea(squares);\n}\n',
};

/** Enough for a machine that does other things as well. */
const patiently = () =>
  vscode.workspace.getConfiguration("toolcrib").update("code.waitMs", 120_000, vscode.ConfigurationTarget.Workspace);

const putAll = () => {
  mkdirSync(inWorkspace("code"), { recursive: true });
  for (const [name, text] of Object.entries(files)) put(name, text);
};

describe("code through the editor's TypeScript", function () {
  this.timeout(150_000);
  before(async () => {
    putAll();
    await patiently();
  });
  afterEach(closeEditors);

  it("finds references over files, without any of them being open", async () => {
    assert.equal(
      await callTool("find_references", { path: "code/sums.ts", line: 3, name: "totalArea" }).then(withoutWaiting),
      [
        '3 lines with references to "totalArea" in 2 files:',
        'code/main.ts:2: import { totalArea } from "./sums";',
        'code/main.ts:6:   return "area " + totalArea(squares);',
        "code/sums.ts:3: export function totalArea(shapes: readonly Shape[]): number {",
      ].join("\n"),
    );
  });

  it("finds a symbol by its name alone, with its kind and what it is in", async () => {
    assert.match(
      await callTool("find_symbol", { name: "area", kind: "method", path: "code" }),
      /\ncode\/shape\.ts:3: {3}area\(\): number; {2}\[method Shape\.area\]\ncode\/shape\.ts:8: {3}area\(\): number \{ {2}\[method Square\.area\]/,
    );
    assert.match(await callTool("find_references", { name: "Shape.area" }), /code\/sums\.ts:4: .*shape\.area\(\)/);
  });

  it("goes to definitions, types and implementations", async () => {
    assert.match(
      await callTool("go_to", { path: "code/main.ts", line: 6, name: "totalArea" }),
      /\ncode\/sums\.ts:3: export function totalArea/,
    );
    assert.match(
      await callTool("go_to", { path: "code/shape.ts", line: 3, name: "area", to: "implementation" }),
      /\ncode\/shape\.ts:8: {3}area\(\): number \{/,
    );
    assert.match(
      await callTool("go_to", { path: "code/sums.ts", line: 4, name: "shape", occurrence: 1, to: "type_definition" }),
      /\ncode\/shape\.ts:2: export interface Shape/,
    );
  });

  it("names a declaration outside the workspace, and shows nothing of it", async () => {
    assert.match(
      await callTool("go_to", { path: "code/sums.ts", line: 4, name: "reduce" }),
      /^No definitions of "reduce" found in files that may be read\.\n\[Outside the workspace, so only named.*lib\.es5\.d\.ts:\d+/,
    );
  });

  it("tells who calls a function, and what it calls", async () => {
    assert.match(
      await callTool("call_hierarchy", { path: "code/sums.ts", name: "totalArea" }),
      /\ncode\/main\.ts:6: .* {2}\[in function report\]$/,
    );
    assert.match(
      await callTool("call_hierarchy", { path: "code/main.ts", name: "report", direction: "callees" }),
      /calls function totalArea, code\/sums\.ts:3\]/,
    );
  });

  it("says so where a language has no type hierarchy, rather than nothing", async () => {
    assert.match(
      await callTool("type_hierarchy", { path: "code/shape.ts", name: "Shape" }),
      /^No subtypes of "Shape" found\./,
    );
  });

  it("shows type and documentation, also of the editor's own libraries", async () => {
    assert.match(
      await callTool("hover", { path: "code/shape.ts", name: "Shape" }),
      /interface Shape[\s\S]*What has a size\./,
    );
    assert.match(await callTool("hover", { path: "code/sums.ts", line: 4, name: "reduce" }), /reduce/);
  });

  it("counts positions in what is unsaved in an editor", async () => {
    await typeInto("code/sums.ts", "// a comment\n// and one more\n");
    assert.match(
      await callTool("find_references", { path: "code/sums.ts", line: 5, name: "totalArea" }),
      /\ncode\/sums\.ts:5: export function totalArea/,
    );
    assert.equal(onDisk("code/sums.ts").toString(), files["code/sums.ts"]);
  });
});

describe("problems of the editor's languages", function () {
  this.timeout(150_000);
  before(putAll);
  afterEach(closeEditors);

  it("are those of a file that nobody had open, with codes and quick fixes, and new ones are told apart", async () => {
    put(
      "code/broken.ts",
      'import { Square } from "./shape";\nconst side: string = new Square(1).side;\nnew Squar(2);\n',
    );
    const all = await callTool("diagnostics", { path: "code/broken.ts", quick_fixes: true });
    assert.match(
      all,
      /code\/broken\.ts:2:7: error: Type 'number' is not assignable to type 'string'\. \(ts 2322\)\n {4}const side/,
    );
    assert.match(
      all,
      /code\/broken\.ts:3:5: error: .*'Squar'.* \(ts 2552\)\n.*\n(?: {4}related: .*\n)? {4}quick fix: Change spelling to 'Square'/,
    );
    assert.match(
      await callTool("diagnostics", { path: "code/broken.ts", since: "last_call" }),
      /^No problems of severity warning or worse new since the last look in code\/broken\.ts\./,
    );
    put(
      "code/broken.ts",
      'import { Square } from "./shape";\nconst side: string = new Square(1).side;\nnew Square();\n',
    );
    // VS Code sees the change of the file a moment later.
    for (let attempt = 0; attempt < 50; attempt++) {
      const text = await callTool("diagnostics", { path: "code/broken.ts", since: "session" });
      if (text.includes("2554")) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    assert.match(
      await callTool("diagnostics", { path: "code/broken.ts" }),
      /:3:1: error: Expected 1 arguments, but got 0\. \(ts 2554\)/,
    );
    assert.match(await callTool("diagnostics", { path: "code", severity: "error" }), /^2 problems in 1 file:/);
  });
});

describe("changes by the editor's languages", function () {
  this.timeout(150_000);
  beforeEach(putAll);
  afterEach(closeEditors);

  it("rename a symbol in all files, what is unsaved included, and undo that as one", async () => {
    await typeInto("code/sums.ts", "// mine\n");
    const call = callTool("rename_symbol", { path: "code/shape.ts", line: 3, name: "area", new_name: "size" });
    await acceptAll(call);
    assert.equal(
      await call,
      ["Renamed area to size in 2 files:", "code/shape.ts (lines 3, 8)", "code/sums.ts (line 5)"].join("\n"),
    );
    assert.match(onDisk("code/shape.ts").toString(), /^ {2}size\(\): number;$[\s\S]*^ {2}size\(\): number \{$/m);
    assert.match(onDisk("code/sums.ts").toString(), /^\/\/ mine\n[\s\S]*shape\.size\(\)/);
    await vscode.commands.executeCommand("toolcrib.undo");
    assert.equal(onDisk("code/shape.ts").toString(), files["code/shape.ts"]);
    assert.equal(onDisk("code/sums.ts").toString(), `// mine\n${files["code/sums.ts"]}`);
  });

  it("are refused in the language's words where a name cannot be changed", async () => {
    assert.match(
      await callTool("rename_symbol", { path: "code/sums.ts", line: 4, name: "reduce", new_name: "fold" }),
      /^The language support refused this: You cannot rename /,
    );
  });

  it("organise imports", async () => {
    put(
      "code/untidy.ts",
      'import { totalArea } from "./sums";\nimport { Square, type Shape } from "./shape";\n\ntotalArea([new Square(1)]);\n',
    );
    const call = callTool("code_action", {
      path: "code/untidy.ts",
      kind: "source.organizeImports",
      title: "Organize Imports",
    });
    await decide("accept");
    assert.match(await call, /^Applied "Organize Imports" in 1 file:\ncode\/untidy\.ts/);
    assert.equal(
      onDisk("code/untidy.ts").toString(),
      'import { Square } from "./shape";\nimport { totalArea } from "./sums";\n\ntotalArea([new Square(1)]);\n',
    );
  });

  it("apply a quick fix by its title, in a file that nobody had open", async () => {
    put("code/wrong.ts", 'import { Square } from "./shape";\nnew Squar(2);\n');
    const place = { path: "code/wrong.ts", line: 2 };
    assert.match(await callTool("code_action", place), /\nChange spelling to 'Square' \(quickfix/);
    const call = callTool("code_action", { ...place, title: "Change spelling to 'Square'" });
    await decide("accept");
    assert.match(await call, /^Applied "Change spelling to 'Square'" in 1 file:/);
    assert.equal(onDisk("code/wrong.ts").toString(), 'import { Square } from "./shape";\nnew Square(2);\n');
    assert.match(
      await callTool("code_action", { ...place, title: "Do magic" }),
      /^No code action .*offered for code\/wrong\.ts, line 2: /,
    );
  });

  it("format a file with CRLF line endings, or some of its lines", async () => {
    put("code/ugly.ts", "const a={b:1}\r\nconst c   =   2\r\n");
    const part = callTool("format_code", { path: "code/ugly.ts", line: 2 });
    await decide("accept");
    await part;
    assert.equal(onDisk("code/ugly.ts").toString(), "const a={b:1}\r\nconst c = 2\r\n");
    const all = callTool("format_code", { path: "code/ugly.ts" });
    await decide("accept");
    assert.equal(await all, "Formatted in 1 file:\ncode/ugly.ts (line 1)");
    assert.equal(onDisk("code/ugly.ts").toString(), "const a = { b: 1 }\r\nconst c = 2\r\n");
    assert.equal(
      await callTool("format_code", { path: "code/ugly.ts" }),
      "code/ugly.ts is already formatted: nothing was changed.",
    );
  });
});

describe("changes that an extension cannot see all of", function () {
  this.timeout(150_000);
  let language: vscode.Disposable;
  before(() => {
    language = startOddLanguage();
    put("a.odd", "name\n");
  });
  after(() => language.dispose());
  afterEach(closeEditors);

  it("are refused with the reason, and nothing is written", async () => {
    const hidden =
      "The change was not made, because 1 part of it is hidden from extensions (a file operation, a snippet or a notebook cell): make it with the edit tools.";
    assert.equal(await callTool("rename_symbol", { path: "a.odd", line: 1, name: "name", new_name: "other" }), hidden);
    assert.equal(await callTool("code_action", { path: "a.odd", line: 1, title: "Add a file" }), hidden);
    assert.equal(onDisk("a.odd").toString(), "name\n");
  });

  it("may be commands, which are named and not run", async () => {
    assert.equal(
      await callTool("code_action", { path: "a.odd", line: 1, title: "Do something" }),
      '"Do something" is the command odd.doSomething, which is not run because its effects are not known: make the change with edit_file.',
    );
  });
});

/** Offers changes of which the stable API shows a part or nothing. */
function startOddLanguage(): vscode.Disposable {
  const files = { pattern: "**/*.odd" };
  const renames: vscode.RenameProvider = {
    provideRenameEdits({ uri }, _, newName) {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(uri, new vscode.Range(0, 0, 0, 4), newName);
      edit.renameFile(uri, uri.with({ path: `${uri.path}.moved` }));
      return edit;
    },
  };
  const actions: vscode.CodeActionProvider = {
    provideCodeActions({ uri }) {
      const creating = new vscode.CodeAction("Add a file", vscode.CodeActionKind.QuickFix);
      creating.edit = new vscode.WorkspaceEdit();
      creating.edit.insert(uri, new vscode.Position(0, 0), "more ");
      creating.edit.createFile(uri.with({ path: `${uri.path}.new` }));
      return [creating, { title: "Do something", command: "odd.doSomething" }];
    },
  };
  return vscode.Disposable.from(
    vscode.languages.registerRenameProvider(files, renames),
    vscode.languages.registerCodeActionsProvider(files, actions),
  );
}

/** How long TypeScript took to load is none of the result's business. */
const withoutWaiting = (text: string) =>
  text.replace(/\n\[The language server was loading: waited \d+ s for it\.\]$/, "");
