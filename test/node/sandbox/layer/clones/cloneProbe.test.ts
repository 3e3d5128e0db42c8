/** Where commands can run on clones of the workspace, and why not elsewhere (D-15). */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { whyNoClones } from "../../../../../src/node/sandbox/layer/clones/cloneProbe";
import { type Cloning, kindIn } from "../../../../../src/node/sandbox/layer/clones/cloning";
import { whyNotCloned } from "../../../../../src/node/sandbox/layer/clones/survey";
import { tempFolder } from "../../../../support/tempFolder";
import { copying } from "./support";

describe("clones of the workspace (D-15)", () => {
  const why = (cloning: Partial<Cloning>, roots?: (top: string) => string[]) => {
    const top = tempFolder({ "ws/src/a": "a\n", state: undefined });
    const places = roots?.(top) ?? [join(top, "ws")];
    return whyNoClones(places, join(top, "state"), { ...copying, ...cloning }).then((reason) => {
      for (const name of readdirSync(join(top, "state", "sandbox", "clones"))) assert.fail(`${name} was left`);
      return reason?.replaceAll(top, "TOP");
    });
  };

  it("can be had on APFS", async () => assert.equal(await why({}), undefined));

  it("cannot on another file system", async () => {
    const text = (kind: string) =>
      `Toolcrib's state folder is on a file system (${kind}) that clones nothing; it takes APFS`;
    assert.equal(await why({ fileSystemOf: async () => "hfs" }), text("hfs"));
    assert.equal(await why({ fileSystemOf: async () => undefined }), text("unknown"));
  });

  it("cannot where cloning fails, or makes something else", async () => {
    assert.equal(
      await why({ clone: async () => "cp: root: Operation not supported" }),
      "folders cannot be cloned (cp: root: Operation not supported)",
    );
    const makesNothing = async (_: string, to: string) => void mkdirSync(join(to, "folder"), { recursive: true });
    assert.match((await why({ clone: makesNothing })) ?? "", /^no clone could be made \(ENOENT/);
  });

  it("cannot where seatbelt lets through what it must not, or holds too much", async () => {
    const found = await Promise.all([3, 4, 5, 6, 7, 65, undefined].map((code) => why({ runHeld: async () => code })));
    assert.deepEqual(
      found.map((reason) => reason?.replace("seatbelt does not hold commands to a clone: ", "")),
      [
        "one could read a hidden file",
        "one could read the workspace itself",
        "one could write to the workspace itself",
        "one could move a hidden file",
        "one could not write to the clone",
        "a command with its rules ended with 65",
        "a command with its rules ended with nothing",
      ],
    );
  });

  it("are tried by commands that tell what is let through where nothing is held", async () => {
    const runHeld: Cloning["runHeld"] = async (_profile, text, cwd) =>
      spawnSync("/bin/sh", ["-c", text], { cwd }).status ?? undefined;
    assert.equal(await why({ runHeld }), "seatbelt does not hold commands to a clone: one could read a hidden file");
  });

  it("cannot around the state folder or another workspace folder", async () => {
    assert.equal(await why({}, (top) => [top]), "the workspace folder TOP contains Toolcrib's state folder");
    assert.equal(
      await why({}, (top) => [join(top, "ws"), join(top, "ws", "src")]),
      "the workspace folder TOP/ws contains another one",
    );
  });

  it("cannot on another volume than the state folder's", async () => {
    const text = "the workspace folder /proc is not on the volume of Toolcrib's state folder, where its clone would be";
    assert.equal(await why({}, () => ["/proc"]), text);
  });

  it("are made of no folder with what a clone would leave out", async () => {
    const top = tempFolder({ "ws/src/a": "a\n", "ws/link": { link: "nowhere" } });
    const root = join(top, "ws");
    assert.equal(await whyNotCloned([root]), undefined);
    assert.equal(
      await whyNotCloned([root], 2),
      "the workspace has more than 2 files and folders, too many to clone for each command",
    );
    assert.match(
      (await whyNotCloned([root], 10, 4711)) ?? "",
      /^the workspace cannot be cloned: \w+ belongs to another user$/,
    );
    execFileSync("mkfifo", [join(root, "src", "p")]);
    assert.equal(await whyNotCloned([root]), "the workspace cannot be cloned: src/p is a pipe");
    execFileSync("rm", [join(root, "src", "p")]);
    const server = createServer().listen(join(root, "s"));
    await new Promise((listens) => server.once("listening", listens));
    assert.equal(await whyNotCloned([root]), "the workspace cannot be cloned: s is a socket");
    await new Promise((closes) => server.close(closes));
    chmodSync(join(root, "src", "a"), 0);
    assert.equal(await whyNotCloned([root]), "the workspace cannot be cloned: src/a cannot be read");
  });

  it("find the file system of a folder in what macOS prints", () => {
    const table = [
      "/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)",
      "devfs on /dev (devfs, local, nobrowse)",
      "/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect)",
      "/dev/disk5s2 on /Volumes/USB (1) (hfs, local, nodev)",
      "map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)",
      "",
    ].join("\n");
    const numbers = new Map([
      ["/", 1],
      ["/System/Volumes/Data", 5],
      ["/Volumes/USB (1)", 7],
    ]);
    const kind = (device: number) => kindIn(table, device, (path) => numbers.get(path));
    assert.deepEqual([1, 5, 7, 8].map(kind), ["apfs", "apfs", "hfs", undefined]);
  });
});
