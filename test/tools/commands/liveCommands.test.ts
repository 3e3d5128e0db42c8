import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Checkpoints } from "../../../src/node/checkpoints/checkpoints";
import { bundled } from "../../support/bundled";
import { type CribOptions, type RealCrib, realCrib } from "../../support/realCrib";
import { snapshot, tempFolder } from "../../support/tempFolder";

/** Commands that work on the folders themselves: what they change is listed while they run, and undone from copies. */
describe("commands that change files in their place (D-17, SH-8)", function () {
  this.timeout(60_000);
  const open: RealCrib[] = [];
  afterEach(async () => {
    for (const { crib } of open.splice(0)) await crib.jobs.stopAll();
  });

  const tree = {
    "a.txt": "a\n",
    "d/b.txt": Buffer.from([0, 255, 10, 13]),
    "d/gone.txt": "gone\n",
    ".gitignore": "dist\n",
    "dist/out.js": "out\n",
  };

  async function place(more: object = {}, options: CribOptions = {}): Promise<RealCrib> {
    const settings = { "toolcrib.commands.review": "changes", "toolcrib.sandbox": "off", ...options.settings };
    const real = await realCrib({ ...tree, ...more }, { ...options, settings });
    open.push(real);
    return real;
  }

  /** Runs in the background until a file called `go` is there. */
  const waiting = (before: string, after = ":") => `${before}; until [ -e dist/go ]; do sleep 0.02; done; ${after}`;
  const go = ({ root }: RealCrib) => writeFileSync(join(root, "dist/go"), "");
  const begin = (real: RealCrib, command: string) => real.call("run_command", { command, background: true });
  const linesOf = (text: string) =>
    text.split("\n").filter((line) => line.startsWith("[changed") || line.startsWith("[what"));
  async function output(real: RealCrib, waitMs = 0): Promise<string[]> {
    return linesOf((await real.call("job_output", { id: "bg_task_1", wait_ms: waitMs })).text);
  }
  /** Has printed what it prints once it has changed what it does at first. */
  async function changed(real: RealCrib): Promise<void> {
    for (let text = ""; !text.includes("ready"); )
      text = (await real.call("job_output", { id: "bg_task_1", offset: 0, wait_ms: 200 })).text;
  }
  const ended = ({ crib }: RealCrib) => crib.jobs.of("tester").find("bg_task_1")?.ended;
  async function undoAll({ crib }: RealCrib): Promise<void> {
    for (const { id } of await crib.journal.undoable()) await crib.journal.undo(id);
  }

  it("are looked for neither before a question nor after the run where a command that leaves the sandbox only reads", async () => {
    const real = await place({}, { settings: { "toolcrib.sandbox": "auto" } });
    const copies = () => existsSync(join(real.state, "sandbox/checkpoints"));
    const outside = async (command: string) => {
      const { isError } = await real.call("run_command", { command, outside_sandbox: true });
      const { plan, decision } = real.asked.at(-1) as (typeof real.asked)[number];
      const isToldOf = plan.notes?.some((note) => note.startsWith("It changes your files at once")) ?? false;
      return { isError, rule: decision.rule, isToldOf, copies: copies() };
    };
    const asked = { isError: false, rule: "sandbox" };
    assert.deepEqual(await outside("cat a.txt | sort"), { ...asked, isToldOf: false, copies: false });
    // What git is configured to do may write.
    assert.deepEqual(await outside("git status || true"), { ...asked, isToldOf: true, copies: true });
    assert.deepEqual(await outside("cat a.txt >b.txt"), { ...asked, isToldOf: true, copies: true });
  });

  it("are listed while they run and at the end, and undone byte for byte", async () => {
    const real = await place();
    chmodSync(join(real.root, "d/b.txt"), 0o755);
    const before = snapshot(real.root);
    await begin(
      real,
      waiting(
        "echo more >>a.txt; rm d/gone.txt; mkdir -p new/deep; echo n >new/deep/n.txt; ln -s a.txt link; chmod 600 d/b.txt; echo x >dist/x.js; echo ready",
        "echo last >a.txt; rm -r new",
      ),
    );
    await changed(real);
    assert.deepEqual(await output(real), [
      "[changed while it ran: d/gone.txt (deleted), a.txt, d/b.txt, link (new), new/deep/n.txt (new)]",
    ]);
    const [entry] = await real.crib.journal.undoable();
    assert.equal(entry?.command?.line.startsWith("echo more >>a.txt"), true);
    go(real);
    await ended(real);
    assert.deepEqual(await output(real), [
      "[changed while it ran: d/gone.txt (deleted), a.txt, d/b.txt, link (new), new/deep/n.txt (deleted)]",
    ]);
    rmSync(join(real.root, "dist/go"));
    rmSync(join(real.root, "dist/x.js"));
    await undoAll(real);
    assert.deepEqual(snapshot(real.root), before);
    assert.equal(await real.crib.journal.undoable().then(({ length }) => length), 0);
  });

  it("are undone together with their turn, and brought back", async () => {
    const real = await place();
    const before = snapshot(real.root);
    await begin(real, waiting("echo 1 >a.txt; echo ready", "echo 2 >a.txt; echo n >n.txt"));
    await changed(real);
    await output(real);
    go(real);
    await ended(real);
    rmSync(join(real.root, "dist/go"));
    const after = snapshot(real.root);
    const ids = (await real.crib.journal.undoable()).map(({ id }) => id);
    assert.equal(ids.length, 2);
    await real.crib.journal.apply(await real.crib.journal.planUndo(ids, "both"));
    assert.deepEqual(snapshot(real.root), before);
    await real.crib.journal.redo();
    assert.deepEqual(snapshot(real.root), after);
  });

  it("leave what tools write to the tools, and what a person changed after the list is a conflict", async () => {
    const real = await place();
    await begin(real, waiting("echo job >a.txt; echo job >d/gone.txt; echo ready"));
    await changed(real);
    // A tool's write, and one that the editor tells of.
    await real.call("read_file", { path: "d/gone.txt" });
    const written = await real.call("write_file", { path: "d/gone.txt", content: "tool\n" });
    assert.equal(written.isError, false, written.text);
    await real.crib.live.settle([join(real.root, "a.txt")]);
    writeFileSync(join(real.root, "a.txt"), "mine\n");
    await real.crib.live.skip([join(real.root, "a.txt")]);
    go(real);
    await ended(real);
    assert.deepEqual(await output(real), ["[changed while it ran: a.txt, d/gone.txt]"]);
    const entries = await real.crib.journal.undoable();
    assert.deepEqual(entries.map(({ tool, files }) => [tool, files]).sort(), [
      ["run_command", ["a.txt", "d/gone.txt"]],
      ["write_file", ["d/gone.txt"]],
    ]);
    const [write, job] = entries;
    await real.crib.journal.undo(write?.id);
    assert.equal(readFileSync(join(real.root, "d/gone.txt"), "utf8"), "job\n");
    await assert.rejects(real.crib.journal.undo(job?.id), /a\.txt has changed since/);
    assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "mine\n");
    const one = new Set([join(real.root, "d/gone.txt")]);
    await real.crib.journal.apply(await real.crib.journal.planUndo([job?.id ?? ""], "job", one));
    assert.equal(readFileSync(join(real.root, "d/gone.txt"), "utf8"), "gone\n");
  });

  it("go on after an undo, which is no change of theirs", async () => {
    const real = await place();
    await begin(real, waiting("echo job >a.txt; echo ready"));
    await changed(real);
    await output(real);
    await real.crib.journal.undo();
    go(real);
    await ended(real);
    assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "a\n");
    assert.deepEqual(await real.crib.journal.undoable(), []);
  });

  it("are named where they cannot be undone: large files, and folders with too many", async () => {
    const large = await place({ "big.bin": Buffer.alloc(1024 * 1024 + 1) });
    await begin(large, "echo x >>big.bin; echo y >>a.txt");
    await ended(large);
    assert.match((await output(large)).join(" "), /\[changed while it ran: a\.txt(?:, big\.bin)?\]/);
    const bare = await place();
    await begin(bare, "head -c 17000000 /dev/zero >huge.bin");
    await ended(bare);
    assert.deepEqual(await output(bare), ["[changed while it ran, too large to undo: huge.bin]"]);
    const many = await place();
    mkdirSync(join(many.root, "many"));
    for (let at = 0; at < 10_001; at++) writeFileSync(join(many.root, "many", `${at}`), "");
    await begin(many, "echo x >a.txt");
    await ended(many);
    assert.deepEqual(await output(many), [
      "[what it changes is not listed and cannot be undone: the workspace holds more than 10,000 files]",
    ]);
    assert.deepEqual(await many.crib.live.coverage({ roots: [many.root], isClosed: () => false }), {
      why: "the workspace holds more than 10,000 files",
    });
  });

  it("are passed over where an ignore file of any folder says so, and where a repository lies in another", async () => {
    const real = await place({
      ".gitignore": "dist\n*.log\n",
      "d/.gitignore": "skipped\n",
      "e/.ignore": "*.tmp\n!keep.tmp\n",
      "inner/.git/HEAD": "ref: refs/heads/main\n",
      "inner/.gitignore": "own\n",
      "inner/x": "",
    });
    const files = "d/skipped e/1.tmp e/keep.tmp a.log inner/own inner/b.log f/skipped";
    await real.call("run_command", {
      command: `mkdir f; for f in ${files}; do echo new >$f; done; echo '*' >d/.gitignore`,
    });
    const [entry] = await real.crib.journal.undoable();
    const { changes } = await real.crib.journal.get(entry?.id ?? "");
    assert.deepEqual(changes.map(({ path }) => path.slice(real.root.length + 1)).sort(), [
      "d/.gitignore",
      "e/keep.tmp",
      "f/skipped",
      "inner/b.log",
    ]);
  });

  it("are listed once where two run at once, and also without the background", async () => {
    const real = await place();
    await begin(real, waiting("echo ready"));
    await changed(real);
    const { text, undo } = await real.call("run_command", { command: "echo front >a.txt", outside_sandbox: true });
    assert.deepEqual([linesOf(text), undo?.files], [["[changed while it ran: a.txt]"], ["a.txt"]]);
    go(real);
    await ended(real);
    assert.deepEqual(await output(real), []);
    assert.equal((await real.crib.journal.undoable()).length, 1);
  });

  it("follow no link that is put where a folder was: nothing of what lies there is kept", async () => {
    const secret = tempFolder({ "b.txt": "secret\n" });
    const real = await place();
    await begin(real, waiting(`rm -r d; ln -s ${secret} d; echo ready`));
    await changed(real);
    await output(real);
    go(real);
    await ended(real);
    const texts = await Promise.all((await real.crib.journal.undoable()).map(({ id }) => real.crib.journal.get(id)));
    const sides = texts.flatMap(({ changes }) => changes.flatMap(({ before, after }) => [before, after]));
    assert.equal(
      sides.some((bytes) => bytes && Buffer.from(bytes).toString().includes("secret")),
      false,
    );
    await undoAll(real);
    assert.equal(readFileSync(join(real.root, "d/gone.txt"), "utf8"), "gone\n");
    assert.deepEqual(readdirSync(secret), ["b.txt"]);
  });

  it("look at nothing that is closed, and at nothing with the setting off", async () => {
    const real = await place({ ".toolcribignore": "shut*\n", "shut.txt": "never seen\n" });
    await begin(real, "echo x >a.txt");
    await ended(real);
    const kept = readdirSync(join(real.state, "sandbox/checkpoints"), { recursive: true, encoding: "utf8" });
    const files = kept.filter((name) => name.endsWith("/files") || name.endsWith("/copies"));
    assert.equal(files.length, 2);
    for (const name of files)
      assert.doesNotMatch(readFileSync(join(real.state, "sandbox/checkpoints", name), "utf8"), /shut\.txt|never seen/);
    const off = await place({}, { settings: { "toolcrib.commands.review": "off" } });
    await begin(off, "echo x >a.txt");
    await ended(off);
    assert.deepEqual([await output(off), existsSync(join(off.state, "sandbox/checkpoints"))], [[], false]);
  });

  it("are listed and undone after their process was killed", async () => {
    const real = await place();
    const before = snapshot(real.root);
    const state = tempFolder();
    const program = `
      import { appendFileSync, writeFileSync } from "node:fs";
      import { Checkpoints } from ${JSON.stringify(join(process.cwd(), "src/node/checkpoints/checkpoints"))};
      const facts = { id: "x", agent: "tester", tool: "run_command", title: "Run dev", roots: [process.argv[2]] };
      const wish = { roots: [process.argv[2]], isClosed: () => false, facts };
      new Checkpoints(() => process.argv[3]).take(wish).then(() => {
        process.chdir(process.argv[2]);
        appendFileSync("a.txt", "more");
        writeFileSync("n.txt", "n");
        process.kill(process.pid, "SIGKILL");
      });`;
    const file = join(tempFolder({ "killed.ts": program }), "killed.ts");
    const options = [bundled(file), real.root, state];
    const child = spawn(process.execPath, options, { stdio: "inherit" });
    await new Promise((resolve) => child.once("exit", resolve));
    assert.equal(readFileSync(join(real.root, "n.txt"), "utf8"), "n");
    const shell = Object.assign(real.host.shell, { checkpoints: new Checkpoints(() => state) });
    const again = await place({}, { host: { shell } });
    const [entry, ...others] = await again.crib.journal.undoable();
    assert.deepEqual([entry?.title, entry?.files, others], ["Run dev", ["a.txt", "n.txt"], []]);
    await again.crib.journal.undo();
    assert.deepEqual(snapshot(real.root), before);
    assert.deepEqual(readdirSync(join(state, "sandbox/checkpoints")), []);
  });
});
