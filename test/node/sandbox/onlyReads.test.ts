/** What runs unasked because it only reads runs where it could do nothing else (D-13, D-15). */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { makeFixture } from "../../policy/support/fixture";
import { judgeCommand } from "../../policy/support/judge";
import { realCrib } from "../../support/realCrib";
import { snapshot } from "../../support/tempFolder";
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
    assert.match(notes.join("\n"), /^\[The sandbox lets commands that run without a question write in \/tmp only\. /);
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
