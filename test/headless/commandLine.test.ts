/** The command line itself: help, what it refuses, what people read of a command, and readers that go away (D-1). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { commands } from "../../src/headless/usage";
import { program, run, workplace } from "./support/program";

/** Runs the program and closes the pipe that it prints into after the first bytes. @param input what it reads, over and over. */
function readingLittle(args: readonly string[], input: string): Promise<{ code: number | null; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: "pipe" });
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      err += text;
    });
    const feed = () => child.stdin.writable && child.stdin.write(input, () => setImmediate(feed));
    child.stdin.on("error", () => {});
    child.stdout.once("data", () => child.stdout.destroy());
    child.on("error", reject).on("close", (code) => resolve({ code, err }));
    feed();
  });
}

describe("the command line", function () {
  this.timeout(60_000);

  it("prints every command with --help, -h and help, and the version", async () => {
    const { code, out, err } = await run(["--help"]);
    assert.deepEqual([code, err], [0, ""]);
    for (const name of Object.keys(commands)) assert.match(out, new RegExp(`^  ${name}\\b`, "m"));
    assert.deepEqual(await run(["-h"]), { code, out, err });
    assert.deepEqual(await run(["help"]), { code, out, err });
    assert.deepEqual(await run([]), { code: 2, out, err });
    assert.match((await run(["--version"])).out, /^\d+\.\d+\.\d+\n$/);
  });

  for (const name of Object.keys(commands))
    it(`prints the options of ${name}, and does nothing else`, async () => {
      const { state } = workplace();
      const { code, out, err } = await run([name, "--state", state, "--help"]);
      assert.deepEqual([code, err], [0, ""]);
      assert.match(out, new RegExp(`^Usage: toolcrib ${name}\\b.* \\[options\\]\n`));
      assert.match(out, /\n {2}--root DIR /);
      assert.equal(existsSync(state), false);
      assert.equal((await run(["help", name])).out, out);
    });

  const refused: readonly (readonly [args: readonly string[], sentence: string])[] = [
    [["frobnicate"], '"frobnicate" is not a command. See toolcrib --help.'],
    [["constructor"], '"constructor" is not a command. See toolcrib --help.'],
    [["mcp", "--frobnicate"], "toolcrib mcp has no option --frobnicate. See toolcrib mcp --help."],
    [["explain", "--redo"], "toolcrib explain has no option --redo. See toolcrib explain --help."],
    [["undo", "call_1"], 'toolcrib undo takes options only, not "call_1". See toolcrib undo --help.'],
    [["explain", "ls", "x"], 'Put the command line in quotation marks: toolcrib explain "ls -l | wc -l".'],
    [
      ["skills", "frobnicate"],
      '"skills frobnicate" is not a command: use skills list, show, approve, reject or withdraw.',
    ],
  ];
  for (const [args, sentence] of refused)
    it(`refuses ${args.join(" ")} in one sentence, with the exit code 2`, async () => {
      const { root, state } = workplace();
      const known = args[0] === "frobnicate" || args[0] === "constructor" ? [] : ["--root", root, "--state", state];
      assert.deepEqual(await run([...args, ...known]), { code: 2, out: "", err: `toolcrib: ${sentence}\n` });
    });

  it("explains a command for people, and with --json for programs", async () => {
    const { root, state } = workplace();
    const at = ["--root", root, "--state", state];
    const { code, out, err } = await run(["explain", "cat a.txt | sudo tee b.txt && touch made", ...at]);
    assert.deepEqual([code, err], [0, ""]);
    const [shown, verdict, category] = out.split("\n");
    assert.equal(shown, "cat a.txt | sudo tee b.txt && touch made");
    assert.match(verdict ?? "", /^deny by commands\.denylist: /);
    assert.match(category ?? "", /^class: \w+/);
    for (const line of ["pipeline", "cat a.txt (read)", "sudo tee b.txt (", "touch made ("])
      assert.match(out, new RegExp(`^ +${line.replace(/[()]/g, "\\$&")}`, "m"));
    assert.equal(existsSync(join(root, "made")), false);
    const asked = JSON.parse((await run(["explain", "ls", "--json", ...at])).out);
    const onLines = JSON.parse((await run(["explain", ...at], '{"command":"ls"}\n')).out);
    assert.deepEqual(asked, onLines);
    assert.equal(asked.decision, "allow");
  });

  it("shows hidden characters of an explained command, and explains what cannot be parsed", async () => {
    const { root, state } = workplace();
    const at = ["--root", root, "--state", state];
    const { out } = await run(["explain", "ls \u001b[2J\u202e", ...at]);
    assert.ok(out.startsWith("ls \\u{1b}[2J\\u{202e}\nask by "), out);
    assert.match((await run(["explain", 'echo "open', ...at])).out, /^echo "open\nask by .*not valid bash/);
  });

  it("explains an address without a scheme as https", async () => {
    const { root, state } = workplace();
    const { out } = await run(["explain", "--root", root, "--state", state], '{"fetch":"example.com/x"}\n');
    assert.match(JSON.parse(out).reason, /^example\.com is not on the list of allowed hosts/);
  });

  it("shows what hides in names, commands and agents in its lists", async () => {
    const { root, state } = workplace();
    const at = ["--root", root, "--state", state, "--approve", "all", "--agent", "me\u202e"];
    const hiding = "a\u001b[2J\u202e\u009b";
    for (const [tool, input] of [
      ["write_file", { path: hiding, content: "x" }],
      ["exec_write", { path: `scratch/${hiding}`, content: "x" }],
      ["run_command", { command: `echo '${hiding}' > made` }],
    ] as const)
      await run(["call", tool, JSON.stringify(input), ...at]);
    const printed: string[] = [];
    for (const words of [["undo", "--list"], ["audit", "show"], ["undo"], ["history", "show"]])
      printed.push((await run([...words, ...at])).out);
    assert.match(printed[0] ?? "", /echo 'a⟨U\+001B⟩\[2J⟨U\+202E⟩⟨U\+009B⟩' > made {2}\(made\)/);
    assert.match(printed[0] ?? "", /scratch\/a\\u\{1b\}\[2J\\u\{202e\}\\u\{9b\}\)/);
    assert.match(printed[1] ?? "", / {2}me⟨U\+202E⟩ {2}write_file: Create a\\u\{1b\}/);
    assert.doesNotMatch(printed.join(""), /[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  it("says that its output cannot be written, with the exit code 1", async function () {
    if (process.platform !== "linux") this.skip();
    const { root, state } = workplace();
    const full = openSync("/dev/full", "w");
    const line = [program, "explain", "ls", "--root", root, "--state", state];
    const child = spawn(process.execPath, line, { stdio: ["ignore", full, "pipe"] });
    const [err, [code]] = await Promise.all([text(child.stderr as Readable), once(child, "exit")]);
    closeSync(full);
    assert.match(
      err,
      /^toolcrib: The output cannot be written \(ENOSPC: .*\): make room for it, or write it elsewhere\.\n$/,
    );
    assert.equal(code, 1);
  });

  it("says that the folder it was started in is gone, or that a root may not be entered", async function () {
    if (process.platform === "win32") this.skip();
    const { root, state } = workplace();
    const place = join(root, "gone");
    mkdirSync(place);
    const here = 'cd "$0" && rmdir "$0" && exec "$@"';
    const gone = spawn("sh", ["-c", here, place, process.execPath, program, "doctor", "--state", state]);
    const said = await text(gone.stderr as Readable);
    assert.equal(said, "toolcrib: The current folder no longer exists: change to one that does.\n");
    const long = `/${"x".repeat(5000)}`;
    const { err } = await run(["doctor", "--root", long, "--state", state]);
    assert.match(err, /^toolcrib: The root \/x+ cannot be used \(ENAMETOOLONG: /);
  });

  it("ends without a word when nobody reads on", async () => {
    const { root, state } = workplace();
    const at = ["--root", root, "--state", state];
    assert.deepEqual(await readingLittle(["explain", ...at], '{"command":"ls"}\n'), { code: 0, err: "" });
  });
});
