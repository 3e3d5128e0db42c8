/** The built library, as another program in plain Node drives it (C-01, IFC-1 to IFC-9). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as library from "../../src/libraryApi";
import { sample } from "../lib/media/samples";

const packageFolder = join(__dirname, "..", "..");
const { createTools, sortFileEntries }: typeof library = createRequire(join(packageFolder, "package.json"))(
  "toolcrib/library",
);

describe("toolcrib/library", () => {
  const start = async (options: Omit<library.ToolsOptions, "root" | "roots"> = {}) => {
    const root = mkdtempSync(join(tmpdir(), "crib-library-"));
    writeFileSync(join(root, "a.txt"), "one\ntwo\n");
    const set = await createTools({ root, ...options });
    const tool = (name: string): library.LibraryTool => {
      const found = set.get(name);
      assert.ok(found, name);
      return found;
    };
    const file = (name: string) => readFileSync(join(root, name), "utf8");
    return { root, set, tool, file };
  };

  it("is found by its name from plain Node, and ends by itself", () => {
    const script = `require("toolcrib/library").createTools({ root: process.argv[1] })
      .then((set) => set.get("read_file").execute({ path: "a.txt" }))
      .then(({ text, isError }) => console.log(JSON.stringify([text, isError])));`;
    const root = mkdtempSync(join(tmpdir(), "crib-library-"));
    writeFileSync(join(root, "a.txt"), "one\n");
    const out = execFileSync(process.execPath, ["-e", script, root], { cwd: packageFolder, encoding: "utf8" });
    assert.deepEqual(JSON.parse(out), ["one\n", false]);
  });

  it("brings its types", () => {
    const { exports } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
    const types = readFileSync(join(packageFolder, exports["./library"].types), "utf8");
    assert.equal(types, readFileSync(join(packageFolder, "src", "libraryApi.d.ts"), "utf8"));
  });

  const dialects: [library.ToolsOptions["dialect"], string, string][] = [
    ["standard", "read_file", "one\ntwo\n"],
    ["triggerfish", "read_file", "one\ntwo\n"],
    ["nanobot", "read_file", "one\ntwo\n"],
    ["flyto", "FileRead", "     1\tone\n     2\ttwo"],
    ["qwen", "read_file", "one\ntwo\n"],
  ];
  for (const [dialect, name, wanted] of dialects)
    it(`speaks ${dialect}`, async () => {
      const { tool, root } = await start(dialect ? { dialect } : {});
      assert.equal((await tool(name).execute({ file_path: join(root, "a.txt") })).text, wanted);
    });

  it("tells of each tool what schedulers and models need (IFC-1, IFC-3, IFC-6)", async () => {
    const { tool, set } = await start({ dialect: "flyto" });
    const { metadata, safetyLevel, inputSchema, displayName, description, aliases } = tool("Edit");
    assert.deepEqual(metadata, {
      concurrencySafe: false,
      readOnly: false,
      destructive: false,
      aliases: ["FileEdit"],
      searchHint: "",
    });
    assert.deepEqual([safetyLevel, displayName, aliases], [2, "Edit", ["FileEdit"]]);
    assert.deepEqual(inputSchema.required, ["file_path", "old_string", "new_string"]);
    assert.match(description, /^Replaces an exact string/);
    assert.equal(tool("FileEdit"), tool("Edit"));
    assert.equal(set.get("edit_file"), undefined);
    assert.deepEqual([tool("Bash").safetyLevel, tool("Read").safetyLevel, tool("Write").safetyLevel], [0, 0, 2]);
    assert.equal(tool("Bash").metadata.searchHint, "shell command execute terminal");
    assert.deepEqual(
      set.tools.map(({ name }) => name),
      [...new Set(set.tools.map(({ name }) => name))],
    );
  });

  it("executes, tells how to undo, and undoes (IFC-4, IFC-9)", async () => {
    const { tool, file, root } = await start({ dialect: "triggerfish", approve: "all" });
    const write = await tool("write_file").execute({ path: "n/b.txt", content: "b" });
    assert.deepEqual([write.text, write.isError, write.parts], ["Wrote 1 bytes to n/b.txt", false, []]);
    assert.deepEqual(write.undoInfo, {
      id: write.undoInfo?.id,
      description: "Undo: Create n/b.txt",
      operations: [{ kind: "restore", file: "n/b.txt" }],
    });
    const edit = await tool("edit_file").execute({ path: "a.txt", old_text: "two", new_text: "zwei" });
    assert.equal(edit.undoInfo?.description, "Undo: Edit a.txt");
    assert.deepEqual(await tool("write_file").undo(), ["n/b.txt"]);
    assert.equal(existsSync(join(root, "n")), false);
    assert.equal(file("a.txt"), "one\nzwei\n");
    assert.deepEqual(await tool("edit_file").undo(), ["a.txt"]);
    assert.equal(file("a.txt"), "one\ntwo\n");
    await assert.rejects(tool("edit_file").undo(), { message: "There is no change by edit_file to undo." });
    assert.equal((await tool("read_file").execute({ path: "a.txt" })).undoInfo, undefined);
  });

  it("an undo is refused when the file has changed since (IFC-9)", async () => {
    const { tool, file, root } = await start({ dialect: "nanobot", approve: "all" });
    await tool("write_file").execute({ path: "a.txt", content: "b" });
    writeFileSync(join(root, "a.txt"), "someone else");
    await assert.rejects(tool("write_file").undo(), /^ToolError: a\.txt has changed since "Overwrite a\.txt"/);
    assert.equal(file("a.txt"), "someone else");
  });

  it("a dry run tells the change and makes none (IFC-5, IFC-9)", async () => {
    const { tool, file, root } = await start({ dialect: "nanobot", approve: "all" });
    const edit = { path: "a.txt", old_text: "two", new_text: "zwei" };
    assert.deepEqual(await tool("edit_file").dryRun(edit), {
      summary: "Edit a.txt",
      isError: false,
      wouldChange: [join(root, "a.txt")],
      diff: "@@ -1,2 +1,2 @@\n one\n-two\n+zwei",
      decision: "ask",
    });
    const { wouldChange, diff } = await tool("write_file").dryRun({ path: "n/b.txt", content: "b\n" });
    assert.deepEqual([wouldChange, diff], [[join(root, "n/b.txt")], "@@ -0,0 +1,1 @@\n+b"]);
    assert.equal(file("a.txt"), "one\ntwo\n");
    assert.equal(existsSync(join(root, "n")), false);
    assert.deepEqual(await tool("edit_file").dryRun({ ...edit, old_text: "three hundred" }), {
      summary: "Error: old_text not found in a.txt. No similar text found. Verify the file content.",
      isError: true,
      wouldChange: [],
    });
    const denied = await tool("exec").dryRun({ command: "sudo id" });
    assert.deepEqual([denied.isError, denied.decision, denied.wouldChange], [true, "deny", []]);
    assert.match(denied.summary, /^Run sudo id: denied, because /);
    assert.deepEqual(await tool("read_file").dryRun({ path: "a.txt" }), {
      summary: "Read a.txt",
      isError: false,
      wouldChange: [],
      decision: "allow",
    });
  });

  it("asks the function it is given, and nobody by default", async () => {
    const questions: library.Question[] = [];
    const asking = await start({
      dialect: "nanobot",
      approve: async (question) => {
        questions.push(question);
        return question.tool === "edit_file";
      },
    });
    const edit = { path: "a.txt", old_text: "two", new_text: "zwei" };
    assert.equal((await asking.tool("edit_file").execute(edit)).text, "Successfully edited a.txt");
    assert.match(
      (await asking.tool("write_file").execute({ path: "b", content: "" })).text,
      /^Error: The person declined/,
    );
    assert.deepEqual(
      questions.map(({ tool, title, reason, always }) => [tool, title, reason, always]),
      [
        ["edit_file", "Edit a.txt", "it changes a file", false],
        ["write_file", "Create b", "it changes a file", false],
      ],
    );
    assert.match(questions[0]?.preview ?? "", /\n-two\n\+zwei\n/);
    const silent = await start({ dialect: "nanobot" });
    assert.equal((await silent.tool("edit_file").execute(edit)).isError, true);
    assert.equal(silent.file("a.txt"), "one\ntwo\n");
  });

  it("a denial stays one whoever says yes (D-1)", async () => {
    const { tool } = await start({ dialect: "flyto", approve: () => true });
    const { text, isError } = await tool("Write").execute({ file_path: "/etc/crib-test", content: "" });
    assert.deepEqual([isError, text.startsWith("Denied by policy: ")], [true, true]);
  });

  it("pictures and documents are inline data (RD-15)", async () => {
    const { tool, root } = await start({ dialect: "qwen" });
    const kinds: [name: string, mimeType: string][] = [
      ["plain.png", "image/png"],
      ["text.pdf", "application/pdf"],
    ];
    for (const [name, mimeType] of kinds) {
      const path = join(root, name);
      writeFileSync(path, sample(name));
      const { parts, isError } = await tool("read_file").execute({ path });
      const data = sample(name).toString("base64");
      assert.deepEqual({ parts, isError }, { parts: [{ inlineData: { mimeType, data } }], isError: false });
    }
  });

  it("bad arguments are a result, whatever they are", async () => {
    const { tool } = await start();
    for (const args of [undefined, null, 5, "a.txt", [], {}, { path: {} }])
      assert.equal((await tool("read_file").execute(args)).isError, true, JSON.stringify(args));
  });

  it("takes settings and says which it could not use", async () => {
    const { tool, set } = await start({ settings: { "toolcrib.commands.allow": [["touch"]], nothing: 1 } });
    assert.deepEqual(set.problems, ["toolcrib.nothing is not a setting of Toolcrib."]);
    assert.equal((await tool("run_command").execute({ command: "touch b.txt" })).isError, false);
  });

  it("keeps what was read in the state folder it is given (D-10)", async () => {
    const stateFolder = mkdtempSync(join(tmpdir(), "crib-library-state-"));
    const { tool, root } = await start({ stateFolder, approve: "all" });
    await tool("read_file").execute({ path: "a.txt" });
    const later = await createTools({ root, stateFolder, approve: "all" });
    const edit = { path: "a.txt", old_string: "two", new_string: "2" };
    assert.equal((await later.get("edit_file")?.execute(edit))?.isError, false);
    const other = await createTools({ root, stateFolder, approve: "all", agent: "other" });
    assert.match((await other.get("edit_file")?.execute(edit))?.text ?? "", /has not been read yet/);
  });

  it("reports progress and can be stopped", async () => {
    const { tool } = await start({ approve: "all" });
    const lines: string[] = [];
    await tool("run_command").execute({ command: "cat a.txt" }, { onProgress: (line) => lines.push(line) });
    assert.deepEqual(lines, ["two"]);
    const stop = new AbortController();
    const running = tool("run_command").execute(
      { command: "echo begun; sleep 60" },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    assert.match((await running).text, /\[stopped by the person\]/);
  });

  it("works in several folders", async () => {
    const roots = ["one", "two"].map((name) => mkdtempSync(join(tmpdir(), `crib-library-${name}-`)));
    for (const root of roots) writeFileSync(join(root, "x.txt"), root);
    const { get } = await createTools({ roots });
    for (const root of roots)
      assert.equal((await get("read_file")?.execute({ path: join(root, "x.txt") }))?.text, root);
    assert.equal((await get("read_file")?.execute({ path: "x.txt" }))?.text, roots[0]);
  });

  it("refuses options it cannot follow", async () => {
    await assert.rejects(createTools({}), { message: "Give the folder to work in: createTools({ root })." });
    await assert.rejects(createTools({ root: "/no/such/folder" }), /\/no\/such\/folder is not a folder/);
    const dialect = "klingon" as "qwen";
    await assert.rejects(
      createTools({ root: tmpdir(), dialect }),
      /klingon is not known: use one of standard, triggerfish, /,
    );
  });

  it("exports the order of Qwen Code's source (C-23)", () => {
    const file = (path: string, mtimeMs: number) => ({ fullpath: () => path, mtimeMs });
    const sorted = sortFileEntries([file("/b", 0), file("/a", 1), file("/c", 99)], 100, 10);
    assert.deepEqual(
      sorted.map((entry) => entry.fullpath()),
      ["/c", "/a", "/b"],
    );
  });
});
