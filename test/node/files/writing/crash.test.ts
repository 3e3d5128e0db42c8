import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { bundled } from "../../../support/bundled";
import { snapshot, tempFolder } from "../../../support/tempFolder";

const writeForever = join(__dirname, "../../support/writeForever.ts");

describe("atomicWrite (D-9): killed in the middle of many writes", () => {
  it("every file is the old or the new one, whole", async function () {
    this.timeout(10_000);
    const old = Buffer.alloc(300_000, "a");
    const killed = async (after: number) => {
      const folder = tempFolder({ "0": old, "1": old, "2": old });
      const child = spawn(process.execPath, [bundled(writeForever), folder], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const exited = once(child, "exit");
      await Promise.race([once(child.stdout, "data"), exited]);
      await delay(after);
      child.kill("SIGKILL");
      assert.deepEqual(await exited, [null, "SIGKILL"]);
      for (const name of ["0", "1", "2"]) {
        const now = readFileSync(join(folder, name));
        assert.equal(now.length, 300_000);
        assert.ok(
          now.every((byte) => byte === now[0]),
          `${name} is torn`,
        );
      }
      const { "new/file": fresh = "", ...rest } = snapshot(folder);
      assert.ok(fresh === "" || /^(a{300000}|b{300000})$/.test(fresh), "the new file is torn");
      // A kill may leave the one file that was being written, under a name that nobody takes for another.
      const others = Object.keys(rest).filter((name) => !/^([012]|new\/)$/.test(name));
      assert.ok(
        others.length <= 1 && others.every((name) => /^(new\/)?\.(0|1|2|file)\.[0-9a-f]{12}\.tmp$/.test(name)),
        `${others}`,
      );
    };
    await Promise.all([1, 7, 15, 33, 60, 111].map(killed));
  });
});
