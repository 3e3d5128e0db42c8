/** What a folder's files take, as `du` says (HB-6). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskUse } from "../../../src/node/files/diskUse";
import { tempFolder } from "../../support/tempFolder";

const du = (folder: string) => Number(execFileSync("du", ["-s", "-B1", folder], { encoding: "utf8" }).split("\t")[0]);

describe("what a folder's files take on the disk (HB-6)", () => {
  it("is what du says, with hard links, holes, links, deep folders and names that are no text", async () => {
    const folder = tempFolder();
    for (let at = 0; at < 300; at += 1) writeFileSync(join(folder, `small-${at}`), "x");
    writeFileSync(join(folder, "sparse"), "end");
    truncateSync(join(folder, "sparse"), 1_000_000_000);
    writeFileSync(join(folder, "whole"), Buffer.alloc(1_000_000, 1));
    linkSync(join(folder, "whole"), join(folder, "again"));
    const deep = join(folder, ...Array.from({ length: 60 }, () => "folder"));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, "down"), Buffer.alloc(50_000, 1));
    symlinkSync("/usr", join(folder, "elsewhere"));
    const strange = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]);
    mkdirSync(strange);
    writeFileSync(Buffer.concat([strange, Buffer.from("/in")]), Buffer.alloc(70_000, 1));
    const { bytes, entries } = await diskUse(folder);
    assert.equal(bytes, du(folder));
    assert.ok(bytes > 300 * 4096 + 1_000_000 && bytes < 20_000_000, `${bytes}`);
    assert.equal(entries, 1 + 300 + 3 + 60 + 1 + 1 + 2);
  });

  it("names the parts that take most, at most three, two names long", async () => {
    const folder = tempFolder({ "scratch/app/small.txt": "x" });
    for (const [path, size] of [
      ["scratch/app/node_modules/a.bin", 400_000],
      ["scratch/app/node_modules/b/c.bin", 300_000],
      ["skills/s.bin", 200_000],
      ["big.bin", 500_000],
    ] as const) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), Buffer.alloc(size, 1));
    }
    const { largest } = await diskUse(folder);
    assert.deepEqual(
      largest.map(({ path }) => path),
      ["scratch/app", "big.bin", "skills/s.bin"],
    );
    assert.equal(largest[1]?.bytes, 503_808);
  });

  it("is nothing for a folder that is not there, and ends early when it is told to", async () => {
    const folder = tempFolder({ "a/b/c.txt": "x" });
    const early = await diskUse(folder, AbortSignal.abort());
    assert.equal(early.entries, 1);
    rmSync(folder, { recursive: true });
    assert.deepEqual(await diskUse(folder), { bytes: 0, entries: 0, largest: [] });
  });
});
