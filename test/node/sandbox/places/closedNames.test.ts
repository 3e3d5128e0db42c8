import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClosedFiles } from "../../../../src/core/vocabulary/closedFiles";
import { NodeFiles } from "../../../../src/node/files/nodeFiles";
import { ClosedFilesReader } from "../../../../src/policy/files/closedFilesReader";
import { needsBubblewrap, World } from "../support/world";

const tree = {
  "ws/a.txt": "open\n",
  "ws/old.secret": "old\n",
  "ws/.toolcribignore": "closed/\n*.secret\n",
} as const;

describe("a sandboxed command that creates what .toolcribignore closes (D-15)", function () {
  this.timeout(30_000);
  let world: World;
  let closedFiles: ClosedFiles;
  before(async function () {
    await needsBubblewrap(this);
  });
  beforeEach(async () => {
    world = new World(tree);
    const files = new NodeFiles(() => [{ path: world.root, real: world.root, name: "ws" }], world.path("home"));
    closedFiles = await new ClosedFilesReader(files).read([world.root]);
  });
  afterEach(() => world?.remove());

  /** All names in the workspace, with the ends of renamed ones left out. */
  const names = () =>
    readdirSync(world.root, { recursive: true })
      .map((name) => String(name).replace(/\.planted-[0-9a-f]{6}/g, ".planted"))
      .sort();

  it("finds it renamed, at any depth and however it came there, and is told why", async () => {
    const { notes, exitCode } = await world.run(
      "mkdir -p closed/in sub/deep && echo x > closed/in/key && echo x > sub/deep/new.secret && mv a.txt b.secret && echo y > open.txt",
      { closedFiles },
    );
    assert.equal(exitCode, 0);
    assert.deepEqual(names(), [
      ".toolcribignore",
      "b.secret.planted",
      "closed.planted",
      "closed.planted/in",
      "closed.planted/in/key",
      "old.secret",
      "open.txt",
      "sub",
      "sub/deep",
      "sub/deep/new.secret.planted",
    ]);
    assert.deepEqual(notes.map((note) => note.replace(/-[0-9a-f]{6}\.\]$/, "-….]")).sort(), [
      `[${join(world.root, "b.secret")} was created while this command ran, and .toolcribignore lists it (line 2): it is now named b.secret.planted-….]`,
      `[${join(world.root, "closed")} was created while this command ran, and .toolcribignore lists it (line 1): it is now named closed.planted-….]`,
      `[${join(world.root, "sub/deep/new.secret")} was created while this command ran, and .toolcribignore lists it (line 2): it is now named new.secret.planted-….]`,
    ]);
  });

  it("leaves alone what was there, and what a person created while a command ran in the background", async () => {
    assert.deepEqual((await world.run("cat *.secret; true", { closedFiles })).notes, []);
    const { notes } = await world.run("echo up; until [ -e mine.secret ]; do sleep 0.02; done", {
      closedFiles,
      background: true,
      onOutput: () => writeFileSync(join(world.root, "mine.secret"), "mine\n"),
    });
    assert.deepEqual(notes, []);
    assert.deepEqual(names(), [".toolcribignore", "a.txt", "mine.secret", "old.secret"]);
    assert.equal(readFileSync(join(world.root, "old.secret"), "utf8"), "old\n");
  });
});
