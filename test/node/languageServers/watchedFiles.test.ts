/** What a language server that reads files by itself is told of them. */
import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { WatchedFiles } from "../../../src/node/languageServers/watchedFiles";
import { tempFolder } from "../../support/tempFolder";

describe("files that a language server hears of", () => {
  it("are those of its language that came, went or changed since the last look", async () => {
    const root = tempFolder({ "a.py": "1", "b.py": "1", "d/c.PY": "1", "d/e.txt": "1", "node_modules/x.py": "1" });
    const watched = new WatchedFiles([root, join(root, "none")], [".py"]);
    const changes = async () =>
      (await watched.changes()).map(({ uri, type }) => `${type} ${uri.slice(pathToFileURL(root).href.length + 1)}`);
    assert.deepEqual(await changes(), []);
    watched.begin();
    assert.deepEqual(await changes(), []);
    mkdirSync(join(root, "new folder"));
    writeFileSync(join(root, "new folder/ü.py"), "1");
    writeFileSync(join(root, "node_modules/y.py"), "1");
    writeFileSync(join(root, "d/e.txt"), "12");
    writeFileSync(join(root, "a.py"), "12");
    renameSync(join(root, "d/c.PY"), join(root, "d/f.py"));
    rmSync(join(root, "b.py"));
    assert.deepEqual((await changes()).sort(), [
      "1 d/f.py",
      "1 new%20folder/%C3%BC.py",
      "2 a.py",
      "3 b.py",
      "3 d/c.PY",
    ]);
    assert.deepEqual(await changes(), []);
  });

  it("are told once where two ask at the same time", async () => {
    const root = tempFolder({ "a.py": "1" });
    const watched = new WatchedFiles([root], [".py"]);
    watched.begin();
    await watched.changes();
    writeFileSync(join(root, "a.py"), "12");
    const both = await Promise.all([watched.changes(), watched.changes()]);
    assert.deepEqual(
      both.map((events) => events.length),
      [1, 0],
    );
  });
});
