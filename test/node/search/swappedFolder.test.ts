import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { readRoots } from "../../../src/node/files/resolvePath";
import { bundled } from "../../support/bundled";
import { snapshot, tempFolder } from "../../support/tempFolder";

/** For as long at least, and until both have happened often. */
const seconds = 5;
const often = 20;

describe("a process that swaps a parent folder for a link to outside (D-6)", () => {
  before(function () {
    // Elsewhere nothing but the path tells where a file lies, and a moment is left.
    if (process.platform !== "linux") this.skip();
  });

  /** Uses the folder `ws/d` while it is swapped for `out`. Ends when uses have often succeeded, and often been refused. */
  async function whileSwapped(use: (files: NodeFiles, round: number) => Promise<void>, root: string) {
    const roots = await readRoots([join(root, "ws")]);
    const files = new NodeFiles(() => roots, root);
    const swapper = spawn(
      process.execPath,
      [bundled(join(__dirname, "../support/swapForever.ts")), join(root, "ws/d"), join(root, "out")],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const exited = once(swapper, "exit");
    await once(swapper.stdout, "data");
    const counts = { done: 0, refused: 0 };
    const end = Date.now() + seconds * 1000;
    const isEnough = () => counts.done > often && counts.refused > often && Date.now() >= end;
    try {
      for (let round = 0; !isEnough(); round++) {
        try {
          await use(files, round);
          counts.done++;
        } catch (error) {
          assert.ok(error instanceof ToolError, String(error));
          counts.refused++;
        }
      }
    } finally {
      swapper.kill("SIGKILL");
      assert.deepEqual(await exited, [null, "SIGKILL"]);
    }
  }

  const inside = (files: NodeFiles, root: string, path: string) =>
    files.resolve(path).then((target) => {
      if (!target.real.startsWith(join(root, "ws/"))) throw new ToolError("denied", "this is what the policy is for");
      return target;
    });

  it("gets no file out, new or changed, and none is half written", async function () {
    this.timeout(seconds * 1000 + 20_000);
    const root = realpathSync(tempFolder({ "ws/d/kept": "0", "out/kept": "outside" }));
    let held = "0";
    await whileSwapped(async (files, round) => {
      if (round % 2 === 0) {
        await files.write(await inside(files, root, `d/new/${round}`), undefined, Buffer.from("new"));
        return;
      }
      await files.write(await inside(files, root, "d/kept"), Buffer.from(held), Buffer.from(`${round}`));
      held = `${round}`;
    }, root);
    assert.deepEqual(snapshot(join(root, "out")), { kept: "outside" });
    const left = snapshot(join(root, "ws"));
    assert.deepEqual(
      Object.keys(left).filter((name) => name.endsWith(".tmp")),
      [],
    );
    const texts = Object.entries(left).filter(([name, text]) => !name.endsWith("/") && !text.startsWith("-> "));
    assert.deepEqual(
      texts.filter(([, text]) => text !== "new" && text !== held),
      [],
    );
  });

  it("has nothing of outside read", async function () {
    this.timeout(seconds * 1000 + 20_000);
    const root = realpathSync(tempFolder({ "ws/d/f": "inside", "out/f": "outside" }));
    await whileSwapped(async (files, round) => {
      const target = await inside(files, root, "d/f");
      const pieces: Uint8Array[] = [];
      if (round % 2 === 0) pieces.push(await files.read(target));
      else for await (const piece of files.stream(target, new AbortController().signal)) pieces.push(piece);
      assert.equal(Buffer.concat(pieces).toString(), "inside");
    }, root);
    assert.deepEqual(readdirSync(join(root, "out")), ["f"]);
  });
});
