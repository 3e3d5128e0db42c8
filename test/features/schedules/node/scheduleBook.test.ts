/** The book of runs, which several windows share: who claims a moment, and what becomes of a window that is killed (EX-5). */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScheduleBookFiles } from "../../../../src/features/schedules/node/scheduleBook";
import type { Schedule } from "../../../../src/features/schedules/schedules";
import { bundled } from "../../../support/bundled";
import { tempFolder } from "../../../support/tempFolder";

const schedule: Schedule = {
  ...{ name: "report", workspace: "tester", folder: "", digest: "", state: "approved" },
  source: new Uint8Array(),
  files: [],
};

const other = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [bundled(join(__dirname, "../../workspaces/support/claimer.ts")), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });

async function printed(child: ChildProcess): Promise<string> {
  const [text] = await once(child.stdout as NodeJS.ReadableStream, "data");
  return String(text);
}

function bookOn(now = () => 1_000_000) {
  const base = tempFolder();
  return { base, book: new ScheduleBookFiles(() => base, now) };
}

describe("the book of scheduled runs (EX-5)", function () {
  this.timeout(60_000);

  it("gives each moment to one of several processes", async () => {
    const { base } = bookOn();
    const won = await Promise.all([1, 2, 3].map(async () => JSON.parse(await printed(other(base, "claim", "60")))));
    const all = won.flat().sort((a: number, b: number) => a - b);
    assert.deepEqual(
      all,
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
  });

  it("knows the latest moment by a time, and forgets only old ones", async () => {
    const { book } = bookOn();
    assert.equal(await book.latestClaim(schedule, "time", 9), undefined);
    for (let at = 1; at <= 250; at++) assert.equal(await book.claim(schedule, "time", at), true);
    assert.equal(await book.claim(schedule, "time", 250), false);
    assert.equal(await book.claim(schedule, "change", 250), true);
    assert.equal(await book.latestClaim(schedule, "time", 1000), 250);
    assert.equal(await book.latestClaim(schedule, "time", 249), 249);
  });

  it("keeps the folder of a run that a person looks into, however many come after it", async () => {
    let now = 1_000_000;
    const { book, base } = bookOn(() => ++now);
    const runs = [];
    for (let at = 1; at <= 8; at++) {
      const begun = await book.begin(schedule, "person", at);
      assert.ok(begun);
      runs.push(begun.run);
      await begun.end("failed", { text: "broken" });
      if (at === 1) assert.equal(await book.keepFolder(schedule, begun.run), begun.place.folder);
    }
    const kept = readdirSync(join(base, "background")).filter((name) => name.startsWith("tester.report-"));
    assert.deepEqual(new Set(kept), new Set([runs[0], ...runs.slice(3)].map((run) => `tester.report-${run?.id}`)));
    assert.equal(await book.keepFolder(schedule, runs[1] as (typeof runs)[number]), undefined);
  });

  it("has one run go on at a time, and the next when that has ended", async () => {
    const { book, base } = bookOn();
    const first = await book.begin({ ...schedule, files: [{ name: "a/b", bytes: Buffer.from("c") }] }, "time", 7);
    assert.ok(first);
    assert.deepEqual(readdirSync(join(first.place.folder, "a")), ["b"]);
    assert.equal(await book.begin(schedule, "person", 8), undefined);
    await first.end("succeeded", { text: "fine" });
    assert.ok(await book.begin(schedule, "person", 9));
    const states = (await book.history(schedule)).map(({ state }) => state).sort();
    assert.deepEqual(states, ["overlapped", "running", "succeeded"]);
    assert.equal(readdirSync(join(base, "background", ".schedules", "tester.report")).includes("slot"), true);
  });

  it("notes a run as broken off whose window was killed, and lets the next begin", async () => {
    const { base, book } = bookOn(Date.now);
    const child = other(base, "begin");
    assert.equal(await printed(child), "begun\n");
    assert.equal(await book.begin(schedule, "time", 2), undefined);
    assert.deepEqual(await book.sweep(schedule), []);
    child.kill("SIGKILL");
    await once(child, "exit");
    const swept = await Promise.all([
      book.sweep(schedule),
      new ScheduleBookFiles(() => base, Date.now).sweep(schedule),
    ]);
    assert.deepEqual(
      swept.flat().map(({ state, text }) => [state, text]),
      [["brokenOff", "The window running it closed before it finished."]],
    );
    assert.deepEqual(await book.sweep(schedule), []);
    assert.ok(await book.begin(schedule, "time", 3));
  });

  it("clears away no run of a schedule, or of an agent, whose name begins as its own does", async () => {
    const { base, book } = bookOn(() => 9_000_000_000);
    const strangers = ["tester.report-1-000000000000001-abcdef", "tester.report-1.job-000000000000001-abcdef"];
    for (const name of strangers) mkdirSync(join(base, "background", name), { recursive: true });
    mkdirSync(join(base, "background", "tester.report-000000000000001-abcdef"));
    const run = await book.begin(schedule, "time", 1);
    await run?.end("succeeded", { text: "" });
    assert.deepEqual(
      readdirSync(join(base, "background")).filter((name) => name !== ".schedules"),
      [run?.place.id, ...strangers].sort(),
    );
  });

  it("takes a file that cannot be read for none", async () => {
    const { base, book } = bookOn();
    await book.miss(schedule, 5);
    writeFileSync(join(base, "background", ".schedules", "tester.report", "runs", "x.json"), "{");
    assert.deepEqual(
      (await book.history(schedule)).map(({ state, dueAt }) => [state, dueAt]),
      [["missed", 5]],
    );
  });

  it("keeps the end of what a run printed, and no more than can be read", async () => {
    const { book } = bookOn();
    const run = await book.begin(schedule, "person", 1);
    const kept = await run?.end("failed", { text: `${"x".repeat(100_000)}end` });
    assert.equal(kept?.text.length, 65_536);
    assert.ok(kept.text.endsWith("xend"));
  });
});
