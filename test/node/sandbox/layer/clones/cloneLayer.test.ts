/** What a command changed on a clone of the workspace is found, and nothing of what anybody else did (D-15, D-17). */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import type { LayerChange, LayerFile } from "../../../../../src/core/ports/changes/layer";
import { CloneLayer } from "../../../../../src/node/sandbox/layer/clones/cloneLayer";
import { whyNotClonedNow } from "../../../../../src/node/sandbox/layer/clones/survey";
import { cleanLayers, clonesIn } from "../../../../../src/node/sandbox/layer/layerFolders";
import { names, placeOf, programTree, state, stepAt } from "../../../../support/randomPrograms";
import { plant, type Tree, tempFolder } from "../../../../support/tempFolder";
import { copying } from "./support";

const kept = "was changed by another program while the command ran";

const side = async (file: LayerFile | undefined): Promise<string> => {
  if (!file) return "nothing";
  const text = Buffer.from(await file.read()).toString();
  if (file.kind === "folder") return `folder ${file.mode.toString(8)}`;
  return file.kind === "link" ? `-> ${text}` : JSON.stringify(text);
};

/** Makes one change, as it is said. */
async function make({ path, before, after, emptied, whole, isTouched }: LayerChange): Promise<void> {
  if (isTouched && after?.mtimeMs !== undefined) return utimesSync(path, after.mtimeMs / 1000, after.mtimeMs / 1000);
  if (whole) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    if (whole.from !== undefined) renameSync(whole.from, path);
  } else if (before?.kind === "folder" && after?.kind === "folder") chmodSync(path, after.mode);
  else {
    if (before) before.kind === "folder" ? rmdirSync(path) : rmSync(path);
    if (after) {
      mkdirSync(dirname(path), { recursive: true });
      const bytes = await after.read();
      if (after.kind === "folder") mkdirSync(path);
      else if (after.kind === "link") symlinkSync(Buffer.from(bytes), path);
      else writeFileSync(path, bytes);
      if (after.kind !== "link") chmodSync(path, after.mode);
    }
  }
  for (const folder of [...(emptied ?? [])].reverse())
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

describe("a clone of the workspace for one command (D-15)", () => {
  const layers: CloneLayer[] = [];
  afterEach(async () => {
    for (const layer of layers.splice(0)) await layer.discard();
  });

  async function cloned(files: Tree, hidden: readonly string[] = []) {
    const top = tempFolder({ state: undefined });
    const root = join(top, "ws");
    mkdirSync(root);
    plant(root, files);
    // Times of files lag behind the clock.
    await setTimeout(30);
    const place = clonesIn(join(top, "state"));
    const layer = await CloneLayer.of(copying, {
      place,
      roots: [root],
      hidden: hidden.map((name) => join(root, name)),
    });
    layers.push(layer);
    const clone = layer.clones[0] as string;
    const run = (text: string) => spawnSync("bash", ["-c", text], { cwd: clone, stdio: "ignore" });
    const described = async ({ path, before, after, other, isCopy, isTouched, whole }: LayerChange) => {
      const name = relative(root, path);
      if (other !== undefined) return `${name} ${other}`;
      if (isTouched) return `${name} touched`;
      if (whole) return `${name} whole ${whole.before?.entries ?? 0} > ${whole.after?.entries ?? 0}`;
      return `${name}: ${await side(before)} > ${await side(after)}${isCopy ? " (copy)" : ""}`;
    };
    const changes = async (text: string) => {
      run(text);
      return Promise.all((await layer.changes()).map(described));
    };
    return { top, root, place, layer, clone, run, changes };
  }

  it("shows what changed there alone, and the workspace stays as it was", async () => {
    const { root, clone, changes } = await cloned(programTree);
    const before = state(root);
    assert.deepEqual(state(clone), before);
    const text = "echo new >a; rm b; mv d moved; rmdir h; mkfifo p; ln -s a l; mkdir -m 700 e";
    assert.deepEqual(await changes(text), [
      "p is a pipe",
      "h: folder 755 > nothing",
      "d/g: -> ../a > nothing",
      `d/e/f: ${JSON.stringify(Buffer.from([0, 255, 10, 13]).toString())} > nothing`,
      'd/c: "c\\n" > nothing',
      `b: ${JSON.stringify("b\n".repeat(5000))} > nothing`,
      'a: "a\\n" > "new\\n"',
      "e: nothing > folder 700",
      "l: nothing > -> a",
      'moved/c: nothing > "c\\n"',
      `moved/e/f: nothing > ${JSON.stringify(Buffer.from([0, 255, 10, 13]).toString())}`,
      "moved/g: nothing > -> ../a",
    ]);
    assert.deepEqual(state(root), before);
  });

  it("finds what a program wrote that set all times back, and none where it wrote the same", async () => {
    const { changes } = await cloned({ a: "a\n", b: "b\n", c: "c\n" });
    const text =
      "touch -r a t; echo b >a; touch -r t a; touch -r b t; echo b >b; touch -r t b; sleep 0.01; touch c; rm t";
    assert.deepEqual(await changes(text), ['a: "a\\n" > "b\\n"', "c touched"]);
  });

  it("finds permissions, replaced folders, copies by hard link, and folders that the command closed", async () => {
    const { changes } = await cloned({ a: "a\n", "d/x": "x\n", "d/y": "y\n", "o/x": "x\n", "w/x": "x\n" });
    const text =
      "chmod 755 a; rm -r d; mkdir d; echo x >d/x; ln a same; chmod 700 o; echo z >w/x; echo n >w/n; chmod 000 w";
    assert.deepEqual(await changes(text), [
      "w cannot be listed, because the command closed it",
      'd/y: "y\\n" > nothing',
      'a: "a\\n" > "a\\n" (copy)',
      "d/x touched",
      "o: folder 755 > folder 700",
      'same: nothing > "a\\n" (copy)',
      "w: folder 755 > folder 0",
    ]);
  });

  it("finds what lies in folders to which not even their owner may write", async () => {
    const { changes } = await cloned({ "d/x": "x\n", "d/e/y": "y\n" });
    assert.deepEqual(await changes("echo z >d/x; mkdir d/n; echo n >d/n/n; chmod 555 d/n d"), [
      "d: folder 755 > folder 555",
      "d/n: nothing > folder 555",
      'd/n/n: nothing > "n\\n"',
      'd/x: "x\\n" > "z\\n"',
    ]);
  });

  it("takes nothing that somebody else did for the command's, and names what both changed", async () => {
    const { root, changes } = await cloned({ a: "a\n", b: "b\n", c: "c\n", "d/x": "x\n", "e/y": "y\n" });
    await setTimeout(30);
    writeFileSync(join(root, "a"), "theirs\n");
    writeFileSync(join(root, "b"), "theirs\n");
    rmSync(join(root, "c"));
    writeFileSync(join(root, "d/new"), "theirs\n");
    renameSync(join(root, "e/y"), join(root, "e/z"));
    assert.deepEqual(await changes("echo mine >a; echo mine >n; rm d/x; echo mine >e/mine"), [
      'd/x: "x\\n" > nothing',
      `a ${kept}`,
      'e/mine: nothing > "mine\\n"',
      'n: nothing > "mine\\n"',
    ]);
    assert.equal(readFileSync(join(root, "a"), "utf8"), "theirs\n");
  });

  it("moves a large folder as it is, also one that was removed and made again", async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`many/${at}`, `${at}`]));
    const { changes } = await cloned(many);
    assert.deepEqual(
      await changes("cp -r many more; rm -r many; mkdir many; for i in {1..1000}; do echo $i >many/$i; done"),
      ["many whole 1001 > 1001", "more whole 0 > 1001"],
    );
  });

  it("has of what is hidden the name alone, and keeps it from going with a folder", async () => {
    const files = { "d/.env": "KEY=1\n", "d/x": "x\n", "k/key": "key\n", ".env": "KEY=2\n" };
    const { root, clone, changes } = await cloned(files, ["d/.env", "k", ".env"]);
    assert.deepEqual(
      [readFileSync(join(clone, "d/.env"), "utf8"), readdirSync(join(clone, "k")), readdirSync(clone).sort()],
      ["", [], [".env", "d", "k"]],
    );
    assert.deepEqual(await changes("mv d moved; echo x >k/x; echo x >.env"), [
      ".env was hidden from the command, and changed all the same",
      "d holds what was hidden from the command, and is gone",
      "k was hidden from the command, and changed all the same",
      'moved/.env: nothing > ""',
      'moved/x: nothing > "x\\n"',
    ]);
    assert.equal(readFileSync(join(root, "d/.env"), "utf8"), "KEY=1\n");
  });

  it("says the same when it is asked again", async () => {
    const { layer, changes } = await cloned(programTree);
    const first = await changes("echo new >a; rm b");
    assert.equal(first.length, 2);
    assert.deepEqual((await layer.changes()).length, 2);
  });

  it("tells which path stands for which", async () => {
    const { root, clone, layer } = await cloned({ a: "" });
    assert.equal(layer.inClone(join(root, "d/e")), join(clone, "d/e"));
    assert.equal(layer.inWorkspace(join(clone, "d/e")), join(root, "d/e"));
    assert.equal(layer.inClone("/usr/bin"), undefined);
    assert.equal(layer.inWorkspace("/usr/bin"), "/usr/bin");
  });

  it("is refused with what the system says, leaves nothing behind, and is not tried again", async () => {
    const top = tempFolder({ "ws/a": "a" });
    const place = clonesIn(top);
    const clone = async () => "cp: a: Operation not supported";
    const root = join(top, "ws");
    await assert.rejects(CloneLayer.of({ clone }, { place, roots: [root], hidden: [] }), {
      code: "unavailable",
      message: `The command did not run, because ${root} could not be cloned for it (cp: a: Operation not supported). Call again, and a person will be asked.`,
      details: { needsMore: true },
    });
    assert.deepEqual(readdirSync(place), []);
    assert.equal(await whyNotClonedNow([root]), `${root} could not be cloned before (cp: a: Operation not supported)`);
  });

  it("is gone when it is discarded, and once its process is gone", async () => {
    const { layer, place, run } = await cloned({ "d/x": "x\n" });
    run("mkdir -p c/d; chmod 000 c");
    const [name = ""] = readdirSync(place);
    const [namespace, , began, ...random] = name.split("-");
    const left = join(place, [namespace, "4194304", began, ...random].join("-"));
    mkdirSync(join(left, "0", "ws"), { recursive: true });
    await cleanLayers(dirname(dirname(place)), Date.now());
    assert.deepEqual(readdirSync(place), [name]);
    await layer.changes();
    await layer.discard();
    assert.deepEqual(readdirSync(place), []);
  });

  it("makes of the workspace what it became itself, whatever was done in it", async function () {
    this.timeout(3_600_000);
    let changing = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(stepAt(placeOf(...names)), { minLength: 1, maxLength: 12 }), async (steps) => {
        const { top, root, layer, clone, run } = await cloned(programTree);
        run(`umask 022\n${steps.join("\n")}`);
        const expected = state(clone);
        const changes = await layer.changes();
        assert.deepEqual(
          changes.filter(({ other }) => other !== undefined),
          [],
        );
        if (changes.length > 0) changing++;
        for (const change of changes) await make(change);
        assert.deepEqual(state(root), expected);
        await layer.discard();
        execFileSync("rm", ["-rf", top]);
      }),
      {
        numRuns: 300,
        examples: [
          [["rm -rf d", "ln -sfn c d"]],
          [["rm -f d/g", "mkdir d/g", "touch d/g/x"]],
          [["mv a t", "mv b a", "mv t b"]],
          [["rm -rf d", "mkdir -p d/e", "touch d/e/f"]],
        ],
      },
    );
    assert.ok(changing > 0);
  });
});
