import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Answer } from "../../../src/core/calls/approvals/answer";
import type { Host } from "../../../src/core/ports/host";
import type { ResolvedPath } from "../../../src/core/vocabulary/effect";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { type RealCrib, realCrib } from "../../support/realCrib";
import { snapshot, withoutObjects } from "../../support/tempFolder";

/** `toolcrib.commands.review`: commands that run at once, and are asked about by what they changed. */
describe("commands that are reviewed by what they changed (D-12, D-15)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  const tree = {
    "a.txt": "a\n",
    ".env": "KEY=secret\n",
    "change.js": 'require("fs").appendFileSync("a.txt", "more\\n")',
    "look.js": 'console.log(require("fs").readFileSync(process.argv[2], "utf8"))',
    "link.js": 'require("fs").symlinkSync("a.txt", "link"); require("fs").writeFileSync("b.txt", "b")',
    "plant.js":
      'require("fs").mkdirSync(".git/hooks", { recursive: true }); require("fs").writeFileSync(".git/hooks/post-commit", "x")',
    "call.js": 'fetch("http://files.example.com").catch((e) => { console.error(e.cause.message); process.exit(1); })',
  };

  async function place(
    context: Mocha.Context,
    answer: Answer = { approved: true, by: "person" },
    review: "always" | "changes" = "always",
  ): Promise<RealCrib> {
    const real = await realCrib(tree, {
      settings: { "toolcrib.commands.review": review },
      confirm: async () => answer,
    });
    const confinement = real.crib.context().confinement({ command: "true" });
    if ((await real.crib.host.shell.whyNoLayer?.(confinement)) !== undefined) context.skip();
    return real;
  }

  async function run({ call, asked }: RealCrib, command: string, more: object = {}) {
    asked.length = 0;
    const { text, isError } = await call("run_command", { command, ...more });
    return {
      text: text.replace(/, \d+(\.\d)? m?s, (?:in the sandbox|no sandbox)\]/, "]"),
      isError,
      asked: asked.map(({ plan }) => plan.title),
    };
  }

  it("run at once, and are asked about by their changes", async function () {
    const real = await place(this);
    assert.deepEqual(await run(real, "node change.js"), {
      text: "(no output)\n[exit code: 0]\n[changed 1 file: a.txt]",
      isError: false,
      asked: ["Apply 1 change of node change.js"],
    });
    assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "a\nmore\n");
    assert.deepEqual(
      real.records.map(({ tool, approvedBy }) => [tool, approvedBy]),
      [
        ["run_command", "person"],
        ["run_command", undefined],
      ],
    );
  });

  it("leave everything as it was after a no, and need no question where they change nothing", async function () {
    const real = await place(this, { approved: false, by: "person" });
    assert.equal(
      (await run(real, "node change.js; echo x >new.txt")).text,
      "(no output)\n[exit code: 0]\n[not applied: a.txt would be changed; new.txt would be created]",
    );
    assert.deepEqual(
      [readFileSync(join(real.root, "a.txt"), "utf8"), existsSync(join(real.root, "new.txt"))],
      ["a\n", false],
    );
    assert.deepEqual((await run(real, "node look.js a.txt")).asked, []);
  });

  it("find secrets empty and nobody to talk to; the same command asks the next time", async function () {
    const real = await place(this);
    const secret = await run(real, "node look.js .env");
    assert.deepEqual(secret, {
      text: "\n[exit code: 0]\n[the command changed nothing]\n\n[The command read .env, which appeared empty: files that may contain secrets are hidden from commands that run without asking.]",
      isError: false,
      asked: [],
    });
    const replaced = await run(real, 'node -e \'require("fs").rmSync(".env")\'');
    assert.match(replaced.text, /EBUSY|EROFS/);
    assert.equal(readFileSync(join(real.root, ".env"), "utf8"), "KEY=secret\n");
    const network = await run(real, "node call.js");
    assert.deepEqual(network.asked, []);
    assert.match(network.text, /a person is asked then/);
    assert.deepEqual((await run(real, "node call.js")).asked, ["Run node call.js"]);
  });

  it("lose all changes where one cannot be reviewed, and ask the next time", async function () {
    const real = await place(this);
    const command = "mkfifo pipe; echo b >b.txt";
    const first = await run(real, command);
    assert.deepEqual(first.asked, []);
    assert.match(
      first.text,
      /\[nothing was applied, because pipe is a pipe, which cannot be reviewed: call again, and a person is asked before it runs\]$/,
    );
    assert.deepEqual(
      ["pipe", "b.txt"].map((name) => existsSync(join(real.root, name))),
      [false, false],
    );
    assert.deepEqual((await run(real, command)).asked, [`Run ${command}`]);
    assert.deepEqual(
      ["pipe", "b.txt"].map((name) => existsSync(join(real.root, name))),
      [true, true],
    );
  });

  it("ask about what is protected as such, which nobody's earlier yes answers", async function () {
    const real = await place(this);
    real.asked.length = 0;
    await real.call("run_command", { command: "node plant.js" });
    assert.deepEqual(
      real.asked.map(({ plan, decision }) => [plan.title, decision.rule, decision.always]),
      [["Apply 1 change of node plant.js", "protectedPaths", true]],
    );
  });

  it("are denied or asked about before as ever, where the question is not what they change in the workspace", async function () {
    const real = await place(this);
    const denied = await run(real, "sudo node change.js");
    assert.deepEqual([denied.asked, denied.isError], [[], true]);
    const before: [string, object?][] = [
      ["cat /etc/hosts"],
      ["cat .env"],
      ["node change.js", { background: true }],
      ["node change.js", { outside_sandbox: true }],
      ["echo 'unterminated"],
      ["docker run alpine true"],
      ["systemctl stop cron"],
    ];
    for (const [command, more] of before) {
      const { asked } = await run(real, command, more);
      assert.deepEqual([command, asked.length, asked[0]?.startsWith("Run ")], [command, 1, true]);
    }
  });

  describe("with `changes`", () => {
    const places = async (context: Mocha.Context, answer?: Answer) => place(context, answer, "changes");

    it("apply what is ordinary at once, and undo it byte for byte", async function () {
      const real = await places(this);
      const before = tree;
      const command =
        "node change.js; rm look.js; echo new >new.txt; chmod 755 call.js; ln -s a.txt link; mkdir -p empty/dir; mv link.js moved.js";
      const first = await run(real, command);
      assert.deepEqual(first, {
        text: "(no output)\n[exit code: 0]\n[changed 7 files: look.js (deleted), a.txt, call.js (permissions 644 -> 755), empty/dir (new), link (new), moved.js (moved from link.js), new.txt (new)]",
        isError: false,
        asked: [],
      });
      assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "a\nmore\n");
      assert.equal(statSync(join(real.root, "call.js")).mode & 0o777, 0o755);
      assert.deepEqual(readdirSync(join(real.root, "empty")), ["dir"]);
      await real.crib.journal.undo();
      assert.deepEqual(snapshot(real.root), before);
      assert.equal(statSync(join(real.root, "call.js")).mode & 0o777, 0o644);
      assert.deepEqual(
        ["empty", "link"].map((name) => existsSync(join(real.root, name))),
        [false, false],
      );
      await real.crib.journal.redo();
      assert.equal(readlinkSync(join(real.root, "link")), "a.txt");
      assert.equal(readFileSync(join(real.root, "moved.js"), "utf8"), tree["link.js"]);
    });

    it("ask about what is protected alone, and leave it out after a no", async function () {
      const real = await places(this, { approved: false, by: "person" });
      const { text, asked } = await run(real, "node change.js; node plant.js");
      assert.deepEqual(asked, ["Apply 1 change of node change.js; node plant.js"]);
      assert.equal(
        text,
        "(no output)\n[exit code: 0]\n[changed 1 file: a.txt]\n[not applied: .git/hooks/post-commit would be created]",
      );
      assert.equal(existsSync(join(real.root, ".git/hooks/post-commit")), false);
    });

    it("change, delete and undo what hands its group on or runs as its owner", async function () {
      const real = await places(this);
      const at = (name: string) => join(real.root, name);
      const modes = () =>
        ["shared", "gone", "own.js", "old.js", "made"].map((name) =>
          existsSync(at(name)) ? (statSync(at(name)).mode & 0o7777).toString(8) : "none",
        );
      for (const name of ["shared", "gone"]) {
        mkdirSync(at(name));
        chmodSync(at(name), 0o2775);
      }
      for (const name of ["own.js", "old.js"]) {
        writeFileSync(at(name), name);
        chmodSync(at(name), 0o4755);
      }
      const before = modes();
      const command = "chmod 2770 shared; rmdir gone; chmod 644 own.js; rm old.js; mkdir made; chmod 2755 made";
      const { text } = await run(real, command);
      assert.equal(
        text,
        "(no output)\n[exit code: 0]\n[changed 5 files: old.js (deleted), gone (deleted), made (new), own.js (permissions 4755 -> 644), shared (permissions 2775 -> 2770)]",
      );
      assert.deepEqual(modes(), ["2770", "none", "644", "none", "2755"]);
      await real.crib.journal.undo();
      assert.deepEqual([before, modes()], [["2775", "2775", "4755", "4755", "none"], before]);
    });

    it("lead a link elsewhere where both names are no UTF-8, and undo it", async function () {
      const real = await places(this);
      const link = join(real.root, "link");
      symlinkSync(Buffer.from([0xff]), link);
      const { text } = await run(real, "ln -sfn $'\\xfe' link");
      assert.equal(text, "(no output)\n[exit code: 0]\n[changed 1 file: link]");
      assert.deepEqual([...readlinkSync(link, "buffer")], [0xfe]);
      await real.crib.journal.undo();
      assert.deepEqual([...readlinkSync(link, "buffer")], [0xff]);
    });

    it("undo by one id what was asked about and what was not", async function () {
      const real = await places(this);
      const before = snapshot(real.root);
      const { undo } = await real.call("run_command", { command: "node change.js; node plant.js" });
      assert.deepEqual(undo?.files, ["a.txt", ".git/hooks/post-commit"]);
      const calls = await real.crib.journal.undoable();
      assert.deepEqual(
        calls.map(({ files }) => files),
        [[".git/hooks/post-commit"], ["a.txt"]],
      );
      await real.crib.journal.undo(undo.id);
      assert.deepEqual(snapshot(real.root), before);
      await real.crib.journal.redo();
      // The last change is the command, too.
      await real.crib.journal.undo();
      assert.deepEqual(snapshot(real.root), before);
      await real.crib.journal.redo();
      // The id of one entry means that alone.
      await real.crib.journal.undo(calls[0]?.id);
      assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "a\nmore\n");
      assert.equal(existsSync(join(real.root, ".git/hooks/post-commit")), false);
    });

    it("ask about links that lead out of the workspace or to secrets, and not about other ones", async function () {
      const real = await places(this);
      const links = { out: "/etc", hidden: ".env", up: "../x", odd: "src/../../y", in: "a.txt" };
      const script = `for (const [name, to] of Object.entries(${JSON.stringify(links)})) require("fs").symlinkSync(to, name)`;
      writeFileSync(join(real.root, "links.js"), script);
      const { asked, text } = await run(real, "node links.js");
      assert.deepEqual(asked, ["Apply 4 changes of node links.js"]);
      assert.match(text, /\[changed 5 files: in \(new\), /);
      assert.deepEqual(
        real.asked.flatMap(({ decision, byEffect }) => [decision.rule, ...byEffect.map(({ always }) => always)]),
        ["links", true, true, true, true],
      );
    });

    it("never overwrite what somebody else changed meanwhile, and name it", async function () {
      const real = await places(this);
      const other = setInterval(() => writeFileSync(join(real.root, "a.txt"), "theirs\n"), 20);
      const { text } = await run(real, "sleep 0.3; node change.js; echo b >b.txt; sleep 0.3").finally(() =>
        clearInterval(other),
      );
      assert.match(
        text,
        /\[changed 1 file: b\.txt \(new\)\]\n\[left out: a\.txt was changed by another program while the command ran\. Read what is there now, and run the command again if it still has to be changed\.\]$/,
      );
      assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "theirs\n");
    });

    it("never overwrite what a person has not saved, and say what to do", async function () {
      const real = await places(this);
      const { files } = real.crib.host as {
        files: { unsaved?: () => Promise<readonly ResolvedPath[]> } & Host["files"];
      };
      files.unsaved = async () => [await files.resolve("a.txt")];
      const { text } = await run(real, "node change.js; echo b >b.txt");
      assert.match(
        text,
        /\[changed 1 file: b\.txt \(new\)\]\n\[left out: a\.txt has unsaved changes in an editor\. Ask the person to save it, then run the command again\.\]$/,
      );
      assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "a\n");
    });

    it("never overwrite what a second process writes all the time, in the moment of applying either", async function () {
      const real = await places(this);
      const file = join(real.root, "a.txt");
      // Tells when it had last written wherever it finds something else.
      const program = `const fs = require("fs");
        const [file, beside] = process.argv.slice(1);
        console.log("begun");
        for (let at = 0, last = 0; ; at++) {
          if (at > 0 && !fs.readFileSync(file, "utf8").startsWith("theirs")) console.log("over " + last);
          fs.writeFileSync(beside, "theirs " + at);
          fs.renameSync(beside, file);
          last = Date.now();
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 8);
        }`;
      const writer = spawn(process.execPath, ["-e", program, file, join(real.outside, "beside")]);
      const said: string[] = [];
      writer.stdout.on("data", (text) => said.push(...String(text).trim().split("\n")));
      await once(writer.stdout, "data");
      const ends: { readonly began: number; readonly isApplied: boolean }[] = [];
      for (let left = 10; left > 0; left--) {
        const { text } = await run(real, "date +%s%3N >b.txt; echo mine >a.txt");
        const began = Number(readFileSync(join(real.root, "b.txt"), "utf8"));
        ends.push({ began, isApplied: !text.includes("left out: a.txt was changed by another program") });
      }
      writer.kill("SIGKILL");
      await once(writer, "close");
      assert.equal(
        ends.every(({ isApplied }) => isApplied),
        false,
      );
      // On a busy machine it may not have written at all while a command ran.
      const over = said.filter((line) => line.startsWith("over ")).map((line) => Number(line.slice(5)));
      const applied = ends.filter(({ isApplied }) => isApplied);
      assert.deepEqual(
        over.filter((last) => !applied.some(({ began }) => last <= began)),
        [],
      );
      assert.ok(over.length <= applied.length);
    });

    it("never keep the right to run as somebody else, and name what else cannot be kept", async function () {
      const real = await places(this);
      const { text } = await run(real, "cp a.txt s; chmod 4755 s; mkfifo p; ln s t; echo b >b.txt");
      assert.match(text, /\[changed 1 file: b\.txt \(new\)\]\n\[left out: p is a pipe; s may run as another user/);
      assert.deepEqual(
        ["s", "t", "p"].map((name) => existsSync(join(real.root, name))),
        [false, false, false],
      );
    });

    it("run npm's tests again and again without a word about the registry, where npm looks for a newer npm", async function () {
      const real = await places(this);
      writeFileSync(join(real.root, "package.json"), '{"scripts":{"test":"node fails.js"}}');
      writeFileSync(join(real.root, "fails.js"), 'console.log("1 failed"); process.exit(1)');
      // Where it is set npm looks for nothing.
      const { CI } = process.env;
      delete process.env.CI;
      try {
        for (let left = 2; left > 0; left--) {
          const { text, asked } = await run(real, "npm test");
          assert.deepEqual(asked, []);
          assert.match(text, /^(?:[\s\S]*\n)?1 failed\n\[exit code: 1\]$/);
        }
      } finally {
        if (CI !== undefined) process.env.CI = CI;
      }
    });

    it("keep times, so that what was built is not built again", async function () {
      const real = await places(this);
      const makefile =
        "out/prog: aa.stamp a.txt\n\tmkdir -p out; cp a.txt out/prog\naa.stamp: call.js\n\tcp a.txt zz; cat zz >aa.stamp; touch aa.stamp\n";
      writeFileSync(join(real.root, "Makefile"), makefile);
      await run(real, "make -s && touch -d 2001-02-03T04:05:06Z new.txt && chmod 755 new.txt && cp -p new.txt odd.txt");
      assert.equal((await run(real, "make")).text, "make: 'out/prog' is up to date.\n[exit code: 0]");
      assert.deepEqual(
        ["new.txt", "odd.txt"].map((name) => statSync(join(real.root, name)).mtime.toISOString()),
        ["2001-02-03T04:05:06.000Z", "2001-02-03T04:05:06.000Z"],
      );
      await run(real, "echo more >>a.txt; touch -d 2002-02-03T04:05:06Z a.txt");
      assert.equal(statSync(join(real.root, "a.txt")).mtime.toISOString(), "2002-02-03T04:05:06.000Z");
    });

    it("give a file that was only touched its time, without listing it, a question or an end of what was read", async function () {
      const real = await places(this);
      mkdirSync(join(real.root, ".vscode"));
      writeFileSync(join(real.root, ".vscode/settings.json"), "{}\n");
      writeFileSync(join(real.root, "touch.sh"), "sleep 0.01; touch a.txt call.js .vscode/settings.json");
      const time = (name: string) => statSync(join(real.root, name)).mtimeMs;
      const before = [time("call.js"), time("a.txt"), time(".vscode/settings.json")];
      await real.call("read_file", { path: "a.txt" });
      const { text, asked } = await run(real, "bash touch.sh");
      assert.deepEqual([text, asked], ["(no output)\n[exit code: 0]", []]);
      const after = [time("call.js"), time("a.txt"), time(".vscode/settings.json")];
      assert.deepEqual(
        after.map((one, at) => one > (before[at] ?? 0)),
        [true, true, false],
      );
      assert.deepEqual(await real.crib.journal.list(), []);
      const edit = (path: string) => real.call("edit_file", { path, edits: [{ old_text: "a", new_text: "b" }] });
      assert.equal((await edit("a.txt")).isError, false);
      assert.match((await edit("call.js")).text, /read/);
    });

    it("commit, and take the commit back, with all of git's own files but its objects", async function () {
      const real = await places(this);
      const git = (...args: string[]) => execFileSync("git", ["-C", real.root, ...args], { encoding: "utf8" });
      git("init", "-q", "-b", "main");
      git("config", "user.email", "a@example.com");
      git("config", "user.name", "A");
      git("add", "a.txt");
      git("commit", "-qm", "one");
      const before = [git("rev-parse", "HEAD"), withoutObjects(snapshot(real.root))];
      const committed = await run(real, "echo two >>a.txt; git commit -qam two");
      assert.deepEqual(committed, {
        text: "(no output)\n[exit code: 0]\n[changed 9 files: a.txt, .git (8 files)]",
        isError: false,
        asked: [],
      });
      assert.equal(git("log", "--format=%s"), "two\none\n");
      assert.equal(git("--no-optional-locks", "status", "--short", "-uno"), "");
      await real.crib.journal.undo();
      assert.deepEqual([git("rev-parse", "HEAD"), withoutObjects(snapshot(real.root))], before);
      writeFileSync(join(real.root, "a.txt"), "lost?\n");
      await run(real, "git reset --hard -q && git clean -fdxq -e .git");
      assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "a\n");
      await real.crib.journal.undo();
      assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "lost?\n");
      assert.equal(readFileSync(join(real.root, "change.js"), "utf8"), tree["change.js"]);
    });

    it("check out another branch, and rewrite hundreds of files, and take both back byte for byte", async function () {
      const real = await places(this);
      const git = (...args: string[]) => execFileSync("git", ["-C", real.root, ...args], { encoding: "utf8" });
      mkdirSync(join(real.root, "src"));
      for (let at = 0; at < 300; at++) writeFileSync(join(real.root, `src/${at}.txt`), `old ${at}\r\nold\n`);
      git("init", "-q", "-b", "main");
      git("config", "user.email", "a@example.com");
      git("config", "user.name", "A");
      git("add", ".");
      git("commit", "-qm", "one");
      git("checkout", "-qb", "other");
      git("rm", "-q", "src/1.txt", "change.js");
      writeFileSync(join(real.root, "src/2.txt"), "other\n");
      git("commit", "-qam", "two");
      git("checkout", "-q", "main");
      const before = snapshot(real.root);
      const checkedOut = await run(real, "git checkout -q other");
      assert.deepEqual([checkedOut.asked, checkedOut.isError, git("branch", "--show-current")], [[], false, "other\n"]);
      assert.deepEqual(
        [existsSync(join(real.root, "src/1.txt")), git("--no-optional-locks", "status", "--short")],
        [false, ""],
      );
      await real.crib.journal.undo();
      assert.deepEqual(snapshot(real.root), before);
      const rewritten = await run(real, "sed -i s/old/new/ src/*.txt");
      assert.match(rewritten.text, /\[changed 300 files: /);
      assert.equal(readFileSync(join(real.root, "src/299.txt"), "utf8"), "new 299\r\nnew\n");
      await real.crib.journal.undo();
      assert.deepEqual(snapshot(real.root), before);
    });

    it("are told of in every dialect, whatever it makes of the rest", async () => {
      for (const [dialect, tool] of [
        ["qwen", "run_shell_command"],
        ["nanobot", "exec"],
        ["triggerfish", "run_command"],
      ] as const) {
        const real = await realCrib(tree, { dialect, settings: { "toolcrib.commands.review": "changes" } });
        const { text } = await real.call(tool, { command: "node change.js" });
        assert.match(text, /\n\[changed 1 file: a\.txt\]$/, dialect);
      }
    });

    it("ask about git's settings and hooks", async function () {
      const real = await places(this);
      execFileSync("git", ["init", "-q", real.root]);
      const { asked } = await run(real, "git config core.fsmonitor ./x; node change.js");
      assert.deepEqual(asked, ["Apply 1 change of git config core.fsmonitor ./x; node change.js"]);
      assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "a\nmore\n");
    });
  });

  it("ask before they run where a person wants that, and where there is no layer", async () => {
    for (const settings of [
      { "toolcrib.commands.review": "before" },
      { "toolcrib.commands.review": "off" },
      { "toolcrib.commands.review": "always", "toolcrib.sandbox": "off" },
    ]) {
      const real = await realCrib(tree, { settings });
      assert.deepEqual((await run(real, "node change.js")).asked, ["Run node change.js"]);
    }
  });
});
