import assert from "node:assert/strict";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { underLock } from "../../../../src/node/files/writing/fileLock";
import { thisProcess } from "../../../../src/node/files/writing/processName";
import { tempFolder } from "../../../support/tempFolder";

const times = { waitMs: 50, stale: 30_000, unnamed: 1000 };
const old = new Date(Date.now() - 60_000);

describe("work under a lock", () => {
  it("is done by one at a time, and leaves no lock behind, also when it fails", async () => {
    const path = join(tempFolder(), "lock");
    let inside = 0;
    const work = async () => {
      assert.equal(++inside, 1);
      await new Promise(setImmediate);
      inside--;
    };
    await Promise.all(Array.from({ length: 10 }, () => underLock(path, work)));
    await assert.rejects(
      underLock(path, () => Promise.reject(new Error("no"))),
      /^Error: no$/,
    );
    assert.equal(existsSync(path), false);
  });

  it("waits for a process that runs, and gives up in the end", async () => {
    const path = join(tempFolder(), "lock");
    writeFileSync(path, JSON.stringify(await thisProcess()));
    await assert.rejects(
      underLock(path, async () => assert.fail("it was held"), times),
      { message: `another process holds ${path}` },
    );
  });

  for (const [name, text, isOld] of [
    ["a process that is gone", JSON.stringify({ pid: 2 ** 30, began: "" }), false],
    ["a process whose number another one has by now", JSON.stringify({ pid: process.pid, began: "earlier" }), false],
    ["nobody knows whom", "", true],
  ] as const)
    it(`takes over the lock of ${name}`, async () => {
      const path = join(tempFolder(), "lock");
      writeFileSync(path, text);
      if (isOld) utimesSync(path, old, old);
      assert.equal(await underLock(path, async () => "done", times), "done");
      assert.equal(existsSync(path) || existsSync(`${path}.guard`), false);
    });

  it("does not take over one that is being made just now", async () => {
    const path = join(tempFolder(), "lock");
    writeFileSync(path, "");
    await assert.rejects(underLock(path, async () => {}, times));
  });
});
