import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { quoted } from "../../../src/core/vocabulary/shellQuoting";
import { removeLeftStandIns } from "../../../src/node/sandbox/places/maskedFolders";
import { unplantable } from "../../../src/policy/files/confinement";
import { bundled } from "../../support/bundled";
import { needsBubblewrap, World } from "./support/world";

const script = join(__dirname, "support/runHeld.ts");

type Host = ChildProcessByStdio<null, Readable, Readable>;

describe("two hosts in one workspace (D-15)", function () {
  this.timeout(60_000);
  let world: World;
  before(async function () {
    await needsBubblewrap(this);
  });
  beforeEach(() => {
    world = new World({ "ws/a.txt": "" });
  });
  afterEach(() => world?.remove());

  /** Starts a command in a process of its own, with a state folder that no other process knows. */
  const startHost = (command: string): Host =>
    spawn(
      process.execPath,
      [bundled(script), JSON.stringify({ command, folder: dirname(world.top), beside: world.top })],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
  const outcomeOf = async (host: Host) =>
    JSON.parse(await text(host.stdout)) as { exitCode: number; stdout: string; stderr: string; notes: string[] };
  /** What a host's command printed first. */
  const firstWord = async (host: Host) => String((await once(host.stderr, "data"))[0]).trim();
  const leftInWorkspace = () => readdirSync(world.root).sort();

  it("keeps a stand-in while either host needs it, so that nothing can be planted after the first one ends", async () => {
    const go = join(world.root, "go");
    const second = startHost(
      `until [ -e ${quoted(go)} ]; do sleep 0.02; done; mkdir -p .vscode .husky; echo {} > .vscode/settings.json; echo x > .husky/pre-commit; echo tried`,
    );
    const first = world.run("until [ -e seen ]; do sleep 0.02; done");
    while (claimsIn(".vscode").length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(join(world.root, "seen"), "");
    assert.deepEqual((await first).notes, []);
    writeFileSync(go, "");
    const { stdout, notes } = await outcomeOf(second);
    assert.equal(stdout, "tried\n");
    assert.deepEqual(
      notes,
      notes.filter((note) => note.includes("The sandbox lets commands write")),
    );
    assert.deepEqual(leftInWorkspace(), ["a.txt", "go", "seen"]);
  });

  const claimsIn = (name: string): string[] =>
    existsSync(join(world.root, name)) ? readdirSync(join(world.root, name)) : [];

  it("starts all of 24 commands of two hosts at a time", async () => {
    const beside = new World({}, dirname(world.top), world.top);
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? world : beside).run(`echo ${at}; mkdir .claude || exit 7`)),
    );
    assert.deepEqual(
      outcomes.map(({ exitCode, stdout }) => [exitCode, stdout]),
      outcomes.map((_, at) => [7, `${at}\n`]),
    );
    assert.deepEqual(leftInWorkspace(), ["a.txt"]);
  });

  it("removes what a killed host left, at the next start and at the next command, and nothing of the person's", async () => {
    mkdirSync(join(world.root, ".idea"));
    for (const cleanUp of [() => removeLeftStandIns([world.root], unplantable), () => world.run("true")]) {
      const host = startHost("echo up; sleep 60");
      assert.equal(await firstWord(host), "up");
      assert.ok(leftInWorkspace().includes(".git"));
      await removeLeftStandIns([world.root], unplantable);
      assert.ok(leftInWorkspace().includes(".git"), "a living host's stand-in was removed");
      host.kill("SIGKILL");
      await once(host, "exit");
      assert.ok(leftInWorkspace().includes(".git"));
      await cleanUp();
      assert.deepEqual(leftInWorkspace(), [".idea", "a.txt"]);
    }
  });

  it("makes no hooks folder in the .git that stands in for another host", async () => {
    const host = startHost("echo up; until [ -e done ]; do sleep 0.02; done");
    assert.equal(await firstWord(host), "up");
    await world.run("true");
    writeFileSync(join(world.root, "done"), "");
    assert.deepEqual((await outcomeOf(host)).notes, []);
    assert.deepEqual(leftInWorkspace(), ["a.txt", "done"]);
  });

  it("moves aside what was planted after somebody took the stand-in away, and says so", async () => {
    const { notes } = await world.run(
      "echo up; until [ -e gone ]; do sleep 0.02; done; mkdir .vscode && echo {} > .vscode/settings.json",
      {
        onOutput() {
          rmSync(join(world.root, ".vscode"), { recursive: true });
          writeFileSync(join(world.root, "gone"), "");
        },
      },
    );
    const [aside = ""] = leftInWorkspace().filter((name) => name.startsWith(".vscode"));
    assert.match(aside, /^\.vscode\.planted-[0-9a-f]{6}$/);
    assert.equal(readFileSync(join(world.root, aside, "settings.json"), "utf8"), "{}\n");
    assert.deepEqual(notes, [
      `[${join(world.root, ".vscode")} was created while this command ran, and commands must not create it: it is now named ${aside}.]`,
    ]);
  });

  it("leaves a folder that the person moved to the name meanwhile, and what they put into a stand-in, with usual rights", async () => {
    mkdirSync(join(world.root, "mine"));
    writeFileSync(join(world.root, "mine/settings.json"), "{}");
    await world.run("echo up; sleep 0.2", {
      onOutput() {
        writeFileSync(join(world.root, ".idea/theirs"), "");
        renameSync(join(world.root, "mine/settings.json"), join(world.root, ".vscode/settings.json"));
      },
    });
    assert.deepEqual(leftInWorkspace(), [".idea", ".vscode", "a.txt", "mine"]);
    for (const name of [".idea", ".vscode"])
      assert.equal(statSync(join(world.root, name)).mode & 0o7777, statSync(join(world.root, "mine")).mode & 0o7777);
    assert.deepEqual(readdirSync(join(world.root, ".vscode")), ["settings.json"]);
  });
});
