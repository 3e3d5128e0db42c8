/** Random programs on a layer: what is applied is what they do, and undoing brings every byte and permission back. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { needsLayer } from "../../node/sandbox/support/world";
import { doesAsAnywhere, names, placeOf, programTree, state, stepAt, undoAll } from "../../support/randomPrograms";
import { type RealCrib, realCrib } from "../../support/realCrib";
import { plant } from "../../support/tempFolder";

/** Each takes a fifth of a second. */
const isThorough = process.env.TOOLCRIB_TEST_THOROUGH !== undefined;

const step = stepAt(placeOf(...names));

describe("random programs on a layer (D-12, D-17)", function () {
  this.timeout(3_600_000);
  let real: RealCrib;
  let programs = 0;
  before(async function () {
    await needsLayer(this);
  });

  /** Another one from time to time: a journal of thousands of entries takes longer than the programs. */
  async function prepare(): Promise<void> {
    if (programs++ % 50 === 0) real = await realCrib({}, { settings: { "toolcrib.commands.review": "changes" } });
  }

  /** Every program finds the same. */
  function start(program: string): Record<string, string> {
    execFileSync("sh", ["-c", "chmod -R u+rwX . && rm -rf -- *"], { cwd: real.root });
    plant(real.root, { ...programTree, run: `exec 2>/dev/null\numask 022\n${program}\n:\n` });
    chmodSync(join(real.root, "d/e"), 0o700);
    return state(real.root);
  }

  it("do what they do anywhere, and are undone to the byte", async () => {
    let changing = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await prepare();
        start(steps.join("\n"));
        const { text } = await doesAsAnywhere(real);
        if (text.includes("[changed ")) changing++;
      }),
      {
        numRuns: isThorough ? 10_000 : 200,
        // Links in place of folders, which were refused at undo, and folders in place of links, whose files were left out.
        examples: [
          [["rm -rf d", "ln -sfn c d"]],
          [["rm -rf d", "ln -sfn h d"]],
          [["rm -f d/g", "mkdir d/g", "touch d/g/x"]],
        ],
      },
    );
    assert.ok(changing > 0);
  });

  it("do so with a thousand files in a folder, which is moved as it is, when a person approved them", async () => {
    const many = Array.from({ length: 1000 }, (_, at) => [`many/${at % 10}/${at}`, `${at}`] as const);
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepAt(placeOf("many", "many", "5", "15", "a", "d"), false), { minLength: 1, maxLength: 8 }),
        fc.constantFrom("rm -rf many", "mv many 15", "cp -r many 5", "mv many d", ":"),
        async (steps, first) => {
          programs = 0;
          real = await realCrib({}, { settings: { "toolcrib.commands.review": "before" } });
          start([first, ...steps].join("\n"));
          plant(real.root, Object.fromEntries(many));
          const { before, after, text } = await doesAsAnywhere(real);
          if (/ entries\)|many \(deleted\)/.test(text)) moved++;
          if (!text.includes("[changed ")) return;
          await real.crib.journal.redo();
          assert.deepEqual(state(real.root), after);
          await undoAll(real);
          assert.deepEqual(state(real.root), before);
        },
      ),
      {
        numRuns: isThorough ? 1000 : 50,
        // A link in place of a folder, which was refused at redo.
        examples: [[["rm -rf d", "ln -sfn many d"], "rm -rf many"]],
      },
    );
    assert.ok(moved > 0);
  });

  it("are undone to the byte when they are ended at any moment", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 12 }),
        fc.integer({ min: 1, max: 300 }),
        async (steps, ms) => {
          await prepare();
          const before = start(steps.map((one) => `${one}\nsleep 0.01`).join("\n"));
          await real.call("run_command", { command: "bash run", timeout_ms: ms });
          await undoAll(real);
          assert.deepEqual(state(real.root), before);
        },
      ),
      { numRuns: isThorough ? 1_000 : 100 },
    );
  });
});
