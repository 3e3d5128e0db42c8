import assert from "node:assert/strict";
import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFree, moveAside, occupantOf, standIn } from "../../../../src/node/sandbox/places/maskedFolders";
import { repositoryMounts } from "../../../../src/node/sandbox/places/repositories";
import { tempFolder } from "../../../support/tempFolder";

describe("a name with a stand-in", () => {
  it("is free at every moment while commands take it and give it back, and nothing remains", async () => {
    const root = tempFolder({});
    const path = join(root, ".git");
    let isOver = false;
    const flipping = async () => {
      for (let round = 0; round < 300; round++) await (await standIn([path])).remove();
    };
    const wrong: string[] = [];
    let looks = 0;
    const looking = async () => {
      while (!isOver) {
        looks++;
        if (!(await isFree(path))) wrong.push("somebody's");
        wrong.push(
          ...(await repositoryMounts(path, false)).map(({ kind }) => kind).filter((kind) => kind !== "masked"),
        );
      }
    };
    const lookers = [looking(), looking()];
    await Promise.all([flipping(), flipping()]);
    isOver = true;
    await Promise.all(lookers);
    assert.deepEqual([wrong, readdirSync(root)], [[], []]);
    assert.ok(looks > 10, `${looks}`);
  });

  it("is not renamed in a folder that a link stands for by then", async () => {
    const root = realpathSync(tempFolder({ "elsewhere/key": "key\n", "here/key": "new\n" }));
    symlinkSync("elsewhere", join(root, "link"));
    assert.match((await moveAside(join(root, "link/key"))) ?? "", /could not be renamed \(stale\)/);
    assert.deepEqual(readdirSync(join(root, "elsewhere")), ["key"]);
    assert.match((await moveAside(join(root, "here/key"))) ?? "", /it is now named key\.planted-[0-9a-f]{6}\.\]$/);
  });

  it("is not the folder that somebody made there, empty or not, nor a file", async () => {
    const root = tempFolder({});
    for (const name of ["empty", "full"]) mkdirSync(join(root, name));
    writeFileSync(join(root, "full/a"), "");
    writeFileSync(join(root, "file"), "");
    for (const name of ["empty", "full", "file"]) assert.equal(await occupantOf(join(root, name)), "other", name);
    assert.equal(await occupantOf(join(root, "absent")), "nothing");
    const { remove } = await standIn([join(root, "absent")]);
    assert.equal(await occupantOf(join(root, "absent")), "standIn");
    assert.deepEqual(await remove(), []);
  });
});
