/** Attempts to put another file where a protected one is, and what a command may plant (D-7, D-15). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { needsBubblewrap, World } from "./support/world";

const tree = {
  "ws/pkg/.vscode/settings.json": "{}",
  "ws/pkg/.env": "KEY=1\n",
  "ws/one/two/three/four/five/.mcp.json": "{}",
  "ws/nested/repo/a.txt": "a\n",
  "ws/.venv/bin/python": "#!/bin/sh\n",
  "ws/.venv/lib/x.py": "1\n",
  "ws/.cargo/config.toml": "[build]\n",
  "ws/plain/a.txt": "a\n",
} as const;

describe("a sandboxed command cannot replace what is protected", function () {
  this.timeout(60_000);
  let world: World;
  const text = (path: string) => readFileSync(world.path("ws", path), "utf8");
  before(async function () {
    await needsBubblewrap(this);
    world = new World(tree);
    execFileSync("git", ["init", "-q"], { cwd: world.path("ws/nested/repo") });
  });
  after(() => world?.remove());

  for (const [folder, file] of [
    ["pkg", "pkg/.vscode/settings.json"],
    ["pkg", "pkg/.env"],
    ["one", "one/two/three/four/five/.mcp.json"],
    ["one/two/three", "one/two/three/four/five/.mcp.json"],
    ["nested", "nested/repo/.git/config"],
    ["nested/repo", "nested/repo/.git/config"],
    [".venv", ".venv/bin/python"],
  ] as const)
    it(`${file} by moving ${folder}`, async () => {
      const before = text(file);
      const { exitCode, notes } = await world.run(
        `mv ${folder} moved && mkdir -p $(dirname ${file}) && echo planted > ${file}`,
      );
      assert.equal(exitCode, 1);
      assert.equal(text(file), before);
      assert.match(notes.join("\n"), /not to protected files/);
    });

  for (const file of ["one/two/three/four/five/.mcp.json", ".venv/bin/python", ".cargo/config.toml"])
    it(`${file} by writing it`, async () => {
      const before = text(file);
      assert.notEqual((await world.run(`echo planted >> ${file}`)).exitCode, 0);
      assert.equal(text(file), before);
    });

  it("nor change what lies in a protected folder above another protected place", async () => {
    const settings = { protectedPaths: ["one", "one/two/three/four"] };
    const { exitCode } = await world.run("echo x > one/two/three/planted", { settings });
    assert.equal(exitCode, 1);
    assert.equal(existsSync(world.path("ws/one/two/three/planted")), false);
  });

  it("but moves and changes what is not", async () => {
    const { stderr, notes } = await world.run(
      "mv plain other && mv other plain && echo b > one/two/b.txt && mkdir -p pkg/new && rmdir pkg/new",
    );
    assert.deepEqual([stderr, notes], ["", []]);
  });

  it("and what it plants where nothing was is told", async () => {
    const planted = ["bunfig.toml", "gradlew", "fresh/.git", "deep/er/still/AGENTS.md", "x.code-workspace"];
    const { notes } = await world.run(
      "echo > bunfig.toml; echo > gradlew; mkdir -p deep/er/still; echo > deep/er/still/AGENTS.md; echo > x.code-workspace; git init -q fresh; echo > plain.txt",
    );
    assert.deepEqual(notes, [
      "[The command created bunfig.toml, gradlew, x.code-workspace, fresh/.git, deep/er/still/AGENTS.md: programs that the person starts may obey what is in there, so tell them.]",
    ]);
    for (const path of planted) rmSync(world.path("ws", path), { recursive: true });
  });

  it("nor speak with programs outside whose sockets lie in the workspace, whatever name they were bound by", async () => {
    const folder = world.path("ws", "one/two/three/four/five/six");
    mkdirSync(folder, { recursive: true });
    const server = createServer((socket) => socket.end("spoken\n"));
    const here = process.cwd();
    // A relative name is one that the list of the system's sockets does not place.
    process.chdir(folder);
    await new Promise<void>((resolve) => server.listen("s.sock", resolve));
    process.chdir(here);
    try {
      assert.ok(existsSync(join(folder, "s.sock")));
      const script = `import socket; s = socket.socket(socket.AF_UNIX); s.connect("one/two/three/four/five/six/s.sock"); print(s.recv(9))`;
      const { stdout, stderr } = await world.run(`python3 -c '${script}' || node -e '
        require("net").connect("one/two/three/four/five/six/s.sock").on("data", String).on("data", (d) => console.log("" + d)).on("error", (e) => console.error("refused"))'`);
      assert.equal(stdout, "");
      assert.match(stderr, /refused/i);
    } finally {
      server.close();
    }
  });
});
