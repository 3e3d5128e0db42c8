/** What a command on macOS is started with, as far as that can be told on any system (D-15). */
import assert from "node:assert/strict";
import { holdBySeatbelt } from "../../../src/node/sandbox/holdBySeatbelt";
import { tempFolder } from "../../support/tempFolder";
import { World } from "./support/world";

describe("a command held by seatbelt (D-15)", () => {
  async function held(onlyReads: boolean, secretFolder?: string) {
    const world = new World({ "ws/a.txt": "one\n", "ws/.env": "KEY=1\n" });
    const { request } = world.request("cat a.txt", { onlyReads });
    const wish = {
      request,
      hold: request.hold,
      shell: "/bin/bash",
      env: {},
      limits: "",
      state: tempFolder(),
      owner: "tester",
      written: request.command,
      ...(secretFolder !== undefined && { secretFolder }),
    };
    const command = await holdBySeatbelt({ name: "seatbelt", program: "/usr/bin/sandbox-exec" }, wish);
    return { world, profile: (command.args[1] ?? "").split("\n"), release: command.release };
  }

  it("changes nothing in the workspace and finds no secrets there when it runs unasked", async () => {
    const { world, profile, release } = await held(true);
    try {
      const allowing = profile.filter((line) => line.startsWith("(allow file-write*"));
      assert.ok(
        allowing.every((line) => !line.includes(world.root)),
        allowing.join("\n"),
      );
      assert.ok(profile.some((line) => line.startsWith("(deny file-write* ") && line.includes(`"${world.root}"`)));
      assert.ok(
        profile.some(
          (line) => line.startsWith("(deny file-read* file-write*") && line.includes(`"${world.path("ws/.env")}"`),
        ),
      );
      const ending = { exitCode: 1, signal: undefined, tail: "touch: x: Operation not permitted" };
      assert.equal((await release(ending)).needsMore, true);
    } finally {
      world.remove();
    }
  });

  it("reads the secrets that it is given as files, and changes none of them", async () => {
    const folder = "/state/sandbox/secrets/of-this-run";
    const { world, profile } = await held(false, folder);
    try {
      const naming = profile.filter((line) => line.includes(`"${folder}"`));
      assert.deepEqual(
        naming.map((line) => line.split(" (")[0]),
        ["(deny file-write*", "(allow file-read*"],
      );
      const hiding = profile.findIndex((line) => line.startsWith("(deny file-read* file-write*"));
      assert.ok(profile.indexOf(naming[1] ?? "") > hiding, profile.join("\n"));
    } finally {
      world.remove();
    }
  });

  it("changes the workspace when a person was asked", async () => {
    const { world, profile, release } = await held(false);
    try {
      assert.ok(profile.some((line) => line.startsWith("(allow file-write*") && line.includes(`"${world.root}"`)));
      const ending = { exitCode: 1, signal: undefined, tail: "touch: x: Operation not permitted" };
      assert.equal((await release(ending)).needsMore, undefined);
    } finally {
      world.remove();
    }
  });
});
