/** Finding names in a tree again and again (D-13). */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { NameIndex } from "../../../../src/node/sandbox/places/nameIndex";
import { plant, tempFolder } from "../../../support/tempFolder";

const picks = ({ name }: { readonly name: string }) => name.endsWith(".key");

/** The same by a plain walk. */
const walked = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isSymbolicLink() && picks(entry))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();

const found = async (index: NameIndex, root: string) =>
  (await index.picked()).entries.map(({ path }) => relative(root, path)).sort();

describe("an index of names", () => {
  it("finds what it is asked for at any depth, but not through links, in picked folders and where programs keep theirs", async () => {
    const root = tempFolder();
    plant(root, {
      "a.key": "",
      "deep/er/.hidden/b.key": "",
      "folder.key/c.key": "",
      "node_modules/d.key": "",
      ".git/refs/e.key": "",
      "deep/f.txt": "",
    });
    symlinkSync(join(root, "deep"), join(root, "link"));
    symlinkSync(join(root, "a.key"), join(root, "link.key"));
    const index = new NameIndex(root, picks);
    assert.deepEqual(await found(index, root), ["a.key", "deep/er/.hidden/b.key", "folder.key"]);
    assert.deepEqual((await index.picked()).entries.map(({ isFolder }) => isFolder).sort(), [false, false, true]);
    assert.deepEqual(await new NameIndex(join(root, "missing"), picks).picked(), { entries: [], unsearched: [] });
  });

  it("says at the top where it did not look through all in time", async () => {
    const root = tempFolder();
    plant(root, { "a/a/x.key": "", "b/b/x.key": "", "slow.key": "" });
    const slow = ({ name }: { readonly name: string }) => {
      if (name === "slow.key") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      return name.endsWith(".key");
    };
    const { entries, unsearched } = await new NameIndex(root, slow, 0.05).picked();
    assert.deepEqual(
      [entries.map(({ name }) => name), [...unsearched].sort()],
      [["slow.key"], [join(root, "a"), join(root, "b")]],
    );
    assert.deepEqual((await new NameIndex(root, slow, 0.5).picked()).unsearched, []);
  });

  it("finds what a walk finds, whatever has changed since, at once or later", async () => {
    const folder = fc.constantFrom("a", "b", "a/c", "a/c/d", "b/e");
    const name = fc.constantFrom("1.key", "2.key", "3.txt");
    const change = fc.oneof(
      fc.record({ kind: fc.constant("make" as const), folder, name }),
      fc.record({ kind: fc.constant("remove" as const), folder, name }),
      fc.record({ kind: fc.constant("move" as const), folder, name: folder }),
      fc.record({ kind: fc.constant("wait" as const), folder, name }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const root = tempFolder();
        const index = new NameIndex(root, picks);
        for (const { kind, folder, name } of changes) {
          const place = join(root, folder);
          if (kind === "make") {
            mkdirSync(place, { recursive: true });
            writeFileSync(join(place, name), "");
          } else if (kind === "remove") rmSync(join(place, name), { force: true });
          else if (kind === "wait") await delay(60);
          else {
            try {
              renameSync(place, join(root, name));
            } catch {
              // Into itself, onto a full folder, or not there.
            }
          }
          assert.deepEqual(await found(index, root), walked(root));
        }
      }),
      { numRuns: 100 },
    );
  });
});
