/** Cron lines: what they mean, and which are refused (EX-7). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { scheduleTimes } from "../../../../src/features/schedules/node/scheduleTimes";
import type { ScheduleDefinition } from "../../../../src/features/schedules/scheduleDefinition";

const example = 'write minute, hour, day of month, month and day of week, such as "0 7 * * 1-5" for 07:00 on workdays';

const definition = (cron: string, timezone = "UTC"): ScheduleDefinition => ({
  agent: "tester",
  command: "true",
  cron,
  timezone,
  catch_up: "skip",
  network: [],
  timeout_ms: 1000,
});
const at = (text: string) => Date.parse(text);
const next = (cron: string, timezone: string, from: string, count: number) =>
  scheduleTimes.next(definition(cron, timezone), at(from), count).map((time) => new Date(time).toISOString());

describe("cron lines of schedules (EX-7)", () => {
  const refused: readonly [line: string, problem: string][] = [
    ["* * * * * *", `it has 6 fields, but schedules run at most once a minute: ${example}`],
    ["*/5 * * * * * *", `it has 7 fields, but schedules run at most once a minute: ${example}`],
    ["61 * * * *", `Invalid value for minute: 61: ${example}`],
    ["", `it has 0 of five fields: ${example}`],
    ["0 7 * *", `it has 4 of five fields: ${example}`],
    ["@reboot", `it has 1 of five fields: ${example}`],
    ["2026-05-05T00:00:00", `it has 1 of five fields: ${example}`],
    ["*/0 * * * *", `Syntax error, illegal stepping: 0: ${example}`],
    ["0 0 30 2 *", "there is no such date: choose one that exists"],
    ["0 0 31 4,6 *", "there is no such date: choose one that exists"],
  ];
  for (const [line, problem] of refused)
    it(`refuses ${JSON.stringify(line)}`, () => assert.equal(scheduleTimes.problem(line, "UTC"), problem));

  it("refuses a time zone that there is not", () => {
    assert.equal(
      scheduleTimes.problem("0 7 * * *", "Mars/Base"),
      '"Mars/Base" is not a time zone: name one such as "Europe/Vienna" or "UTC"',
    );
  });

  it("takes five fields, names of days and the short forms", () => {
    for (const line of ["0 7 * * MON-FRI", "@daily", " 0\t7 * * * ", "0 0 29 2 *", "0 7 L * *"])
      assert.equal(scheduleTimes.problem(line, "Europe/Vienna"), undefined, line);
  });

  it("runs once where the clock is put forward or back", () => {
    assert.deepEqual(next("30 2 * * *", "Europe/Vienna", "2026-03-28T12:00:00Z", 2), [
      "2026-03-29T01:30:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
    assert.deepEqual(next("30 2 * * *", "Europe/Vienna", "2026-10-24T12:00:00Z", 2), [
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });

  it("counts a time as due from its very millisecond on", () => {
    const due = at("2026-01-05T07:00:00Z");
    const daily = definition("0 7 * * *");
    const before = due - 3 * 86_400_000;
    assert.equal(scheduleTimes.latest(daily, before, due), due);
    assert.equal(scheduleTimes.latest(daily, before, due + 999), due);
    assert.equal(scheduleTimes.latest(daily, before, due - 1), due - 86_400_000);
    assert.equal(scheduleTimes.latest(daily, due, due + 86_399_999), undefined);
  });

  it("has nothing due without a cron line", () => {
    const { cron, timezone, ...rest } = definition("0 7 * * *");
    assert.equal(scheduleTimes.latest(rest, 0, 1e12), undefined);
    assert.deepEqual(scheduleTimes.next(rest, 0, 3), []);
  });

  it("is never due oftener than once a minute, whatever the line (EX-7)", () => {
    const field = (least: number, most: number) =>
      fc.oneof(
        fc.constant("*"),
        fc.integer({ min: least, max: most }).map(String),
        fc.integer({ min: 1, max: 9 }).map((step) => `*/${step}`),
      );
    const line = fc
      .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 6))
      .map((fields) => fields.join(" "));
    fc.assert(
      fc.property(line, fc.integer({ min: 0, max: 4e9 }), (cron, seconds) => {
        fc.pre(scheduleTimes.problem(cron, "UTC") === undefined);
        const now = seconds * 1000;
        const [first = 0, second = 0] = scheduleTimes.next(definition(cron), now, 2);
        assert.ok(first > now && second - first >= 60_000);
        // What is due next is the latest that was due as soon as it is.
        assert.equal(scheduleTimes.latest(definition(cron), now, first), first);
        assert.equal(scheduleTimes.latest(definition(cron), now, first - 1), undefined);
        assert.equal(scheduleTimes.latest(definition(cron), now, second - 1), first);
        assert.equal(scheduleTimes.latest(definition(cron), now - 1e11, second), second);
      }),
      { numRuns: 50 },
    );
  });

  it("throws for no text whatever", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (line, zone) => {
        scheduleTimes.problem(line, zone);
      }),
    );
  });
});
