/** What runs unasked because it only reads runs where it could do nothing else (D-13, D-15). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import type { ToolError } from "../../../src/core/vocabulary/toolError";
import { systemCallFilter } from "../../../src/node/sandbox/bubblewrap/systemCallFilter";
import { hiddenAmong } from "../../../src/node/sandbox/places/readingPlaces";
import { makeFixture } from "../../policy/support/fixture";
import { judgeCommand } from "../../policy/support/judge";
import { realCrib } from "../../support/realCrib";
import { plant, snapshot } from "../../support/tempFolder";
import { needsBubblewrap, World } from "./support/world";

const tree = { "ws/a.txt": "one\n", "ws/closed.key": "key\n", "ws/src/b.txt": "two\n" } as const;

describe("a command that is held to only read", function () {
  this.timeout(60_000);
  let world: World;
  before(async function () {
    await needsBubblewrap(this);
    world = new World(tree);
  });
  after(() => world?.remove());

  it("reads the workspace, and changes nothing there when it was held for harmless by mistake", async () => {
    const before = snapshot(world.root);
    const { stdout, stderr, exitCode, notes } = await world.run(
      "cat a.txt; echo x > new; echo x >> a.txt; rm a.txt; mv src other; mkdir .vscode; chmod 777 a.txt; ln a.txt b.txt; touch src/c",
      { onlyReads: true },
    );
    assert.deepEqual([stdout, exitCode], ["one\n", 1]);
    assert.equal((stderr.match(/Read-only file system/g) ?? []).length, 8, stderr);
    assert.deepEqual(snapshot(world.root), before);
    assert.match(notes.join("\n"), /^\[The sandbox lets commands that run without asking write in \/tmp only\. /);
  });

  it("reaches nobody, whatever hosts are allowed", async () => {
    const settings = { "web.allowedHosts": ["a.example"], "web.allowLocal": ["127.0.0.1:9"] };
    const { stdout } = await world.run("env | grep -ci _proxy; cat /proc/net/dev | tail -n +3 | cut -d: -f1", {
      onlyReads: true,
      settings,
    });
    assert.deepEqual(
      stdout.split("\n").map((line) => line.trim()),
      ["0", "lo", ""],
    );
  });

  it("shows nobody outside a stand-in while it runs", async () => {
    let seen: string[] = [];
    await world.run("echo up; sleep 0.2", {
      onlyReads: true,
      onOutput: () => {
        seen = readdirSync(world.root).sort();
      },
    });
    assert.deepEqual(seen, ["a.txt", "closed.key", "src"]);
  });

  it("sees nothing of the home, of other folders and of what another command left in /tmp", async () => {
    writeFileSync(world.path("outside", "note.txt"), "outside\n");
    await world.run("echo left > /tmp/left");
    const { stdout, stderr } = await world.run(
      `ls -A /t?p; ls '${world.path()}'; cat '${world.path("outside", "note.txt")}'; ls / | grep -E 'srv|mnt|media|boot'`,
      { onlyReads: true },
    );
    assert.match(stdout, /^ws\n$/);
    assert.match(stderr, /note\.txt'?: No such file or directory/);
    // With the agent's own /tmp it would be.
    assert.equal((await world.run("cat /tmp/left")).stdout, "left\n");
  });

  it("reads in the /tmp of its agent where it names that, and changes nothing there", async () => {
    await world.run("echo left > /tmp/left; ln -s /etc/passwd /tmp/link; ln -s ~/x /tmp/home");
    const command =
      'cat /tmp/left /var/tmp/left; ls /tmp; echo x >/tmp/left || rm /tmp/left; echo y >"$TMPDIR/y" && cat "$TMPDIR/y"; cd src && pwd';
    const { stdout, stderr } = await world.run(command, { onlyReads: true });
    assert.equal(stdout, `left\nleft\nhome\nleft\nlink\ny\n${world.path("ws", "src")}\n`);
    assert.equal(stderr.match(/Read-only file system/g)?.length, 2);
    assert.equal((await world.run("cat /tmp/left; ls /tmp; echo x >/tmp/left")).stdout, "left\nhome\nleft\nlink\n");
    const other = await world.run("cat /tmp/left", { onlyReads: true, agent: "other" });
    assert.match(other.stderr, /No such file/);
    assert.deepEqual(other.notes, []);
  });

  it("goes through no link and no CDPATH to anything outside", async () => {
    mkdirSync(world.path("ws", "far"), { recursive: true });
    symlinkSync(world.path("outside"), world.path("ws", "far", "link"));
    writeFileSync(world.path("outside", "note.txt"), "outside\n");
    const { stdout, exitCode } = await world.run(
      `cat far/link/note.txt; cd far/link/.. && cat note.txt; export CDPATH='${world.path()}'; cd outside && cat note.txt`,
      { onlyReads: true },
    );
    assert.deepEqual([stdout, exitCode], ["", 1]);
  });

  it("finds files that may hold secrets empty, at any depth, and nothing else", async () => {
    plant(world.top, {
      "ws/.env": "PASS=1\n",
      "ws/.env.example": "PASS=\n",
      "ws/deep/er/and/deep/er/still/id_rsa": "PASS=2\n",
      "ws/.hidden/server.pem": "PASS=3\n",
      "ws/.aws/credentials": "PASS=4\n",
      "ws/conf/own.txt": "PASS=5\n",
      "ws/conf/other.txt": "PASS=6\n",
    });
    const settings = { secretPaths: ["conf/own.txt"] };
    const held = { onlyReads: true, settings } as const;
    const found = async () => (await world.run("grep -rh PASS . | sort", held)).stdout;
    assert.equal(await found(), "PASS=\nPASS=6\n");
    assert.deepEqual((await world.run("grep -rq PASS .; true", held)).notes, [
      "[Files that may contain secrets appear empty to commands that run without asking: .aws, .env, closed.key, .hidden/server.pem, conf/own.txt and 1 more.]",
    ]);
    // What came to be since is found as well, and what changed its name.
    renameSync(world.path("ws", "conf", "other.txt"), world.path("ws", "conf", "other.key"));
    plant(world.top, { "ws/deep/er/.npmrc": "PASS=7\n", "ws/deep/er/more.txt": "PASS=8\n" });
    assert.equal(await found(), "PASS=\nPASS=8\n");
    const asked = await world.run("grep -rh PASS . | sort | tail -1", { settings });
    assert.equal(asked.stdout, "PASS=8\n");
  });

  it("sees of secrets in a repository what git keeps anyway, where git is what runs", async () => {
    const repository = new World({ "ws/.npmrc": "PASS=1\n", "ws/.env": "PASS=2\n", "ws/.gitignore": ".env\n" });
    try {
      const git = (...args: string[]) => execFileSync("git", args, { cwd: repository.root });
      git("init", "-q");
      git("add", ".");
      git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one");
      const held = { onlyReads: true } as const;
      assert.equal((await repository.run("git status --porcelain", held)).stdout, "");
      assert.equal((await repository.run("cat .npmrc .env", held)).stdout, "");
      assert.equal((await repository.run("git grep -h PASS; cat .env", held)).stdout, "PASS=1\n");
    } finally {
      repository.remove();
    }
  });

  it("is asked about the next time when more has to be hidden than can be", async () => {
    const many = new World(Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`ws/k/${at}.pem`, "x"])));
    try {
      await assert.rejects(
        many.run("ls", { onlyReads: true }),
        (error: ToolError) =>
          error.details.needsMore === true && /holds 301 files that may contain secrets/.test(error.message),
      );
    } finally {
      many.remove();
    }
  });

  it("sees secrets empty however many folders there are", async function () {
    this.timeout(120_000);
    // In memory: so many folders take a disk half a minute.
    const many = new World({ "ws/packages/api/config/.env": "PASS=1\n" }, "/dev/shm/toolcrib-test");
    try {
      mkdirSync(many.path("ws", "zz"));
      for (let at = 0; at < 50_010; at++) mkdirSync(many.path("ws", "zz", String(at)));
      const { stdout, notes } = await many.run("cat packages/api/config/.env", { onlyReads: true });
      assert.equal(stdout, "");
      assert.match(notes.join(), /packages\/api\/config\/\.env, which appeared empty/);
    } finally {
      many.remove();
    }
  });

  it("is asked about the next time when not all folders could be looked through", () => {
    const { confinement, closedFiles } = world.request("ls", { onlyReads: true }).request.hold;
    const picked = { entries: [], unsearched: [world.path("ws", "src")] };
    assert.throws(
      () => hiddenAmong(picked, world.root, confinement, closedFiles),
      (error: ToolError) =>
        error.details.needsMore === true &&
        error.message ===
          `The command did not run: ${world.root} has too many folders to be looked through in 10 seconds for files that may contain secrets, which are hidden from commands that run without asking. Call again, and a person will be asked.`,
    );
  });

  it("has no sockets but those of its own network, no keyrings and no rings of calls", async () => {
    const script = `
import ctypes, socket
libc = ctypes.CDLL(None, use_errno=True)
def made(family):
    try:
        socket.socket(family, socket.SOCK_STREAM).close()
        return "yes"
    except OSError as e:
        return e.errno
def called(*args):
    return "yes" if libc.syscall(*args) >= 0 else ctypes.get_errno()
number = {"x86_64": (250, 425), "aarch64": (219, 425)}[__import__("platform").machine()]
print(made(socket.AF_UNIX), made(socket.AF_INET), made(40), called(number[0], 0, -3, 0), called(number[1], 1, ctypes.create_string_buffer(256)))
`;
    const python = `python3 -c '${script}'`;
    if ((await world.run("command -v python3")).exitCode !== 0) return;
    assert.equal((await world.run(python, { onlyReads: true })).stdout, "97 yes 97 38 38\n");
    // A command that a person was asked about may speak with its own processes.
    assert.match((await world.run(python)).stdout, /^yes yes 97 38 /);
  });

  it("has the same filter where the state folder cannot be written", async () => {
    const full = new World(tree);
    try {
      const other = new World({}, undefined, full.top);
      // A folder in the way of the file that it would write keeps even root from doing so.
      mkdirSync(full.path(`state-${process.pid}`, "sandbox"), { recursive: true });
      const filter = systemCallFilter("reading");
      if (!filter) return;
      const name = `filter-reading-${createHash("sha256").update(filter).digest("hex").slice(0, 16)}`;
      mkdirSync(full.path(`state-${process.pid}`, "sandbox", name, "in the way"), { recursive: true });
      const made = `python3 -c 'import socket; socket.socket(socket.AF_UNIX)' 2>&1 | tail -1; echo in; cat`;
      const { stdout, exitCode } = await other.run(made, { onlyReads: true });
      assert.match(stdout, /Address family not supported by protocol\nin\n$|python3: command not found\nin\n$/);
      assert.equal(exitCode, 0);
      assert.equal((await other.run("exit 7", { onlyReads: true })).exitCode, 7);
    } finally {
      full.remove();
    }
  });

  it("is told which place it missed, and asked about when it is called again", async () => {
    const lender = new World({ "ws/a.txt": "one\n" });
    const { call, asked, root } = await realCrib();
    try {
      const git = (...args: string[]) => execFileSync("git", args, { cwd: lender.root });
      git("init", "-q");
      git("add", ".");
      git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one");
      git("clone", "-q", "--shared", lender.root, root);
      const command = "git log --format=%s";
      const { text } = await call("run_command", { command });
      assert.match(text, /\[\/.*\.git\/objects is hidden from commands that run without asking\. If the command/);
      assert.equal(asked.length, 0);
      assert.match((await call("run_command", { command })).text, /^one\n/);
      assert.equal(asked.length, 1);
      assert.equal(asked[0]?.decision.reason, "it needs access that commands do not get without being asked about");
    } finally {
      lender.remove();
    }
  });

  it("is one that nobody was asked about and no rule of a person's allowed", async () => {
    const fixture = makeFixture();
    try {
      const of = async (command: string, settings = {}) => (await judgeCommand(fixture, command, settings)).onlyReads;
      assert.equal(await of("cat file.txt | head -1"), true);
      assert.equal(await of("LC_ALL=C ls"), true);
      assert.equal(await of("npm test", { "commands.allow": [["npm", "test"]] }), undefined);
      assert.equal(await of("ls; npm test", { "commands.allow": [["npm", "test"]] }), undefined);
      assert.equal(await of("npm test"), undefined);
    } finally {
      fixture.remove();
    }
  });

  it("is held so by run_command, and one that a person allowed is not", async () => {
    const { call, asked } = await realCrib({ "a.txt": "one\n" });
    const { text } = await call("run_command", { command: "ls -A" });
    assert.deepEqual([text.split("\n")[0], asked.length], ["a.txt", 0]);
    const made = await call("run_command", { command: "mkdir b && ls" });
    assert.deepEqual([made.text.split("\n").slice(0, 2), asked.length], [["a.txt", "b"], 1]);
  });
});
