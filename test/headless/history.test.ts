/** `toolcrib history`: what agents did in their own workspaces, where there is no editor (PO-8). */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownFolder, ownName } from "../support/ownFolder";
import { run, workplace } from "./support/program";

function place() {
  const { root, state } = workplace();
  const base = join(state, "..", "workspaces");
  const settings = join(state, "..", "settings.json");
  writeFileSync(settings, JSON.stringify({ "toolcrib.workspaces.folder": base }));
  const at = ["--root", root, "--state", state, "--settings", settings];
  return {
    file: join(ownFolder(base, "maker", root), ".exec_history"),
    maker: ownName("maker", root),
    call: (tool: string, input: object) =>
      run(["call", tool, JSON.stringify(input), ...at, "--approve", "all", "--agent", "maker"]),
    history: (...words: string[]) => run(["history", ...words, ...at]),
    base,
  };
}

describe("toolcrib history (PO-8)", function () {
  this.timeout(120_000);

  it("lists what agents did, replays a run with its streams apart, and finds what was changed", async () => {
    const { call, history, file, base, maker } = place();
    assert.equal((await history()).out, `No agent has a workspace in ${base}.\n`);
    await call("exec_run", { command: "echo out; echo err >&2; exit 4" });
    await call("exec_run", { command: "rm -rf /" });

    const { out, code } = await history("show");
    assert.equal(code, 0);
    const [ran = "", denied = "", ...more] = out.trimEnd().split("\n");
    assert.deepEqual(more, []);
    const [, id = ""] =
      /^\S+Z (\S+) maker exec_run: echo out; echo err >&2; exit 4 \| allow \(.*\) \| exit code: 4, [\d.]+ m?s$/.exec(
        ran,
      ) ?? [];
    assert.notEqual(id, "", ran);
    assert.match(denied, / maker exec_run: rm -rf \/ \| deny \(.*\) \| denied$/);

    assert.deepEqual(await history("replay", id), { code: 0, out: "out\n", err: "err\n" });
    assert.equal(
      (await history("replay")).err,
      "toolcrib: No run was named: history show lists the id of each after its time.\n",
    );
    const unknown = await history("replay", "nothing");
    assert.deepEqual(
      [unknown.code, unknown.err],
      [1, 'toolcrib: There is no run "nothing": history show lists the id of each after its time.\n'],
    );

    const whole = `History of ${maker} verified: 2 lines.\n`;
    assert.deepEqual(await history("verify", "--agent", "maker"), { code: 0, out: whole, err: "" });
    writeFileSync(file, readFileSync(file, "utf8").replace("exit 4", "exit 0"));
    assert.deepEqual(await history("verify"), {
      code: 1,
      out: "",
      err: `${maker}: Line 2 of .exec_history failed verification: its text was changed.\n`,
    });
    assert.equal(
      (await history("show", "--agent", "other")).err,
      `toolcrib: The agent "other" has no workspace in ${base}: name one of ${maker}.\n`,
    );
  });
});
