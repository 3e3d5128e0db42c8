import assert from "node:assert/strict";
import { chmodSync, existsSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepCompiled } from "../../src/headless/compiledCode";
import { plant, tempFolder } from "../support/tempFolder";

const isPosix = process.platform !== "win32";

describe("where what is compiled of the headless host is kept", () => {
  const keep = (...argv: string[]) => keepCompiled(argv, "2.0.0");
  const start = (state: string) => keep("mcp", "--state", state);
  const own = (state: string) => join(state, "compiled", "2.0.0");
  /** A state folder with which the host was started once. */
  function used(): string {
    const state = tempFolder({});
    start(state);
    return state;
  }

  it("is the state folder, for its owner alone, from the second start on", () => {
    const state = tempFolder({ "journal/entry": "kept" });
    assert.deepEqual([start(state), start(state)], [undefined, own(state)]);
    if (isPosix)
      for (const folder of [own(state), join(state, "compiled")]) assert.equal(statSync(folder).mode & 0o777, 0o700);
  });

  it("is without what other versions left there", () => {
    const state = used();
    plant(state, { "compiled/1.0.0/v22/code": "old", "journal/entry": "kept" });
    start(state);
    assert.deepEqual(readdirSync(join(state, "compiled")), ["2.0.0"]);
    assert.equal(existsSync(join(state, "journal", "entry")), true);
  });

  it("is nowhere before there is a state folder, whose rights are set by who makes it", () => {
    const state = join(tempFolder({}), "state");
    assert.equal(keep("call", "--state", state, "read_file", "{}"), undefined);
    assert.equal(existsSync(state), false);
  });

  it("is nowhere for what is no command, and never stands in the way of the host", () => {
    const state = used();
    assert.equal(keep(), undefined);
    assert.equal(keep("--version"), undefined);
    assert.equal(keep("mcp", "--state", state, "--unknown"), undefined);
    rmSync(join(state, "compiled"), { recursive: true });
    writeFileSync(join(state, "compiled"), "a file in its place");
    assert.equal(start(state), undefined);
  });

  it("is nowhere, and nothing is removed, where a link leads elsewhere", () => {
    const folder = tempFolder({ "theirs/work/notes": "kept", "state/journal": "" });
    symlinkSync(join(folder, "theirs"), join(folder, "state", "compiled"), "junction");
    for (let time = 0; time < 2; time++) assert.equal(start(join(folder, "state")), undefined);
    assert.deepEqual(readdirSync(join(folder, "theirs")), ["work"]);
  });

  it("is nowhere where others may write, as a repository or an archive makes its folders", function () {
    if (!isPosix) this.skip();
    for (const mode of [0o755, 0o770, 0o707, 0o1777]) {
      const state = used();
      plant(state, { "compiled/1.0.0/planted": "kept" });
      chmodSync(join(state, "compiled"), mode);
      assert.equal(start(state), undefined, mode.toString(8));
      assert.deepEqual(readdirSync(join(state, "compiled")), ["1.0.0", "2.0.0"]);
    }
  });
});
