/** When schedules run, and that each moment starts one run at most (EX-5, EX-9). */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { scheduled } from "../workspaces/support/scheduled";

const daily = { cron: "0 7 * * *", timezone: "UTC" };
const everyMinute = { cron: "* * * * *", timezone: "UTC" };

describe("running schedules (EX-5, EX-9)", function () {
  this.timeout(60_000);

  it("starts an approved one when it is due, once", async () => {
    const { approve, pass, states, book, find, clock } = await scheduled();
    await approve(daily);
    await pass(5);
    assert.deepEqual(await states(), ["succeeded"]);
    const [run] = await book.history(find());
    assert.equal(run?.dueAt, Date.parse("2026-01-05T07:00:00Z"));
    assert.match(run?.text ?? "", /^done\n\[exit code: 0, /);
    clock.now += 86_400_000 - 5 * 60_000;
    await pass(5);
    assert.deepEqual(await states(), ["succeeded", "succeeded"]);
  });

  for (const state of ["pending", "changed", "rejected"] as const)
    it(`starts none that is ${state} (EX-7)`, async () => {
      const { propose, crib, pass, states, runner, find, records } = await scheduled();
      const schedule = await propose(everyMinute);
      if (state !== "pending") await crib.schedules.decide(schedule, state === "changed" ? "approved" : state);
      if (state === "changed") await propose({ ...everyMinute, command: "echo other" });
      assert.equal(find().state, state);
      await pass(3);
      await assert.rejects(runner.runNow(find()), {
        message: `The schedule "report" was not run, because it is ${state}: a person has to approve its current form.`,
      });
      assert.deepEqual(await states(), []);
      assert.deepEqual(records, []);
    });

  it("runs no byte that was not approved, even when nobody has noticed the change", async () => {
    const { approve, write, pass, states, find } = await scheduled();
    write("integrations/r/main.sh", "echo one");
    await approve({ ...everyMinute, command: "bash main.sh", files: "integrations/r" });
    await pass(2);
    assert.deepEqual(await states(), ["succeeded", "succeeded"]);
    write("integrations/r/main.sh", "echo two");
    await pass(2);
    assert.deepEqual(await states(), ["succeeded", "succeeded"]);
    assert.equal(find().state, "changed");
  });

  it("runs each due time once for two windows on one base", async () => {
    const { approve, pass, states, runner, anotherRunner } = await scheduled();
    await approve(everyMinute);
    await pass(4, runner, anotherRunner());
    assert.deepEqual(await states(), ["succeeded", "succeeded", "succeeded", "succeeded"]);
  });

  it("skips what was missed while nothing could run, and says so once", async () => {
    const { approve, pass, states, clock } = await scheduled();
    await approve(daily);
    await pass(1);
    clock.now += 3 * 86_400_000 + 3_600_000;
    await pass(3);
    assert.deepEqual(await states(), ["succeeded", "missed"]);
  });

  it("catches up once where that is asked for", async () => {
    const { approve, pass, states, clock } = await scheduled();
    await approve({ ...daily, catch_up: "once" });
    await pass(1);
    clock.now += 3 * 86_400_000 + 3_600_000;
    await pass(3);
    assert.deepEqual(await states(), ["succeeded", "succeeded"]);
  });

  it("counts nothing as missed that was due before it was approved or while it was paused", async () => {
    const { approve, pass, states, clock, book, find } = await scheduled();
    clock.now += 60_000;
    await approve({ ...daily, catch_up: "once" });
    await pass(3);
    assert.deepEqual(await states(), []);
    await book.setPaused(find(), true);
    clock.now += 86_400_000;
    await pass(2);
    await book.setPaused(find(), false);
    await pass(2);
    assert.deepEqual(await states(), []);
    clock.now += 86_400_000;
    await pass(1);
    assert.deepEqual(await states(), ["succeeded"]);
  });

  it("runs nothing twice when the clock is put back", async () => {
    const { approve, pass, states, clock } = await scheduled();
    await approve(everyMinute);
    await pass(3);
    clock.now -= 3 * 60_000;
    await pass(3);
    assert.deepEqual(await states(), ["succeeded", "succeeded", "succeeded"]);
    await pass(1);
    assert.equal((await states()).length, 4);
  });

  it("starts nothing by itself while something hinders it, and what a person starts all the same (PM-1, PTH-8)", async () => {
    const { approve, pass, states, hinder, runner, find } = await scheduled();
    await approve(everyMinute);
    hinder("plan mode is on");
    await pass(3);
    assert.deepEqual(await states(), []);
    assert.equal((await runner.runNow(find())).cause, "person");
    hinder(undefined);
    await pass(1);
    assert.deepEqual(await states(), ["succeeded", "succeeded"]);
  });

  it("runs once for many changes, and again a minute later at the earliest (EX-9)", async () => {
    const { approve, states, runner, find, clock } = await scheduled();
    await approve({ on_change: { folder: "/somewhere", glob: "**" } });
    const look = async (milliseconds: number) => {
      clock.now += milliseconds;
      await runner.look();
      await runner.idle();
    };
    runner.trigger(find(), "change", clock.now - 5);
    await look(1000);
    assert.deepEqual(await states(), []);
    runner.trigger(find(), "change", clock.now);
    await look(1000);
    assert.deepEqual(await states(), []);
    await look(1000);
    assert.deepEqual(await states(), ["succeeded"]);
    runner.trigger(find(), "change", clock.now);
    await look(30_000);
    assert.deepEqual(await states(), ["succeeded"]);
    await look(30_000);
    assert.deepEqual(await states(), ["succeeded", "succeeded"]);
    await look(90_000);
    assert.equal((await states()).length, 2);
  });

  it("forgets changes before an approval and while something hinders it", async () => {
    const { propose, approve, states, runner, find, clock, hinder } = await scheduled();
    const definition = { on_change: { folder: "/somewhere", glob: "**" } };
    await propose(definition);
    runner.trigger(find(), "change", clock.now);
    await approve(definition);
    hinder("plan mode is on");
    runner.trigger(find(), "change", clock.now);
    await runner.look();
    hinder(undefined);
    clock.now += 5000;
    await runner.look();
    await runner.idle();
    assert.deepEqual(await states(), []);
  });

  it("runs once for a change that two windows see", async () => {
    const { approve, states, runner, anotherRunner, find, clock } = await scheduled();
    await approve({ on_change: { folder: "/somewhere", glob: "**" } });
    const both = [runner, anotherRunner()];
    for (const one of both) one.trigger(find(), "change", clock.now);
    for (const milliseconds of [3000, 70_000, 70_000]) {
      clock.now += milliseconds;
      for (const one of both) await one.look();
      for (const one of both) await one.idle();
    }
    assert.deepEqual(await states(), ["succeeded"]);
  });

  it("skips a run while the one before goes on, and says so", async () => {
    const { approve, states, runner, anotherRunner, find, book } = await scheduled();
    await approve({ command: "sleep 60" });
    const first = runner.runNow(find());
    while (!runner.isRunning(find())) await new Promise((resolve) => setTimeout(resolve, 20));
    await assert.rejects(anotherRunner().runNow(find()), {
      message: 'The schedule "report" is already running: wait until it has ended.',
    });
    runner.stop(find());
    assert.equal((await first).state, "stopped");
    assert.deepEqual((await states()).sort(), ["overlapped", "stopped"]);
    const overlapped = (await book.history(find())).find(({ state }) => state === "overlapped");
    assert.equal(overlapped?.text, "The previous run had not ended.");
    assert.equal((await runner.runNow(await approve({ command: "echo again" }))).state, "succeeded");
  });

  it("stops what runs when the window closes", async () => {
    const { approve, states, runner, find } = await scheduled();
    await approve({ command: "sleep 60" });
    const run = runner.runNow(find());
    while (!runner.isRunning(find())) await new Promise((resolve) => setTimeout(resolve, 20));
    await runner.stopAll();
    assert.equal((await run).state, "stopped");
    assert.deepEqual(await states(), ["stopped"]);
  });

  it("tells of runs that went wrong, and of no other", async () => {
    const { approve, runner, failed } = await scheduled();
    await runner.runNow(await approve({ command: "echo fine" }));
    await runner.runNow(await approve({ command: "echo bad >&2; exit 3" }, "broken"));
    assert.deepEqual(
      failed.map(({ state }) => state),
      ["failed"],
    );
    assert.match(failed[0]?.text ?? "", /^\[stderr\] bad\n\[exit code: 3, /);
  });

  it("tells the agent which tests failed, in the list and once in its next session (EX-9)", async function () {
    await needsBubblewrap(this);
    const { approve, pass, find, book, call, crib, write } = await scheduled();
    write(
      "integrations/r/a.test.mjs",
      'import test from "node:test";\ntest("adds", () => { throw new Error("no"); });\n',
    );
    await approve({ command: "node --test", files: "integrations/r", cron: "* * * * *", timezone: "UTC" });
    await pass(1);
    const [run] = await book.history(find());
    assert.deepEqual([run?.state, run?.failedTests], ["failed", ["adds"]], run?.text);
    assert.match((await call("schedule_list", {})).text, /^ {2}\S+: failed, failed tests: adds$/m);
    await crib.scheduleNews.refresh();
    const told = /\[The schedule "report" ran at \S+: failed\.\nFailed tests: adds\n/;
    assert.match((await call("exec_ls", {})).text, told);
    await crib.scheduleNews.refresh();
    assert.doesNotMatch((await call("exec_ls", {})).text, told);
  });

  it("keeps a bounded number of runs and of their folders (EX-5)", async () => {
    const { approve, pass, states, crib } = await scheduled();
    await approve(everyMinute);
    await pass(25);
    assert.equal((await states()).length, 20);
    const folders = readdirSync(join(crib.workspaces.base, "background")).filter((name) => !name.startsWith("."));
    assert.equal(folders.length, 5);
  });

  it("gives each run a folder of its own with the approved files, and changes none of the agent's (EX-5)", async () => {
    const { approve, write, runner, own, crib } = await scheduled();
    write("integrations/r/data.txt", "kept");
    write("integrations/r/lib/more.txt", "more");
    const schedule = await approve({
      command: "cat data.txt lib/more.txt; echo changed > data.txt",
      files: "integrations/r",
    });
    const first = await runner.runNow(schedule);
    assert.match(first.text, /^keptmore\n/);
    assert.match((await runner.runNow(schedule)).text, /^keptmore\n/);
    assert.equal(readFileSync(join(own.folder, "integrations/r/data.txt"), "utf8"), "kept");
    const background = join(crib.workspaces.base, "background");
    assert.equal(readFileSync(join(background, `${own.id}.report-${first.id}`, "data.txt"), "utf8"), "changed\n");
  });

  it("lets a run see neither the person's folders nor the agent's, and reach no host (EX-5, HB-1, HB-3, HB-4)", async () => {
    const { approve, runner, root, own, write } = await scheduled();
    writeFileSync(join(root, "person.txt"), "person");
    write("scratch/secret.txt", "of the agent");
    const script = [
      `cat ${root}/person.txt ${own.folder}/scratch/secret.txt`,
      `echo x > ${root}/planted`,
      "curl -sSf -m 5 http://example.org && echo reached",
      "echo end",
    ];
    write("integrations/r/main.sh", script.join("\n"));
    const { text, state } = await runner.runNow(await approve({ command: "bash main.sh", files: "integrations/r" }));
    assert.equal(state, "succeeded");
    assert.match(text, /^end$/m);
    assert.doesNotMatch(text, /^(?:person|of the agent|reached)$/m);
    assert.equal(existsSync(join(root, "planted")), false);
  });

  it("refuses what the policy denies, whatever was approved", async () => {
    const { approve, runner, own, failed, records } = await scheduled();
    const run = await runner.runNow(await approve({ command: `cat ${own.folder}/scratch/x` }));
    assert.equal(run.state, "refused");
    assert.deepEqual(failed, [run]);
    assert.deepEqual(
      records.map(({ agent, tool, decision }) => [agent, tool, decision?.kind]),
      [["tester/schedule:report", "scheduled_run", "deny"]],
    );
  });

  it("refuses what would have to be asked about, because nobody is there (EN-4)", async () => {
    const { approve, runner, asked } = await scheduled({ settings: { "toolcrib.sandbox": "off" } });
    const { text, state } = await runner.runNow(await approve({ command: "echo hello > x" }));
    assert.equal(state, "refused");
    assert.match(text, /needs a person's approval and nobody could give it: an approved run cannot ask anyone/);
    assert.deepEqual(asked, []);
  });

  it("runs nothing for an agent whose commands the managed policy forbids (EN-1)", async () => {
    const managed = JSON.stringify({ exec: { disabled: { agents: ["tester"] } } });
    const { approve, runner } = await scheduled({ managed });
    const { text, state } = await runner.runNow(await approve({}));
    assert.equal(state, "refused");
    assert.match(text, /the managed policy does not allow the agent tester\/schedule:report to run commands/);
  });
});
