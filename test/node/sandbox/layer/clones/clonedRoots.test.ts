/** A command that seatbelt holds on a clone of the workspace, as far as that can be run on any system (D-15). */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { CommandHold } from "../../../../../src/core/ports/confinement";
import { type ClosedFiles, nothingClosed } from "../../../../../src/core/vocabulary/closedFiles";
import type { HeldCommand } from "../../../../../src/node/sandbox/hold";
import { World } from "../../support/world";
import { runOnClone } from "./support";

const closesNotes: ClosedFiles = {
  ...nothingClosed,
  isEmpty: false,
  reason: ({ real }) => (real.endsWith("/notes.txt") ? "it is closed" : undefined),
};

describe("a command on a clone of the workspace (D-15)", () => {
  let world: World;
  let held: HeldCommand | undefined;
  beforeEach(async () => {
    world = new World({ "ws/a.txt": "one\n", "ws/d/.env": "KEY=1\n", "ws/d/x": "x\n", "ws/notes.txt": "closed\n" });
    await setTimeout(30);
  });
  afterEach(async () => {
    await held?.layer?.discard();
    held = undefined;
    world.remove();
  });

  async function hold(text: string, onlyReads = true, onLayer: CommandHold["onLayer"] = "held") {
    const { request } = world.request(text, { onlyReads, closedFiles: closesNotes });
    const ran = await runOnClone(request, { ...request.hold, onLayer }, world.path("state"));
    held = ran.held;
    const { args, cwd, env, layer, outside } = held;
    assert.ok(layer && cwd !== undefined);
    const profile = (args[1] as string).split("\n");
    return { ...ran, env, layer, profile, clone: cwd, outside };
  }

  it("starts in the clone, changes that, and its changes are those of the workspace", async () => {
    const { stdout, layer, env, notes, clone, outside } = await hold("cat a.txt; echo two >a.txt; cat a.txt");
    assert.equal(stdout, "one\ntwo\n");
    assert.equal(clone.startsWith(join(world.path("state"), "sandbox", "clones")), true);
    assert.equal(readFileSync(join(world.root, "a.txt"), "utf8"), "one\n");
    assert.deepEqual(
      (await layer.changes()).map(({ path }) => path),
      [join(world.root, "a.txt")],
    );
    assert.deepEqual([env.PATH, env.OTHER], [`${clone}/bin:/usr/bin:/bin`, "http://x:1"]);
    assert.deepEqual(notes, []);
    assert.equal(outside?.(join(clone, "d")), join(world.root, "d"));
    await layer.discard();
    assert.equal(existsSync(clone), false);
  });

  it("has a profile that opens the clone, and closes the workspace and what is hidden in both", async () => {
    const { profile, clone } = await hold("true");
    const at = (head: string, path: string, from = 0) =>
      profile.findIndex((line, index) => index >= from && line.startsWith(`(${head} `) && line.includes(`"${path}")`));
    const closed = at("deny file-read* file-write*", world.root);
    const opened = at("allow file-read* file-write*", clone);
    assert.ok(closed !== -1 && closed < opened, profile.join("\n"));
    assert.equal(at("allow file-write*", world.root), -1);
    for (const name of ["d/.env", "notes.txt"])
      assert.ok(at("deny file-read* file-write*", join(clone, name), opened) > opened, name);
    assert.ok(at("allow file-read-metadata", join(clone, "..")) !== -1);
    const pinned = profile.find((line) => line.startsWith("(deny file-write-unlink "));
    assert.equal(pinned, `(deny file-write-unlink (literal "${clone}") (literal "${clone}/d"))`);
    for (const operation of ["appleevent-send", "lsopen", "job-creation"])
      assert.ok(profile.includes(`(deny ${operation})`));
  });

  it("finds in the clone nothing of what is hidden", async () => {
    const { stdout, layer } = await hold("cat d/.env notes.txt; cat d/x; ls -A d");
    assert.equal(stdout, "x\n.env\nx\n");
    assert.deepEqual(await layer.changes(), []);
  });

  it("sees secrets when a person approved it, and still not what is closed", async () => {
    const { stdout, profile } = await hold("cat d/.env notes.txt", false, "open");
    assert.equal(stdout, "KEY=1\n");
    assert.equal(profile.includes("(deny lsopen)"), false);
  });

  it("is told which path stands for which when it met the difference", async () => {
    const said = (clone: string) =>
      `[The command ran on a clone of the workspace: ${clone} stands for ${world.root}, which commands cannot open by that path. Name files relative to the working folder.]`;
    const named = await hold(`cat '${world.root}/a.txt'`);
    assert.equal(named.notes.at(-1), said(named.clone));
    await named.layer.discard();
    const printed = await hold("pwd -P");
    assert.equal(printed.notes.at(-1), said(printed.clone));
    await printed.layer.discard();
    assert.deepEqual(readdirSync(world.path("state", "sandbox", "clones")), []);
  });
});
