/** What runs unasked must not start the programs that a repository names (security notes: git configuration). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OutputBuffer } from "../../../src/core/jobs/outputBuffer";
import { NodeShell } from "../../../src/node/commands/nodeShell";
import { tempFolder } from "../../support/tempFolder";

describe("git in a command that nobody was asked about", () => {
  const repository = () => {
    const folder = tempFolder({ "a.txt": "one\n" });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.test", ...args], { cwd: folder });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "first");
    writeFileSync(join(folder, "a.txt"), "two\n");
    return { folder, git };
  };
  const run = async (folder: string, command: string, unasked: boolean) => {
    const stdout = new OutputBuffer(10_000);
    const cwd = { path: folder, real: folder, root: folder, shown: "." };
    const { signal } = new AbortController();
    const onOutput = (stream: string, chunk: Uint8Array) => {
      if (stream === "stdout") stdout.append(chunk);
      return undefined;
    };
    const { exitCode } = await new NodeShell().run({
      command,
      cwd,
      timeoutMs: 10_000,
      signal,
      hiddenVariables: [],
      unasked,
      agent: "t",
      onOutput,
    });
    return { exitCode, stdout: stdout.shown().text };
  };

  it("does not start a file system monitor, and answers as ever", async () => {
    const { folder, git } = repository();
    git("config", "core.fsmonitor", "touch monitored; false");
    const { exitCode, stdout } = await run(folder, "git status --short && git diff", true);
    assert.equal(exitCode, 0);
    assert.match(stdout, /^ M a\.txt\n[\s\S]*-one\n\+two\n$/);
    assert.equal(existsSync(join(folder, "monitored")), false);
    await run(folder, "git status --short", false);
    assert.equal(existsSync(join(folder, "monitored")), true, "a person who was asked gets git as it is set up");
  });

  it("fetches nothing that a partial clone lacks, for which the repository names a program", async () => {
    const { folder, git } = repository();
    for (const [key, value] of [
      ["core.repositoryFormatVersion", "1"],
      ["extensions.partialClone", "origin"],
      ["remote.origin.url", folder],
      ["remote.origin.promisor", "true"],
      ["remote.origin.uploadpack", `touch ${join(folder, "fetched")}; false`],
    ] as const)
      git("config", key, value);
    const blob = execFileSync("git", ["rev-parse", "HEAD:a.txt"], { cwd: folder, encoding: "utf8" }).trim();
    rmSync(join(folder, ".git/objects", blob.slice(0, 2), blob.slice(2)));
    const { exitCode } = await run(folder, "git cat-file -p HEAD:a.txt", true);
    assert.notEqual(exitCode, 0);
    assert.equal(existsSync(join(folder, "fetched")), false);
    await run(folder, "git cat-file -p HEAD:a.txt", false);
    assert.equal(existsSync(join(folder, "fetched")), true, "it would have been started");
  });

  it("leaves the index as it is", async () => {
    const { folder } = repository();
    const index = () => execFileSync("stat", ["-c", "%Y %i", join(folder, ".git/index")], { encoding: "utf8" });
    const before = index();
    await run(folder, "touch -d '2 hours ago' a.txt; git status --short", true);
    assert.equal(index(), before);
  });

  it("takes no folder of plain files for a repository of its own, whose configuration names programs", async () => {
    const { folder } = repository();
    const planted = join(folder, "planted");
    execFileSync("git", ["init", "-q", "--bare", planted]);
    for (const [key, value] of [
      ["core.bare", "false"],
      ["core.worktree", planted],
      ["diff.external", "touch stolen"],
    ] as const)
      execFileSync("git", ["config", "--file", join(planted, "config"), key, value]);
    execFileSync("git", ["--git-dir", planted, "add", "description"], { cwd: planted });
    writeFileSync(join(planted, "description"), "changed\n");
    await run(planted, "git diff", true);
    assert.equal(existsSync(join(planted, "stolen")), false);
    await run(planted, "git diff", false);
    assert.equal(existsSync(join(planted, "stolen")), true, "it would have been started");
  });
});
