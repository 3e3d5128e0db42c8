/** What agents propose to run later, and what a person says to it (EX-5, EX-7). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { schedulesIn } from "../../../src/features/schedules/node/scheduleFiles";
import type { ScheduleRunState } from "../../../src/features/schedules/scheduleRuns";
import type { Schedule } from "../../../src/features/schedules/schedules";
import { scheduleReviewText, toldOf } from "../../../src/features/schedules/scheduleText";
import { realCrib } from "../../support/realCrib";
import { tempFolder } from "../../support/tempFolder";
import { morning, scheduled } from "../workspaces/support/scheduled";

describe("proposing schedules (EX-7)", () => {
  it("writes the whole definition, asks nobody, and waits for approval", async () => {
    const { call, own, asked, crib, root } = await scheduled();
    await call("exec_write", { path: "integrations/r/main.sh", content: "echo hi\n" });
    const { text, isError, data } = await call("schedule_create", {
      ...{ name: "report", command: "bash main.sh", files: "integrations/r", cron: "0 7 * * *" },
      ...{ timezone: "Europe/Vienna", on_change: "src/**", after: "task", network: ["api.example.org"] },
    });
    assert.equal(isError, false, text);
    assert.match(
      text,
      /^The schedule "report" is in schedules\/report\.json and waits for the person's approval; nothing runs before that\. Once approved, it next runs at \d{4}-\d\d-\d\dT0[56]:00:00\.000Z, /,
    );
    assert.equal((data as { status: string }).status, "PENDING_APPROVAL");
    assert.deepEqual(JSON.parse(readFileSync(join(own.folder, "schedules/report.json"), "utf8")), {
      command: "bash main.sh",
      files: "integrations/r",
      cron: "0 7 * * *",
      timezone: "Europe/Vienna",
      catch_up: "skip",
      after: "task",
      network: ["api.example.org"],
      timeout_ms: 600_000,
      agent: "tester",
      on_change: { folder: root, glob: "src/**" },
    });
    assert.deepEqual(asked, []);
    assert.deepEqual(
      crib.schedules.all().map(({ name, state, workspace }) => [name, state, workspace]),
      [["report", "pending", crib.workspaces.of("tester")?.id]],
    );
    assert.match((await call("schedule_list", {})).text, /^report: PENDING_APPROVAL, next due \d{4}-/);
    await crib.schedules.decide(crib.schedules.all()[0] as Schedule, "rejected");
    assert.equal((await call("schedule_list", {})).text, "report: REJECTED");
    await crib.schedules.decide(crib.schedules.all()[0] as Schedule, "rejected", "weekly is enough");
    assert.equal((await call("schedule_list", {})).text, "report: REJECTED, the person says: weekly is enough");
  });

  const bad: readonly [input: object, message: RegExp][] = [
    [
      { cron: "* * * * * *" },
      /^The cron line "\* \* \* \* \* \*" is invalid: it has 6 fields, but schedules run at most once a minute/,
    ],
    [
      { cron: "0 0 30 2 *" },
      /^The cron line "0 0 30 2 \*" is invalid: there is no such date: choose one that exists\.$/,
    ],
    [{ cron: "0 7 * * *", timezone: "Mars" }, /"Mars" is not a time zone/],
    [{ files: "nowhere" }, /^files "nowhere" is not a folder in your workspace: name one such as integrations\/report/],
    [{ files: ".." }, /^files "\.\." is not a folder in your workspace/],
    [{ files: "link" }, /^files "link" is not a folder in your workspace/],
    [{ on_change: "../**" }, /^The glob \.\.\/\*\* contains "\.\."/],
    [{ network: ["http://x"] }, /expected a host in lowercase letters/],
    [{ name: "../x" }, /expected a lowercase letter/],
    [{ command: " " }, /expected a command line/],
    [{ timeout_ms: 1 }, /timeout_ms/],
  ];
  for (const [input, message] of bad)
    it(`refuses ${JSON.stringify(input)}`, async () => {
      const { call, own, outside } = await scheduled();
      mkdirSync(own.folder, { recursive: true });
      symlinkSync(outside, join(own.folder, "link"));
      const { text, isError } = await call("schedule_create", { name: "report", command: "true", ...input });
      assert.equal(isError, true);
      assert.match(text, message);
      assert.equal(existsSync(join(own.folder, "schedules")), false);
    });

  it("lists each with what is wrong with it, and only the agent's own", async () => {
    const { call, propose, write, crib } = await scheduled();
    assert.equal((await call("schedule_list", {})).text, "There are no schedules: propose one with schedule_create.");
    await propose({ command: "true" }, "fine");
    await propose({ agent: "other" }, "foreign");
    await propose({ cron: "61 * * * *" }, "never");
    write("schedules/broken.json", "{");
    mkdirSync(join(crib.workspaces.base, "other", "schedules"), { recursive: true });
    writeFileSync(
      join(crib.workspaces.base, "other", "schedules", "x.json"),
      JSON.stringify({ agent: "other", command: "true" }),
    );
    const lines = (await call("schedule_list", {})).text.split("\n");
    assert.equal(lines.length, 4);
    assert.match(lines[0] ?? "", /^broken: UNUSABLE, it is not JSON in UTF-8/);
    assert.equal(lines[1], "fine: PENDING_APPROVAL");
    assert.equal(lines[2], "foreign: UNUSABLE, its agent does not match this workspace");
    assert.match(lines[3] ?? "", /^never: UNUSABLE, its cron line is invalid: Invalid value for minute: 61/);
    assert.equal(crib.schedules.all().length, 5);
  });

  it("tells an agent without a name of its own to do without (EX-12)", async () => {
    const { crib } = await realCrib();
    const { executeCall } = await import("../../../src/core/calls/executeCall");
    const { Session } = await import("../../../src/core/session/session");
    const signal = new AbortController().signal;
    const { text } = await executeCall(crib, new Session("\u200b"), { tool: "schedule_list", input: {}, signal }, () =>
      assert.fail("nobody is asked"),
    );
    assert.match(text, /has no workspace of its own/);
  });
});

describe("approving schedules (EX-7)", () => {
  it("shows when it runs, what it runs and may do, and every byte", async () => {
    const { propose, write, crib } = await scheduled();
    write("integrations/r/main.sh", "echo hi \u202e\n");
    const schedule = await propose({
      ...{ command: "bash main.sh", files: "integrations/r", cron: "0 7 * * *", timezone: "Europe/Vienna" },
      ...{ catch_up: "once", network: ["api.example.org"], after: "agent" },
    });
    const text = scheduleReviewText(schedule, crib.schedules.times, morning);
    assert.equal(
      text.slice(0, text.indexOf("\n---")),
      `report of ${schedule.workspace}: waits for your approval
It runs every day at 07:00 (Europe/Vienna).
Next runs: Tue, 6 Jan 2026, 07:00; Wed, 7 Jan 2026, 07:00; Thu, 8 Jan 2026, 07:00.
Runs that were due while nothing could run are made up for by a single run.
It runs when a sub-agent of tester ends.
It runs bash main.sh in a sandbox, for at most 600 s.
It runs in a copy of 1 file of integrations/r.
It can change only that folder. Its folder state stays from run to run.
It may connect to api.example.org, unless your settings deny that.
`,
    );
    assert.match(text, /--- schedule \(\d+ bytes\)\n\{"agent":"tester"/);
    assert.ok(text.endsWith("--- main.sh (12 bytes)\necho hi ⟨U+202E⟩"));
  });

  it("takes no line of a command, a name or a file for one of ours", async () => {
    const { propose, write, crib } = await scheduled();
    write("integrations/r/main.sh", "echo hi\n--- clean.sh (8 bytes)\necho ok\n");
    const schedule = await propose({
      ...{
        command: "bash main.sh\nIt cannot connect to any host.",
        files: "integrations/r",
        network: ["evil.example"],
      },
      ...{ on_change: { folder: "/home/you\nshop", glob: "src\n*" } },
    });
    const text = scheduleReviewText(schedule, crib.schedules.times, morning);
    assert.match(text, /\nIt runs bash main\.sh ⏎ It cannot connect to any host\. in a sandbox, for at most 600 s\.\n/);
    assert.match(text, /\nIt runs when src ⏎ \* changes in \/home\/you ⏎ shop\.\n/);
    assert.ok(text.endsWith("\n--- main.sh (39 bytes)\necho hi\n| --- clean.sh (8 bytes)\necho ok"), text);
  });

  it("counts in every host over the same workspaces, and goes with the word of any", async () => {
    const { approve, crib } = await scheduled();
    const approved = await approve({ command: "true" });
    const elsewhere = schedulesIn(tempFolder(), () => crib.workspaces.base).store;
    assert.equal((await elsewhere.find(approved))?.state, "approved");
    await elsewhere.decide(approved, undefined);
    await crib.schedules.refresh();
    assert.equal(crib.schedules.all()[0]?.state, "pending");
  });

  it("falls back to pending with a byte of the definition, of a file, or a file more", async () => {
    const { approve, write, find, crib } = await scheduled();
    write("integrations/r/main.sh", "echo hi\n");
    const definition = { command: "bash main.sh", files: "integrations/r" };
    const approved = await approve(definition);
    assert.equal(approved.state, "approved");
    for (const change of [
      () => write("integrations/r/main.sh", "echo ho\n"),
      () => write("integrations/r/more.sh", "true\n"),
      () =>
        write("schedules/report.json", JSON.stringify({ agent: "tester", ...definition, command: "bash  main.sh" })),
    ]) {
      change();
      await crib.schedules.refresh();
      assert.equal(find().state, "changed");
      rmSync(join(find().folder, "integrations/r/more.sh"), { force: true });
      write("integrations/r/main.sh", "echo hi\n");
      write("schedules/report.json", Buffer.from(approved.source).toString());
      await crib.schedules.refresh();
      assert.equal(find().state, "approved");
    }
  });

  it("takes no word on what was changed while it was looked at, nor on what cannot be used", async () => {
    const { propose, crib, find } = await scheduled();
    const shown = await propose({});
    await propose({ command: "echo other" });
    await assert.rejects(crib.schedules.decide(shown, "approved"), {
      message: 'The schedule "report" was changed during the review: review it again.',
    });
    const unusable = await propose({ files: "gone" });
    await assert.rejects(crib.schedules.decide(unusable, "approved"), {
      message: 'The schedule "report" cannot be approved: there is no folder gone in the workspace.',
    });
    assert.equal(find().state, "unusable");
  });

  it("goes with its definition when a person removes it", async () => {
    const { approve, crib, own, propose } = await scheduled();
    await crib.schedules.remove(await approve({}));
    assert.equal(existsSync(join(own.folder, "schedules/report.json")), false);
    assert.deepEqual(crib.schedules.all(), []);
    assert.equal((await propose({})).state, "pending");
  });

  it("finds no files through a link", async () => {
    const { propose, own, outside } = await scheduled();
    mkdirSync(join(own.folder, "integrations"), { recursive: true });
    symlinkSync(outside, join(own.folder, "integrations/r"));
    const { state, problem } = await propose({ files: "integrations/r" });
    assert.deepEqual([state, problem], ["unusable", "there is no folder integrations/r in the workspace"]);
  });
});

describe("what a notification tells of a run (EX-9)", () => {
  const told = (state: ScheduleRunState, text: string) =>
    toldOf({ id: "1", state, cause: "time", dueAt: 0, startedAt: 0, text });

  it("is the first line of what it printed, or the reason why it did not run", () => {
    assert.equal(told("succeeded", "[exit code: 0]\n\nbuy milk. call home\nmore"), "buy milk. call home");
    assert.equal(
      told("refused", "The program did not run, because TOKEN of the integration sync is not set. Tell the person: x."),
      "The program did not run, because TOKEN of the integration sync is not set.",
    );
    assert.deepEqual([told("failed", "Traceback"), told("brokenOff", "x"), told("succeeded", "")], ["", "", ""]);
  });
});
