/** The tools of Flyto: their facts (IFC-7), limits and words (RD-7…11, ED-5…7, GL-2, GR-3, GR-4). */
import assert from "node:assert/strict";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tools } from "../../../scripts/describedTools";
import { findTool, metadataOf } from "../../../src/core/tools/dialect";
import { makeDialects } from "../../../src/dialects";
import { flytoRan } from "../../../src/dialects/flyto/flytoTexts";
import { sample } from "../../lib/media/samples";
import { speaking } from "../support/speaking";

const start = (tree = {}, options = {}) => speaking("flyto", tree, options);
const numbered = (...lines: string[]) => lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`).join("\n");

describe("the flyto dialect", () => {
  describe("IFC-7: facts of the tools", () => {
    const rows: [
      name: string,
      safe: boolean,
      readOnly: boolean,
      destructive: boolean,
      alias?: string | undefined,
      hint?: string,
    ][] = [
      ["Bash", false, false, true, undefined, "shell command execute terminal"],
      ["Read", true, true, false, "FileRead"],
      ["Edit", false, false, false, "FileEdit"],
      ["Write", false, false, false, "FileWrite"],
      ["Glob", true, true, false],
      ["Grep", true, true, false],
      ["Agent", false, false, false],
      ["TaskCreate", true, false, false],
      ["TaskList", true, true, false],
      ["TaskUpdate", true, false, false],
      ["Gitignore", false, false, false],
      ["ToolSearch", true, true, false, undefined, "tool search find discover deferred"],
      ["WebFetch", true, true, false],
      ["WebSearch", true, true, false],
      ["job_output", true, true, false, undefined, "background task status log tail wait"],
      ["job_stop", true, false, false, undefined, "background task kill cancel terminate"],
      ["create_tool", false, false, false, undefined, "make new custom tool script extend automate reuse"],
      ["call_tool", false, false, true, undefined, "call invoke run tool by name bridge"],
    ];
    const dialect = makeDialects(tools).flyto;
    for (const [name, concurrencySafe, readOnly, destructive, alias, searchHint] of rows)
      it(name, () => {
        const tool = findTool(dialect, name);
        assert.ok(tool);
        const { idempotent, ...facts } = metadataOf(tool);
        assert.deepEqual(facts, { concurrencySafe, readOnly, destructive, ...(searchHint && { searchHint }) });
        assert.deepEqual(tool.aliases, alias ? [alias] : []);
        if (alias) assert.equal(findTool(dialect, alias), tool);
      });

    it("there are no others", () =>
      assert.deepEqual(dialect.tools.map(({ name }) => name).sort(), rows.map(([name]) => name).sort()));
  });

  it("Read: numbered as cat -n does (RD-8)", async () => {
    const { says, at } = await start({ "a.txt": "one\n\n\ttwo\r\nthree" });
    assert.equal(await says("Read", { file_path: at("a.txt") }), numbered("one", "", "\ttwo", "three"));
    assert.equal(await says("FileRead", { file_path: at("a.txt") }), numbered("one", "", "\ttwo", "three"));
  });

  it("Read: offset from 0, 2000 lines unless told otherwise (RD-7, C-08)", async () => {
    const { says, fails, at } = await start({ "a.txt": "line\n".repeat(2500) });
    const all = (await says("Read", { file_path: at("a.txt") })).split("\n");
    assert.equal(all.length, 2001);
    assert.equal(all[1999], "  2000\tline");
    assert.equal(all[2000], "[Showing lines 1-2000 of 2500. To continue, call again with offset 2000.]");
    assert.equal(await says("Read", { file_path: at("a.txt"), offset: 2499 }), "  2500\tline");
    assert.match(
      await says("Read", { file_path: at("a.txt"), offset: 1, limit: 1 }),
      /^ {5}2\tline\n\[Showing lines 2-2 /,
    );
    assert.match(await fails("Read", { file_path: at("a.txt"), offset: -1 }), /^Read parameter "offset" is wrong/);
    assert.match(await fails("Read", { file_path: at("a.txt"), limit: 0 }), /^Read parameter "limit" is wrong/);
  });

  it("Read: a line too long to be shown is cut, and says so (C-06)", async () => {
    const { says, at } = await start({ "a.txt": `${"x".repeat(128_001)}\nmore\n` });
    assert.equal(
      await says("Read", { file_path: at("a.txt") }),
      `     1\t${"x".repeat(100_000)}\n[Line 1 of 2 is too long and was cut. To continue, call again with offset 1.]`,
    );
  });

  it("Read: empty, binary, folders, missing and relative (RD-9, RD-11, PTH-4)", async () => {
    const { says, fails, at, root } = await start({ "none.txt": "", "b.bin": "a\0b" });
    assert.equal(await says("Read", { file_path: at("none.txt") }), "File exists but is empty");
    assert.equal(
      await says("Read", { file_path: at("b.bin") }),
      "Cannot display content of binary file: b.bin (unknown kind, 3 bytes).",
    );
    assert.equal(
      await fails("Read", { file_path: root }),
      `${root} is a directory, not a file: list it with ls in Bash.`,
    );
    assert.equal(await fails("Read", { file_path: at("x") }), `File not found: ${at("x")}. Find it with Glob.`);
    assert.equal(
      await fails("Read", { file_path: "none.txt" }),
      `File path must be absolute: none.txt. Give the whole path, starting at the root. Did you mean ${at("none.txt")}?`,
    );
    const refusal = (path: string) => `File path must be absolute: ${path}. Give the whole path, starting at the root.`;
    assert.equal(
      await fails("Read", { file_path: "./a/b.ts" }),
      `${refusal("./a/b.ts")} Did you mean ${at("a/b.ts")}?`,
    );
    for (const path of ["~/a.ts", "../a.ts", "a/../b.ts"])
      assert.equal(await fails("Read", { file_path: path }), refusal(path));
    assert.equal(await fails("Read", {}), 'Read needs the parameter "file_path", which is missing.');
  });

  it("Read: pictures are parts, upright; a PDF is a note (RD-10, C-10)", async () => {
    const { call, at } = await start({
      "a.jpg": sample("orientation6.jpg"),
      "b.tiff": sample("plain.tiff"),
      "c.pdf": sample("text.pdf"),
    });
    const read = async (name: string) => {
      const { text, parts = [] } = await call("Read", { file_path: at(name) });
      return [text, ...parts.map(({ kind, mimeType }) => `${kind} ${mimeType}`)];
    };
    assert.deepEqual((await read("a.jpg")).slice(1), ["image image/jpeg"]);
    assert.deepEqual((await read("b.tiff")).slice(1), ["image image/jpeg"]);
    assert.deepEqual(await read("c.pdf"), [`c.pdf: PDF document, ${sample("text.pdf").length} bytes.`]);
  });

  it("Read: outside the workspace after a person's yes (C-04)", async () => {
    const { says, outside, asked } = await start();
    writeFileSync(join(outside, "o.txt"), "out\n");
    assert.equal(await says("Read", { file_path: join(outside, "o.txt") }), numbered("out"));
    assert.equal(asked.length, 1);
  });

  it("Read: a NUL after the first 512 bytes is no reason to refuse a log (RD-9)", async () => {
    const { says, at } = await start({ "late.log": `${"a".repeat(512)}\n\0b\n`, "early.bin": `${"a".repeat(511)}\0` });
    assert.match(await says("Read", { file_path: at("late.log") }), /^ {5}1\ta{512}\n/);
    assert.doesNotMatch(await says("Read", { file_path: at("early.bin") }), /aaa/);
  });

  it("Bash: both streams with their marks stay within 256 KB, and searches are cut at whole lines (SH-6, SH-11)", async () => {
    const { says } = await start({ "a.txt": `${"0123456789abcde\n".repeat(20_000)}` });
    const all = await says("Bash", { command: "seq 200000; seq 200000 >&2" });
    const streams = all.slice(0, all.lastIndexOf("\n[job_output"));
    assert.ok(Buffer.byteLength(streams) <= 256 * 1024, String(Buffer.byteLength(streams)));
    assert.match(streams, /\n\[stderr\] 200000$/);
    const found = await says("Bash", { command: "grep -h a a.txt" });
    const lines = found.split("\n").filter((line) => !line.startsWith("["));
    assert.deepEqual([...new Set(lines)], ["0123456789abcde"]);
  });

  it("Write and Edit: a name that is part of a word stands where the name is", async () => {
    const { says, at } = await start({});
    assert.equal(await says("Write", { file_path: at("e"), content: "a" }), `Created ${at("e")} (1 bytes).`);
    const edited = await says("Edit", { file_path: at("e"), old_string: "a", new_string: "b" });
    assert.equal(edited.split(":")[0], `Edited ${at("e")}`);
  });

  it("Write: creates and overwrites, once it was read (WR-4, D-10)", async () => {
    const { says, fails, at } = await start({ "a.txt": "old" });
    assert.equal(
      await says("Write", { file_path: at("n/b.txt"), content: "hi\n" }),
      `Created ${at("n/b.txt")} (3 bytes).`,
    );
    assert.equal(
      await fails("Write", { file_path: at("a.txt"), content: "new" }),
      "a.txt exists and has not been read yet: read it with Read first, then repeat this call.",
    );
    await says("Read", { file_path: at("a.txt") });
    assert.equal(
      await says("FileWrite", { file_path: at("a.txt"), content: "new" }),
      `Overwrote ${at("a.txt")} (3 bytes).`,
    );
    assert.match(await fails("Write", { file_path: "a.txt", content: "" }), /^File path must be absolute: a\.txt/);
    assert.match(await fails("Write", { file_path: "/x/y", content: "" }), /^Denied by policy: writing outside/);
  });

  it("Edit: unique or all, line endings and mode kept (ED-5, ED-7)", async () => {
    const { says, at } = await start({ "a.txt": "one\r\ntwo\r\none\r\n" });
    chmodSync(at("a.txt"), 0o640);
    await says("Read", { file_path: at("a.txt") });
    const edit = (change: object) => says("Edit", { file_path: at("a.txt"), ...change });
    assert.match(
      await edit({ old_string: "two\none", new_string: "2\n1" }),
      /^Edited \/.*\/a\.txt: 1 replacement \(line 2\)\./,
    );
    assert.equal(readFileSync(at("a.txt"), "utf8"), "one\r\n2\r\n1\r\n");
    assert.match(
      await edit({ old_string: "\n", new_string: "\n\n", replace_all: true }),
      /^Edited \/.*\/a\.txt: 3 replacements \(lines 1, 2, 3\)\./,
    );
    assert.equal(readFileSync(at("a.txt"), "utf8"), "one\r\n\r\n2\r\n\r\n1\r\n\r\n");
    assert.equal(statSync(at("a.txt")).mode & 0o777, 0o640);
  });

  it("Edit: every place is named, and what comes close (ED-5, ED-6, C-17)", async () => {
    const { says, fails, at } = await start({ "a.txt": `${"x\n".repeat(60)}\tindented line here\n` });
    await says("Read", { file_path: at("a.txt") });
    const edit = (old_string: string, new_string = "y") =>
      fails("Edit", { file_path: at("a.txt"), old_string, new_string });
    const lines = Array.from({ length: 60 }, (_, at) => at + 1).join(", ");
    assert.equal(
      await edit("x"),
      `old_string occurs 60 times in ${at("a.txt")}, on lines ${lines}: add surrounding lines until it is unique, or set replace_all.`,
    );
    assert.match(
      await edit("    indented line here"),
      /^old_string was not found in a\.txt\. The closest match is line 61 \(\d+% similar: only tabs and spaces differ\)/,
    );
    assert.match(await edit("indented_line_there"), /^old_string was not found in a\.txt/);
    assert.match(await edit("x", "x"), /^old_string and new_string are identical, so a\.txt would not change/);
    assert.match(
      await fails("Edit", { file_path: at("b.txt"), old_string: "a", new_string: "b" }),
      /^b\.txt does not exist/,
    );
    assert.equal(readFileSync(at("a.txt"), "utf8"), `${"x\n".repeat(60)}\tindented line here\n`);
  });

  it("Gitignore: adds what is not there, and checks (GI-1, GI-2)", async () => {
    const { says, fails, at, root } = await start({ "a.log": "" });
    const add = { action: "add", dir: root, patterns: ["*.log", "dist/"] };
    assert.equal(await says("Gitignore", add), "Created .gitignore with 2 patterns: *.log, dist/.");
    assert.equal(await says("Gitignore", add), ".gitignore already contains *.log, dist/; nothing was written.");
    assert.equal(readFileSync(at(".gitignore"), "utf8"), "*.log\ndist/\n");
    const check = { action: "check", dir: root };
    assert.equal(await says("Gitignore", { ...check, path: "a.log" }), "a.log is ignored by .gitignore line 1: *.log");
    assert.equal(await says("Gitignore", { ...check, path: "a.ts" }), "a.ts is not ignored: no pattern matches it.");
    assert.match(await fails("Gitignore", { action: "drop", dir: root }), /^Gitignore parameter "action" is wrong/);
    assert.match(await fails("Gitignore", check), /^The action "check" needs "path"/);
  });

  it("Bash: stdout, marked stderr, and how it ended (SH-3, SH-11)", async () => {
    const { says, fails } = await start({ "a.txt": "one\n" });
    const text = await says("Bash", { command: "cat a.txt none", description: "look" });
    assert.match(text, /^one\n\[stderr\] cat: none: No such file or directory\n\[exit code: 1\]$/);
    assert.equal(await says("Bash", { command: "true" }), "(no output)\n[exit code: 0]");
    assert.match(await fails("Bash", { command: "ls", timeout: 600_001 }), /^Bash parameter "timeout" is wrong/);
    assert.match(await fails("Bash", { command: "sudo ls" }), /^Denied by policy: /);
  });

  it("Bash: two minutes unless told otherwise, in milliseconds (SH-3, C-34)", async () => {
    const { says, fails, asked } = await start();
    await says("Bash", { command: "touch a" });
    await says("Bash", { command: "touch a", timeout: 600_000 });
    const given = asked.flatMap(({ plan }) => plan.effects.map((effect) => effect.kind === "exec" && effect.timeoutMs));
    assert.deepEqual(given, [120_000, 600_000]);
    assert.match(
      await fails("Bash", { command: "echo begun; sleep 30", timeout: 1000 }),
      /^begun\n(\[stderr\] .*\n)?\[stopped after 1000 ms: raise timeout, or do less at once\]\n/,
    );
  });

  it("Bash: what takes more than five seconds says how long it took (SH-13)", () => {
    const told = (durationMs: number) => {
      const data = { stdout: "x\n", stderr: "", exitCode: 0, durationMs, endedBy: "itself", isCut: false };
      return flytoRan({ text: "", isError: false, data });
    };
    assert.equal(told(5000), "x\n[exit code: 0]");
    assert.equal(told(6234), "x\n[exit code: 0, 6.2 s]");
  });

  it("Bash: run_in_background returns a task id at once; job_output and job_stop know it (SH-3, SH-8)", async () => {
    const { says, fails, crib } = await start();
    const begun = await says("Bash", { command: "echo begun; sleep 60", run_in_background: true, timeout: 30_000 });
    assert.equal(
      begun,
      "Started bg_task_1 in the background: job_output reads its output, job_stop ends it. It will be stopped after 30000 ms.",
    );
    assert.match(await says("job_output", { id: "bg_task_1", wait_ms: 20_000 }), /^begun\n\[bg_task_1: running for /);
    assert.match(await says("job_stop", { id: "bg_task_1" }), /bg_task_1/);
    assert.ok(crib.jobs.all().every(({ hasEnded }) => hasEnded));
    assert.match(await fails("job_output", { id: "bg_task_2" }), /^There is no job "bg_task_2"/);
  });

  it("Bash: starts where the last cd led, and says so", async () => {
    const { says, root } = await start({ "src/a.py": "" });
    assert.equal(
      await says("Bash", { command: "cd src && ls" }),
      "a.py\n[the next command starts in src]\n[exit code: 0]",
    );
    assert.equal(await says("Bash", { command: "pwd" }), `${root}/src\n[exit code: 0]`);
  });

  it("Bash: 200 KB of stdout and 56 KB of stderr, the beginning and the end, and where the rest is (SH-11, C-33)", async () => {
    const { call, says } = await start();
    const command = "seq 1 100000; seq 1 100000 >&2";
    const { text, data } = await call("Bash", { command });
    const { stdout, stderr } = data as { stdout: string; stderr: string };
    assert.ok(stdout.length > 195 * 1024 && stdout.length < 201 * 1024, String(stdout.length));
    assert.ok(stderr.length > 54 * 1024 && stderr.length < 57 * 1024, String(stderr.length));
    assert.match(
      text,
      /^1\n2\n[\s\S]*\n100000\n\[stderr\] 1\n[\s\S]*\n\[stderr\] 100000\n\[job_output with id command_1, stream stdout and offset \d+, or with stream stderr and offset \d+ reads what was left out\]\n\[exit code: 0\]$/,
    );
    const middle = await says("job_output", { id: "command_1", stream: "stdout", offset: 300_000, limit: 12 });
    assert.match(middle, /^\d*\n5\d{4}\n/);
  });
});
