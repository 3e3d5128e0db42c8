import assert from "node:assert/strict";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { settledMemo } from "../../../src/node/files/settledState";
import { tempFolder } from "../../support/tempFolder";

/** A little longer than a file needs to settle. */
const settled = () => setTimeout(2100);

describe("what was read of a file or folder", () => {
  it("is read again after any change, and not where there was none", async () => {
    const root = tempFolder({ "a.txt": "one", "other.txt": "two", "d/x": "" });
    const [file, folder] = [join(root, "a.txt"), join(root, "d")];
    const reads: string[] = [];
    const text = settledMemo("", (path) => {
      reads.push(path);
      return readFileSync(path, "utf8");
    });
    const names = settledMemo("none", (path) => readdirSync(path).join());
    // Just made, its times may not tell the next change.
    assert.deepEqual([text(file), text(file), names(folder), reads.length], ["one", "one", "x", 2]);
    writeFileSync(file, "eno");
    assert.equal(text(file), "eno");
    await settled();
    assert.deepEqual([text(file), names(folder)], ["eno", "x"]);
    const before = reads.length;
    assert.deepEqual([text(file), text(file), names(folder), reads.length], ["eno", "eno", "x", before]);

    writeFileSync(file, "one");
    utimesSync(file, 1, 1);
    symlinkSync("/etc", join(folder, "link"));
    utimesSync(folder, 1, 1);
    assert.deepEqual([text(file), names(folder)], ["one", "link,x"]);
    await settled();
    assert.deepEqual([text(file), names(folder)], ["one", "link,x"]);
    renameSync(join(root, "other.txt"), file);
    assert.equal(text(file), "two");
    rmSync(folder, { recursive: true });
    assert.equal(names(folder), "none");
    mkdirSync(folder);
    assert.equal(names(folder), "");
    assert.throws(() => names(file), { code: "ENOTDIR" });
  });
});
