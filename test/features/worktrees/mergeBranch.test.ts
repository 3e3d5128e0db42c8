import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executeCall } from "../../../src/core/calls/executeCall";
import { mergeBranchTool } from "../../../src/features/worktrees/mergeBranch";
import type { MergeData, Worktree, Worktrees } from "../../../src/features/worktrees/worktrees";
import { type CribOptions, type RealCrib, realCrib } from "../../support/realCrib";
import { git, never, repositoryWith, worktreesIn } from "../../support/repository";
import { plant, snapshot, tempFolder } from "../../support/tempFolder";

/** A workspace that is a repository, with a worktree of it. */
class Merging {
  private constructor(
    readonly real: RealCrib,
    readonly worktrees: Worktrees,
    readonly made: Worktree,
  ) {}

  static async begin(tree: Parameters<typeof plant>[1], options: CribOptions = {}): Promise<Merging> {
    const real = await realCrib({}, options);
    repositoryWith(tree, real.root);
    const { worktrees } = worktreesIn();
    const made = await worktrees.create({ root: real.root, description: "x", branch: "toolcrib/x", agent: "a" }, never);
    return new Merging(real, worktrees, made);
  }

  async merge(conflicts: "refuse" | "mark" = "refuse") {
    await this.worktrees.finish(this.made, "work");
    const { crib, session, asked } = this.real;
    const { made: worktree, worktrees } = this;
    const tool = mergeBranchTool({ worktree, worktrees, changes: await worktrees.changes(worktree) });
    const { name, displayName, description, input } = tool;
    const dialectTool = {
      name,
      displayName,
      description,
      input,
      tool,
      aliases: [],
      toInput: (args: object) => ({ ...args }),
    };
    const own = { ...crib, dialect: { ...crib.dialect, tools: [dialectTool] } };
    const call = { tool: name, input: { branch: worktree.branch, conflicts }, signal: never };
    return executeCall(own, session, call, async (judged) => {
      asked.push(judged);
      return { approved: true, by: "person" };
    });
  }

  /** What is in the workspace, beside git's own. */
  get workspace() {
    return Object.fromEntries(Object.entries(snapshot(this.real.root)).filter(([path]) => !path.startsWith(".git/")));
  }
}

describe("bringing a branch into the workspace (AG-2, D-17)", function () {
  this.timeout(30_000);

  it("takes new, changed, deleted, renamed and binary files as one change, undone to the byte", async () => {
    const merging = await Merging.begin({
      "a.txt": "1\n2\n3\n",
      "both.txt": "1\n2\n3\n4\n",
      "gone.txt": "g\n",
      "old/name.txt": "n\n",
      "b.bin": Buffer.from([0, 1]),
    });
    const { made, real } = merging;
    plant(real.root, { "both.txt": "1\n2\n3\nfour\n", "untouched.txt": "u\n" });
    const before = snapshot(real.root);
    plant(made.folder, {
      "a.txt": "1\ntwo\n3\n",
      "both.txt": "one\n2\n3\n4\n",
      "new/deep/run.sh": "#!/bin/sh\n",
      "new/name.txt": "n\n",
      "b.bin": Buffer.from([0, 1, 2]),
    });
    chmodSync(join(made.folder, "new/deep/run.sh"), 0o755);
    rmSync(join(made.folder, "gone.txt"));
    rmSync(join(made.folder, "old"), { recursive: true });
    const { text, isError, data, undo } = await merging.merge();
    assert.equal(isError, false, text);
    const merged = ["gone.txt", "old/name.txt", "a.txt", "b.bin", "both.txt", "new/deep/run.sh", "new/name.txt"];
    assert.equal(text, `Merged toolcrib/x: ${merged.join(", ")}.`);
    assert.deepEqual(data, { merged, left: [] } satisfies MergeData);
    assert.deepEqual(merging.workspace, {
      "a.txt": "1\ntwo\n3\n",
      "b.bin": "\0\x01\x02",
      "both.txt": "one\n2\n3\nfour\n",
      "new/": "",
      "new/deep/": "",
      "new/deep/run.sh": "#!/bin/sh\n",
      "new/name.txt": "n\n",
      "old/": "",
      "untouched.txt": "u\n",
    });
    assert.equal(statSync(join(real.root, "new/deep/run.sh")).mode & 0o777, 0o755);
    assert.deepEqual(
      real.asked.map(({ plan }) => plan.title),
      ["Merge toolcrib/x (7 files)"],
    );
    assert.equal(real.records.at(-1)?.title, "Merge toolcrib/x (7 files)");
    assert.ok(undo);
    await real.crib.journal.undo(undo.id);
    const kept = (all: Record<string, string>) =>
      Object.fromEntries(Object.entries(all).filter(([path]) => !/^\.git\//.test(path)));
    assert.deepEqual(kept(snapshot(real.root)), kept(before));
  });

  it("writes nothing where one file does not fit, and names it", async () => {
    const merging = await Merging.begin({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
    plant(merging.made.folder, { "a.txt": "branch\n", "b.txt": "branch\n" });
    rmSync(join(merging.made.folder, "c.txt"));
    plant(merging.real.root, { "a.txt": "mine\n", "c.txt": "mine\n" });
    const before = snapshot(merging.real.root);
    const { text, isError, data } = await merging.merge();
    assert.equal(isError, true);
    assert.equal(
      text,
      "toolcrib/x conflicts with the files in the workspace, so nothing was written: a.txt (both sides changed the same lines in 1 place), c.txt (the branch deletes it and the workspace changed it).",
    );
    assert.deepEqual((data as { left: unknown }).left, [
      { shown: "a.txt", reason: "both sides changed the same lines in 1 place", canBeMarked: true },
      { shown: "c.txt", reason: "the branch deletes it and the workspace changed it", canBeMarked: false },
    ]);
    assert.deepEqual(
      Object.entries(snapshot(merging.real.root)).filter(([path]) => !path.startsWith(".git/")),
      Object.entries(before).filter(([path]) => !path.startsWith(".git/")),
    );
    assert.deepEqual(merging.real.asked, []);
  });

  it("proposes both sides between markers when that is wanted", async () => {
    const merging = await Merging.begin({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
    plant(merging.made.folder, { "a.txt": "branch\n", "b.txt": "branch\n" });
    rmSync(join(merging.made.folder, "c.txt"));
    plant(merging.real.root, { "a.txt": "mine\n", "c.txt": "mine\n" });
    const { text, data } = await merging.merge("mark");
    assert.equal(
      text,
      "Merged toolcrib/x: a.txt, b.txt. Look at a.txt (both sides changed the same lines in 1 place), c.txt (the branch deletes it and the workspace changed it).",
    );
    assert.deepEqual((data as MergeData).merged, ["a.txt", "b.txt"]);
    assert.deepEqual(merging.real.asked[0]?.plan.notes, [
      "a.txt contains both sides between conflict markers: both sides changed the same lines in 1 place.",
      "c.txt stays as it is: the branch deletes it and the workspace changed it.",
    ]);
    assert.deepEqual(merging.workspace, {
      "a.txt": "<<<<<<< workspace\nmine\n=======\nbranch\n>>>>>>> toolcrib/x\n",
      "b.txt": "branch\n",
      "c.txt": "mine\n",
    });
  });

  it("is done already where the workspace holds everything", async () => {
    const merging = await Merging.begin({ "a.txt": "a\n" });
    plant(merging.made.folder, { "a.txt": "b\n" });
    plant(merging.real.root, { "a.txt": "b\n" });
    const { text, data } = await merging.merge();
    assert.equal(text, "The workspace already contains all changes of toolcrib/x.");
    assert.equal((data as { error: string }).error, "no_change");
  });

  it("merges no link and no submodule, and writes through none", async () => {
    const merging = await Merging.begin({ "a.txt": "a\n", "dir/b.txt": "b\n", "c.txt": "c\n" });
    const { made, real } = merging;
    const outside = tempFolder({ "b.txt": "b\n" });
    symlinkSync("/etc/passwd", join(made.folder, "link"));
    plant(made.folder, { "dir/b.txt": "evil\n", "a.txt": "changed\n" });
    rmSync(join(real.root, "dir"), { recursive: true });
    symlinkSync(outside, join(real.root, "dir"));
    rmSync(join(real.root, "a.txt"));
    mkdirSync(join(real.root, "a.txt"));
    const { text } = await merging.merge();
    assert.equal(
      text,
      "toolcrib/x conflicts with the files in the workspace, so nothing was written: a.txt (it is a directory in the workspace), dir/b.txt (it is behind a link in the workspace), link (it is a link or a submodule, which is not merged).",
    );
    assert.equal(readFileSync(join(outside, "b.txt"), "utf8"), "b\n");
  });

  it("leaves a file alone whose name is no text", async () => {
    const merging = await Merging.begin({});
    writeFileSync(Buffer.concat([Buffer.from(`${merging.made.folder}/`), Buffer.from([0x66, 0xff])]), "x");
    assert.match((await merging.merge()).text, /so nothing was written: f\ufffd \(its name is not valid UTF-8\)\.$/);
    assert.deepEqual(merging.workspace, {});
  });

  it("is not done where the branch changes permissions alone: it would be removed", async () => {
    const merging = await Merging.begin({ "a.sh": "a\n" });
    chmodSync(join(merging.made.folder, "a.sh"), 0o755);
    const { text, data, isError } = await merging.merge();
    assert.equal(
      text,
      "toolcrib/x changes permissions alone, which a merge leaves as they are: a.sh keeps its permissions, although the branch makes it executable. Set them with chmod, then discard the branch.",
    );
    assert.deepEqual([isError, (data as { error?: string }).error], [true, "unavailable"]);
  });

  it("says that permissions of an existing file stay", async () => {
    const merging = await Merging.begin({ "a.sh": "a\n", "b.sh": "b\n" });
    chmodSync(join(merging.made.folder, "a.sh"), 0o755);
    plant(merging.made.folder, { "b.sh": "c\n" });
    assert.equal((await merging.merge()).text, "Merged toolcrib/x: b.sh.");
    assert.deepEqual(merging.real.asked[0]?.plan.notes, [
      "a.sh keeps its permissions, although the branch makes it executable.",
    ]);
    assert.equal(statSync(join(merging.real.root, "a.sh")).mode & 0o111, 0);
  });

  it("takes line endings as the workspace checks them out", async () => {
    const merging = await Merging.begin({ "a.txt": "1\n2\n", ".gitattributes": "*.txt text eol=crlf\n" });
    const { made, real } = merging;
    git(real.root, "rm", "-q", "--cached", "a.txt");
    git(real.root, "reset", "-q", "--hard");
    assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "1\r\n2\r\n");
    writeFileSync(join(made.folder, "a.txt"), "1\r\n2\r\n3\r\n");
    assert.equal((await merging.merge()).isError, false);
    assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "1\r\n2\r\n3\r\n");
  });

  it("is judged like any write: what is closed or outside is refused, and nothing is written", async () => {
    const merging = await Merging.begin({ "a.txt": "a\n", "secret/key.txt": "k\n" });
    plant(merging.real.root, { ".toolcribignore": "secret/\n" });
    plant(merging.made.folder, { "a.txt": "b\n", "secret/key.txt": "stolen\n" });
    const { isError, text } = await merging.merge();
    assert.equal(isError, true);
    assert.match(text, /\.toolcribignore/);
    assert.equal(readFileSync(join(merging.real.root, "a.txt"), "utf8"), "a\n");
    const untrusted = await Merging.begin({ "a.txt": "a\n" }, { trusted: false });
    plant(untrusted.made.folder, { "a.txt": "b\n" });
    assert.match((await untrusted.merge()).text, /not trusted/);
  });

  it("asks about a protected file as about any", async () => {
    const merging = await Merging.begin({ "a.txt": "a\n" });
    plant(merging.made.folder, { ".vscode/tasks.json": "{}" });
    await merging.merge();
    assert.equal(merging.real.asked[0]?.decision.kind, "ask");
    assert.match(merging.real.asked[0]?.decision.reason ?? "", /\.vscode/);
    assert.equal(existsSync(join(merging.real.root, ".vscode/tasks.json")), true);
  });
});
