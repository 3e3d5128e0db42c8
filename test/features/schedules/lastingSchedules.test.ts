/** What schedules leave behind when a disk is full, a window is killed or a setting changes meanwhile (EX-5, EX-9). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { ScheduleBookFiles } from "../../../src/features/schedules/node/scheduleBook";
import { freeSlot, runIn, takeSlot } from "../../../src/features/schedules/node/scheduleSlot";
import { scheduleHindrance } from "../../../src/features/schedules/scheduleHindrance";
import type { Schedule, UsableSchedule } from "../../../src/features/schedules/schedules";
import { tempFolder } from "../../support/tempFolder";
import { scheduled } from "../workspaces/support/scheduled";

const schedule: Schedule = {
  ...{ name: "report", workspace: "tester", folder: "", digest: "", state: "approved" },
  source: new Uint8Array(),
  files: [],
};

const everyMinute = { cron: "* * * * *", timezone: "UTC" };

const folderOf = (base: string, key = "tester.report") => join(base, "background", ".schedules", key);

/** A process that is gone. */
const gone = { pid: 2 ** 30, began: "1", machine: hostname() };

describe("the book of runs when something goes wrong (EX-5)", () => {
  it("lets the next run begin when the end of one cannot be kept, and takes that one for broken off", async () => {
    const base = tempFolder();
    const book = new ScheduleBookFiles(() => base, Date.now);
    const run = await book.begin(schedule, "person", 1);
    const runs = join(folderOf(base), "runs");
    renameSync(runs, `${runs}.aside`);
    writeFileSync(runs, "no folder");
    await assert.rejects(async () => run?.end("succeeded", { text: "fine" }));
    rmSync(runs);
    renameSync(`${runs}.aside`, runs);
    assert.deepEqual(
      (await book.history(schedule)).map(({ state, text }) => [state, text]),
      [["brokenOff", "The window running it closed before it finished."]],
    );
    assert.ok(await book.begin(schedule, "person", 2));
  });

  it("lets the next run begin when one could not be begun", async () => {
    const base = tempFolder();
    const book = new ScheduleBookFiles(() => base, Date.now);
    const runs = join(folderOf(base), "runs");
    mkdirSync(folderOf(base), { recursive: true });
    writeFileSync(runs, "no folder");
    await assert.rejects(book.begin(schedule, "person", 1));
    rmSync(runs);
    assert.ok(await book.begin(schedule, "person", 2));
  });

  it("ends a run where it began, whatever folder the setting names by then", async () => {
    const bases = [tempFolder(), tempFolder()] as const;
    let base: string = bases[0];
    const book = new ScheduleBookFiles(() => base, Date.now);
    const run = await book.begin(schedule, "person", 1);
    base = bases[1];
    await run?.end("succeeded", { text: "fine" });
    assert.deepEqual(readdirSync(bases[1]), []);
    base = bases[0];
    assert.deepEqual(
      (await book.history(schedule)).map(({ state }) => state),
      ["succeeded"],
    );
    assert.ok(await book.begin(schedule, "person", 2));
  });
});

describe("the slot of a schedule (EX-5)", () => {
  it("stays with whoever took it while another was looking at the one of a killed process", async function () {
    if (process.platform === "win32") this.skip();
    const folder = tempFolder();
    const slot = join(folder, "slot");
    // Reading a pipe waits for its writer: so the other takes the slot between the look and the deed.
    execFileSync("mkfifo", [slot]);
    const freeing = freeSlot(slot);
    const writer = await open(slot, "w");
    await writer.writeFile(JSON.stringify({ ...gone, run: "first" }));
    rmSync(slot);
    assert.equal(await takeSlot(slot, "second"), true);
    await writer.close();
    assert.equal(await freeing, undefined);
    assert.equal(await runIn(slot), "second");
    assert.deepEqual(readdirSync(folder), ["slot"]);
  });

  it("goes to one of two who take it over at once", async () => {
    for (let round = 0; round < 50; round++) {
      const slot = join(tempFolder(), "slot");
      writeFileSync(slot, JSON.stringify({ ...gone, run: "first" }));
      const taken = await Promise.all(
        ["second", "third"].map(async (run) => {
          await freeSlot(slot);
          return takeSlot(slot, run);
        }),
      );
      assert.equal(taken.filter(Boolean).length, 1);
      assert.equal(await runIn(slot), taken[0] ? "second" : "third");
    }
  });
});

describe("schedules that nobody is bothered with (EX-9)", function () {
  this.timeout(60_000);

  it("tells once that one cannot be looked at, and runs the others", async () => {
    const { approve, pass, states, problems, own } = await scheduled();
    await approve(everyMinute, "broken");
    await approve(everyMinute, "report");
    const claims = join(folderOf(join(own.folder, ".."), `${own.id}.broken`), "claims");
    const breakIt = () => {
      rmSync(claims, { recursive: true });
      writeFileSync(claims, "no folder");
    };
    breakIt();
    await pass(2);
    assert.equal(problems.length, 1);
    assert.deepEqual(await states(), ["succeeded", "succeeded"]);
    rmSync(claims);
    await pass(1);
    breakIt();
    await pass(2);
    assert.equal(problems.length, 2);
  });

  it("leaves nothing of a run once its folder is gone", async () => {
    const { approve, pass, own, state } = await scheduled();
    await approve(everyMinute);
    await pass(7);
    const base = join(own.folder, "..");
    const kept = readdirSync(join(base, "background")).filter((name) => name !== ".schedules");
    assert.equal(kept.length, 5);
    assert.deepEqual(
      readdirSync(join(base, ".history")).filter((name) => name.startsWith(`${own.id}.`)),
      kept,
    );
    assert.equal(existsSync(join(state, "execHistory")), false);
    assert.match(readFileSync(join(base, "background", kept[0] as string, ".exec_history"), "utf8"), /scheduled_run/);
  });

  for (const [name, managed, wanted] of [
    [
      "the agent's commands",
      { exec: { disabled: { agents: ["tester"] } } },
      /does not allow the agent tester.* to run commands/,
    ],
    ["the tool of runs", { tools: { denied: ["scheduled_run"] } }, /denies the tool scheduled_run/],
    ["nothing of it", {}, undefined],
  ] as const)
    it(`starts none by itself when the policy forbids ${name} (EN-1)`, async () => {
      const { approve, crib } = await scheduled({ managed: JSON.stringify(managed) });
      const approved = (await approve(everyMinute)) as UsableSchedule;
      const found = scheduleHindrance(crib, approved, false);
      if (wanted) assert.match(found ?? "", wanted);
      else assert.equal(found, undefined);
    });

  it("starts none by itself in plan mode, without trust and when switched off (PM-1, PTH-8)", async () => {
    const plain = await scheduled();
    const approved = (await plain.approve(everyMinute)) as UsableSchedule;
    assert.equal(scheduleHindrance(plain.crib, approved, true), "plan mode is on");
    const off = await scheduled({ settings: { "toolcrib.schedules.enabled": false } });
    assert.match(scheduleHindrance((await scheduled()).crib, approved, false) ?? "", /^it belongs to another project/);
    assert.equal(scheduleHindrance(off.crib, approved, false), "the setting toolcrib.schedules.enabled is off");
  });
});
