import assert from "node:assert/strict";
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Answer } from "../../../src/core/calls/approvals/answer";
import type { JudgedCall } from "../../../src/core/calls/call";
import { tryCommand } from "../../../src/features/preview/tryCommand";
import { nothingWaits } from "../../node/sandbox/support/nothingWaits";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { type CribOptions, type RealCrib, realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";

const yes: Answer = { approved: true, by: "person" };
const no: Answer = { approved: false, by: "person" };

describe("trying a command", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  /** Makes a crib, where commands can run on a layer. */
  async function place(context: Mocha.Context, tree: Tree, options: CribOptions = {}): Promise<RealCrib> {
    const real = await realCrib(tree, options);
    const reason = await real.crib.host.shell.whyNoLayer?.(real.crib.context().confinement({ command: "true" }));
    if (reason !== undefined) context.skip();
    return real;
  }

  async function attempt({ crib, session }: RealCrib, command: string, answer: Answer | (() => Answer) = yes) {
    const asked: JudgedCall[] = [];
    const call = { tool: "run_command", input: { command }, signal: new AbortController().signal };
    const result = await tryCommand(crib, session, call, async (judged) => {
      asked.push(judged);
      return typeof answer === "function" ? answer() : answer;
    });
    const text = result.text.replace(/, \d+(\.\d)? m?s, in the sandbox\]/, "]");
    return { ...result, text, asked };
  }

  const tree = { "a.txt": "a\n", "old/b.txt": "b\n", "old/deep/c.txt": "c\n" };

  it("asks about the changes alone, makes them after a yes, and takes them back byte for byte", async function () {
    const real = await place(this, tree);
    chmodSync(join(real.root, "old/b.txt"), 0o755);
    const { text, asked, undo } = await attempt(
      real,
      "echo more >>a.txt; rm -r old; mkdir -p n/m; printf 'x' >n/m/x; chmod 700 n/m/x; echo done",
    );
    assert.deepEqual(
      asked.map(({ plan }) => [plan.title, plan.effects.map((effect) => effect.kind)]),
      [
        [
          "Apply 4 changes of echo more >>a.txt; rm -r old; mkdir -p n/m; printf 'x' >n/m/…",
          ["write", "write", "write", "write"],
        ],
      ],
    );
    assert.equal(
      text,
      "done\n[exit code: 0]\n[changed 4 files: old/deep/c.txt (deleted), old/b.txt (deleted), a.txt, n/m/x (new)]",
    );
    const file = (name: string) => readFileSync(join(real.root, name), "utf8");
    assert.deepEqual([file("a.txt"), file("n/m/x")], ["a\nmore\n", "x"]);
    assert.equal(lstatSync(join(real.root, "n/m/x")).mode & 0o777, 0o700);
    assert.equal(existsSync(join(real.root, "old")), false);
    assert.ok(undo);
    await real.crib.journal.undo(undo.id);
    assert.deepEqual([file("a.txt"), file("old/b.txt"), file("old/deep/c.txt")], ["a\n", "b\n", "c\n"]);
    assert.equal(lstatSync(join(real.root, "old/b.txt")).mode & 0o777, 0o755);
    assert.equal(existsSync(join(real.root, "n")), false);
  });

  it("changes nothing after a no, and says what would have changed", async function () {
    const real = await place(this, tree);
    const { text, isError } = await attempt(real, "rm old/b.txt; echo x >a.txt; echo x >new", no);
    assert.equal(
      text,
      "(no output)\n[exit code: 0]\n[not applied: old/b.txt would be deleted; a.txt would be changed; new would be created]",
    );
    assert.equal(isError, false);
    assert.deepEqual(
      [readFileSync(join(real.root, "a.txt"), "utf8"), existsSync(join(real.root, "new"))],
      ["a\n", false],
    );
  });

  it("asks nothing about a command that changes nothing, one that only reads included", async function () {
    const real = await place(this, tree);
    for (const command of ["cat a.txt", "node -e 'console.log(\"a\")'"]) {
      const { text, asked } = await attempt(real, command);
      assert.deepEqual([text, asked], ["a\n[exit code: 0]\n[the command changed nothing]", []]);
    }
  });

  it("leaves out what cannot be kept, and what nobody may write, and names it", async function () {
    const real = await place(this, { ...tree, ".toolcribignore": "closed\n", "write.sh": "echo x >closed" });
    const { text } = await attempt(real, "ln -s a.txt link; chmod 755 a.txt; sh write.sh; mkfifo pipe; echo x >ok");
    assert.match(
      text,
      /\[changed 3 files: a\.txt \(permissions 644 -> 755\), link \(new\), ok \(new\)\]\n\[left out: pipe is a pipe; closed was not changed \(\.toolcribignore lists it \(line 1\)\)\]$/,
    );
    assert.deepEqual(
      ["closed", "pipe", "link", "ok"].map((name) => existsSync(join(real.root, name))),
      [false, false, true, true],
    );
  });

  it("hides what is closed, whatever reads it", async function () {
    const real = await place(this, {
      ".toolcribignore": "closed\n",
      closed: "secret\n",
      "read.sh": "cat closed; echo end",
    });
    assert.equal((await attempt(real, "sh read.sh")).text, "end\n[exit code: 0]\n[the command changed nothing]");
  });

  it("refuses what has changed since it was proposed, and touches nothing", async function () {
    const real = await place(this, tree);
    const { text } = await attempt(real, "echo x >a.txt; echo y >new", () => {
      writeFileSync(join(real.root, "a.txt"), "theirs\n");
      return yes;
    });
    assert.match(text, /a\.txt/);
    assert.deepEqual(
      [readFileSync(join(real.root, "a.txt"), "utf8"), existsSync(join(real.root, "new"))],
      ["theirs\n", false],
    );
  });

  it("refuses what is denied, what cannot be tried, and everything without a sandbox", async function () {
    const real = await place(this, tree);
    assert.match((await attempt(real, "sudo id")).text, /^Denied by policy: sudo runs commands with other rights/);
    const call = (input: object) => ({ tool: "run_command", input, signal: new AbortController().signal });
    const background = call({ command: "echo", background: true });
    assert.equal(
      (await tryCommand(real.crib, real.session, background, async () => yes)).text,
      "A command in the background, in a terminal or outside the sandbox cannot be tried: leave that out, or run it.",
    );
    const unheld = await realCrib(tree, { settings: { "toolcrib.sandbox": "off" } });
    assert.match(
      (await attempt(unheld, "echo x >a.txt")).text,
      /^Commands cannot be tried here, because no sandbox holds them: the setting toolcrib\.sandbox is off\.$/,
    );
    assert.equal(readFileSync(join(unheld.root, "a.txt"), "utf8"), "a\n");
  });

  it("keeps nothing of the layer", async function () {
    const real = await place(this, tree);
    await attempt(real, "echo x >new; mkdir closed; chmod 000 closed");
    await attempt(real, "echo x >other", no);
    await nothingWaits();
    // It is removed after the answer.
    while (readdirSync(join(real.state, "sandbox", "layers")).length > 0) await setTimeout(20);
  });
});
