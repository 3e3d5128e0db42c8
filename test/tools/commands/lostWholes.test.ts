import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WholeLimits } from "../../../src/features/undo/node/journalWholes";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { type RealCrib, realCrib } from "../../support/realCrib";

/** A command runs unasked because what it does can be undone: what is too large to be kept is asked about. */
describe("what a command deletes and the journal has no room for (D-12, D-17)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  const megabyte = 1024 * 1024;
  const content = Buffer.alloc(17 * megabyte, "x");
  const clean = (...names: readonly string[]) =>
    `for (const name of ${JSON.stringify(names)}) require("fs").rmSync(name);`;
  const reason = "it cannot be undone, because there is no room to keep a copy of what is deleted or replaced";

  async function place(context: Mocha.Context, approved: boolean, wholes: WholeLimits): Promise<RealCrib> {
    const real = await realCrib(
      { "a.txt": "a", "old.img": content, "one.img": content, "two.img": content, "holes.img": "" },
      {
        settings: { "toolcrib.commands.review": "changes" },
        journal: { entries: 500, bytes: 1024 * megabyte, wholes },
        confirm: async () => ({ approved, by: "person" }),
      },
    );
    truncateSync(join(real.root, "holes.img"), 1024 * megabyte);
    const confinement = real.crib.context().confinement({ command: "true" });
    if ((await real.crib.host.shell.whyNoLayer?.(confinement)) !== undefined) context.skip();
    return real;
  }

  /** Runs a script that nobody is asked about. */
  async function run({ root, call, asked }: RealCrib, script: string) {
    writeFileSync(join(root, "clean.js"), script);
    asked.length = 0;
    const { text, undo } = await call("run_command", { command: "node clean.js" });
    const questions = asked.map(({ plan, decision }) => [plan.title, decision.reason, decision.always]);
    const said = text.split("\n").filter((line) => /^\[(?:changed|not)/.test(line));
    return { said, undo: undo?.files, id: undo?.id, questions };
  }

  const there = ({ root }: RealCrib) => readdirSync(root).filter((name) => name.endsWith(".img"));
  const kept = ({ state }: RealCrib) => readdirSync(join(state, "journal/wholes")).length;
  /** What is dropped is dropped while others go on. */
  async function keeps(real: RealCrib, count: number): Promise<void> {
    for (const until = Date.now() + 10_000; kept(real) !== count && Date.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(kept(real), count);
  }

  it("is asked about, and all that fits is deleted and can be undone", async function () {
    const real = await place(this, false, { bytes: 20 * megabyte, free: 0 });
    const { id, ...found } = await run(real, clean("a.txt", "one.img", "two.img", "holes.img"));
    assert.deepEqual(found, {
      said: [
        "[changed 3 files: two.img (deleted), holes.img (deleted), a.txt (deleted)]",
        "[not applied: one.img would be deleted]",
      ],
      undo: ["two.img", "holes.img", "a.txt"],
      questions: [["Apply 1 change of node clean.js", reason, true]],
    });
    assert.deepEqual(there(real), ["old.img", "one.img"]);
    await real.crib.journal.undo(id);
    assert.deepEqual(there(real), ["holes.img", "old.img", "one.img", "two.img"]);
    assert.deepEqual(readFileSync(join(real.root, "two.img")), content);
    assert.equal(statSync(join(real.root, "holes.img")).size, 1024 * megabyte);
  });

  it("goes for good after a yes, with nothing said of undo, and drops nothing else", async function () {
    const real = await place(this, true, { bytes: 20 * megabyte, free: 0 });
    writeFileSync(join(real.root, "two.img"), Buffer.concat([content, content]));
    const { id } = await run(real, clean("one.img"));
    const { undo, questions } = await run(real, clean("two.img"));
    assert.deepEqual(questions, [["Apply 1 change of node clean.js", reason, true]]);
    assert.equal(undo, undefined);
    await keeps(real, 1);
    assert.deepEqual(there(real), ["holes.img", "old.img"]);
    await real.crib.journal.undo(id);
    assert.deepEqual(there(real), ["holes.img", "old.img", "one.img"]);
  });

  it("is asked about where the disk is nearly full, and is gone from it after a yes", async function () {
    const real = await place(this, true, { bytes: 1024 * megabyte, free: Number.MAX_SAFE_INTEGER });
    const { questions } = await run(real, clean("a.txt", "one.img"));
    assert.deepEqual(questions, [["Apply 1 change of node clean.js", reason, true]]);
    await keeps(real, 0);
    await assert.rejects(real.crib.journal.undo(), /one\.img was dropped from the journal to free disk space/);
  });

  it("holds back all of its repository", async function () {
    const real = await place(this, false, { bytes: 1024 * megabyte, free: Number.MAX_SAFE_INTEGER });
    execFileSync("git", ["init", "-q", real.root]);
    const [pack, branch] = [".git/objects/pack/pack-1.pack", ".git/refs/heads/new"];
    writeFileSync(join(real.root, pack), content);
    const write = `require("fs").writeFileSync("${branch}", "1"); require("fs").writeFileSync("a.txt", "b");`;
    const { said, questions } = await run(real, clean(pack) + write);
    assert.deepEqual(questions, [["Apply 2 changes of node clean.js", reason, true]]);
    assert.deepEqual(said, [
      "[changed 1 file: a.txt]",
      `[not applied: ${pack} would be deleted; ${branch} would be created]`,
    ]);
    assert.deepEqual([existsSync(join(real.root, pack)), existsSync(join(real.root, branch))], [true, false]);
  });
});
