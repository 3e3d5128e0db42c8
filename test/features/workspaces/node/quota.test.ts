/** What is known of a workspace's use, and what is let be written on it (HB-6, EN-3). */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type DiskGuard, mebibyte, type SizedWrite } from "../../../../src/core/ports/diskQuota";
import type { RuleContext } from "../../../../src/core/rules/rule";
import { readSettings } from "../../../../src/core/settings/readSettings";
import { DiskQuotas } from "../../../../src/features/workspaces/node/quota";
import { diskUse } from "../../../../src/node/files/diskUse";
import { tempFolder } from "../../../support/tempFolder";

const contextOf = (folder: string, megabytes: number, more: Partial<RuleContext> = {}) =>
  ({
    ownWorkspace: folder,
    roots: [folder],
    inWorkspace: true,
    settings: readSettings({ limits: { workspaceMegabytes: megabytes } }).settings,
    ...more,
  }) as RuleContext;

function guardOf(quotas: DiskQuotas, folder: string, megabytes: number): DiskGuard {
  const guard = quotas.guard(contextOf(folder, megabytes));
  assert.ok(guard);
  return guard;
}

const changeOf = (folder: string, name: string, bytes: number): SizedWrite => {
  const path = join(folder, name);
  return { target: { path, real: path, shown: name }, after: Buffer.alloc(bytes, 1) };
};

const written =
  ({ target, after }: SizedWrite) =>
  async () =>
    writeFileSync(target.real, after ?? "");

describe("the guard of a quota (HB-6)", () => {
  it("of writes at the same time lets no more through than there is room for", async () => {
    const folder = tempFolder();
    const guard = guardOf(new DiskQuotas(() => false), folder, 1);
    const changes = ["a", "b", "c"].map((name) => changeOf(folder, name, 400_000));
    const results = await Promise.allSettled(changes.map((change) => guard.hold([change], written(change))));
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "fulfilled", "rejected"],
    );
  });

  it("keeps no room for a write that failed", async () => {
    const folder = tempFolder();
    const guard = guardOf(new DiskQuotas(() => false), folder, 1);
    const change = changeOf(folder, "a", 900_000);
    await assert.rejects(
      guard.hold([change], () => Promise.reject(new Error("the disk broke"))),
      /the disk broke/,
    );
    await guard.hold([change], written(change));
  });

  it("counts the files of one call together", async () => {
    const folder = tempFolder();
    const guard = guardOf(new DiskQuotas(() => false), folder, 1);
    const changes = ["a", "b", "c"].map((name) => changeOf(folder, name, 400_000));
    const writing = guard.hold(changes, () => assert.fail("there was no room"));
    await assert.rejects(writing, { code: "over_quota" });
  });

  it("does not count what lies elsewhere", async () => {
    const folder = tempFolder();
    const guard = guardOf(new DiskQuotas(() => false), folder, 1);
    const change = changeOf(tempFolder(), "a", 2_000_000);
    await guard.hold([change], written(change));
  });

  it("never lets writes go beyond it, whatever they are (property)", async () => {
    const sizes = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.nat(700_000)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sizes, async (writes) => {
        const folder = tempFolder();
        const quotas = new DiskQuotas(() => false);
        for (const [name, bytes] of writes) {
          const change = changeOf(folder, name, bytes);
          const before = (await diskUse(folder)).bytes;
          const isDone = await guardOf(quotas, folder, 1)
            .hold([change], written(change))
            .then(
              () => true,
              () => false,
            );
          const { bytes: after } = await diskUse(folder);
          assert.ok(after <= mebibyte, `${after}`);
          if (!isDone) assert.equal(after, before);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("tells a run what it may come to: the quota, or a little more than there is already", async () => {
    const folder = tempFolder();
    const quotas = new DiskQuotas((command) => command === "rm it");
    const empty = await guardOf(quotas, folder, 1).begin("true");
    assert.deepEqual([empty.folder, empty.megabytes, empty.maxBytes], [folder, 1, mebibyte]);
    writeFileSync(join(folder, "big"), Buffer.alloc(2 * mebibyte, 1));
    await guardOf(quotas, folder, 1).end();
    await assert.rejects(guardOf(quotas, folder, 1).begin("true"), { code: "over_quota" });
    const freeing = await guardOf(quotas, folder, 1).begin("rm it");
    assert.equal(freeing.maxBytes, freeing.usedBytes + mebibyte);
    assert.ok(freeing.usedBytes >= 2 * mebibyte);
  });

  it("lets commands in the person's folders run, whatever the workspace takes", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "big"), Buffer.alloc(2 * mebibyte, 1));
    const { inWorkspace, ...context } = contextOf(folder, 1);
    const guard = new DiskQuotas(() => false).guard({ ...context, roots: ["/person", folder] });
    assert.equal((await guard?.begin("true"))?.folder, folder);
    assert.deepEqual(await guard?.end(), {});
  });

  it("is not there for a caller that reaches no workspace of its own", () => {
    const quotas = new DiskQuotas(() => false);
    const { ownWorkspace, ...context } = contextOf("/none", 1);
    assert.equal(quotas.guard(context), undefined);
    assert.equal(quotas.guard({ ...context, ownWorkspace: "/none", roots: ["/person"] }), undefined);
  });

  it("at the end of a run nobody waits for more than 20,000 files to be measured", async () => {
    const folder = tempFolder();
    for (let at = 0; at < 201; at += 1) {
      mkdirSync(join(folder, `${at}`));
      for (let file = 0; file < 100; file += 1) writeFileSync(join(folder, `${at}`, `${file}`), "");
    }
    const guard = guardOf(new DiskQuotas(() => false), folder, 100);
    await guard.begin("true");
    writeFileSync(join(folder, "big"), Buffer.alloc(101 * mebibyte, 1));
    assert.deepEqual(await guard.end(), {});
  });
});
