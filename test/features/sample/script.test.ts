import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { offeredName, scriptedStep } from "../../../src/features/sample/script";

const sample = "samples/corner-shop";

describe("the script of the sample project", () => {
  it("says at once that it is a script, then calls five tools and ends", () => {
    assert.match(scriptedStep(0, []).text, /^This is a scripted demo, not a real model/);
    const tools = [0, 1, 2, 3, 4].map((round) => scriptedStep(round, []).call?.tool);
    assert.deepEqual(tools, ["search_text", "run_command", "read_file", "edit_file", "run_command"]);
    assert.equal(scriptedStep(5, []).call, undefined);
  });

  it("claims success only where the tests passed", () => {
    assert.match(scriptedStep(5, ["# pass 7\n# fail 0\n"]).text, /^All tests pass now\./);
    for (const results of [[], ["# fail 1"], ["The person declined this."], ["nothing says fail 0"]])
      assert.match(scriptedStep(5, results).text, /^The tests do not pass/);
  });

  it("edits what stands in the sample project exactly once", () => {
    const { path = "", old_string = "" } = (scriptedStep(3, []).call?.input ?? {}) as Record<string, string>;
    assert.notEqual(old_string, "");
    assert.equal(readFileSync(`${sample}/${path}`, "utf8").split(old_string).length, 2);
    assert.ok(existsSync(`${sample}/.toolcrib-sample`));
  });

  it("calls our tool by the name under which it is offered", () => {
    assert.equal(
      offeredName("read_file", ["other_read_file", "read_file", "toolcrib_read_file"]),
      "toolcrib_read_file",
    );
    assert.equal(offeredName("read_file", ["other_read_file", "read_file"]), "read_file");
    assert.equal(offeredName("read_file", ["other_read_file"]), undefined);
  });
});
