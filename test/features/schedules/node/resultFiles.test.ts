/** Results of runs as files, where a person wishes for them (EX-9). */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeResult } from "../../../../src/features/schedules/node/resultFiles";
import type { ScheduleRun } from "../../../../src/features/schedules/scheduleRuns";
import type { Schedule } from "../../../../src/features/schedules/schedules";
import { tempFolder } from "../../../support/tempFolder";

const schedule: Schedule = {
  ...{ name: "report", workspace: "tester", folder: "", digest: "", state: "approved" },
  source: new Uint8Array(),
  files: [],
};
const run: ScheduleRun = {
  ...{ id: "000001767682770000-abc123", cause: "time", state: "failed", dueAt: 1, startedAt: 1_767_682_770_000 },
  ...{ text: "two of three", files: ["report.txt"], failedTests: ["adds", "takes away"] },
};

describe("the result of a run as a file (EX-9)", () => {
  it("tells how it ended, what it printed and made, and which tests failed", async () => {
    const folder = join(tempFolder(), "results");
    await writeResult(folder, schedule, run);
    assert.deepEqual(readdirSync(join(folder, "report")), ["20260106T065930Z-abc123.txt"]);
    const text = readFileSync(join(folder, "report", "20260106T065930Z-abc123.txt"), "utf8");
    assert.match(text, /^failed, /);
    assert.match(text, /^Failed tests: adds, takes away$/m);
    assert.match(text, /^Files: report\.txt$/m);
    assert.match(text, /^two of three$/m);
  });

  it("is not written where none is wished for, nor to a path that depends on where the window is", async () => {
    const cwd = readdirSync(".");
    await writeResult(" ", schedule, run);
    await assert.rejects(writeResult("results", schedule, run), /"results" is not an absolute path/);
    assert.deepEqual(readdirSync("."), cwd);
    assert.equal(existsSync("results"), false);
  });
});
