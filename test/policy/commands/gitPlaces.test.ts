/** Git works on its whole repository from any folder in it, and its commands are judged by what they print from there (D-12, D-13). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { git } from "../../support/repository";
import { plant } from "../../support/tempFolder";
import { makeFixture } from "../support/fixture";
import { judgeCommand, kindOf } from "../support/judge";

const closedText = "CLOSED";

/** What may stand for a file, a folder, a revision or a pattern of paths, seen from `src`. */
const operands = [
  ...["", "HEAD", "HEAD~1", "HEAD~1..HEAD", "main", "HASH", "FOLDER", "x-0-gHASH", "HEAD^{tree}", "main~1 main"],
  ...["HEAD:keys/k.txt", ":keys/k.txt", ":0:keys/k.txt", "HEAD:../keys/k.txt", "HEAD:./k.txt", ":./../keys/k.txt"],
  ...["'HEAD^{/fix: all}:keys/k.txt'", "HEAD~1:keys/k.txt..HEAD:keys/k.txt", "HEAD:keys", "HEAD:src/..", "HEAD:.."],
  ...["-- .", "-- ../keys", "-- ':(top)keys'", "-- ':/keys'", "-- ':!a.ts'", "-- ':^a.ts'", "-- ':(top,exclude)src'"],
  ...["-- '../k*'", "-- '../key?/k.txt'", "-- ':(icase)../KEYS'", "-- ':(top,icase)KEYS'", "-- ':/:keys'", "-- ':'"],
  ...["-- ../*", "-- a.ts", "':(top)keys'", "':!a.ts'", "':../ke*'", "../keys", "'../k*' ./a.ts", "./a.ts"],
  ...[
    "HASH -- a.ts",
    "HASH ./a.ts",
    "x-0-gHASH -- a.ts",
    "FOLDER -- ../k.txt",
    "FOLDER -- ..",
    "HEAD:keys -- ..",
    "HEAD -- a.ts",
  ],
  ...["HEAD: -- :/", "HEAD -- :/", "./x-0-gHASH", "HEAD -- ':(attr:!x,top)keys'", "-- :../keys", ":/fix"],
];

const subcommands = [
  ...["diff", "diff --cached", "diff --stat", "show", "log -p", "log --oneline", "grep -h .", "cat-file -p", "status"],
  ...["diff-index -p", "blame"],
];

/** Where a layer or a sandbox answers for what is not known. */
const onLayer = { isHeld: async () => true, hasLayers: async () => true };

/** What prints what files held and is not known to only look, or is told so in ways that are not recognised. */
const strangers = [
  ...["archive HEAD", "archive HEAD src keys", "format-patch --stdout --root HEAD", "format-patch --stdout -1 HEAD"],
  ...["fast-export --all", "fast-export HEAD~1..HEAD", "bundle create - --all", "diff-tree -p HEAD~1 HEAD"],
  ...[
    "cat-file --batch-all-objects --batch",
    "cat-file --batch-all-objects --batch=%\\(objecttype\\)",
    "diff-tree --patc HEAD",
  ],
  ...["log -p", "log --patc", "log --remerge-diff -p", "log --full-diff -p -- src/a.ts", "log -p --no-such", "log $x"],
  ...["show", 'show "$x"', "stash show -p", "stash show -p --only-untracked", "range-diff HEAD~1..HEAD HEAD~1..main~1"],
  ...[
    "range-diff HEAD~1..HEAD HEAD~1..HEAD~1",
    "blame keys/k.txt",
    "annotate keys/k.txt",
    "grep -h --no-such . HEAD -- keys",
  ],
  ...[
    "grep -h . -- 'k*'",
    "diff-files -p",
    "diff-index -p --no-such HEAD",
    "merge-tree HEAD~1 HEAD~1 HEAD",
    "difftool -y -x cat HEAD",
  ],
  ...[
    "commit --dry-run -v",
    "reflog -p",
    "whatchanged -p",
    "whatchanged --patc",
    "status --verb",
    "status -v",
    "pack-objects --all --stdout",
  ],
  ...["checkout-index --temp keys/k.txt", "unpack-file HASH", "worktree add ../x", "clone . x", "notes add -C HASH"],
  ...[
    "for-each-ref --format='%(raw)'",
    "request-pull -p HEAD~1 . HEAD",
    "rebase --show-current-patch",
    "am --show-current-patch",
  ],
  ...[
    "submodule foreach 'cat k.txt'",
    "x",
    "add -p",
    "checkout -p HEAD~1",
    "restore -p .",
    "stash -p",
    "bisect run ./x",
  ],
];

/** What may stand before a subcommand. */
const beginnings = [
  ...[
    "",
    "-C .",
    "--no-pager",
    "--git-dir=.git",
    "--git-dir .git",
    "-c color.ui=never",
    "-p",
    "-P",
    "--bare --git-dir=.git",
  ],
  ...[
    "-c alias.x='show HEAD'",
    "--work-tree=. --git-dir=.git",
    "-C . -C .",
    "-C . -c a.b=c",
    "--no-pager --literal-pathspecs",
  ],
  ...["--icase-pathspecs", "--exec-path=/usr/lib/git-core", "--namespace x", "--config-env=a.b=HOME"],
];

/** What prints nothing of files, and a layer answers for. */
const held = [
  ...[
    "add src",
    "add -A",
    "commit -qm 'up with p'",
    'commit -m "$x"',
    "checkout -b x",
    "switch -c x",
    "restore src/a.ts",
  ],
  ...[
    "reset -q HEAD~1",
    "stash",
    "stash push -k",
    "stash pop",
    "merge x",
    "rebase main",
    "cherry-pick HEAD",
    "revert HEAD",
  ],
  ...[
    "mv src/a.ts src/b.ts",
    "rm src/a.ts",
    "tag v1",
    "branch x",
    "config user.name x",
    "-c user.name=x commit -m y",
    "fetch",
  ],
  ...[
    "pull",
    "push origin main",
    "clone https://example.com/x.git",
    "worktree remove x",
    "bisect start",
    "apply x.patch",
    "gc",
  ],
  ...[
    "status",
    "log --oneline",
    "--git-dir=.git status",
    "--git-dir=.git log --oneline",
    "diff --stat",
    "-c a.b=c show HEAD:src/a.ts",
  ],
];

describe("git and its whole repository", () => {
  const fixture = makeFixture();
  const names = { HASH: "", FOLDER: "" };
  before(() => {
    rmSync(join(fixture.root, ".git"), { recursive: true });
    git(fixture.root, "init", "-q");
    git(fixture.root, "add", ".env", "file.txt", "src");
    git(fixture.root, "commit", "-q", "-m", "one");
    plant(fixture.root, { "keys/k.txt": `${closedText}\n`, "src/k.txt": "open\n", "hush/h.txt": "hush\n" });
    git(fixture.root, "add", "-A");
    git(fixture.root, "commit", "-q", "-m", "fix: all");
    plant(fixture.root, { "keys/k.txt": `${closedText} \nmore\n`, "src/a.ts": "changed \n" });
    git(fixture.root, "stash", "-q");
    git(fixture.root, "stash", "apply", "-q");
    git(fixture.root, "add", "-A");
    plant(fixture.root, { "keys/k.txt": `${closedText} again \n`, "src/a.ts": "changed again \n" });
    names.HASH = git(fixture.root, "rev-parse", "HEAD:keys/k.txt");
    names.FOLDER = git(fixture.root, "rev-parse", "HEAD:keys");
  });
  after(() => fixture.remove());

  const close = () => plant(fixture.root, { ".toolcribignore": "/keys/\n" });
  const open = () => rmSync(join(fixture.root, ".toolcribignore"), { force: true });
  beforeEach(close);

  const verdict = async (command: string, folder = ".") =>
    judgeCommand(fixture, folder === "." ? command : `cd ${folder} && ${command}`);

  const printsClosed = (command: string, folder: string) => {
    const { stdout } = spawnSync("bash", ["-c", command], { cwd: join(fixture.root, folder), encoding: "utf8" });
    return stdout.includes(closedText);
  };

  const kinds = async (commands: readonly string[], folder: string) =>
    Object.fromEntries(
      await Promise.all(commands.map(async (command) => [command, kindOf(await verdict(command, folder))] as const)),
    );
  const all = (commands: readonly string[], kind: string) =>
    Object.fromEntries(commands.map((command) => [command, kind]));

  for (const folder of [".", "src"]) {
    it(`what prints a closed file is not run unasked in ${folder}`, async () => {
      const wrong: string[] = [];
      let unasked = 0;
      for (const subcommand of subcommands)
        for (const operand of operands) {
          const command = `git ${subcommand} ${operand}`
            .replace("HASH", names.HASH)
            .replace("FOLDER", names.FOLDER)
            .trim();
          if ((await verdict(command, folder)).kind !== "allow") continue;
          unasked++;
          if (printsClosed(command, folder)) wrong.push(command);
        }
      assert.deepEqual(wrong, []);
      assert.ok(unasked > 50, String(unasked));
    });

    it(`what may print any file asks in ${folder}, where one is closed`, async () => {
      const asking = [
        ...["git show HEAD", "git log -p", "git diff HEAD~1 HEAD", "git diff --cached", "git grep -h . HEAD -- :/"],
        ...[
          "git status -v",
          "git status -sv a.ts",
          "git stash show -p",
          "git reflog -p",
          "git whatchanged -p",
          "git show HEAD:.env",
        ],
        ...["git diff -- ':!a.ts'", "git diff ':(top)'", "git log -p --follow -- a.ts", "git diff -- ':(top).env'"],
      ];
      assert.deepEqual(await kinds(asking, folder), all(asking, "ask"));
    });

    it(`what names a closed file is denied in ${folder}`, async () => {
      const denied = [
        ...[
          "git show HEAD:keys/k.txt",
          "git cat-file -p HEAD:keys/k.txt",
          "git show :keys/k.txt",
          "git show :0:keys/k.txt",
        ],
        ...[
          "git show 'HEAD^{/fix: all}:keys/k.txt'",
          "git diff HEAD:file.txt..HEAD:keys/k.txt",
          "git diff -- ':(top)keys'",
        ],
      ];
      assert.deepEqual(await kinds(denied, folder), all(denied, "deny"));
    });

    it(`what prints other files, or none, runs unasked in ${folder}`, async () => {
      const quiet = [
        ...[
          "git status",
          "git log --oneline",
          "git show HEAD:src/a.ts",
          "git show HEAD:./k.txt",
          "git diff HEAD -- ':/src'",
        ],
        ...["git log -p -- ':(top)src'", "git grep -h . -- ':(top,glob)src/*.ts'", "git diff HEAD:src HEAD~1:src"],
      ];
      assert.deepEqual(await kinds(quiet, folder), all(quiet, "allow"));
    });
  }

  it("a layer does not answer for what prints a closed file", async () => {
    const lines = beginnings.flatMap((beginning) =>
      strangers.map((one) => `git ${beginning} ${one}`.replace("HASH", names.HASH).trim()),
    );
    const review = { "commands.review": "changes" };
    const kindOnLayer = async (line: string) => kindOf(await judgeCommand(fixture, line, review, onLayer));
    const allowed: string[] = [];
    for (const line of lines) if ((await kindOnLayer(line)) === "allow") allowed.push(line);
    assert.deepEqual(allowed, []);
    const { reason } = await judgeCommand(fixture, "git archive HEAD", review, onLayer);
    assert.equal(reason, (await verdict("git log -p")).reason);
    const elsewhere = ["GIT_DIR=../.git git show HEAD", "export GIT_DIR=../.git; git show HEAD:k.txt"];
    for (const line of [...elsewhere, "git --git-dir ../.git show HEAD:k.txt"])
      assert.equal(await kindOnLayer(`cd src && ${line}`), "ask", line);
  });

  it("a layer answers for what prints nothing, and for everything where no file is closed", async () => {
    const review = { "commands.review": "changes" };
    const kindsOnLayer = async (lines: readonly string[]) =>
      Promise.all(lines.map(async (one) => [one, kindOf(await judgeCommand(fixture, `git ${one}`, review, onLayer))]));
    const answered = (lines: readonly string[]) => lines.map((one) => [one, "allow"]);
    assert.deepEqual(await kindsOnLayer(held), answered(held));
    open();
    const free = strangers.filter((one) => !/HASH|for-each-ref|clone/.test(one));
    assert.deepEqual(await kindsOnLayer(free), answered(free));
  });

  it("runs unasked in a folder below it what stays there", async () => {
    const quiet = [
      "git diff -- .",
      "git diff .",
      "git log -p ./a.ts",
      "git grep -h .",
      "git grep -h . HEAD",
      "git blame a.ts",
    ];
    assert.deepEqual(await kinds(quiet, "src"), all(quiet, "allow"));
  });

  it("runs unasked what names a secret or a folder with closed files and prints nothing of them", async () => {
    const quiet = [
      ...[
        "git check-ignore .env",
        "git check-attr -a .env",
        "git log --oneline -- .env",
        "git status .env",
        "git ls-files .env",
      ],
      ...["git diff --stat", "git diff --name-only HEAD~1 -- .env", "git cat-file -t HEAD", "git log --stat .env"],
    ];
    assert.deepEqual(await kinds(quiet, "."), all(quiet, "allow"));
    const asking = [
      "git diff -- .env",
      "git diff --check",
      "git log -p -- .env",
      "git log -S KEY -- .env",
      "git blame .env",
    ];
    assert.deepEqual(await kinds(asking, "."), all(asking, "ask"));
  });

  it("runs unasked where no file is closed", async () => {
    open();
    const quiet = [
      "git diff",
      "git log -p",
      "git show HEAD",
      "git diff --cached",
      "git status -v",
      "git stash show -p",
      "git show",
    ];
    for (const folder of [".", "src"]) assert.deepEqual(await kinds(quiet, folder), all(quiet, "allow"));
  });

  it("counts a path of a revision from the top of the repository that lies above the workspace", async () => {
    open();
    renameSync(join(fixture.root, ".git"), join(fixture.world, ".git"));
    const asking = ["git diff", "git show HEAD:out/file.txt", "git log -p", "git status -v"];
    assert.deepEqual(await kinds(asking, "src"), all(asking, "ask"));
    const quiet = ["git status", "git log --oneline", "git show HEAD:app/file.txt", "git diff -- .", "git grep -h ."];
    assert.deepEqual(await kinds(quiet, "src"), all(quiet, "allow"));
    const { reason } = await verdict("git diff");
    assert.equal(reason, `it may print any file of the repository in ${fixture.world}, which is outside the workspace`);
  });
});
