import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsBubblewrap } from "../../../node/sandbox/support/world";
import { realCrib } from "../../../support/realCrib";
import { snapshot } from "../../../support/tempFolder";

/** What a command changed is applied together: the sentence on the file that failed says nothing of the others. */
describe("the changes of a command that cannot be written (D-12)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  it("are left out all together, and the note says so", async function () {
    const { root, state, crib, call } = await realCrib(
      { "a.txt": "a\n", "b.txt": "b\n" },
      { settings: { "toolcrib.commands.review": "changes" } },
    );
    const confinement = crib.context().confinement({ command: "true" });
    if ((await crib.host.shell.whyNoLayer?.(confinement)) !== undefined) this.skip();
    rmSync(join(state, "journal"), { recursive: true, force: true });
    writeFileSync(join(state, "journal"), "");
    const before = snapshot(root);
    const { text } = await call("run_command", { command: "echo more >>a.txt; echo more >>b.txt" });
    assert.match(
      text.split("\n").slice(2).join("\n"),
      /^\[nothing that the command changed was applied: The undo journal cannot be written \(E[^)]*\), so nothing was changed: .*\.\]$/,
    );
    assert.deepEqual(snapshot(root), before);
  });
});
