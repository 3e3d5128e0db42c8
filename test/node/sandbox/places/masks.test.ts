import assert from "node:assert/strict";
import { appendFileSync, existsSync, openSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "../../../../src/core/vocabulary/paths";
import { cleanMasks, Masks } from "../../../../src/node/sandbox/places/masks";
import type { Mount } from "../../../../src/node/sandbox/places/mount";
import { tempFolder } from "../../../support/tempFolder";

describe("masks of hidden secrets (D-13)", () => {
  const mounts: Mount[] = [
    { kind: "hidden", path: "/w/.env", isFolder: false, isSecret: true },
    { kind: "hidden", path: "/w/b.pem", isFolder: false, isSecret: true },
    { kind: "hidden", path: "/w/.aws", isFolder: true, isSecret: true },
    { kind: "hidden", path: "/w/closed.txt", isFolder: false },
    { kind: "shown", path: "/w", isFolder: true },
  ];
  const maskOf = (masks: Masks, path: string) => masks.mounts.find((mount) => mount.path === path)?.mask as string;

  it("stand for secret files alone, not for folders and not for what is closed", async () => {
    const masks = await Masks.over(mounts, tempFolder());
    assert.deepEqual(
      masks.mounts.map(({ path, mask }) => [path, mask !== undefined]),
      [
        ["/w/.env", true],
        ["/w/b.pem", true],
        ["/w/.aws", false],
        ["/w/closed.txt", false],
        ["/w", false],
      ],
    );
    const mask = maskOf(masks, "/w/.env");
    assert.deepEqual([statSync(mask).mode & 0o777, statSync(dirname(mask)).mode & 0o777], [0o600, 0o700]);
    await masks.remove();
    assert.equal(existsSync(dirname(mask)), false);
  });

  it("tell which were read, and not which were listed, examined or opened", async () => {
    const masks = await Masks.over(mounts, tempFolder());
    openSync(maskOf(masks, "/w/.env"), "r");
    statSync(maskOf(masks, "/w/.env"));
    readdirSync(dirname(maskOf(masks, "/w/.env")));
    assert.deepEqual(await masks.used(), { read: [], changed: [] });
    assert.equal(readFileSync(maskOf(masks, "/w/b.pem"), "utf8"), "");
    assert.deepEqual(await masks.used(), { read: ["/w/b.pem"], changed: [] });
    await masks.remove();
    assert.deepEqual(await masks.used(), { read: [], changed: [] });
  });

  it("tell which were written", async () => {
    const masks = await Masks.over(mounts, tempFolder());
    appendFileSync(maskOf(masks, "/w/.env"), "x");
    assert.deepEqual(await masks.used(), { read: [], changed: ["/w/.env"] });
    await masks.remove();
  });

  it("are removed the next day when their process was killed, and not before", async () => {
    const state = tempFolder();
    const masks = await Masks.over(mounts, state);
    const folder = dirname(maskOf(masks, "/w/.env"));
    await cleanMasks(state, Date.now());
    assert.ok(existsSync(folder));
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    utimesSync(folder, yesterday, yesterday);
    await cleanMasks(state, Date.now());
    assert.equal(existsSync(folder), !isInside(state, folder), "those in memory go with the process");
  });
});
