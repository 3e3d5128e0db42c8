/** What a command may change of a repository's own folder without a question (D-7). */
import assert from "node:assert/strict";
import type { WriteEffect } from "../../../../src/core/vocabulary/effect";
import { isGitData } from "../../../../src/policy/files/repositories/gitData";
import { makeFixture } from "../../support/fixture";

describe("data of git", () => {
  const fixture = makeFixture();
  after(() => fixture.remove());

  async function isData(place: string, before?: string, after?: string, facts: Partial<WriteEffect> = {}) {
    const bytes = (text: string | undefined) => (text === undefined ? undefined : new TextEncoder().encode(text));
    const target = await fixture.context().resolve(`.git/${place}`);
    return isGitData(place, { kind: "write", target, before: bytes(before), after: bytes(after), ...facts });
  }

  for (const place of [
    ...["head", "orig_head", "index", "worktrees/w/index", "packed-refs", "commit_editmsg", "refs/heads/x"],
    ...["refs/heads/replace", "refs/heads/refs/replace/x", "refs/replaced/x", "refs/stash", "logs/refs/heads/x"],
    ...["objects/ab", "objects/ab/cdef", "objects/pack/pack-1.pack", "objects/info"],
  ])
    it(place, async () => assert.equal(await isData(place, undefined, "x"), true));

  for (const place of [
    ...["config", "hooks/x", "info/attributes", "info/grafts", "objects/info/alternates", "refs/heads/config"],
    ...["shallow", "refs/replace", "refs/replace/x", "worktrees/w/refs/replace/x", "worktrees/w/commondir"],
  ])
    it(`not ${place}`, async () => {
      assert.equal(await isData(place, undefined, "x"), false);
      assert.equal(await isData(place, "x"), false);
    });

  const head = "# pack-refs with: peeled fully-peeled sorted\n";
  const branch = "1111111111111111111111111111111111111111 refs/heads/x\n";
  const replaced = (by: string) => `${by.repeat(40)} refs/replace/${"3".repeat(40)}\n`;
  const packed: readonly (readonly [string, string | undefined, string | undefined, boolean])[] = [
    ["gain a branch", head, head + branch, true],
    ["come", undefined, head + branch, true],
    ["gain one beside what replaces an object", head + replaced("2"), head + branch + replaced("2"), true],
    ["gain what replaces an object", head + branch, head + branch + replaced("2"), false],
    ["come with it", undefined, replaced("2"), false],
    ["change it", replaced("2"), replaced("4"), false],
    ["lose it", replaced("2"), head, false],
    ["go with it", replaced("2"), undefined, false],
  ];
  for (const [what, before, after, expected] of packed)
    it(`${expected ? "packed references that" : "no packed references that"} ${what}`, async () =>
      assert.equal(await isData("packed-refs", before, after), expected));

  it("no packed references that nobody has looked at, and no link", async () => {
    assert.equal(await isData("packed-refs", "", "", { whole: {} }), false);
    assert.equal(await isData("packed-refs", "", "", { isUnread: true }), false);
    assert.equal(await isData("packed-refs", undefined, "x", { kinds: { after: "link" } }), false);
  });
});
