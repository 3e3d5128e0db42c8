import assert from "node:assert/strict";
import { existsSync, linkSync, lstatSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { quoted } from "../../../src/core/vocabulary/shellQuoting";
import { snapshot } from "../../support/tempFolder";
import { needsBubblewrap, World } from "./support/world";

const tree = {
  "ws/a.txt": "a\n",
  "ws/.vscode/settings.json": "{}",
  "ws/.env": "KEY=1\n",
  "ws/AGENTS.md": "rules\n",
  "ws/sub/.mcp.json": "{}",
  "ws/node_modules/x/index.js": "1",
  "ws/deep/er/still/place": "kept\n",
  "outside/file": "outside\n",
  "home/.bashrc": "# mine\n",
  "ws/out": { link: "../outside" },
} as const;

describe("a sandboxed command writes (D-15, HB-1)", function () {
  this.timeout(30_000);
  let world: World;
  before(async function () {
    await needsBubblewrap(this);
    world = new World(tree);
  });
  after(() => world?.remove());

  const outsideNow = () => [snapshot(world.path("outside")), snapshot(world.path("home"))];

  it("in the workspace and in /tmp, where it finds again what it left", async () => {
    const first = await world.run(
      "echo b > b.txt && mkdir -p d/e && echo kept > /tmp/mine && echo $TMPDIR && mktemp -u",
    );
    assert.deepEqual([first.exitCode, first.sandbox, first.notes], [0, "bubblewrap", []]);
    assert.match(first.stdout, /^\/tmp\n\/tmp\/tmp\.\w+\n$/);
    assert.equal(readFileSync(world.path("ws/b.txt"), "utf8"), "b\n");
    assert.equal((await world.run("cat /tmp/mine /var/tmp/mine")).stdout, "kept\nkept\n");
    assert.equal((await world.run("cat /tmp/mine", { agent: "another" })).exitCode, 1);
    assert.equal(existsSync("/tmp/mine"), false);
  });

  it("by way of $TMPDIR, which the denial of a path in /tmp names", async () => {
    const { exitCode, stdout } = await world.run('echo kept > "$TMPDIR/named" && cat "$TMPDIR/named"');
    assert.deepEqual([exitCode, stdout, existsSync("/tmp/named")], [0, "kept\n", false]);
  });

  const attempts: [what: string, command: string][] = [
    ["by an absolute path", "echo x > $TOP/outside/new"],
    ["by ..", "echo x > ../outside/new"],
    ["through a link", "echo x > out/new; echo x >> out/file"],
    ["through a link of its own", "ln -s $TOP/outside mine; echo x > mine/new; rm mine"],
    ["by a hard link", "ln ../outside/file hard && echo x > hard"],
    ["by deleting and moving", "rm -f ../outside/file; mv ../outside ../gone; mv ../home ../gone"],
    ["by changing modes", "chmod 777 ../outside ../outside/file; chown 1:1 ../outside/file"],
    ["through the first process", "echo x > /proc/1/root$TOP/outside/new; echo x > /proc/1/cwd/../outside/new"],
    ["through its own descriptors", "cd /proc/self/root$TOP/outside && echo x > new"],
    [
      "by mounting anew",
      "mount -o remount,rw / ; mount -o remount,bind,rw / ; mount --bind . ../outside; umount -l /tmp",
    ],
    ["in a namespace of its own", "unshare -Urm sh -c 'mount -o remount,bind,rw /; echo x > ../outside/new'"],
    ["as another root", "chroot / sh -c 'echo x > $TOP/outside/new'"],
    ["in the home folder", "echo x >> ../home/.bashrc; echo x > ../home/new"],
    ["in the system", "touch /etc/x /usr/x /x /var/x /sys/x /dev/x /proc/x /run/x"],
    ["to the system's switches", "cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern"],
    ["to a device", "mknod disk b 8 0; mknod /tmp/disk b 8 0"],
  ];
  for (const [what, command] of attempts)
    it(`never outside: ${what}`, async () => {
      const before = outsideNow();
      const { exitCode, stderr, notes } = await world.run(`IFS=; export TOP=${quoted(world.top)}; ${command}; exit 9`);
      assert.deepEqual(outsideNow(), before);
      assert.equal(exitCode, 9);
      assert.notEqual(stderr, "");
      const isHeld =
        /Read-only file system|busy|Operation not permitted|ermission denied|cross-device|No space left|No such file|must be superuser/i;
      for (const line of stderr.trim().split("\n")) if (!line.includes("dmesg")) assert.match(line, isHeld);
      assert.equal(existsSync("/etc/x") || existsSync("/x") || existsSync("/run/x"), false);
      if (/Read-only/.test(stderr)) assert.match(notes.join(), /^\[The sandbox lets commands write in the workspace/);
    });

  it("no protected file, be it old or new, by any way (D-7)", async () => {
    const command = [
      "echo x > .vscode/settings.json",
      "echo x > .vscode/tasks.json",
      "rm -rf .vscode",
      "mv .vscode moved",
      "echo x >> .env",
      "echo x > AGENTS.md",
      "rm AGENTS.md",
      "echo x > sub/.mcp.json",
      "mkdir -p .github/workflows",
      "git init -q .",
      "mkdir .claude/commands",
      "rmdir .idea",
      "mv .git taken",
      "chmod 777 .vscode .env",
    ];
    const before = snapshot(world.root);
    const tried = await world.run(command.map((one) => `${one} 2>/dev/null && echo "${one}"`).join("\n"));
    assert.equal(tried.stdout, "");
    assert.deepEqual(snapshot(world.root), before);
    assert.equal((await world.run("cat .env AGENTS.md sub/.mcp.json")).stdout, "KEY=1\nrules\n{}");
  });

  it("to what programs keep up to date, node_modules among it", async () => {
    assert.equal((await world.run("echo 2 > node_modules/x/index.js && mkdir node_modules/y")).exitCode, 0);
  });

  it("not to a place that a setting protects, however deep", async () => {
    const settings = { protectedPaths: ["deep/er/still/place", "*.lock"] };
    const { exitCode } = await world.run("echo x > deep/er/still/place", { settings });
    assert.equal(exitCode, 1);
    assert.equal(readFileSync(world.path("ws/deep/er/still/place"), "utf8"), "kept\n");
  });

  it("and leaves nothing of what stood in for protected names, unless somebody filled it", async () => {
    let seen: string[] = [];
    const running = world.run("echo up; sleep 1", {
      onOutput() {
        seen = [".git", ".github", ".idea"].filter((name) => existsSync(world.path("ws", name)));
        if (seen.length > 0) writeFileSync(world.path("ws/.idea/theirs"), "person\n");
      },
    });
    await world.run("true");
    const besideEnded = existsSync(world.path("ws/.git"));
    await running;
    assert.equal(besideEnded, true);
    assert.deepEqual(seen, [".git", ".github", ".idea"]);
    assert.deepEqual(
      [".git", ".github", ".husky"].map((name) => existsSync(world.path("ws", name))),
      [false, false, false],
    );
    assert.equal(readFileSync(world.path("ws/.idea/theirs"), "utf8"), "person\n");
  });

  it("with its own name on new files, and no bits that give rights", async () => {
    await world.run("touch own; cp /bin/true suid; chmod u+s suid");
    assert.equal(lstatSync(world.path("ws/own")).uid, process.getuid?.());
  });

  it("D-15 to an outside file that has a second name in the workspace: the limit that docs/sandbox.md tells", async () => {
    linkSync(world.path("outside/file"), world.path("ws/second"));
    assert.equal(statSync(world.path("ws/second")).nlink, 2);
    assert.equal((await world.run("echo through >> second")).exitCode, 0);
  });
});
