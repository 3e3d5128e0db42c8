/** Commands that try to get through their layer: out of it, around what is judged, or with a forged one. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join, relative } from "node:path";
import type { CommandLayer } from "../../../../src/core/ports/changes/layer";
import { snapshot } from "../../../support/tempFolder";
import { nothingWaits } from "../support/nothingWaits";
import { needsLayer, World } from "../support/world";

/** Number of a system call that sets an attribute of a file, which no program that is always there does. */
const setAttribute = { x64: 188, arm64: 5 }[process.arch as "x64" | "arm64"];

const forge = (file: string, name: string, value: string) =>
  `perl -e 'exit(syscall(${setAttribute}, $ARGV[0], $ARGV[1], $ARGV[2], length $ARGV[2], 0) == 0 ? 0 : 1)' ${file} user.overlay.${name} '${value}'`;

describe("a command that attacks its layer (D-15)", function () {
  this.timeout(60_000);
  let world: World;
  const layers: CommandLayer[] = [];
  const servers: Server[] = [];
  before(async function () {
    await needsLayer(this);
  });
  beforeEach(() => {
    world = new World({
      "ws/a.txt": "a\n",
      "ws/old/1.txt": "1\n",
      "ws/old/2.txt": "2\n",
      "ws/src/b.txt": "b\n",
      "ws/.git/config": "[core]\n",
      "ws/.env": "KEY=1\n",
      "outside/theirs.txt": "theirs\n",
      "home/.ssh/id": "key\n",
    });
  });
  afterEach(async () => {
    for (const layer of layers.splice(0)) await layer.discard();
    for (const server of servers.splice(0)) server.close();
    world.remove();
  });

  async function run(command: string) {
    const { request, output } = world.request(command, { onlyReads: true });
    const outcome = await world.shell.run({ ...request, hold: { ...request.hold, onLayer: "held" } });
    assert.ok(outcome.layer);
    layers.push(outcome.layer);
    const found = await outcome.layer.changes();
    const changes = found.map(
      ({ path, before, after, other }) =>
        `${relative(world.root, path)}${other ? ` ${other}` : `: ${before?.kind ?? "-"} > ${after?.kind ?? "-"}`}`,
    );
    return { changes, stdout: output.stdout.shown().text, stderr: output.stderr.shown().text };
  }

  it("has no program of the workspace started in the place of those that make the layer, whatever the PATH names first", async () => {
    const programs = ["mount", "sh", "bwrap", "unshare", "env", "find", "xargs"];
    const planted = world.path("outside", "planted");
    for (const program of programs)
      writeFileSync(world.path("ws", program), `#!/bin/bash\n: >${planted}\nexit 1\n`, { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = `${world.root}:${path}`;
    try {
      assert.deepEqual((await run("rm -r old; echo x >a.txt")).changes, [
        "old/2.txt: file > -",
        "old/1.txt: file > -",
        "a.txt: file > file",
      ]);
    } finally {
      process.env.PATH = path;
    }
    assert.deepEqual(readdirSync(world.path("outside")), ["theirs.txt"]);
  });

  it("reaches nothing outside through /proc, open files, its own mounts or other processes", async () => {
    const before = snapshot(world.path("outside"));
    const target = world.path("outside", "planted");
    const state = world.path("state");
    const { stdout } = await run(
      [
        `for root in /proc/*/root /proc/self/cwd/.. /proc/*/cwd; do { echo x >"$root${target}"; } 2>/dev/null && echo "root $root"; done`,
        `for fd in /proc/[0-9]*/fd/*; do [ -d "$fd" ] && echo "open $fd" && { echo x >"$fd/planted"; } 2>/dev/null; done`,
        "{ exec 3<>/proc/1/mem; } 2>/dev/null && echo memory",
        "mount -o remount,rw / 2>/dev/null && echo remount; mount -t tmpfs t /mnt 2>/dev/null && echo mount",
        "umount -l . 2>/dev/null && echo umount; umount -l / 2>/dev/null && echo umount",
        "unshare -Urm true 2>/dev/null && echo namespace; nsenter -t 1 -m true 2>/dev/null && echo enter",
        "chroot / true 2>/dev/null && echo chroot",
        "grep -E 'NoNewPrivs:.1' /proc/self/status >/dev/null || echo privileges",
        "grep -E 'Cap(Eff|Prm|Bnd|Amb):.0+$' /proc/self/status | wc -l",
        `ls -A ${state} ${world.path("home")} ${world.path("outside")} 2>/dev/null`,
        `cat ${world.path("home", ".ssh", "id")} 2>/dev/null; cat .env`,
      ].join("\n"),
    );
    assert.equal(stdout, "4\n");
    assert.deepEqual(snapshot(world.path("outside")), before);
  });

  it("does not reach a program that listens in the workspace, outside of it, or without a name", async () => {
    const places = [join(world.root, "socket"), world.path("outside", "socket"), `\0toolcrib-test-${process.pid}`];
    let reached = 0;
    for (const path of places) {
      const server = createServer(() => reached++);
      await new Promise<void>((listening) => void server.listen(path, listening));
      servers.push(server);
    }
    const names = JSON.stringify(places);
    const { stdout } = await run(
      `node -e 'for (const path of ${names.replaceAll("\\u0000", "\\0")}) require("net").connect(path).on("connect", () => console.log("reached", path)).on("error", (e) => console.log(e.code))' | sort`,
    );
    assert.doesNotMatch(stdout, /reached/);
    assert.equal(stdout.trim().split("\n").length, 3);
    assert.equal(reached, 0);
  });

  it("makes no whiteout by hand", async () => {
    const { changes, stdout } = await run(
      "rm a.txt; mknod a.txt c 0 0 2>/dev/null || echo no; mknod old/1.txt.x c 0 0 2>/dev/null || echo no; mknod null c 1 3 2>/dev/null || echo no",
    );
    assert.equal(stdout, "no\nno\nno\n");
    assert.deepEqual(changes, ["a.txt: file > -"]);
  });

  it("forges no attribute of the layer: what comes out is what it saw", async function () {
    if (setAttribute === undefined || spawnSync("perl", ["-e", "1"]).status !== 0) this.skip();
    const { changes, stdout } = await run(
      [
        forge("old", "opaque", "y"),
        forge("src", "redirect", "/old"),
        forge("src", "redirect", "/../../outside"),
        forge("a.txt", "metacopy", ""),
        forge("a.txt", "redirect", "/../outside/theirs.txt"),
        forge("old", "opaque", "x"),
        forge("old/1.txt", "whiteout", ""),
        `mkdir made; ${forge("made", "redirect", "/../outside")}; echo m >made/m`,
        "echo 3 >old/3.txt; echo c >src/c.txt; cat a.txt; find . -type f -not -path './.git/*' | sort",
      ].join("\n"),
    );
    assert.equal(
      stdout,
      "a\n./.env\n./a.txt\n./made/m\n./old/1.txt\n./old/2.txt\n./old/3.txt\n./src/b.txt\n./src/c.txt\n",
    );
    assert.deepEqual(changes, ["made/m: - > file", "old/3.txt: - > file", "src/c.txt: - > file"]);
  });

  it("is led nowhere by attributes that the workspace had before", async function () {
    if (setAttribute === undefined || spawnSync("perl", ["-e", "1"]).status !== 0) this.skip();
    for (const [file, name, value] of [
      ["src", "redirect", "/../outside"],
      ["a.txt", "redirect", "/../outside/theirs.txt"],
      ["src/b.txt", "metacopy", ""],
      ["src/b.txt", "redirect", "/../outside/theirs.txt"],
      ["old", "opaque", "x"],
      ["old/1.txt", "whiteout", ""],
    ] as const)
      spawnSync("sh", ["-c", forge(file, name, value)], { cwd: world.root });
    const { changes, stdout } = await run("cat src/theirs.txt src/b.txt 2>/dev/null; cat a.txt; echo 3 >old/3.txt");
    // Some kernels refuse to open what says that its content is elsewhere.
    assert.match(stdout, /^(?:b\n)?a\n$/);
    assert.deepEqual(changes, ["old/3.txt: - > file"]);
  });

  it("changes a file under the name that is judged, whatever second name it gives it", async () => {
    linkSync(world.path("outside", "theirs.txt"), join(world.root, "twice"));
    const { changes } = await run("ln .git/config harmless; echo evil >>harmless; echo x >>twice");
    assert.deepEqual(changes, [".git/config: file > file", "harmless: - > file", "twice: file > file"]);
    assert.equal(readFileSync(world.path("outside", "theirs.txt"), "utf8"), "theirs\n");
  });

  it("writes through no link that was there, and waits on no pipe", async () => {
    symlinkSync(world.path("outside"), join(world.root, "out"));
    execFileSync("mkfifo", [join(world.root, "pipe")]);
    const { changes } = await run("echo x >out/planted 2>/dev/null; rm pipe; mkfifo other; echo y >y");
    assert.deepEqual(changes, ["pipe was a pipe and was deleted", "other is a pipe", "y: - > file"]);
    assert.equal(existsSync(world.path("outside", "planted")), false);
  });

  it("names what is no text, and forges no other name with it", async () => {
    const { changes } = await run("printf x >$'bad\\xff'; printf x >$'bad\\xfe'; mkdir $'d\\xff'; echo y >y");
    assert.deepEqual(changes.filter((line) => line.includes("not UTF-8")).length, 3);
    assert.equal(changes.at(-1), "y: - > file");
  });

  it("takes no file that is larger than one may be, and a sparse one as cheaply as it was made", async () => {
    const { changes, stdout } = await run(
      "(truncate -s 100G huge) 2>/dev/null || echo no; rm -f huge; truncate -s 900M big && ls -s big",
    );
    assert.equal(stdout, "no\n0 big\n");
    assert.deepEqual(changes, ["big: - > file"]);
    assert.equal(existsSync(join(world.root, "big")), false);
  });

  it("is named, and removed, however deep its folders are", async () => {
    const name = "n".repeat(250);
    const { changes } = await run(`for i in $(seq 40); do mkdir ${name}; cd -P ${name} || exit; done; echo x >f`);
    assert.equal(changes.length, 1);
    assert.match(changes[0] ?? "", /^n+\/[n/]+ has a name that is not UTF-8, or cannot be examined$/);
    for (const layer of layers.splice(0)) await layer.discard();
    await nothingWaits();
    assert.deepEqual(readdirSync(world.path("state", "sandbox", "layers")), []);
  });

  it("hides no change below a folder that it closes", async function () {
    if (process.getuid?.() === 0) this.skip();
    const { changes } = await run("echo x >a.txt; mkdir shut; echo s >shut/s; chmod 0 shut src; chmod 0 .");
    assert.deepEqual(changes, [" cannot be listed, because the command closed it"]);
    const inner = await run("echo x >src/b.txt; mkdir shut; echo s >shut/s; chmod 0 shut src");
    assert.deepEqual(inner.changes.sort(), [
      "shut cannot be listed, because the command closed it",
      "shut: - > folder",
      "src cannot be listed, because the command closed it",
      "src: folder > folder",
    ]);
  });
});
