import assert from "node:assert/strict";
import { chmodSync, chownSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { foreignEntry, rememberForeign, whyNotCopied } from "../../../../src/node/sandbox/layer/foreignEntries";
import { type RealCrib, realCrib } from "../../../support/realCrib";
import { snapshot, type Tree, tempFolder } from "../../../support/tempFolder";
import { needsLayer } from "../support/world";

const group = process.getegid?.() ?? 0;

/** A group beside their own that the user is in: to no other one could they give files. */
const second = process.geteuid?.() === 0 ? group + 1 : process.getgroups?.().find((other) => other !== group);

const nameOfSecond = (): string => {
  const groups = readFileSync("/etc/group", "utf8").split("\n");
  return groups.find((line) => line.split(":")[2] === String(second))?.split(":")[0] ?? String(second);
};

const handOver = (root: string, ...names: string[]) => {
  for (const name of names) chownSync(join(root, name), -1, second as number);
};

const clause = (name: string) => `a layer cannot copy ${name}, which belongs to the group ${nameOfSecond()}`;

function needsSecondGroup(context: Mocha.Context): void {
  if (second !== undefined) return;
  console.error("\n  FILES OF ANOTHER GROUP ARE NOT TESTED: this user is in one group alone\n");
  context.skip();
}

describe("files of another group below a layer (D-15)", () => {
  before(function () {
    needsSecondGroup(this);
  });

  const place = (tree: Tree): { root: string; upper: string } => {
    const folder = tempFolder({ root: undefined, upper: undefined, ...tree });
    return { root: join(folder, "root"), upper: join(folder, "upper") };
  };

  it("are found in folders that a command came to, and nowhere else", async () => {
    const tree = place({ "root/a/b/c.txt": "", "root/a/d.txt": "", "root/e/f.txt": "", "upper/a": undefined });
    handOver(tree.root, "a/b/c.txt", "e/f.txt");
    assert.equal(await foreignEntry(tree, false), undefined);
    handOver(tree.root, "a/b");
    assert.equal(await foreignEntry(tree, false), join(tree.root, "a/b"));
    handOver(tree.root, "e");
    assert.equal(await foreignEntry({ ...tree, upper: join(tree.upper, "a") }, false), join(tree.root, "e"));
  });

  it("are not looked for through links", async () => {
    const outside = tempFolder({ "f.txt": "" });
    handOver(outside, "f.txt");
    const tree = place({ "root/link": { link: outside }, "upper/link": undefined });
    assert.equal(await foreignEntry(tree, true), undefined);
  });

  it("are a reason once a command failed at them, for as long as they belong to the group", async () => {
    const { root } = place({ "root/sub/b.txt": "" });
    handOver(root, "sub/b.txt");
    assert.equal(await whyNotCopied([root]), undefined);
    rememberForeign(root, join(root, "sub/b.txt"));
    assert.equal(await whyNotCopied([root]), clause("sub/b.txt"));
    chownSync(join(root, "sub/b.txt"), -1, group);
    assert.equal(await whyNotCopied([root]), undefined);
    handOver(root, "sub/b.txt");
    assert.equal(await whyNotCopied([root]), undefined);
  });

  it("are a reason at once in a folder that a team shares, and for a repository", async () => {
    const { root } = place({ "root/.git/HEAD": "", "root/a.txt": "", "root/b.txt": "" });
    handOver(root, "b.txt");
    assert.equal(await whyNotCopied([root]), undefined);
    chownSync(root, -1, second as number);
    assert.equal(await whyNotCopied([root]), clause("b.txt"));
    chownSync(root, -1, group);
    handOver(root, ".git");
    assert.equal(await whyNotCopied([root]), clause(".git"));
  });

  it("of another user count where this one may change them, or where the command complained", async function () {
    if (process.geteuid?.() === 0) this.skip();
    // As another user sees this one's files.
    const other = { uid: (process.geteuid?.() ?? 0) + 1, gid: group };
    const tree = place({ "root/a.txt": "", "root/link": { link: "a.txt" } });
    chmodSync(join(tree.root, "a.txt"), 0o444);
    assert.equal(await foreignEntry(tree, false, other), undefined);
    assert.equal(await foreignEntry(tree, true, other), join(tree.root, "a.txt"));
    chmodSync(join(tree.root, "a.txt"), 0o666);
    assert.equal(await foreignEntry(tree, false, other), join(tree.root, "a.txt"));
  });
});

describe("commands that change files of another group (D-15)", function () {
  this.timeout(60_000);
  before(async function () {
    needsSecondGroup(this);
    await needsLayer(this);
  });

  const note = (name: string) =>
    `[The command may have failed because ${clause(name)}. Run it again: it will then change the files themselves, after asking a person where that is needed.]`;

  async function place(): Promise<RealCrib> {
    const real = await realCrib(
      { "own/a.txt": "a\n", "sub/b.txt": "b\n", "prog.sh": 'echo x >>"$1"\n' },
      { settings: { "toolcrib.commands.review": "changes" }, confirm: async () => ({ approved: true, by: "person" }) },
    );
    handOver(real.root, "sub", "sub/b.txt");
    return real;
  }

  async function run({ call, asked }: RealCrib, command: string) {
    asked.length = 0;
    const { text } = await call("run_command", { command });
    return { lines: text.split("\n"), asked: asked.map(({ plan }) => plan.notes?.slice(-2) ?? []) };
  }

  it("read why they failed, and are asked about and run in place the next time", async () => {
    const real = await place();
    const before = snapshot(real.root);
    const first = await run(real, "sh prog.sh sub/b.txt");
    assert.deepEqual([first.lines.at(-1), first.asked], [note("sub"), []]);
    assert.deepEqual(snapshot(real.root), before);
    const again = await run(real, "sh prog.sh sub/b.txt");
    assert.equal(again.asked.length, 1);
    const [why = "", way = ""] = again.asked[0] ?? [];
    assert.match(why, new RegExp(`^Changes cannot be held back here: ${clause("sub")}\\.$`));
    assert.match(way, /^It changes your files at once\. Its changes are listed/);
    assert.equal(readFileSync(join(real.root, "sub/b.txt"), "utf8"), "b\nx\n");
    assert.equal(again.lines.at(-1), "[changed while it ran: sub/b.txt]");
    await real.crib.journal.undo();
    assert.deepEqual(snapshot(real.root), before);
  });

  it("do so too when they were approved", async () => {
    const real = await place();
    const command = "cat /etc/hosts >/dev/null; rm sub/b.txt";
    const first = await run(real, command);
    assert.deepEqual([first.lines.at(-1), first.asked.length], [note("sub"), 1]);
    assert.equal((await run(real, command)).lines.at(-1), "[changed while it ran: sub/b.txt (deleted)]");
  });

  it("are told of it where only a part of them failed, and not where they fail at something else", async () => {
    const real = await place();
    assert.deepEqual((await run(real, "sh prog.sh own/a.txt")).lines.at(-1), "[changed 1 file: own/a.txt]");
    assert.equal((await run(real, "LC_ALL=C sh prog.sh sub/b.txt; true")).lines.at(-1), note("sub"));
    const other = await realCrib({ "a.txt": "" }, { settings: { "toolcrib.commands.review": "changes" } });
    assert.match((await run(other, "sh -c 'exit 3'")).lines.at(-1) ?? "", /^\[exit code: 3, /);
  });
});
