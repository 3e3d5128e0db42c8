/** A suite of mocha tests in a process of its own. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { runMocha } from "../../../scripts/testing/mochaSuite.mjs";
import { tempFolder } from "../../support/tempFolder";

describe("a suite of tests", () => {
  it("ends with its last test, whatever a failed one has left running, and counts what was", async () => {
    const folder = tempFolder({
      "leaving.test.cjs": `
        it("passes", () => {});
        it("fails", () => {
          require("node:http").createServer().listen(0, "127.0.0.1");
          throw new Error("as it should");
        });`,
    });
    const printed: string[] = [];
    const { passed, failed, failures } = await runMocha({
      files: [join(folder, "leaving.test.cjs")],
      testSeconds: 20,
      suiteMinutes: 2,
      print: (text: string) => void printed.push(text),
    });
    assert.deepEqual([passed, failed], [1, 1]);
    assert.match(failures[0]?.text ?? "", /^fails\nError: as it should\n/);
    assert.match(printed.join(""), /1 passing/);
  }).timeout(60_000);
});
