/** `call` and `undo`: one-shot calls that follow each other through the state folder (D-1, D-10, D-17). */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, workplace } from "./support/program";

describe("toolcrib call and undo", () => {
  const start = () => {
    const { root, state } = workplace();
    const options = ["--root", root, "--state", state];
    const call = async (tool: string, input: unknown, ...more: string[]) => {
      const { code, out } = await run(["call", tool, JSON.stringify(input), ...options, ...more]);
      return { code, ...(JSON.parse(out) as { text: string; isError: boolean; data: Record<string, unknown> }) };
    };
    const undo = (...more: string[]) => run(["undo", ...options, ...more]);
    const file = (name: string) => readFileSync(join(root, name), "utf8");
    return { root, call, undo, file };
  };

  it("prints text, isError and data, and exits 0 also for a result that is an error", async () => {
    const { call } = start();
    const good = await call("read_file", { path: "a.txt" });
    assert.deepEqual([good.code, good.text, good.isError, good.data.total], [0, "one\ntwo\n", false, 2]);
    const bad = await call("read_file", { path: "b.txt" });
    assert.deepEqual(
      [bad.code, bad.text, bad.isError, bad.data.error],
      [0, "b.txt does not exist: check the path, or find it with find_files.", true, "not_found"],
    );
  });

  it("asks nobody by default: what would ask is refused, what reads runs", async () => {
    const { call, root } = start();
    const refused = await call("write_file", { path: "new.txt", content: "x" });
    assert.equal(refused.isError, true);
    assert.match(
      refused.text,
      /^Create new\.txt needs a person's approval and nobody could give it: it changes a file \(run with --approve all to allow it\)\. Nothing was done\.$/,
    );
    assert.equal(existsSync(join(root, "new.txt")), false);
    assert.equal((await call("run_command", { command: "cat a.txt" })).data.stdout, "one\ntwo\n");
    assert.equal((await call("write_file", { path: "new.txt", content: "x" }, "--approve", "none")).isError, true);
  });

  it("keeps a denial under --approve all (D-1)", async () => {
    const { call } = start();
    for (const command of ["sudo id", "rm -rf /", "echo x > /etc/crib-test"]) {
      const { text, isError } = await call("run_command", { command }, "--approve", "all");
      assert.equal(isError, true, command);
      assert.match(text, /^Denied by policy: /, command);
    }
  });

  it("remembers between processes what the agent has read, and not what another has", async () => {
    const { call, file } = start();
    const edit = { path: "a.txt", old_string: "two", new_string: "zwei" };
    assert.match((await call("edit_file", edit, "--approve", "all")).text, /^a\.txt exists and has not been read yet/);
    await call("read_file", { path: "a.txt" });
    assert.match((await call("edit_file", edit, "--approve", "all", "--agent", "other")).text, /has not been read yet/);
    assert.equal((await call("edit_file", edit, "--approve", "all")).text, "Edited a.txt: 1 replacement (line 2).");
    assert.equal(file("a.txt"), "one\nzwei\n");
  });

  it("undoes the last change, a named one, and all, and refuses where the file has changed since (D-17)", async () => {
    const { call, undo, file, root } = start();
    await call("write_file", { path: "deep/er/new.txt", content: "1" }, "--approve", "all");
    await call("read_file", { path: "a.txt" });
    await call("write_file", { path: "a.txt", content: "changed" }, "--approve", "all");
    const [latest = "", first = ""] = (await undo("--list")).out.trim().split("\n");
    assert.match(latest, /Overwrite a\.txt {2}\(a\.txt\)$/);
    assert.match(first, /Create deep\/er\/new\.txt/);

    assert.equal(
      (await undo("--call", first.split(" ")[0] as string)).out,
      "Undone: Create deep/er/new.txt (deep/er/new.txt)\n",
    );
    assert.equal(existsSync(join(root, "deep")), false);

    writeFileSync(join(root, "a.txt"), "someone else");
    const refused = await undo();
    assert.deepEqual([refused.code, refused.out], [1, ""]);
    assert.match(refused.err, /^toolcrib: a\.txt has changed since "Overwrite a\.txt", so nothing was undone/);
    writeFileSync(join(root, "a.txt"), "changed");
    assert.equal((await undo("--all")).out, "Undone: Overwrite a.txt (a.txt)\n");
    assert.equal(file("a.txt"), "one\ntwo\n");
    assert.equal((await undo("--list")).out, "There is nothing to undo.\n");
  });

  it("undoes a turn or what was changed in a file as a whole, and redoes it (D-17)", async () => {
    const { call, undo, file, root } = start();
    const write = (path: string, content: string, ...more: string[]) =>
      call("write_file", { path, content }, "--approve", "all", ...more);
    await write("b.txt", "b", "--turn", "t1");
    await call("read_file", { path: "a.txt" });
    await write("a.txt", "1", "--turn", "t1");
    await call("read_file", { path: "a.txt" });
    await call("move_file", { path: "a.txt", new_path: "c.txt" }, "--approve", "all");
    assert.match((await undo("--list")).out, / {2}Create b\.txt {2}\(b\.txt\) {2}turn t1\n$/);

    const refused = await undo("--turn", "t1");
    assert.match(refused.err, /^toolcrib: a\.txt has changed since "t1", so nothing was undone/);
    assert.equal((await undo("--file", "c.txt")).out, "Undone: all changes of c.txt (c.txt, a.txt)\n");
    assert.deepEqual([file("a.txt"), file("b.txt"), existsSync(join(root, "c.txt"))], ["one\ntwo\n", "b", false]);
    assert.equal((await undo("--redo")).out, "Redone: all changes of c.txt (a.txt, c.txt)\n");
    assert.deepEqual([existsSync(join(root, "a.txt")), file("c.txt")], [false, "1"]);
    await undo();
    assert.equal((await undo("--turn", "t1")).out, "Undone: t1 (b.txt, a.txt)\n");
    assert.equal(file("a.txt"), "one\ntwo\n");

    assert.match((await undo("--file", "x.txt")).err, /^toolcrib: No change of x\.txt can be undone\.\n$/);
    assert.match((await undo("--turn", "t9")).err, /No change of a turn with the id t9 can be undone\.\n$/);
    assert.match(
      (await undo("--turn", "t1", "--all", "--redo")).err,
      /--turn and --all and --redo cannot be combined: give one of them\.\n$/,
    );
  });

  it("says what a call would do without doing it, and how what it did is taken back (IFC-5, IFC-9)", async () => {
    const { root, call, undo } = start();
    const input = { path: "new.txt", content: "x\n" };
    const dry = await call("write_file", input, "--dry-run");
    assert.deepEqual(
      { ...dry, data: { ...dry.data, diff: undefined } },
      {
        code: 0,
        text: "Create new.txt",
        isError: false,
        data: { wouldChange: [join(root, "new.txt")], decision: "ask", diff: undefined },
      },
    );
    assert.match(dry.data.diff as string, /^\+x$/m);
    assert.equal(existsSync(join(root, "new.txt")), false);
    assert.equal((await undo("--list")).out, "There is nothing to undo.\n");

    const done = (await call("write_file", input, "--approve", "all")) as { undo?: Record<string, unknown> };
    assert.deepEqual(done.undo, { id: done.undo?.id, description: "Undo: Create new.txt", files: ["new.txt"] });
    await undo("--call", done.undo?.id as string);
    assert.equal(existsSync(join(root, "new.txt")), false);
  });

  it("takes settings from a file and says which it could not use", async () => {
    const { root, call } = start();
    const settings = join(root, "settings.json");
    writeFileSync(settings, JSON.stringify({ "toolcrib.commands.allow": [["touch"]], "toolcrib.nothing": 1 }));
    const { isError } = await call("run_command", { command: "touch made" }, "--settings", settings);
    assert.equal(isError, false);
    assert.equal(existsSync(join(root, "made")), true);
    const { err } = await run(["call", "read_file", "{}", "--root", root, "--settings", settings]);
    assert.match(err, /^toolcrib: \S+\/settings\.json:1: toolcrib\.nothing is not a setting of Toolcrib\.\n$/);
  });

  it("speaks the qwen dialect", async () => {
    const { root, call } = start();
    const { text } = await call("read_file", { path: join(root, "a.txt"), offset: 1, limit: 1 }, "--dialect", "qwen");
    assert.match(text, /^\[File content truncated: showing lines 2-2 of 2 total lines\.\.\.\]\nIMPORTANT: /);
    assert.match((await call("read_file", { path: "a.txt" }, "--dialect", "qwen")).text, /^one\ntwo\n$/);
  });

  it("exits 1 with one sentence when the call could not be made", async () => {
    const { root } = start();
    const cases: [args: string[], message: RegExp][] = [
      [["call", "read_file", "{not json"], /^toolcrib: The tool's input is not JSON \(/],
      [["call"], /^toolcrib: Name the tool to call/],
      [["call", "read_file", "{}", "--approve", "maybe"], /^toolcrib: --approve maybe is not known/],
      [["call", "read_file", "{}", "--dialect", "klingon"], /^toolcrib: --dialect klingon is not known/],
      [["call", "read_file", "{}", "--root", join(root, "nowhere")], /is not a folder\.$/m],
      [
        ["call", "read_file", "{}", "--settings", join(root, "none.json")],
        /^toolcrib: The settings file .* cannot be used/,
      ],
      [
        ["call", "read_file", "{}", "--frobnicate"],
        /^toolcrib: toolcrib call has no option --frobnicate\. See toolcrib call --help\.$/m,
      ],
      [["frobnicate"], /^toolcrib: "frobnicate" is not a command/],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await run(args);
      const isUsage = ["--frobnicate", "frobnicate", "maybe"].includes(args.at(-1) ?? "");
      assert.deepEqual([code, out], [isUsage ? 2 : 1, ""], args.join(" "));
      assert.match(err, message);
      assert.equal(err.trim().split("\n").length, 1, err);
    }
  });
});
