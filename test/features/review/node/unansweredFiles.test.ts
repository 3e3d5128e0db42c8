import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UnansweredFiles } from "../../../../src/features/review/node/unansweredFiles";
import type { UnansweredProposal } from "../../../../src/features/review/unanswered";
import { tempFolder } from "../../../support/tempFolder";

const proposal = (id: string, time = 1): UnansweredProposal => ({
  id,
  title: "Edit a",
  agent: "chat",
  reason: "it changes a file",
  time,
  files: [
    {
      kind: "change",
      title: "a",
      target: { path: "/ws/a", real: "/ws/a", root: "/ws", shown: "a" },
      old: { path: "/ws/a", real: "/ws/a", root: "/ws", shown: "a" },
      address: "x",
      after: Buffer.from([0, 255]).toString("base64"),
    },
  ],
  writes: [{ path: "/ws/a", before: "00", file: 0, encoding: "utf8", mode: 0o644 }],
});

/** As if the window had gone that asked about it. */
function orphan(folder: string, id: string): void {
  const path = join(folder, `${id}.json`);
  const stored = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...stored, asker: { pid: 2 ** 30, began: "1" } }));
}

describe("UnansweredFiles (D-16)", () => {
  it("keeps proposals whole, for their owner alone, the newest first", async () => {
    const folder = join(tempFolder(), "unanswered");
    const files = new UnansweredFiles(folder);
    await files.put(proposal("old", 1));
    await files.put(proposal("new", 2));
    assert.deepEqual(await new UnansweredFiles(folder).list(), [
      { proposal: proposal("new", 2), isAsked: true },
      { proposal: proposal("old", 1), isAsked: true },
    ]);
    assert.equal(statSync(join(folder, "old.json")).mode & 0o077, 0);
    await files.remove("old");
    assert.deepEqual(readdirSync(folder), ["new.json"]);
    await files.remove("old");
  });

  it("tells those that are asked about from those whose window is gone", async () => {
    const folder = tempFolder();
    const files = new UnansweredFiles(folder);
    await files.put(proposal("asked"));
    await files.put(proposal("left", 2));
    orphan(folder, "left");
    assert.deepEqual(
      (await files.list()).map(({ proposal: { id }, isAsked }) => [id, isAsked]),
      [
        ["left", false],
        ["asked", true],
      ],
    );
  });

  it("passes over what is no proposal, and a file under another name", async () => {
    const folder = tempFolder();
    const files = new UnansweredFiles(folder);
    assert.deepEqual(await new UnansweredFiles(join(folder, "nowhere")).list(), []);
    await files.put(proposal("a"));
    const text = readFileSync(join(folder, "a.json"), "utf8");
    writeFileSync(join(folder, "b.json"), text);
    writeFileSync(join(folder, "half.json"), text.slice(0, 50));
    writeFileSync(join(folder, "null.json"), "null");
    writeFileSync(join(folder, "other.json"), '{"asker":{"pid":1,"began":""},"proposal":{"id":"other"}}');
    assert.deepEqual((await files.list()).length, 1);
  });

  it("keeps the newest 50 of those that were left", async () => {
    const folder = tempFolder();
    const files = new UnansweredFiles(folder);
    for (let time = 1; time <= 52; time++) {
      await files.put(proposal(`p${time}`, time));
      if (time > 1) orphan(folder, `p${time}`);
    }
    const ids = (await files.list()).map(({ proposal: { id } }) => id);
    assert.equal(ids.length, 51, "the one that is asked about is kept as well");
    assert.deepEqual([ids[0], ids.at(-2), ids.at(-1)], ["p52", "p3", "p1"]);
    assert.equal(readdirSync(folder).length, 51);
  });
});
