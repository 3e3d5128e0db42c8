/** Writes of several processes into the same files (D-9). */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs, { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { atomicWrite } from "../../../../src/node/files/writing/atomicWrite";
import { removeLeftWrites } from "../../../../src/node/files/writing/writeLocks";
import { bundled } from "../../../support/bundled";
import { snapshot, tempFolder } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";

const start = (script: string, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [bundled(join(__dirname, "../../support", script)), ...args], { stdio: "inherit" });

const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
const write = (path: string, before: string | undefined, after: string | undefined) =>
  atomicWrite({ path, shown: "f", before: bytes(before), after: bytes(after) });
const stale = "f was changed since it was planned, so nothing was written: read it again and repeat the change.";

describe("several processes that write (D-9)", function () {
  this.timeout(120_000);

  it("lose no edit of each other: of 450 by three hosts all are there", async () => {
    const path = join(tempFolder({ f: "" }), "f");
    const hosts = ["a", "b", "c"].map((name) => start("addLines.ts", path, name, "150"));
    for (const host of hosts) if (host.exitCode === null) assert.deepEqual(await once(host, "exit"), [0, null]);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    for (const name of ["a", "b", "c"])
      assert.deepEqual(
        lines.filter((line) => line.startsWith(name)),
        Array.from({ length: 150 }, (_, number) => `${name} ${number}`),
      );
    assert.equal(lines.length, 450);
  });

  /** Has another program write into the file just before it loses its name. */
  async function writtenBefore(step: "renameSync" | "unlinkSync", path: string, work: () => Promise<unknown>) {
    const original = fs[step] as (...args: unknown[]) => void;
    const held = fs.openSync(path, "a");
    Object.assign(fs, {
      [step](...args: unknown[]) {
        Object.assign(fs, { [step]: original });
        fs.writeSync(held, "theirs\n");
        original(...args);
      },
    });
    try {
      await work();
    } finally {
      Object.assign(fs, { [step]: original });
      fs.closeSync(held);
    }
  }

  for (const [what, step, after] of [
    ["a replacement", "renameSync", "new\n"],
    ["a deletion", "unlinkSync", undefined],
  ] as const)
    it(`${what} gives the file back to a program that wrote into it in that very moment, and says so`, async () => {
      const folder = tempFolder({ f: "old\n" });
      const path = join(folder, "f");
      fs.chmodSync(path, 0o640);
      await writtenBefore(step, path, () => failsWith(() => write(path, "old\n", after), "stale", stale));
      assert.deepEqual(snapshot(folder), { f: "old\ntheirs\n" });
      assert.equal(fs.statSync(path).mode & 0o777, 0o640);
    });

  it("take no append for their own that comes while the journal is written", async () => {
    const folder = tempFolder({ f: "old\n", g: "old\n" });
    for (const [name, after] of [
      ["f", "new\n"],
      ["g", undefined],
    ] as const) {
      const path = join(folder, name);
      const ready = delay(5).then(() => appendFileSync(path, "theirs\n"));
      const written = atomicWrite({ path, shown: "f", before: Buffer.from("old\n"), after: bytes(after), ready });
      await failsWith(() => written, "stale", stale);
    }
    assert.deepEqual(snapshot(folder), { f: "old\ntheirs\n", g: "old\ntheirs\n" });
  });

  /** A process that is killed while its new file is beside the old one. */
  async function killedWriter(path: string, before?: string) {
    const writer = start("writeAndWait.ts", path, ...(before === undefined ? [] : [before]));
    const folder = join(path, "..");
    const left = () => readdirSync(folder).filter((name) => /\.[0-9a-f]{12}\.tmp$/.test(name));
    while (left().length === 0) await delay(20);
    const kill = async () => {
      writer.kill("SIGKILL");
      await once(writer, "exit");
    };
    return { left, kill };
  }

  for (const before of ["old", undefined])
    it(`what a killed writer left beside ${before === undefined ? "a new" : "an old"} file is removed at the next start, and nothing else`, async () => {
      const theirs = ".theirs.0123456789ab.tmp";
      const folder = tempFolder({ ...(before !== undefined && { f: before }), "sub/x": "" });
      const { left, kill } = await killedWriter(join(folder, "f"), before);
      await removeLeftWrites();
      assert.equal(left().length, 1, "the file of a living writer was removed");
      await kill();
      writeFileSync(join(folder, theirs), "");
      assert.equal(left().length, 2);
      await removeLeftWrites();
      assert.deepEqual(left(), [theirs]);
      assert.equal(fs.existsSync(join(folder, "f")), before !== undefined);
    });

  it("what a killed writer left is removed by the next write of the file", async () => {
    const folder = tempFolder({ f: "old" });
    const path = join(folder, "f");
    const { kill } = await killedWriter(path, "old");
    await kill();
    await write(path, "old", "newer");
    assert.deepEqual(snapshot(folder), { f: "newer" });
  });

  it("removes nothing that a lock names and that is not what a write leaves", async () => {
    const folder = tempFolder({ f: "old", "kept.txt": "1" });
    const { kill, left } = await killedWriter(join(folder, "f"), "old");
    await kill();
    const [name = ""] = left();
    rmSync(join(folder, name));
    mkdirSync(join(folder, name));
    await removeLeftWrites();
    assert.deepEqual(left(), [name]);
  });
});
