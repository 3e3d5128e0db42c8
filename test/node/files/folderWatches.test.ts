/** Folders whose every change is heard, however they came to be. */
import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { FolderWatches } from "../../../src/node/files/folderWatches";
import { tempFolder } from "../../support/tempFolder";

/** Changes, one for each that is waited for. */
function watching() {
  let heard = () => {};
  const watches = new FolderWatches(() => heard());
  const next = (change: () => void) =>
    new Promise<void>((resolve) => {
      heard = resolve;
      change();
    });
  const nothing = async (change: () => void) => {
    let isHeard = false;
    heard = () => {
      isHeard = true;
    };
    change();
    await delay(200);
    return !isHeard;
  };
  return { watches, next, nothing };
}

/** What a change before it made the system say has been said by then. */
const settled = () => delay(100);

describe("watches of folders", () => {
  const { watches, next, nothing } = watching();
  const folder = join(tempFolder(), "a");
  const file = join(folder, "b/c/file.txt");
  after(() => watches.dispose());

  it("hear of changes in folders that came to be one in the other just before", async () => {
    mkdirSync(join(folder, "b/c"), { recursive: true });
    writeFileSync(file, "one");
    watches.follow([folder]);
    await next(() => writeFileSync(file, "two"));
  });

  it("go on when they are told again, also with the folder that has taken its place", async () => {
    watches.follow([folder]);
    await settled();
    await next(() => writeFileSync(file, "three"));
    renameSync(folder, `${folder}-old`);
    mkdirSync(join(folder, "b/c"), { recursive: true });
    await settled();
    watches.follow([folder]);
    await next(() => writeFileSync(file, "four"));
  });

  it("take a folder that is not there, or no more, for one without changes", async () => {
    watches.follow([folder, join(folder, "none"), join(folder, "b/c/file.txt")]);
    rmSync(folder, { recursive: true });
    await settled();
    assert.doesNotThrow(() => watches.follow([folder]));
  });

  it("hear nothing of what they were told to leave", async () => {
    const other = tempFolder({ x: "1" });
    watches.follow([other]);
    await next(() => writeFileSync(join(other, "x"), "2"));
    await settled();
    watches.follow([]);
    assert.ok(await nothing(() => writeFileSync(join(other, "x"), "3")));
  });
});
