import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsBubblewrap } from "../../../node/sandbox/support/world";
import { type RealCrib, realCrib } from "../../../support/realCrib";
import { snapshot } from "../../../support/tempFolder";

/** A file whose new place is left out is not taken away from its old one: its content would be nowhere. */
describe("what a command moved to a place where it cannot be (D-12)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  const tree = { "f.txt": "f\n", "same.txt": "same\n", "src/one.js": "1\n", "src/two.js": "2\n" };

  async function place(context: Mocha.Context): Promise<RealCrib> {
    const real = await realCrib(tree, {
      settings: { "toolcrib.commands.review": "changes" },
      confirm: async () => ({ approved: false, by: "person" }),
    });
    const confinement = real.crib.context().confinement({ command: "true" });
    if ((await real.crib.host.shell.whyNoLayer?.(confinement)) !== undefined) context.skip();
    return real;
  }

  async function told({ call }: RealCrib, command: string): Promise<string> {
    const { text } = await call("run_command", { command });
    return text.split("\n").slice(2).join("\n");
  }

  it("stays where it was when it cannot be made there, and the note says why", async function () {
    const real = await place(this);
    chmodSync(join(real.root, "f.txt"), 0o4755);
    const before = snapshot(real.root);
    assert.equal(
      await told(real, "mv f.txt g.txt"),
      "[left out: g.txt may run as another user (set-user-id), which is never kept; f.txt was not changed (it may have been moved to g.txt, which is left out)]",
    );
    assert.deepEqual(snapshot(real.root), before);
  });

  it("stays where it was after a no to the new place", async function () {
    const real = await place(this);
    mkdirSync(join(real.root, ".vscode"));
    const before = snapshot(real.root);
    assert.equal(
      await told(real, `node -e 'fs.renameSync("f.txt", ".vscode/x")'`),
      "[not applied: f.txt would be deleted; .vscode/x would be created]",
    );
    assert.deepEqual(snapshot(real.root), before);
  });

  it("stays where it was when nobody can say what is there", async function () {
    const real = await place(this);
    const command = "mkdir d && mv f.txt d && mv same.txt other.txt && chmod 000 d";
    assert.match(
      await told(real, command),
      /left out: d cannot be listed, .*; f\.txt was not changed \(it may have been moved to d, which is left out\)\]$/,
    );
    assert.equal(readFileSync(join(real.root, "f.txt"), "utf8"), "f\n");
    assert.deepEqual(
      ["same.txt", "other.txt"].map((name) => existsSync(join(real.root, name))),
      [false, true],
    );
    chmodSync(join(real.root, "d"), 0o700);
  });

  it("stays as a whole folder too large to be looked at", async function () {
    const real = await place(this);
    mkdirSync(join(real.root, "many"));
    for (let at = 0; at < 1100; at++) writeFileSync(join(real.root, "many", `${at}.txt`), `${at}\n`);
    mkdirSync(join(real.root, ".vscode"));
    const before = snapshot(real.root);
    const command = `node -e 'fs.cpSync("many", ".vscode/many", { recursive: true }); fs.rmSync("many", { recursive: true })'`;
    assert.equal(await told(real, command), "[not applied: many would be deleted; .vscode would be changed]");
    assert.deepEqual(snapshot(real.root), before);
  });

  it("goes where it was moved to when only another file with the same content is left out", async function () {
    const real = await place(this);
    const command = "mv same.txt src/same.txt && cp src/same.txt k && chmod 4755 k && rm f.txt";
    assert.equal(
      await told(real, command),
      "[changed 2 files: f.txt (deleted), src/same.txt (moved from same.txt)]\n[left out: k may run as another user (set-user-id), which is never kept]",
    );
    assert.deepEqual(Object.keys(snapshot(real.root)).sort(), ["src/", "src/one.js", "src/same.txt", "src/two.js"]);
  });
});
