/** A file in a folder may be named like an option; a pattern hands its name over (D-13). */
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fixture, makeFixture } from "../support/fixture";
import { judgeCommand, kindOf } from "../support/judge";

describe("patterns that may become options", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
  });
  after(() => fixture.remove());

  const verdictOf = async (command: string, settings: Record<string, unknown> = {}) =>
    kindOf(await judgeCommand(fixture, command, settings));
  const put = (...names: string[]) => {
    for (const name of names) writeFileSync(join(fixture.root, name), "x\n");
    return () => {
      for (const name of names) rmSync(join(fixture.root, name));
    };
  };

  const patterns = ["wc -l *", "ls *", "file ?x *.ts", "stat [!a]*", "du *", "tree *", "wc {*,file.txt}"];

  for (const command of patterns)
    it(`${command} runs unasked where no name begins with a dash`, async () =>
      assert.equal(await verdictOf(command), "allow"));

  it("a name that is an option to it asks, and the question says which and what to write", async () => {
    const remove = put("-f.env");
    try {
      const { kind, always, rule, reason } = await judgeCommand(fixture, "file *");
      assert.deepEqual([kind, always, rule], ["ask", true, "commands.option"]);
      assert.equal(reason, "`file *` would pass the name -f.env in its folder as an option: write ./* instead");
    } finally {
      remove();
    }
  });

  describe("with -f.env and --files0-from=.env in the folder", () => {
    let remove = () => {};
    before(() => {
      remove = put("-f.env", "--files0-from=.env");
    });
    after(() => remove());

    const asking = [
      "wc *",
      "wc ?-files*",
      "wc [!a]*",
      "wc -l -- && du *",
      "file ?f*",
      "file *.ENV",
      "ls */",
      "stat {*,x}",
      "cd src && cd .. && file *",
      "bash -c 'file *'",
      "true && { file *; }",
      // Nothing says that the folder was changed.
      "(cd src; ls *)",
    ];
    for (const command of asking)
      it(`${command} asks`, async () => assert.equal(await verdictOf(command), "ask always"));

    const allowed = ["wc ./*", "wc -- *", "wc src/*", "ls *.ts", "wc f*", "echo *", "cd src && ls *"];
    for (const command of allowed)
      it(`${command} runs unasked`, async () => assert.equal(await verdictOf(command), "allow"));

    it("a name that is closed is not told", async () => {
      writeFileSync(join(fixture.root, ".toolcribignore"), "*.env\n");
      try {
        const { reason } = await judgeCommand(fixture, "ls ?f*");
        assert.equal(reason, "`ls ?f*` would pass a name in its folder as an option: write ./?f* instead");
      } finally {
        rmSync(join(fixture.root, ".toolcribignore"));
      }
    });
  });

  it("a part that a user rule lets write asks when it may come first", async () => {
    const settings = { "commands.allow": [["mytool"]] };
    for (const command of ["mytool a; ls *", "mytool a & ls *", "ls * | mytool a", "ls * $(mytool a)"])
      assert.equal(await verdictOf(command, settings), "ask", command);
    for (const command of ["ls * && mytool a", "mytool a; ls ./*"])
      assert.equal(await verdictOf(command, settings), "allow", command);
    const { reason } = await judgeCommand(fixture, "mytool a; ls *", settings);
    assert.equal(reason, "mytool a may create files whose names * then passes as options: write ./* instead");
  });

  it("a folder that cannot be listed asks", async () => {
    const names = () => Promise.reject(new Error("EIO"));
    const { kind, reason } = await judgeCommand(fixture, "ls *", {}, { names });
    assert.equal(kind, "ask");
    assert.equal(reason, "* may expand to an option, and its folder cannot be listed: EIO");
  });

  it("a folder outside is asked about as a path, and none of its names are told", async () => {
    writeFileSync(join(fixture.world, "out", "-secret"), "");
    const { reason } = await judgeCommand(fixture, "cd link_out && ls *");
    assert.doesNotMatch(reason, /-secret/);
  });

  it("the folder is the one to which a cd leads", async () => {
    mkdirSync(join(fixture.root, "deep"));
    writeFileSync(join(fixture.root, "deep", "-R"), "");
    assert.equal(await verdictOf("cd deep && ls *"), "ask always");
    assert.equal(await verdictOf("ls *"), "allow");
  });

  describe("a pattern that becomes several names", () => {
    for (const command of ["xxd a*", "uniq a*", "git symbolic-ref H*", "git config filter.*.clean"])
      it(`${command} asks: its second word is written`, async () => assert.equal(await verdictOf(command), "ask"));
  });
});
