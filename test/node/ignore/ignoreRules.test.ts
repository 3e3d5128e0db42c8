/** D-11: what is left out is what git leaves out, wherever its rules lie; and before them what `.ignore` says. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { readRoots } from "../../../src/node/files/resolvePath";
import { IgnoreRules, ignoredNames, isIgnored, whyIgnored } from "../../../src/node/ignore/ignoreRules";
import { plant, type Tree, tempFolder } from "../../support/tempFolder";

const git = (cwd: string, ...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" });

/** A repository with a tree in it. */
function repository(tree: Tree, folder = tempFolder()): string {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--template=");
  mkdirSync(join(folder, ".git", "info"));
  plant(folder, tree);
  return folder;
}

const portOf = async (...roots: string[]) => {
  const real = await readRoots(roots);
  return new NodeFiles(() => real, "/nowhere");
};

/** `file:line:pattern`, as git says it of what is there. It takes a closing slash for an empty name, so none is given. */
function gitSays(top: string, paths: readonly string[]): (string | undefined)[] {
  const args = ["check-ignore", "--no-index", "--verbose", "--non-matching", "-z", "--stdin"];
  const { stdout, stderr } = spawnSync("git", args, {
    cwd: top,
    input: paths.map((path) => path.replace(/\/?$/, "\0")).join(""),
  });
  const fields = stdout.toString().split("\0").slice(0, -1);
  assert.equal(fields.length, paths.length * 4, stderr.toString());
  return paths.map((_, at) => {
    const [file, line, pattern] = fields.slice(at * 4) as [string, string, string];
    return file === "" ? undefined : `${resolve(top, file)}:${line}:${pattern}`;
  });
}

async function weSay(top: string, paths: readonly string[]): Promise<(string | undefined)[]> {
  const files = await portOf(top);
  const directory = await files.resolve(top);
  return Promise.all(
    paths.map(async (path) => {
      const found = await whyIgnored(files, directory, path);
      return found && `${found.file}:${found.line}:${found.pattern}`;
    }),
  );
}

/** Every file and folder below, folders with a slash; `.git` left out. */
function everything(top: string, below = ""): string[] {
  return readdirSync(join(top, below))
    .filter((name) => name !== ".git")
    .flatMap((name) => {
      const path = below ? `${below}/${name}` : name;
      return statSync(join(top, path)).isDirectory() ? [`${path}/`, ...everything(top, path)] : [path];
    });
}

const sameAsGit = async (top: string, paths = everything(top)) =>
  assert.deepEqual(await weSay(top, paths), gitSays(top, paths));

describe("ignore rules", () => {
  const before = { HOME: process.env.HOME, XDG_CONFIG_HOME: process.env.XDG_CONFIG_HOME };
  let home: string;
  beforeEach(() => {
    home = tempFolder();
    process.env.HOME = home;
    process.env.XDG_CONFIG_HOME = join(home, "xdg");
  });
  afterEach(() => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });

  const name = fc.constantFrom("a", "b", "c.log", "d.txt", "é", "sp ace", "[x]");
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
  const pattern = fc.constantFrom(
    ..."a b a/ /a /b/ a/b /a/b !a !b !a/ !/a/b * !* *.log !*.log *.txt **/a a/** **/b/** a/**/c.log [ab] ? é !é \\[x] [x]".split(
      " ",
    ),
    ..."!c.log /*/ !/*/ d* !d.txt a/* !a/b # ".split(" "),
    "sp ace",
    "sp\\ ace",
    "a  ",
    "b\\ ",
  );
  /** Patterns that are none; ripgrep takes `!` for everything. */
  const empty = fc.constantFrom("!", "/", "!/", "");
  const lines = (line: fc.Arbitrary<string>) =>
    fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 5 }).map((all) => all.flat().join(""));
  const folder = fc.constantFrom("", "a/", "a/b/", "b/", "b/a/", "é/");
  const trees = (line: fc.Arbitrary<string>) =>
    fc
      .record({
        paths: fc.array(path, { minLength: 3, maxLength: 12 }),
        ignores: fc.array(fc.tuple(folder, lines(line)), { maxLength: 4 }),
        exclude: lines(line),
        global: lines(line),
        bom: fc.boolean(),
      })
      .map(({ paths, ignores, exclude, global, bom }) => ({
        tree: Object.fromEntries<string>([
          ...paths.map((one) => [one, ""] as const),
          ...ignores.map(([where, text]) => [`${where}.gitignore`, (bom ? "\ufeff" : "") + text] as const),
          [".git/info/exclude", exclude],
        ]),
        global,
      }));

  /** A file and a folder of one name cannot both be. */
  const possible = (tree: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(tree).filter(([one]) => !Object.keys(tree).some((other) => one.startsWith(`${other}/`))),
    );

  it("are git's, by the same line of the same file, in any tree (D-11)", async () => {
    await fc.assert(
      fc.asyncProperty(trees(fc.oneof(pattern, empty)), fc.boolean(), async ({ tree, global }, ignoreCase) => {
        const top = repository(possible(tree));
        git(top, "config", "core.excludesFile", join(top, ".git", "global"));
        git(top, "config", "core.ignoreCase", String(ignoreCase));
        writeFileSync(join(top, ".git", "global"), global);
        await sameAsGit(top);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
    );
  }).timeout(120_000);

  it("a file below an ignored folder stays ignored, whatever is said of it", async () => {
    const top = repository({ ".gitignore": "out/\n!out/keep\n", "out/keep": "", "out/.gitignore": "!*\n" });
    await sameAsGit(top);
    const files = await portOf(top);
    assert.equal(await new IgnoreRules(files, { real: top }).ignores("out/keep"), true);
    assert.equal(await isIgnored(files, await files.resolve(join(top, "out"))), true);
  });

  it("the person's own patterns are found where git finds them", async () => {
    const top = repository({ "a.mine": "", "b.other": "", "c.third": "" });
    plant(home, { "xdg/git/ignore": "*.mine\n", others: "*.other\n", "sub/third": "*.third\n" });
    await sameAsGit(top);
    assert.deepEqual(await weSay(top, ["a.mine", "b.other"]), [`${join(home, "xdg/git/ignore")}:1:*.mine`, undefined]);
    writeFileSync(join(home, ".gitconfig"), "[core]\n\texcludesFile = ~/others\n");
    assert.deepEqual(await weSay(top, ["a.mine", "b.other"]), [undefined, `${join(home, "others")}:1:*.other`]);
    writeFileSync(join(home, ".gitconfig"), `[include]\n\tpath = included\n`);
    writeFileSync(join(home, "included"), `[core]\n\texcludesFile = ${home}/sub/third\n`);
    assert.deepEqual(await weSay(top, ["b.other", "c.third"]), [undefined, `${home}/sub/third:1:*.third`]);
    writeFileSync(join(home, "included"), "[core]\n\texcludesFile =\n");
    assert.deepEqual(await weSay(top, ["a.mine", "b.other", "c.third"]), [undefined, undefined, undefined]);
  });

  it("a repository in a repository has rules of its own, and is itself judged by the outer one", async () => {
    const top = repository({ ".gitignore": "*.log\n/ignored/\n", "a.log": "" });
    const inner = repository({ "b.log": "", "c.txt": "", ".gitignore": "*.txt\n" }, join(top, "inner"));
    await sameAsGit(inner);
    const files = await portOf(top);
    const left = new IgnoreRules(files, { real: top });
    const ignored = async (one: string) => left.ignores(one);
    assert.deepEqual(
      [await ignored("a.log"), await ignored("inner/"), await ignored("inner/b.log"), await ignored("inner/c.txt")],
      [true, false, false, true],
    );
    repository({ x: "" }, join(top, "ignored"));
    assert.equal(await new IgnoreRules(files, { real: top }).ignores("ignored/x"), true);
  });

  it("a worktree and a submodule use the patterns that git keeps for them", async () => {
    const top = repository({ f: "", "a.x": "" });
    git(top, "add", "f");
    git(top, "-c", "user.name=n", "-c", "user.email=e@x", "commit", "--quiet", "-m", "m");
    writeFileSync(join(top, ".git/info/exclude"), "*.x\n");
    const tree = join(tempFolder(), "tree");
    git(top, "worktree", "add", "--quiet", tree);
    writeFileSync(join(tree, "a.x"), "");
    assert.deepEqual(await weSay(tree, ["a.x"]), [`${join(top, ".git/info/exclude")}:1:*.x`]);
    assert.equal(spawnSync("git", ["check-ignore", "a.x"], { cwd: tree }).status, 0);
    const host = repository({});
    git(host, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", top, "sub");
    mkdirSync(join(host, ".git/modules/sub/info"), { recursive: true });
    writeFileSync(join(host, ".git/modules/sub/info/exclude"), "*.y\n");
    assert.deepEqual(await weSay(join(host, "sub"), ["a.y", "a.x"]), [
      `${join(host, ".git/modules/sub/info/exclude")}:1:*.y`,
      undefined,
    ]);
    assert.equal(spawnSync("git", ["check-ignore", "a.y"], { cwd: join(host, "sub") }).status, 0);
  });

  it("rules above an opened folder speak of what is in it, and never of itself", async () => {
    const top = repository({ ".gitignore": "*.log\n/pkg/\n", "pkg/a.log": "", "pkg/b.txt": "" });
    const files = await portOf(join(top, "pkg"));
    const opened = await files.resolve(".");
    assert.deepEqual([...(await ignoredNames(files, opened, ["a.log", "b.txt"]))], ["a.log"]);
    assert.deepEqual(await whyIgnored(files, opened, "b.txt"), {
      ignored: true,
      file: join(top, ".gitignore"),
      line: 2,
      pattern: "/pkg/",
    });
  });

  it("without a repository they begin at the root, and a .gitignore that is a link says nothing, as in git", async () => {
    const top = tempFolder({ ".gitignore": "*.log\n", "w/b/.gitignore": "*.tmp\n", "w/real": "*\n" });
    plant(join(top, "w"), { "l/.gitignore": { link: "../real" }, "l/x": "" });
    const files = await portOf(join(top, "w"));
    const rules = new IgnoreRules(files, { real: join(top, "w") });
    assert.deepEqual(
      [await rules.ignores("a.log"), await rules.ignores("b/a.tmp"), await rules.ignores("l/x")],
      [false, true, false],
    );
    const linked = repository({ real: "*\n", ".gitignore": { link: "real" }, x: "" });
    await sameAsGit(linked, ["x"]);
  });

  describe("a file that is closed to whoever makes the rules tells nothing of its lines (EX-4)", () => {
    const closed = () => tempFolder({ secret: "*.guess\n", info: { link: "." }, exclude: { link: "secret" } });
    const saysNothing = async (top: string) => {
      const rules = new IgnoreRules(await portOf(top), { real: top });
      assert.equal(await rules.ignores("a.guess"), false);
      assert.deepEqual(await weSay(top, ["a.guess"]), [undefined]);
    };

    it("not by a link that takes an ignore file's place", async () => {
      const secret = join(closed(), "secret");
      await saysNothing(tempFolder({ ".ignore": { link: secret }, ".gitignore": { link: secret } }));
      await saysNothing(repository({ ".git/info/exclude": { link: secret } }));
      const folders = repository({});
      rmSync(join(folders, ".git/info"), { recursive: true });
      symlinkSync(closed(), join(folders, ".git/info"));
      await saysNothing(folders);
    });

    it("not by a repository's configuration, nor by what that includes", async () => {
      const secret = join(closed(), "secret");
      const named = repository({ ".git/mine": `[core]\n\texcludesFile = ${secret}\n` });
      git(named, "config", "include.path", "mine");
      await saysNothing(named);
      const linked = repository({ patterns: { link: secret } });
      git(linked, "config", "core.excludesFile", join(linked, "patterns"));
      await saysNothing(linked);
      const own = repository({ patterns: "*.guess\n" });
      git(own, "config", "core.excludesFile", "patterns");
      assert.deepEqual(await weSay(own, ["a.guess"]), [`${join(own, "patterns")}:1:*.guess`]);
    });

    it("not by another repository, which does not know this one", async () => {
      const other = repository({ ".git/info/exclude": "*.guess\n" });
      await saysNothing(tempFolder({ ".git": `gitdir: ${other}/.git\n` }));
      await saysNothing(tempFolder({ ".git": { link: join(other, ".git") } }));
      await saysNothing(repository({ ".git/commondir": `${other}/.git\n` }));
    });
  });

  it(".ignore has more to say than git's files, at any depth, and git's answer is told apart", async () => {
    const top = repository({ ".gitignore": "*.log\n", "d/.gitignore": "x\n", ".ignore": "!x\n*.txt\n", "d/x": "" });
    const files = await portOf(top);
    const rules = new IgnoreRules(files, { real: top });
    assert.deepEqual(await Promise.all(["a.log", "a.txt", "d/x", "d/y"].map((one) => rules.ignores(one))), [
      true,
      true,
      false,
      false,
    ]);
    assert.equal((await whyIgnored(files, await files.resolve("."), "d/x"))?.ignored, true);
    assert.equal(await whyIgnored(files, await files.resolve("."), "a.txt"), undefined);
  });

  it("what cannot be read says nothing, and odd bytes are patterns too", async () => {
    const top = repository({ ".gitignore": Buffer.from([0x2a, 0xff, 0x0a, 0x61, 0x00, 0x62, 0x0a]), a: "", ab: "" });
    plant(top, { "d/.gitignore/x": "", "d/a": "" });
    await sameAsGit(top);
  });

  it("leave out what ripgrep leaves out, .ignore included", async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(trees(pattern), lines(pattern), folder, async ({ tree }, plain, where) => {
        const top = repository(possible({ ...tree, [`${where}.ignore`]: plain }));
        const out = spawnSync("rg", ["--no-config", "--hidden", "--files", "--null", "--glob", "!.git"], { cwd: top });
        assert.equal(out.error, undefined, "ripgrep must be on PATH: npm test puts it there");
        const kept = out.stdout.toString().split("\0").filter(Boolean).sort();
        const files = await portOf(top);
        const rules = new IgnoreRules(files, { real: top });
        const all = everything(top).filter((one) => !one.endsWith("/"));
        const left = await Promise.all(all.map((one) => rules.ignores(one)));
        assert.deepEqual(all.filter((_, at) => !left[at]).sort(), kept);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
    );
  });
});
