/** Which indexes of git a command's changes may bring without a question, and why others are asked about (D-7). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { WriteEffect } from "../../../../src/core/vocabulary/effect";
import { gitIndexRule } from "../../../../src/policy/files/repositories/gitIndexRule";
import { type CraftedIndex, craftedIndex, extension } from "../../../support/craftedIndex";
import { plant } from "../../../support/tempFolder";
import { type Fixture, makeFixture } from "../../support/fixture";

describe("an index of git that a command wrote", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
    plant(fixture.root, {
      "bare/HEAD": "ref: refs/heads/x\n",
      "bare/objects/x": "",
      "bare/refs/x": "",
      "bare/config": "",
    });
  });
  after(() => fixture.remove());

  async function reasonOf(place: string, after: Buffer | undefined, facts: Partial<WriteEffect> = {}) {
    const context = fixture.context();
    const target = await context.resolve(place);
    const effect: WriteEffect = { kind: "write", target, before: undefined, after, fromLayer: "held", ...facts };
    const decision = await gitIndexRule.judge(effect, context);
    if (decision) assert.deepEqual([decision.kind, decision.always], ["ask", true]);
    return decision?.reason;
  }

  const wouldWrite = (path: string) => `it is an index of git by which git would write ${path} when it restores files`;
  const unchecked = "it is an index of git that cannot be checked, and git writes files wherever that says";

  it("says of ordinary files alone where they are", async () => {
    const paths = [
      "a",
      ".github/x",
      ".gitignore",
      "git/hooks/x",
      "a.git/x",
      "x~1",
      "g..x/.x",
      "dir/.gitmodules",
      "ü/é x",
    ];
    for (const place of [".git/index", ".git/worktrees/w/index", "sub/.git/index", "bare/index"])
      for (const index of [craftedIndex(paths), craftedIndex([]), craftedIndex(["left/out/"], { mode: 0o040000 })])
        assert.equal(await reasonOf(place, index), undefined, place);
  });

  for (const path of [
    ...["../x", "a/../../x", "..", "/x", "/etc/x", "a//x", "./x", "a/./x", "a/", "a/.../x", "a\\..\\x", ". /x"],
    ...[".git/hooks/x", ".GIT/config", "a/.git/x", ".git", ".git./x", ".git /x", "git~1/x", "GIT~2/x", ".g\u200cit/x"],
    ...[".git::$INDEX_ALLOCATION/x", "\uff0egit/x", "a/.g\u0131t"],
  ])
    it(`is asked about with ${JSON.stringify(path)}`, async () => {
      for (const place of [".git/index", ".GIT/Index", ".git/worktrees/w/index", "sub/.git/index", "bare/index"])
        assert.equal(
          await reasonOf(place, craftedIndex(["a", path, "z"])),
          wouldWrite(path.replace("\u200c", "\\u{200c}")),
          place,
        );
    });

  it("is asked about where nobody can tell", async () => {
    const odd: readonly CraftedIndex[] = [
      ...[{ flags: 0x4000 }, { more: 1 }, { version: 9 }],
      { after: () => [extension("link", Buffer.alloc(20))] },
    ];
    for (const crafted of odd) assert.equal(await reasonOf(".git/index", craftedIndex(["a"], crafted)), unchecked);
    assert.equal(await reasonOf(".git/index", Buffer.from("x")), unchecked);
    assert.equal(await reasonOf(".git/index", Buffer.alloc(0), { isUnread: true }), unchecked);
    const whole = { after: { kind: "file", entries: 1, bytes: 1 } } as const;
    assert.equal(await reasonOf(".git/index", Buffer.alloc(0), { whole }), unchecked);
  });

  it("is no file of that name elsewhere, no folder, none that goes and none that only has another time", async () => {
    const evil = craftedIndex(["../x"]);
    for (const place of ["index", "src/index", ".git/refs/heads/index", ".git/logs/refs/heads/index", ".git/HEAD"])
      assert.equal(await reasonOf(place, evil), undefined, place);
    assert.equal(await reasonOf(".git/index", undefined, { before: evil }), undefined);
    assert.equal(await reasonOf(".git/index", Buffer.alloc(0), { kinds: { after: "folder" } }), undefined);
    assert.equal(await reasonOf(".git/index", evil, { before: evil, mtimeMs: 1 }), undefined);
  });

  it("is read with the names of objects that the repository's own settings say", async () => {
    const root = join(fixture.root, "long");
    execFileSync("git", ["init", "-q", "--object-format=sha256", root]);
    plant(root, { "a.txt": "one\n" });
    execFileSync("git", ["add", "."], { cwd: root });
    const index = readFileSync(join(root, ".git", "index"));
    assert.equal(await reasonOf("long/.git/index", index), undefined);
    assert.equal(await reasonOf(".git/index", index), unchecked);
    assert.equal(await reasonOf("long/.git/index", craftedIndex(["a"])), unchecked);
  });
});
