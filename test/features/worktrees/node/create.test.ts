import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { withoutFilters } from "../../../../src/features/worktrees/node/git";
import { git, never, repositoryWith, worktreesIn } from "../../../support/repository";
import { plant, snapshot, tempFolder } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";

const wish = (root: string, more: { description?: string; branch?: string } = {}) => ({
  root,
  description: "Fix the tests",
  agent: "chat/agent_1",
  ...more,
});

describe("making a worktree (AG-2)", function () {
  this.timeout(30_000);

  it("is a real worktree on a new branch at HEAD, named after what is to be done", async () => {
    const repository = repositoryWith({ "a.txt": "a\n", "sub/b.txt": "b\n" });
    const { worktrees, state } = worktreesIn();
    const made = await worktrees.create(wish(repository), never);
    assert.match(made.branch, /^toolcrib\/fix-the-tests-[0-9a-f]{4}$/);
    assert.match(basename(dirname(made.folder)), /^repo-[0-9a-f]{8}$/);
    assert.equal(dirname(dirname(made.folder)), join(state, "trees"));
    assert.deepEqual([made.workFolder, made.repository, made.uncommitted], [made.folder, repository, 0]);
    assert.equal(made.base, git(repository, "rev-parse", "HEAD"));
    assert.equal(git(made.folder, "symbolic-ref", "HEAD"), `refs/heads/${made.branch}`);
    assert.equal(readFileSync(join(made.folder, "sub/b.txt"), "utf8"), "b\n");
    assert.equal(git(made.folder, "status", "--porcelain"), "");
    assert.ok(git(repository, "worktree", "list", "--porcelain").includes(`worktree ${made.folder}\n`));
  });

  it("leaves the person's folder, index and branch as they are, and says what is not in it", async () => {
    const repository = repositoryWith({ "a.txt": "a\n", "b.txt": "b\n" });
    plant(repository, { "a.txt": "changed\n", "new/one.txt": "", "staged.txt": "s" });
    git(repository, "add", "staged.txt");
    const before = snapshot(repository);
    const { uncommitted, folder } = await worktreesIn().worktrees.create(wish(repository), never);
    assert.equal(uncommitted, 3);
    const kept = (all: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(all).filter(([path]) => !/^\.git\/(worktrees|(logs\/)?refs\/heads\/toolcrib)\//.test(path)),
      );
    assert.deepEqual(kept(snapshot(repository)), kept(before));
    assert.equal(readFileSync(join(folder, "a.txt"), "utf8"), "a\n");
    assert.equal(existsSync(join(folder, "staged.txt")), false);
  });

  it("waits for one that another process is just adding, and gives up on one that stays half made", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const half = ".git/worktrees/half";
    plant(repository, { [`${half}/gitdir`]: "/nowhere/.git\n", [`${half}/HEAD`]: "ref: refs/heads/half\n" });
    plant(repository, { [`${half}/commondir`]: "" });
    const { worktrees, state } = worktreesIn();
    const refused = await worktrees.create(wish(repository), never).catch((error: Error) => error);
    assert.match(
      String((refused as Error).message),
      /^Git could not create the worktree \S+: fatal: failed to read \S+half\/commondir\b/,
    );
    assert.deepEqual(readdirSync(join(state, "trees"), { recursive: true }).length, 1);
    setTimeout(() => plant(repository, { [`${half}/commondir`]: "../..\n" }), 300);
    const { folder } = await worktrees.create(wish(repository), never);
    assert.equal(readFileSync(join(folder, "a.txt"), "utf8"), "a\n");
  });

  it("keeps the place of a root that is a subfolder, also one that is in no commit", async () => {
    const repository = repositoryWith({ "packages/one/a.txt": "a\n" });
    mkdirSync(join(repository, "packages/two"));
    const { worktrees } = worktreesIn();
    for (const place of ["packages/one", "packages/two"]) {
      const { folder, workFolder } = await worktrees.create(wish(join(repository, place)), never);
      assert.equal(workFolder, join(folder, place));
      assert.ok(existsSync(workFolder));
    }
  });

  it("does not follow a link of the commit out of the worktree", async () => {
    const outside = tempFolder({ "secret.txt": "s" });
    const linked = repositoryWith({ place: { link: outside } });
    unlinkSync(join(linked, "place"));
    mkdirSync(join(linked, "place"));
    const { folder, workFolder } = await worktreesIn().worktrees.create(wish(join(linked, "place")), never);
    assert.equal(workFolder, folder);
  });

  it("works in a worktree, beside a branch toolcrib, with submodules, and runs no hook", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const inner = repositoryWith({ "inner.txt": "i\n" });
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "module");
    git(repository, "commit", "-q", "-m", "with a module");
    git(repository, "branch", "toolcrib");
    const hook = join(repository, ".git/hooks/post-checkout");
    writeFileSync(hook, `#!/bin/sh\ntouch ${join(repository, "hooked")}\n`);
    chmodSync(hook, 0o755);
    const tree = join(tempFolder(), "linked");
    git(repository, "worktree", "add", "-q", tree);
    assert.ok(existsSync(join(repository, "hooked")), "the hook runs for a person");
    unlinkSync(join(repository, "hooked"));
    const made = await worktreesIn().worktrees.create(wish(tree), never);
    assert.match(made.branch, /^toolcrib-fix-the-tests-[0-9a-f]{4}$/);
    assert.equal(made.repository, tree);
    assert.equal(existsSync(join(repository, "hooked")), false);
    assert.deepEqual(
      Object.keys(snapshot(made.folder)).filter((path) => path !== ".git"),
      [".gitmodules", "a.txt", "module/"],
    );
  });

  it("starts no program that the repository names for fetching what it lacks", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const ran = join(repository, "ran");
    const configuration = [
      ["extensions.partialClone", "origin"],
      ["remote.origin.promisor", "true"],
      ["remote.origin.url", repositoryWith({})],
      ["remote.origin.uploadpack", `touch ${ran}; false`],
    ] as const;
    for (const entry of configuration) git(repository, "config", ...entry);
    const blob = git(repository, "rev-parse", "HEAD:a.txt");
    unlinkSync(join(repository, ".git/objects", blob.slice(0, 2), blob.slice(2)));
    await assert.rejects(worktreesIn().worktrees.create(wish(repository), never), { code: "unavailable" });
    assert.equal(existsSync(ran), false);
  });

  it("runs no filter that the repository names", async () => {
    const repository = repositoryWith({ ".gitattributes": "*.txt filter=evil\n", "a.txt": "a\n" });
    for (const part of ["clean", "smudge"])
      git(repository, "config", `filter.evil.${part}`, `sh -c 'touch ${join(repository, "ran")}; cat'`);
    git(repository, "config", "filter.evil.required", "true");
    const { worktrees } = worktreesIn();
    const made = await worktrees.create(wish(repository), never);
    plant(made.folder, { "b.txt": "b\n" });
    const { files } = await worktrees.finish(made, "work");
    assert.deepEqual(files, [{ path: "b.txt", added: 1, removed: 0 }]);
    assert.equal(existsSync(join(repository, "ran")), false);
  });

  const named: readonly (readonly [description: string, expected: RegExp])[] = [
    ["Ünïcode & spaces / slashes..", /^toolcrib\/unicode-spaces-slashes-[0-9a-f]{4}$/],
    ["🙂", /^toolcrib\/work-[0-9a-f]{4}$/],
    ["--upload-pack=evil $(touch x)", /^toolcrib\/upload-pack-evil-touch-x-[0-9a-f]{4}$/],
    ["x".repeat(500), /^toolcrib\/x{40}-[0-9a-f]{4}$/],
  ];
  for (const [description, expected] of named)
    it(`names a branch after ${JSON.stringify(description.slice(0, 30))}`, async () => {
      const made = await worktreesIn().worktrees.create(wish(repositoryWith({}), { description }), never);
      assert.match(made.branch, expected);
    });

  it("takes the name that is given, in a folder of its own each", async () => {
    const repository = repositoryWith({});
    const { worktrees } = worktreesIn();
    const one = await worktrees.create(wish(repository, { branch: "feature/x" }), never);
    const two = await worktrees.create(wish(repository, { branch: "feature-x" }), never);
    assert.deepEqual([one.branch, two.branch], ["feature/x", "feature-x"]);
    assert.deepEqual([basename(one.folder), basename(two.folder)], ["feature-x", "feature-x-2"]);
  });

  it("makes several at once, whose names come to one", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const { worktrees } = worktreesIn();
    const branches = ["x/y", "x-y", "x+y"];
    const all = await Promise.all(branches.map((branch) => worktrees.create(wish(repository, { branch }), never)));
    assert.deepEqual(all.map(({ folder }) => basename(folder)).sort(), ["x-y", "x-y-2", "x-y-3"]);
    assert.deepEqual(
      all.map(({ folder }) => git(folder, "symbolic-ref", "--short", "HEAD")),
      branches,
    );
  });

  it("makes one branch of one name, however many want it at once", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const { worktrees, state } = worktreesIn();
    const wishes = [1, 2, 3].map(() => worktrees.create(wish(repository, { branch: "same" }), never));
    const ends = await Promise.allSettled(wishes);
    assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal((await worktrees.list([repository])).length, 1);
    assert.equal(readdirSync(join(state, "trees", readdirSync(join(state, "trees"))[0] ?? "")).length, 1);
    assert.equal(git(repository, "branch", "--list", "same"), "+ same");
  });

  const odd = [
    "-b",
    "a b",
    "../x",
    "x..y",
    "x.lock",
    "@{-1}",
    "@",
    "HEAD",
    "",
    "a//b",
    "x\ny",
    "main~1",
    "y".repeat(151),
    // Good for git, and more than a name in a command that a person is told.
    "x;id",
    "x$(id)",
    "x`id`",
    "x'y",
    "x\u202ey",
  ];
  for (const branch of odd)
    it(`refuses the branch ${JSON.stringify(branch.slice(0, 20))} and makes nothing`, async () => {
      const repository = repositoryWith({});
      for (const name of [["-b", "other"], ["main"]]) git(repository, "checkout", "-q", ...name);
      const { worktrees, state } = worktreesIn();
      const before = snapshot(repository);
      await failsWith(
        () => worktrees.create(wish(repository, { branch }), never),
        "invalid_input",
        `${JSON.stringify(branch.slice(0, 150))} cannot be the name of a branch: use letters, digits, "-" and "/", or leave it out.`,
      );
      assert.deepEqual(snapshot(repository), before);
      assert.deepEqual(snapshot(state), {});
    });

  it("refuses a branch that there is", async () => {
    const repository = repositoryWith({});
    await failsWith(
      () => worktreesIn().worktrees.create(wish(repository, { branch: "main" }), never),
      "invalid_input",
      'There is already a branch "main": give another name, or leave it out.',
    );
  });

  it("refuses where there is no repository, none with a working folder, or no commit", async () => {
    const { worktrees } = worktreesIn();
    const plain = tempFolder();
    await failsWith(
      () => worktrees.create(wish(plain), never),
      "unavailable",
      `${plain} is not in a git repository, which a worktree needs: run the agent with the mode "sync" instead.`,
    );
    const bare = tempFolder();
    git(bare, "init", "-q", "--bare");
    await failsWith(
      () => worktrees.create(wish(bare), never),
      "unavailable",
      `${bare} is a bare repository, which has no working folder: run the agent with the mode "sync" instead.`,
    );
    const empty = tempFolder();
    git(empty, "init", "-q");
    await failsWith(
      () => worktrees.create(wish(empty), never),
      "unavailable",
      `The repository ${empty} has no commit yet, so a worktree of it would be empty: ask the person to commit first, or run the agent with the mode "sync".`,
    );
  });

  it("says so when there is no git", async () => {
    const { PATH } = process.env;
    process.env.PATH = tempFolder();
    try {
      await failsWith(
        () => worktreesIn().worktrees.create(wish(tempFolder()), never),
        "unavailable",
        "There is no git on this machine: ask the person to install it.",
      );
    } finally {
      process.env.PATH = PATH;
    }
  });

  it("leaves nothing when it is cancelled", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const { worktrees } = worktreesIn();
    const before = snapshot(repository);
    const cancelled = new AbortController();
    cancelled.abort();
    await failsWith(
      () => worktrees.create(wish(repository), cancelled.signal),
      "cancelled",
      "Working with git was cancelled.",
    );
    assert.deepEqual(snapshot(repository), before);
    assert.deepEqual(await worktrees.list([repository]), []);
  });

  it("leaves neither branch nor record when the folder cannot be filled", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const id = git(repository, "rev-parse", "HEAD:a.txt");
    const object = join(repository, ".git/objects", id.slice(0, 2), id.slice(2));
    chmodSync(object, 0o600);
    writeFileSync(object, "damaged");
    const { worktrees } = worktreesIn();
    await assert.rejects(worktrees.create(wish(repository), never), /^ToolError: Git could not create the worktree /);
    assert.equal(git(repository, "for-each-ref", "--format=%(refname)"), "refs/heads/main");
    assert.deepEqual(await worktrees.list([repository]), []);
  });
});

describe("filters that git is not to run (AG-2)", () => {
  const lfs = { clean: "git-lfs clean -- %f", smudge: "git-lfs smudge -- %f", process: "git-lfs filter-process" };
  const off = (driver: string) => [
    ...["clean", "smudge", "process"].map((part) => [`filter.${driver}.${part}`, ""]),
    [`filter.${driver}.required`, "false"],
  ];
  const cases: readonly (readonly [what: string, driver: string, parts: Record<string, string>, isOff: boolean])[] = [
    ["any", "own", { clean: "./clean.sh" }, true],
    ["one with dots and signs of equality in its name", "a.b=c", { smudge: "cat" }, true],
    ["Git LFS as it configures itself", "lfs", { ...lfs, required: "true" }, false],
    ["what only has its name", "lfs", { ...lfs, clean: "./git-lfs clean -- %f" }, true],
    ["or does more in a second line", "lfs", { ...lfs, clean: `${lfs.clean}\n./evil` }, true],
    ["or more than it has", "lfs", { ...lfs, extra: "x" }, true],
  ];
  for (const [key, value] of [
    ["lfs.extension.x.clean", "./evil"],
    ["lfs.customtransfer.x.path", "./evil"],
    ["lfs.standalonetransferagent", "x"],
  ] as const)
    it(`all, where Git LFS has programs of its own by ${key}`, async () => {
      const repository = repositoryWith({});
      for (const [part, own] of Object.entries(lfs)) git(repository, "config", `filter.lfs.${part}`, own);
      git(repository, "config", key, value);
      const found = (await withoutFilters(repository)).filter(([name]) => name.startsWith("filter.lfs."));
      assert.deepEqual(found, off("lfs"));
    });

  for (const [what, driver, parts, isOff] of cases)
    it(`${isOff ? "all but" : "not"} Git LFS: ${what}`, async () => {
      const repository = repositoryWith({});
      for (const [part, value] of Object.entries(parts)) git(repository, "config", `filter.${driver}.${part}`, value);
      const found = (await withoutFilters(repository)).filter(([key]) => key.startsWith(`filter.${driver}.`));
      assert.deepEqual(found, isOff ? off(driver) : []);
    });
});
