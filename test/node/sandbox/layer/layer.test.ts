import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import type { CommandLayer, LayerChange, LayerFile } from "../../../../src/core/ports/changes/layer";
import { lostNote } from "../../../../src/node/sandbox/findings";
import { cleanLayers, layerPrograms, layersInMemory } from "../../../../src/node/sandbox/layer/layerFolders";
import { probeIn } from "../../../../src/node/sandbox/layer/layerProbe";
import { bundled } from "../../../support/bundled";
import { nothingWaits } from "../support/nothingWaits";
import { type HeldOptions, needsBubblewrap, World } from "../support/world";

/** A command on a layer. */
describe("a command on a layer (D-15)", function () {
  this.timeout(60_000);
  let world: World;
  const layers: CommandLayer[] = [];
  before(async function () {
    await needsBubblewrap(this);
  });
  beforeEach(async function () {
    world = new World({
      "ws/a.txt": "a\n",
      "ws/src/b.txt": "b\n",
      "ws/src/deep/c.txt": "c\n",
      "ws/old/1.txt": "1\n",
      "ws/old/2.txt": "2\n",
      "ws/.git/config": "[core]\n",
      "ws/.env": "KEY=1\n",
    });
    const { hold } = world.request("true").request;
    if ((await world.shell.whyNoLayer(hold.confinement)) !== undefined) this.skip();
  });
  afterEach(async () => {
    for (const layer of layers.splice(0)) await layer.discard();
    world.remove();
  });

  async function run(command: string, options: HeldOptions = {}) {
    const { request, output } = world.request(command, options);
    const outcome = await world.shell.run({ ...request, hold: { ...request.hold, onLayer: "held" } });
    assert.ok(outcome.layer);
    layers.push(outcome.layer);
    const text = (stream: "stdout" | "stderr") => output[stream].shown().text;
    return { ...outcome, layer: outcome.layer, stdout: text("stdout"), stderr: text("stderr") };
  }

  async function side(file: LayerFile | undefined): Promise<string> {
    if (!file) return "nothing";
    const bytes = Buffer.from(await file.read()).toString();
    if (file.kind === "folder") return `folder ${file.mode.toString(8)}`;
    return file.kind === "link" ? `-> ${bytes}` : JSON.stringify(bytes);
  }

  /** With permissions where they differ. */
  const described = async ({ path, before, after, other, isCopy, isTouched }: LayerChange): Promise<string> => {
    const place = relative(world.root, path);
    if (other !== undefined) return `${place} ${other}`;
    if (isTouched) return `${place} touched`;
    const differs = before && before.kind === after?.kind && before.kind !== "link" && before.mode !== after.mode;
    const modes = differs ? ` ${before.mode.toString(8)} > ${after.mode.toString(8)}` : "";
    return `${place}: ${await side(before)} > ${await side(after)}${modes}${isCopy ? " (copy)" : ""}`;
  };

  async function changes(command: string, options?: HeldOptions): Promise<string[]> {
    const { layer, exitCode, stderr } = await run(command, options);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    return Promise.all((await layer.changes()).map(described));
  }

  /** Every file of the workspace with its content and permissions. */
  function contents(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const name of readdirSync(world.root, { recursive: true, encoding: "utf8" })) {
      const path = join(world.root, name);
      const stat = lstatSync(path);
      found[name] = `${stat.mode} ${stat.mtimeMs} ${stat.isFile() ? readFileSync(path, "utf8") : ""}`;
    }
    return found;
  }

  it("sees what it changes, and the workspace stays as it was", async () => {
    const before = contents();
    const { stdout, layer, exitCode } = await run(
      "echo new >a.txt; rm -r old; mkdir n; echo x >n/x; mv src moved; cat a.txt n/x moved/b.txt; ls -A",
    );
    assert.equal(exitCode, 0);
    assert.equal(stdout, "new\nx\nb\n.env\n.git\na.txt\nmoved\nn\n");
    assert.deepEqual(contents(), before);
    assert.deepEqual(await Promise.all((await layer.changes()).map(described)), [
      'src/deep/c.txt: "c\\n" > nothing',
      'src/b.txt: "b\\n" > nothing',
      'old/2.txt: "2\\n" > nothing',
      'old/1.txt: "1\\n" > nothing',
      'a.txt: "a\\n" > "new\\n"',
      'moved/b.txt: nothing > "b\\n"',
      'moved/deep/c.txt: nothing > "c\\n"',
      'n/x: nothing > "x\\n"',
    ]);
    assert.deepEqual(contents(), before);
  });

  it("has changed nothing but a time by touching and writing the same, and nothing by making and removing", async () => {
    const touching = "touch a.txt; cp a.txt t; cat t >a.txt; rm t; mkdir d; rmdir d; cat src/b.txt";
    assert.deepEqual(await changes(touching), ["a.txt touched"]);
    assert.deepEqual(await changes("touch -r a.txt t; echo b >a.txt; echo a >a.txt; touch -r t a.txt; rm t"), []);
  });

  it("lists the times of a thousand touched files, and of 8 MiB of them, at most", async () => {
    mkdirSync(join(world.root, "many"));
    for (let at = 0; at < 1010; at++) writeFileSync(join(world.root, `many/${at}`), "");
    writeFileSync(join(world.root, "many/stays"), "");
    for (let at = 0; at < 3; at++) writeFileSync(join(world.root, `large${at}`), Buffer.alloc(3 * 1024 * 1024));
    const found = await changes("sleep 0.01; touch large* many/[0-9]*");
    assert.deepEqual(
      [found.length, found.filter((one) => one.startsWith("large"))],
      [1000, ["large0 touched", "large1 touched"]],
    );
  });

  it("finds what is missing in a folder that was removed and made again", async () => {
    assert.deepEqual(await changes("rm -r old; mkdir old; echo 2 >old/2.txt; echo 3 >old/3.txt"), [
      'old/1.txt: "1\\n" > nothing',
      "old/2.txt touched",
      'old/3.txt: nothing > "3\\n"',
    ]);
    assert.deepEqual(await changes("rm -r src; mkdir -p src/deep; echo d >src/deep/d.txt"), [
      'src/deep/c.txt: "c\\n" > nothing',
      'src/b.txt: "b\\n" > nothing',
      'src/deep/d.txt: nothing > "d\\n"',
    ]);
  });

  it("finds links, permissions and empty folders, and names what cannot be kept", async () => {
    symlinkSync("a.txt", world.path("ws", "link"));
    assert.deepEqual(
      await changes(
        "chmod 755 a.txt; ln -s ../b src/l; mkfifo p; mkdir -p e/f; ln -sfn src link; chmod 700 src; rm -r old/*; ln a.txt same",
      ),
      [
        "p is a pipe",
        'old/2.txt: "2\\n" > nothing',
        'old/1.txt: "1\\n" > nothing',
        'a.txt: "a\\n" > "a\\n" 644 > 755 (copy)',
        "e/f: nothing > folder 755",
        "link: -> a.txt > -> src",
        'same: nothing > "a\\n" (copy)',
        "src: folder 755 > folder 700 755 > 700",
        "src/l: nothing > -> ../b",
      ],
    );
    assert.deepEqual(await changes("rm a.txt link; mkdir a.txt; echo 1 >a.txt/1; echo l >link"), [
      'a.txt: "a\\n" > folder 755',
      'a.txt/1: nothing > "1\\n"',
      'link: -> a.txt > "l\\n"',
    ]);
    assert.deepEqual(await changes("rm -r old; echo o >old; rm link"), [
      'old/2.txt: "2\\n" > nothing',
      'old/1.txt: "1\\n" > nothing',
      "link: -> a.txt > nothing",
      'old: nothing > "o\\n"',
    ]);
    chmodSync(world.path("ws", "old"), 0o700);
    assert.deepEqual(await changes("rm -r old; mkdir -m 711 new; echo n >new/n"), [
      'old/2.txt: "2\\n" > nothing',
      'old/1.txt: "1\\n" > nothing',
      "old: folder 700 > nothing",
      "new: nothing > folder 711",
      'new/n: nothing > "n\\n"',
    ]);
  });

  it("may change what is protected there, for that is judged when it comes out", async () => {
    assert.deepEqual(await changes("mkdir -p .git/hooks; echo '#!' >.git/hooks/post-commit; echo x >.env"), [
      '.env: "KEY=1\\n" > "x\\n"',
      '.git/hooks/post-commit: nothing > "#!\\n"',
    ]);
    assert.deepEqual(readdirSync(world.root).sort(), [".env", ".git", "a.txt", "old", "src"]);
  });

  it("tells what somebody else changed meanwhile instead of a change", async () => {
    const { layer } = await run("echo mine >a.txt; rm old/1.txt; echo up", {
      onOutput: () => {
        writeFileSync(world.path("ws", "a.txt"), "theirs\n");
        writeFileSync(world.path("ws", "old/1.txt"), "theirs\n");
      },
    });
    assert.deepEqual(await Promise.all((await layer.changes()).map(described)), [
      "old/1.txt was changed by another program while the command ran",
      "a.txt was changed by another program while the command ran",
    ]);
    assert.equal(readFileSync(world.path("ws", "a.txt"), "utf8"), "theirs\n");
  });

  it("is the person there, cannot be root again, and reaches nothing else", async () => {
    const { stdout } = await run(
      "id -u; unshare -Ur true 2>/dev/null && echo root; echo x >../outside/x 2>/dev/null || echo no; mount -t tmpfs x /tmp 2>/dev/null || echo no",
    );
    assert.equal(stdout, `${process.getuid?.()}\nno\nno\n`);
    assert.deepEqual(readdirSync(world.path("outside")), []);
  });

  it("is told of a file that it misses in an empty /tmp of its own, where it named one", async () => {
    await world.run("echo left >/tmp/left");
    const { notes, needsMore } = await run("cat /tmp/left", { onlyReads: true });
    assert.deepEqual(notes, [
      "[/tmp/left is hidden from commands that run without asking. If the command needs it, call again: a person is asked then.]",
    ]);
    assert.equal(needsMore, true);
    const passing = await run("echo x >/tmp/x; cat /tmp/x", { onlyReads: true });
    assert.deepEqual([passing.stdout, passing.notes], ["x\n", [lostNote]]);
    assert.deepEqual((await run("echo x >/tmp/x; rm /tmp/x", { onlyReads: true })).notes, []);
    const unnamed = await run('f=/t; cat $f"mp/left"', { onlyReads: true });
    assert.deepEqual(unnamed.notes, []);
    assert.equal((await run("cat /tmp/left")).stdout, "left\n");
  });

  it("works in folders whose names would part the options of a mount", async () => {
    const odd = `${realpathSync(world.root)},x:y\\z`;
    mkdirSync(odd);
    writeFileSync(join(odd, "f"), "f\n");
    const { request } = world.request("echo g >f");
    const confinement = { ...request.hold.confinement, roots: [odd] };
    const outcome = await world.shell.run({
      ...request,
      cwd: { ...request.cwd, path: odd, real: odd },
      hold: { ...request.hold, confinement, onLayer: "held" },
    });
    assert.ok(outcome.layer);
    layers.push(outcome.layer);
    assert.deepEqual(
      (await outcome.layer.changes()).map(({ path }) => path),
      [join(odd, "f")],
    );
    assert.equal(readFileSync(join(odd, "f"), "utf8"), "f\n");
  });

  it("leaves nothing behind when it is discarded, whatever it closed", async () => {
    const { layer } = await run("mkdir -p x/y; echo z >x/y/z; chmod 000 x/y x");
    await layer.discard();
    await nothingWaits();
    assert.deepEqual(readdirSync(world.path("state", "sandbox", "layers")), []);
    assert.equal(existsSync(world.path("ws", "x")), false);
  });

  it("is removed once its process is gone; where nobody can tell, the next day", async () => {
    const { layer } = await run("mkdir -p x/y; chmod 000 x/y");
    await nothingWaits();
    const folder = world.path("state", "sandbox", "layers");
    const [name = ""] = readdirSync(folder);
    const [namespace, , began, ...random] = name.split("-");
    const other = [String(Number(namespace) + 1), "1", began, ...random].join("-");
    const gone = [namespace, "4194304", began, ...random].join("-");
    for (const one of [other, gone]) mkdirSync(join(folder, one, "0", "upper"), { recursive: true });
    const day = 24 * 60 * 60 * 1000;
    await cleanLayers(world.path("state"), Date.now() + day - 60_000);
    assert.deepEqual(readdirSync(folder).sort(), [name, other].sort());
    await cleanLayers(world.path("state"), Date.now() + day + 60_000);
    assert.deepEqual(readdirSync(folder), [name]);
    await layer.discard();
    assert.deepEqual(readdirSync(folder), []);
  });

  it("lies in memory where the state folder cannot hold it", async function () {
    const programs = layerPrograms();
    const inMemory = programs && (await probeIn(programs, layersInMemory).catch(() => undefined));
    if (!inMemory || "reason" in inMemory) this.skip();
    // An overlay can be no upper layer of another one: as in a container.
    const state = world.path("state");
    const text = `mkdir -p "$0/u" "$0/w" "$0/l" && mount -t tmpfs t "$0" && mkdir -p "$0/u" "$0/w" "$0/l" "$0/state" &&
      mount -t overlay o -o lowerdir="$0/l",upperdir="$0/u",workdir="$0/w",userxattr "$0/state" &&
      exec unshare --user --map-user=${process.getuid?.()} --map-group=${process.getgid?.()} "$@"`;
    const program = `
      const { probeLayer } = require(${JSON.stringify(bundled("src/node/sandbox/layer/layerProbe.ts"))});
      probeLayer(process.argv[2]).then((found) => console.log(JSON.stringify(found)));`;
    const file = world.path("probe.cjs");
    writeFileSync(file, program);
    const args = ["--user", "--map-root-user", "--mount", "sh", "-c", text, state, process.execPath];
    const said = execFileSync("unshare", [...args, file, join(state, "state")], { encoding: "utf8" });
    assert.deepEqual(JSON.parse(said), inMemory);
  });

  it("cannot run around a folder that is open as well", async () => {
    const { confinement } = world.request("true").request.hold;
    const nested = { ...confinement, roots: [world.root, world.path("ws", "src")] };
    assert.equal(await world.shell.whyNoLayer(nested), `the workspace folder ${world.root} contains another one`);
    chmodSync(world.root, 0o755);
  });
});
