import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LiveFindings } from "../../../src/core/ports/changes/checkpoint";
import type { WalkRules } from "../../../src/node/checkpoints/folderWalk";
import { LiveFolder } from "../../../src/node/checkpoints/liveFolder";
import { tempFolder } from "../../support/tempFolder";

describe("the files of a folder, kept as they were", () => {
  const rules: WalkRules = { isClosed: () => false, leftOut: async () => new Set() };
  const names = Array.from({ length: 20 }, (_, at) => `f${at}`);

  function place() {
    const root = tempFolder(Object.fromEntries(names.map((name) => [name, `${name}\n`])));
    const kept = join(tempFolder(), "kept");
    return { root, kept, files: LiveFolder.make(kept, [root]) };
  }

  async function changesOf(files: LiveFolder, root: string): Promise<Record<string, (string | undefined)[]>> {
    const found: LiveFindings[] = [];
    await files.changes(rules, async (findings) => void found.push(findings));
    const text = (entry?: { readonly bytes: Uint8Array }) => entry && Buffer.from(entry.bytes).toString();
    return Object.fromEntries(
      found.flatMap(({ changes }) =>
        changes.map(({ path, before, after }) => [path.slice(root.length + 1), [text(before), text(after)]]),
      ),
    );
  }

  it("are the same for another process, however often they were looked at, by a list that does not grow for ever", async () => {
    const { root, kept, files } = place();
    const list = join(kept, "files");
    const lines = () => readFileSync(list, "utf8").split("\n").length - 1;
    let most = 0;
    for (let round = 0; round < 80; round++) {
      for (const name of names) appendFileSync(join(root, name), `${round}\n`);
      await files.refresh(rules);
      most = Math.max(most, lines());
    }
    assert.equal(most <= 1000 + 3 * names.length, true, `${most} lines`);
    files.close();
    const before = readFileSync(join(root, "f3"), "utf8");
    writeFileSync(join(root, "f3"), "changed\n");
    rmSync(join(root, "f4"));
    const found = LiveFolder.found(kept, [root]);
    const changes = await changesOf(found, root);
    assert.deepEqual(Object.keys(changes).sort(), ["f3", "f4"]);
    assert.deepEqual(changes.f3, [before, "changed\n"]);
    found.close();
  });

  it("are told of by every way in which something else can be there under the same name", async () => {
    const { root, files } = place();
    mkdirSync(join(root, "f20"));
    await files.refresh(rules);
    writeFileSync(join(root, "same"), "f0\n");
    renameSync(join(root, "same"), join(root, "f0"));
    writeFileSync(join(root, "f1"), "F1\n");
    renameSync(join(root, "f2"), join(root, "moved"));
    rmSync(join(root, "f20"), { recursive: true });
    symlinkSync("f5", join(root, "f20"));
    const changes = await changesOf(files, root);
    assert.deepEqual(Object.keys(changes).sort(), ["f1", "f2", "f20", "moved"]);
    assert.deepEqual([changes.f1, changes.f20?.[1]], [["f1\n", "F1\n"], "f5"]);
    assert.deepEqual(await changesOf(files, root), {});
    files.close();
  });
});
