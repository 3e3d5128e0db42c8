/** The bench measures what is built: no other suite runs it, and it would not be known to have ended at once. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { activationRows } from "../bench/activation";
import { bundle } from "../bench/bundle";
import { cellOf, inTurn } from "../bench/inTurn";
import { cellText, type Row } from "../bench/measure";
import { RawHelper } from "../bench/rawHelper";
import { referenceRows } from "../bench/references";
import { worseThan } from "../bench/report";
import { taskRows } from "../bench/taskRow";
import { fileTasks, type Task } from "../bench/tasks";

describe("the bench", () => {
  const folder = mkdtempSync(join(tmpdir(), "crib-bench-test-"));
  const single = join(folder, "single");
  after(() => rmSync(folder, { recursive: true, force: true }));

  const readSmall = (): Task => {
    mkdirSync(single, { recursive: true });
    writeFileSync(join(single, "small.ts"), "export const answer = 42;\n");
    const task = fileTasks({ single, lines: 1, names: 1 }).find(({ compared }) => compared === "read");
    assert.ok(task);
    return { ...task, rounds: 1 };
  };

  it("measures the activation of the built extension, and the load of its window", () => {
    const rows = activationRows(bundle("src/node/state/compiledFile", folder), join(folder, "compiled"), 1);
    assert.deepEqual(
      rows.map(({ task }) => task),
      ["activate", "load the toolroom on first use", "the same in the first window of a version"],
    );
    for (const { task, ours } of rows) assert.ok(Number.isFinite(ours) && ours > 0, `${task}: ${ours}`);
    assert.match(rows[0]?.note ?? "", /^loads extension\.js \(\d+ KB\), reads 0 files$/);
  });

  it("measures a task beside its raw tool", () => {
    const task = readSmall();
    const [row, ...others] = taskRows(bundle("test/bench/taskProcess", folder), join(folder, "state"), task);
    assert.deepEqual(others, []);
    assert.equal(row?.task, "read a file of 26 bytes");
    for (const value of [row?.raw, row?.ours, row?.megabytes]) assert.ok(Number.isFinite(value), String(value));
  });

  it("measures finding references beside the language server alone", function () {
    this.timeout(120_000);
    const program = bundle("test/bench/referencesProcess", folder);
    const project = { files: 4, usedIn: { one: 1, all: 4 } };
    const rows = referenceRows(program, folder, join(folder, "references-state"), project);
    assert.deepEqual(
      rows.map(({ task }) => task),
      [2, 5].map((files) => `references in ${files} of 5 files, beside the language server alone`),
    );
    for (const { raw = Number.NaN, ours } of rows) assert.ok(raw > 0 && ours > 0, `${raw} and ${ours}`);
  });

  it("measures any number in turn, and goes on without one that fails", async () => {
    const raw = new RawHelper(bundle("test/bench/rawProcess", folder));
    try {
      const calls: string[] = [];
      const task = readSmall();
      const outcomes = await inTurn(
        {
          raw: () => raw.run(task),
          steady: async () => {
            calls.push("steady");
            return 5;
          },
          failing: async () => {
            calls.push("failing");
            throw new Error("it is closed\nand more");
          },
        },
        { rounds: 2, warm: true },
      );
      assert.deepEqual(calls, ["steady", "failing", "steady", "steady"]);
      assert.deepEqual(outcomes.failing, { failure: "it is closed" });
      assert.deepEqual(outcomes.steady, { milliseconds: 5 });
      assert.ok(outcomes.raw && "milliseconds" in outcomes.raw && outcomes.raw.milliseconds > 0);
      assert.equal(cellText(cellOf({ milliseconds: 5 }, { milliseconds: 2 })), "5.00 ms (2.50×)");
      assert.equal(cellText(cellOf({ failure: "it is closed" }, { milliseconds: 2 })), "fails: it is closed");
    } finally {
      raw.close();
    }
  });

  it("names what has become slower or was not measured, and no column that was left out", () => {
    const rows: Row[] = [{ task: "read", raw: 1, ours: 3, cells: { "over MCP": { ratio: 2 } } }];
    const committed = { read: 2, "read, over MCP": 1.8, "read, in VS Code": 4, gone: 1 };
    assert.deepEqual(worseThan(committed, rows), [
      "read: 3.00×, committed 2.00×",
      "gone: not measured, committed 1.00×",
    ]);
  });
});
