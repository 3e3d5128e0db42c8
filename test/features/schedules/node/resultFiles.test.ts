/** Results of runs as files, where a person wishes for them (EX-9). */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeResult } from "../../../../src/features/schedules/node/resultFiles";
import { ScheduleBookFiles } from "../../../../src/features/schedules/node/scheduleBook";
import type { ScheduleRun } from "../../../../src/features/schedules/scheduleRuns";
import type { Schedule } from "../../../../src/features/schedules/schedules";
import { plant, tempFolder } from "../../../support/tempFolder";

const schedule: Schedule = {
  ...{ name: "report", workspace: "tester", folder: "", digest: "", state: "approved" },
  source: new Uint8Array(),
  files: [],
};
const run: ScheduleRun = {
  ...{ id: "000001767682770000-abc123", cause: "time", state: "failed", dueAt: 1, startedAt: 1_767_682_770_000 },
  ...{ text: "two of three", files: ["report.txt"], failedTests: ["adds", "takes away"] },
};

/** A book in which no run has a folder. */
const book = { copyFiles: async () => [] };

describe("the result of a run as a file (EX-9)", () => {
  it("tells how it ended, what it printed and made, and which tests failed", async () => {
    const folder = join(tempFolder(), "results");
    await writeResult(folder, schedule, run, book);
    assert.deepEqual(readdirSync(join(folder, "report")), ["20260106T065930Z-abc123.txt"]);
    const text = readFileSync(join(folder, "report", "20260106T065930Z-abc123.txt"), "utf8");
    assert.match(text, /^failed, /);
    assert.match(text, /^Failed tests: adds, takes away$/m);
    assert.match(text, /^Files: report\.txt$/m);
    assert.match(text, /^two of three$/m);
  });

  it("is not written where none is wished for, nor to a path that depends on where the window is", async () => {
    const cwd = readdirSync(".");
    await writeResult(" ", schedule, run, book);
    await assert.rejects(writeResult("results", schedule, run, book), /"results" is not an absolute path/);
    assert.deepEqual(readdirSync("."), cwd);
    assert.equal(existsSync("results"), false);
  });
});

describe("the files that a run made (EX-9)", () => {
  const secret = "s3cr3t-value";

  /** A run that made these, in a book that hides the secret. */
  async function made(files: Readonly<Record<string, string | Uint8Array>>, mischief: (folder: string) => void) {
    const base = tempFolder();
    const own = new ScheduleBookFiles(
      () => base,
      Date.now,
      () => [secret],
    );
    const begun = await own.begin(schedule, "time", 1);
    assert.ok(begun);
    for (const [name, bytes] of Object.entries(files)) {
      plant(begun.place.folder, { [name]: "" });
      writeFileSync(join(begun.place.folder, name), bytes);
    }
    const ended = await begun.end("succeeded", { text: "fine" });
    mischief(begun.place.folder);
    const folder = join(tempFolder(), "results");
    await writeResult(folder, schedule, ended, own);
    const [copies, text] = readdirSync(join(folder, "report")).sort();
    return { ended, copies: join(folder, "report", copies ?? ""), text: join(folder, "report", text ?? "") };
  }

  it("are copied beside its result, byte for byte, but for those that hold a secret, are links by now or are too large", async () => {
    const outside = tempFolder({ "key.txt": "of the person" });
    const { copies, text, ended } = await made(
      {
        "data/table.bin": new Uint8Array([0, 255, 10]),
        "huge.bin": new Uint8Array(10 * 1024 ** 2 + 1),
        "leak.txt": `the token is ${secret}`,
        "link.txt": "a file at first",
        "moved/key.txt": "a file at first",
        "report.txt": "all is well",
      },
      (folder) => {
        rmSync(join(folder, "link.txt"));
        symlinkSync(join(outside, "key.txt"), join(folder, "link.txt"));
        rmSync(join(folder, "moved"), { recursive: true });
        symlinkSync(outside, join(folder, "moved"));
      },
    );
    assert.deepEqual(readdirSync(copies, { recursive: true }).sort(), [
      "data",
      join("data", "table.bin"),
      "report.txt",
    ]);
    assert.deepEqual([...readFileSync(join(copies, "data/table.bin"))], [0, 255, 10]);
    assert.equal(readFileSync(join(copies, "report.txt"), "utf8"), "all is well");
    const told = readFileSync(text, "utf8").split("\n");
    const left = told
      .filter((line) => line.startsWith("Not copied: "))
      .map((line) => line.split(": ").slice(1).join(": "));
    assert.deepEqual(left, [
      "huge.bin: it exceeds the 10485757 bytes that are left for files",
      "leak.txt: it holds a secret",
      "link.txt: it cannot be read",
      "moved/key.txt: it is behind a link",
    ]);
    assert.deepEqual(ended.head, { file: "leak.txt", text: "the token is [redacted]" });
  });

  it("have the beginning of the first small text among them told, and nothing of what is none", async () => {
    const files = { "a.bin": new Uint8Array([0, 1]), "b.txt": " \n", "c.txt": `${"x".repeat(700)}end` };
    const { ended } = await made(files, () => {});
    assert.deepEqual(ended.head, { file: "c.txt", text: `${"x".repeat(600)}…` });
    assert.equal((await made({ "a.bin": new Uint8Array([0, 1]) }, () => {})).ended.head, undefined);
  });
});
