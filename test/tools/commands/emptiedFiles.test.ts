import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { type RealCrib, realCrib } from "../../support/realCrib";
import { git } from "../../support/repository";

const tree = {
  "a.txt": "a\n",
  ".gitignore": "ignored/\n",
  ".npmrc": "save-exact=true\n",
  "certs/dev.pem": "ONE\n",
  "certs/x.txt": "x\n",
  "ignored/.env": "KEY=value-of-a-key\n",
};

/** Secrets appear empty to commands that nobody was asked about; nothing of that may reach the workspace (D-13). */
describe("files that only appeared empty to a held command", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  /** @param changed files with another line than git has. */
  async function place(
    context: Mocha.Context,
    changed: readonly string[] = [".npmrc"],
    more: object = {},
    format = "sha1",
  ) {
    const real = await realCrib(
      { ...tree, ...more },
      {
        settings: { "toolcrib.commands.review": "changes" },
        confirm: async () => ({ approved: true, by: "person" }) as const,
      },
    );
    const confinement = real.crib.context().confinement({ command: "true" });
    if ((await real.crib.host.shell.whyNoLayer?.(confinement)) !== undefined) context.skip();
    git(real.root, "init", "-q", `--object-format=${format}`);
    git(real.root, "config", "user.name", "t");
    git(real.root, "config", "user.email", "t@t");
    git(real.root, "add", ...Object.keys(tree).filter((path) => !path.startsWith("ignored")));
    git(real.root, "commit", "-qm", "first");
    for (const path of changed) appendFileSync(join(real.root, path), "more\n");
    return real;
  }

  async function run({ call, asked }: RealCrib, command: string) {
    asked.length = 0;
    const { text } = await call("run_command", { command });
    return { text, asked: asked.map(({ decision }) => decision.rule) };
  }

  const head = ({ root }: RealCrib) => git(root, "rev-parse", "HEAD").trim();
  const emptied = (names: string) =>
    `[nothing was applied, because git took ${names} for empty (files that may contain secrets appear empty to commands that run without asking): call again, and a person is asked before it runs]`;

  it("are not committed so; the same command asks, and then commits what they hold", async function () {
    const real = await place(this);
    const before = head(real);
    const command = "git add -A && git commit -qm x";
    const first = await run(real, command);
    assert.deepEqual(first.asked, []);
    assert.ok(first.text.includes(emptied(".npmrc")), first.text);
    assert.equal(head(real), before);
    assert.equal(git(real.root, "diff", "--cached", "--name-only"), "");
    const second = await run(real, command);
    assert.equal(second.asked.length, 1);
    assert.equal(git(real.root, "show", "HEAD:.npmrc"), "save-exact=true\nmore");
  });

  it("are not committed so where git did not have them before, or where the repository is new", async function () {
    const real = await place(this, [], { ".env": "KEY=value-of-a-key\n" });
    assert.ok((await run(real, "git add .env")).text.includes(emptied(".env")));
    assert.equal(git(real.root, "ls-files", ".env"), "");
    const other = await place(this, []);
    rmSync(join(other.root, ".git"), { recursive: true });
    const { text } = await run(other, "git init -q && git add certs .npmrc");
    assert.ok(text.includes(emptied(".npmrc, certs/dev.pem")), text);
    assert.equal(existsSync(join(other.root, ".git")), false);
  });

  for (const format of ["sha1", "sha256"])
    it(`are not stashed or added so with ${format}, though the index of the first stays as it was`, async function () {
      const real = await place(this, ["certs/dev.pem", "a.txt"], {}, format);
      for (const command of ["git stash", "git add ."]) {
        const { text, asked } = await run(real, command);
        assert.deepEqual(asked, []);
        assert.ok(text.includes(emptied("certs/dev.pem")), text);
      }
      assert.equal(git(real.root, "stash", "list") + git(real.root, "diff", "--cached", "--name-only"), "");
      assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "a\nmore\n");
    });

  it("hinder no commit of other files, even where git has such a file as empty", async function () {
    const real = await place(this, ["a.txt", ".npmrc"], { "b/credentials.json": "" });
    git(real.root, "add", "b");
    git(real.root, "commit", "-qm", "empty");
    appendFileSync(join(real.root, "b/credentials.json"), "{}");
    appendFileSync(join(real.root, "certs/x.txt"), "y\n");
    for (const command of ["git add a.txt && git commit -qm a", "git commit -qm certs certs/x.txt"]) {
      const { text, asked } = await run(real, command);
      assert.deepEqual(asked, []);
      assert.match(text, /\[changed \d+ files: \.git \(\d+ files\)\]/);
    }
    assert.equal(git(real.root, "log", "--format=%s"), "certs\na\nempty\nfirst");
  });

  it("are not put elsewhere so, by moving or copying what is around them", async function () {
    const real = await place(this);
    for (const [command, names] of [
      ["mv certs certs2", "certs2/dev.pem is an empty copy of a hidden file"],
      [
        "cp -r certs new && cp -rp certs kept && mv kept/dev.pem kept/key.txt",
        "kept/key.txt, new/dev.pem are empty copies of hidden files",
      ],
    ] as const) {
      const { text, asked } = await run(real, command);
      assert.deepEqual(asked, []);
      assert.ok(text.includes(`[nothing was applied, because ${names} (files that may contain secrets`), text);
    }
    assert.deepEqual(
      ["certs2", "new", "kept"].map((name) => existsSync(join(real.root, name))),
      [false, false, false],
    );
    assert.equal((await run(real, "mv certs certs2")).asked.length, 1);
    assert.equal(readFileSync(join(real.root, "certs2/dev.pem"), "utf8"), "ONE\n");
  });

  it("are not put elsewhere so within a folder that is moved as it is", async function () {
    const real = await place(this);
    const { text } = await run(real, "mkdir -p big && cp -r certs big && cd big && touch $(seq 1 1100)");
    assert.match(text, /nothing was applied, because big\/certs\/dev\.pem is an empty copy/);
    assert.equal(existsSync(join(real.root, "big")), false);
  });

  it("are named where the command names or packs them, or where git takes them for changed", async function () {
    const real = await place(this);
    const note = (names: string) =>
      `[Files that may contain secrets appear empty to commands that run without asking: ${names}.]`;
    for (const [command, names] of [
      ["ls -la ignored/.env", "ignored/.env"],
      ["test -s ignored/.env", "ignored/.env"],
      ["(cd ignored && ls -la)", "ignored/.env"],
      ["tar czf out.tgz certs && tar tf out.tgz", "certs/dev.pem"],
      ["git diff --stat", ".npmrc"],
      ["git status --short", ".npmrc"],
    ] as const) {
      const { text, asked } = await run(real, command);
      assert.deepEqual([command, asked], [command, []]);
      assert.ok(text.endsWith(note(names)), text);
    }
    for (const command of ["ls -la a.txt", "ls certs", "(cd certs && cat x.txt)"])
      assert.doesNotMatch((await run(real, command)).text, /appear/);
    assert.match((await run(real, "wc -c .npmrc")).text, /The command read \.npmrc, which appeared empty[^[]*\]$/);
  });

  it("may be empty in packages, and where nothing hidden has that name", async function () {
    const real = await place(this);
    const { text } = await run(real, "mkdir -p node_modules/p && touch node_modules/p/.npmrc empty.txt");
    assert.match(text, /\[changed \d files?: .*empty\.txt \(new\)/);
  });
});
