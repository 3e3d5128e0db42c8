/** The file tools on files as people have them: two folders, odd encodings, pictures, patches over several files. */
import assert from "node:assert/strict";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../../scripts/vscode/paths.mjs";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const sample = (name: string) => join(repository, "test", "lib", "media", "samples", name);

describe("files in a workspace of two folders", () => {
  let workbench: DemoWorkbench;
  let folder: string;
  const at = (path: string) => join(folder, path);
  const onDisk = (path: string) => readFileSync(at(path));
  const told = async (...steps: object[]) => {
    await workbench.ask(`@crib ${script(...steps)}`);
    return workbench.answered();
  };
  const first = async (...steps: object[]) => (await told(...steps))[0] ?? "";

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "crib-files-"));
    for (const name of ["shop/src", "lib/src"]) mkdirSync(at(name), { recursive: true });
    writeFileSync(at("shop/src/crlf.txt"), "one\r\ntwo\r\nthree\r\n");
    writeFileSync(at("shop/src/old.sh"), "#!/bin/sh\necho hello\n");
    chmodSync(at("shop/src/old.sh"), 0o755);
    writeFileSync(at("shop/src/locked.txt"), "locked\n");
    chmodSync(at("shop/src/locked.txt"), 0o444);
    writeFileSync(at("lib/src/strasse.txt"), latin1("Straße\nGrüße\n"));
    writeFileSync(at("lib/src/part.js"), "export const part = 1;\n\nexport const other = 2;\n");
    writeFileSync(at("lib/obsolete.txt"), "no longer needed\n");
    cpSync(sample("orientation6.jpg"), at("shop/photo.jpg"));
    const workspace = at("both.code-workspace");
    writeFileSync(
      workspace,
      JSON.stringify({ folders: [{ path: "shop" }, { path: "lib" }], settings: { "files.encoding": "windows1252" } }),
    );
    workbench = await openDemo({ folder: workspace, settings: allTools });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("are found and searched in both, each named by its folder", async () => {
    assert.match(await first({ tool: "find_files", input: { pattern: "*.{txt,js}" } }), /\blib\/src\/part\.js \(/);
    const found = await first({ tool: "search_text", input: { pattern: "export|three" } });
    assert.match(found, /\nlib\/src\/part\.js:1: export const part = 1;/);
    assert.match(found, /\nshop\/src\/crlf\.txt:3: three/);
  });

  it("keep their line endings when they are edited (ED-7)", async () => {
    await workbench.ask(
      `@crib ${script(
        { tool: "read_file", input: { path: "src/crlf.txt" } },
        { tool: "edit_file", input: { path: "src/crlf.txt", old_string: "one\ntwo", new_string: "eins\nzwei" } },
      )}`,
    );
    await workbench.chat.confirmation();
    await workbench.chat.allow();
    await workbench.answered();
    assert.equal(onDisk("shop/src/crlf.txt").toString(), "eins\r\nzwei\r\nthree\r\n");
  });

  it("keep the encoding that the person has configured (D-9)", async () => {
    await workbench.ask(
      `@crib ${script(
        { tool: "read_file", input: { path: "lib/src/strasse.txt" } },
        { tool: "edit_file", input: { path: "lib/src/strasse.txt", old_string: "Grüße", new_string: "schöne Grüße" } },
      )}`,
    );
    await workbench.chat.confirmation();
    await workbench.chat.follow("Open in the diff editor");
    const { before, after } = await workbench.editors.diffText();
    assert.match(before, /Straße/);
    assert.match(after, /schöne Grüße/);
    await workbench.screenshot("files-encoding");
    await workbench.chat.allow();
    await workbench.answered();
    assert.deepEqual(onDisk("lib/src/strasse.txt"), latin1("Straße\nschöne Grüße\n"));
  });

  it("are patched together, over both folders, after one question, and taken back together", async () => {
    const patch = [
      "*** Begin Patch",
      "*** Update File: lib/src/part.js",
      "@@",
      "-export const other = 2;",
      "+export const other = 3;",
      "*** Add File: lib/src/new.js",
      "+export const fresh = true;",
      "*** Delete File: lib/obsolete.txt",
      "*** End Patch",
    ].join("\n");
    await workbench.ask(
      `@crib ${script(
        { tools: ["lib/src/part.js", "lib/obsolete.txt"].map((path) => ({ tool: "read_file", input: { path } })) },
        { tool: "apply_patch", input: { patch } },
      )}`,
    );
    const question = await workbench.chat.confirmation();
    for (const name of ["lib/src/part.js", "lib/src/new.js", "lib/obsolete.txt"])
      assert.ok(question.includes(name), name);
    await workbench.screenshot("files-patch");
    await workbench.chat.allow();
    await workbench.answered();
    assert.equal(onDisk("lib/src/part.js").toString(), "export const part = 1;\n\nexport const other = 3;\n");
    assert.equal(onDisk("lib/src/new.js").toString(), "export const fresh = true;\n");
    assert.equal(existsSync(at("lib/obsolete.txt")), false);
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.dialogs.notification("undid");
    assert.equal(onDisk("lib/src/part.js").toString(), "export const part = 1;\n\nexport const other = 2;\n");
    assert.equal(onDisk("lib/obsolete.txt").toString(), "no longer needed\n");
    assert.equal(existsSync(at("lib/src/new.js")), false);
  });

  it("are edited where the chat's model says the text was meant, shown before it is done (ED-10)", async () => {
    await workbench.ask(
      `@crib ${script(
        { tool: "read_file", input: { path: "lib/src/part.js" } },
        {
          tool: "edit_file",
          input: {
            path: "lib/src/part.js",
            old_string: "export const parts = 1",
            new_string: "export const part = 10;",
          },
          repair: "export const part = 1;",
        },
      )}`,
    );
    const question = await workbench.chat.confirmation();
    assert.match(question, /Matched inexactly: .*model/);
    await workbench.screenshot("files-repair");
    await workbench.chat.allow();
    assert.match((await workbench.answered())[0] ?? "", /The match was inexact: .*model/);
    assert.equal(onDisk("lib/src/part.js").toString(), "export const part = 10;\n\nexport const other = 2;\n");
  });

  it("are moved with their mode, said as a move", async () => {
    await workbench.ask(
      `@crib ${script({ tool: "move_file", input: { path: "src/old.sh", new_path: "bin/hello.sh" } })}`,
    );
    assert.match(await workbench.chat.confirmation(), /Moves (shop\/)?src\/old\.sh to (shop\/)?bin\/hello\.sh/);
    await workbench.screenshot("files-move");
    await workbench.chat.allow();
    await workbench.answered();
    assert.equal(statSync(at("shop/bin/hello.sh")).mode & 0o777, 0o755);
    assert.equal(existsSync(at("shop/src/old.sh")), false);
  });

  it("that are read-only stay as they are, and the model is told", async () => {
    await workbench.ask(
      `@crib ${script(
        { tool: "read_file", input: { path: "src/locked.txt" } },
        { tool: "edit_file", input: { path: "src/locked.txt", old_string: "locked", new_string: "open" } },
      )}`,
    );
    await workbench.chat.confirmation();
    await workbench.chat.allow();
    assert.match((await workbench.answered())[0] ?? "", /src\/locked\.txt is read-only \(mode 444\): ask the person/);
    assert.equal(onDisk("shop/src/locked.txt").toString(), "locked\n");
  });

  it("that are pictures reach a model that takes them", async () => {
    assert.match(await first({ tool: "read_file", input: { path: "photo.jpg" } }), /\[image\/jpeg, \d+ bytes\]$/);
    await workbench.screenshot("files-picture");
  });
});
