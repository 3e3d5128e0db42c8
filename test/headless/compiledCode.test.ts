import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { keepCompiled } from "../../src/headless/compiledCode";
import { tempFolder } from "../support/tempFolder";

describe("what Node has compiled of the headless host", () => {
  const keep = (argv: readonly string[], enable?: (folder: string) => void) => {
    const folders: string[] = [];
    keepCompiled(argv, "2.0.0", enable ?? ((folder) => folders.push(folder)));
    return folders;
  };

  it("is kept in the state folder, for its owner alone, and that of other versions goes", () => {
    const state = tempFolder({ "compiled/1.0.0/v22/code": "old", "journal/entry": "kept" });
    assert.deepEqual(keep(["mcp", "--state", state]), [join(state, "compiled", "2.0.0")]);
    assert.deepEqual(readdirSync(join(state, "compiled")), ["2.0.0"]);
    assert.equal(existsSync(join(state, "journal", "entry")), true);
    if (process.platform !== "win32") assert.equal(statSync(join(state, "compiled", "2.0.0")).mode & 0o777, 0o700);
  });

  it("is the host's own to keep where Node does not, from the second start on", function () {
    if (typeof (module as { readonly enableCompileCache?: unknown }).enableCompileCache === "function") this.skip();
    const state = tempFolder({});
    const start = () => keepCompiled(["mcp", "--state", state], "2.0.0");
    assert.deepEqual([start(), start()], [undefined, join(state, "compiled", "2.0.0")]);
  });

  it("is not kept before there is a state folder, whose rights are set by who makes it", () => {
    const state = join(tempFolder({}), "state");
    assert.deepEqual(keep(["call", "--state", state, "read_file", "{}"]), []);
    assert.equal(existsSync(state), false);
  });

  it("is not kept for what is no command, and never stands in the way of the host", () => {
    const state = tempFolder({});
    assert.deepEqual(keep([]), []);
    assert.deepEqual(keep(["--version"]), []);
    assert.deepEqual(keep(["mcp", "--state", state, "--unknown"]), []);
    writeFileSync(join(state, "compiled"), "a file in its place");
    assert.deepEqual(keep(["mcp", "--state", state]), []);
    const broken = () => {
      throw new Error("the disk is full");
    };
    assert.deepEqual(keep(["mcp", "--state", tempFolder({})], broken), []);
  });
});
