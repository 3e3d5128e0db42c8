/** Commands on a clone of the workspace: what they changed is judged, applied and undone as from a layer (D-12, D-15, D-17). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Answer } from "../../../src/core/calls/approvals/answer";
import { CloningShell } from "../../node/sandbox/layer/clones/support";
import { doesAsAnywhere, names, placeOf, programTree, state, stepAt, undoAll } from "../../support/randomPrograms";
import { realCrib } from "../../support/realCrib";
import { plant, tempFolder } from "../../support/tempFolder";
import { waitFor } from "../../workbench/support/waitFor";

const no: Answer = { approved: false, by: "person" };

describe("commands on a clone of the workspace (D-15)", () => {
  let states: string;
  const start = async (options: Parameters<typeof realCrib>[1] = {}) => {
    states = tempFolder();
    const settings = { "toolcrib.commands.review": "changes", ...options.settings };
    return realCrib({}, { ...options, settings, host: { shell: new CloningShell(states) } });
  };

  it("runs unasked, is told what changed, and nothing of the clone is left", async () => {
    const real = await start();
    plant(real.root, { a: "a\n", b: "b\n", ".env": "KEY=1\n", "run.sh": "echo new >a; rm b; cat .env; echo n >n\n" });
    const before = state(real.root);
    const { text, isError } = await real.call("run_command", { command: "bash run.sh" });
    assert.equal(isError, false, text);
    assert.deepEqual(real.asked, []);
    assert.ok(text.includes("[changed 3 files: b (deleted), a, n (new)]"), text);
    assert.equal(text.includes("KEY=1"), false);
    assert.equal(readFileSync(join(real.root, "a"), "utf8"), "new\n");
    await waitFor("the clone to be removed", () => readdirSync(join(states, "sandbox", "clones")).length === 0);
    await undoAll(real);
    assert.deepEqual(state(real.root), before);
  });

  it("asks about changes of protected files, and leaves them out after a no", async () => {
    const real = await start({ confirm: async () => no });
    plant(real.root, { "run.sh": "mkdir -p .git/hooks; echo x >.git/hooks/post-commit; echo n >n\n" });
    const { text } = await real.call("run_command", { command: "bash run.sh" });
    assert.ok(text.includes("[changed 1 file: n (new)]"), text);
    assert.equal(real.asked.length, 1);
    assert.deepEqual(readdirSync(real.root).sort(), ["n", "run.sh"]);
  });

  it("does what it does anywhere, and is undone to the byte", async function () {
    this.timeout(3_600_000);
    let real = await start();
    let programs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(stepAt(placeOf(...names)), { minLength: 1, maxLength: 12 }), async (steps) => {
        // A journal of thousands of entries takes longer than the programs.
        if (programs++ % 50 === 49) real = await start();
        execFileSync("sh", ["-c", "chmod -R u+rwX . && rm -rf -- *"], { cwd: real.root });
        const run = `exec 2>/dev/null\numask 022\n${steps.join("\n")}\n:\n`;
        plant(real.root, { ...programTree, run });
        await doesAsAnywhere(real);
      }),
      { numRuns: 200 },
    );
  });
});
