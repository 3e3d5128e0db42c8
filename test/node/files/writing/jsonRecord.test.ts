import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeRecord } from "../../../../src/node/files/writing/jsonRecord";
import { tempFolder } from "../../../support/tempFolder";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("records of JSON", () => {
  it("take the place of those before, in a folder that is made for them and nobody else reads", async () => {
    const folder = join(tempFolder({}), "a", "b");
    const path = join(folder, "one.json");
    for (const record of [{ is: "first" }, { is: "second", and: [1] }]) {
      await writeRecord(path, record, { flush: true });
      assert.equal(readFileSync(path, "utf8"), JSON.stringify(record));
    }
    assert.deepEqual(readdirSync(folder), ["one.json"]);
    if (process.platform !== "win32") assert.deepEqual([modeOf(path), modeOf(folder)], ["600", "700"]);
  });

  it("leave nothing behind when they cannot be written", async () => {
    const folder = tempFolder({ file: "no folder" });
    mkdirSync(join(folder, "taken.json"));
    for (const path of [join(folder, "taken.json"), join(folder, "file", "one.json")])
      await assert.rejects(writeRecord(path, {}), /EISDIR|ENOTEMPTY|EPERM|ENOTDIR|EEXIST/);
    assert.deepEqual(readdirSync(folder).sort(), ["file", "taken.json"]);
  });

  it("are whole for whoever reads while several write", async () => {
    const path = join(tempFolder({}), "one.json");
    const texts = Array.from({ length: 20 }, (_, at) => ({ at, text: "x".repeat(10_000 * (at + 1)) }));
    await Promise.all(texts.map((record) => writeRecord(path, record)));
    const found = JSON.parse(readFileSync(path, "utf8")) as (typeof texts)[number];
    assert.deepEqual(found, texts[found.at]);
  });
});
