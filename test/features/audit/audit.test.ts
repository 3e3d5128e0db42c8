import assert from "node:assert/strict";
import type { CallLog, CallRecord } from "../../../src/core/calls/callRecord";
import { ask, deny } from "../../../src/core/vocabulary/decision";
import type { Effect } from "../../../src/core/vocabulary/effect";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { Audit, type AuditEntry } from "../../../src/features/audit/audit";
import { denied, done, rule, running } from "../../support/probe";

/** An audit that keeps its lines, and fails while it is told to. */
function kept() {
  const entries: AuditEntry[] = [];
  const durable: boolean[] = [];
  const warnings: string[] = [];
  const at = { failure: undefined as string | undefined };
  const audit = new Audit({
    store: {
      async append(entry, _time, isDurable) {
        if (at.failure !== undefined) throw new Error(at.failure);
        entries.push(entry);
        durable.push(isDurable);
      },
    },
    now: () => 5,
    redact: (text) => text.replaceAll("hunter2", "***"),
    warn: (text) => warnings.push(text),
  });
  return { audit, entries, durable, warnings, at };
}

const logOf = ({ audit }: ReturnType<typeof kept>, isStrict = false): CallLog => ({
  announce: (call: Parameters<Audit["begin"]>[0]) => audit.begin(call, isStrict),
  record: (record: CallRecord) => audit.end(record),
  note: (event: string, agent: string, detail: string) => audit.note(event, agent, detail),
});

const wired = (...log: Parameters<typeof logOf>) => ({ log: logOf(...log) });

describe("audit of calls (D-18)", () => {
  it("D-18 a command leaves a line before and one after, without its secrets", async () => {
    const log = kept();
    const { at } = await running(
      async (at) => [await at.exec("login --password hunter2")],
      { rules: [rule(() => ask("test", "it uses hunter2"))], crib: wired(log) },
      async () => ({ text: "é", isError: false, data: { exitCode: 3 } }),
    );
    await at.call();
    const [begin, call] = log.entries;
    const common = {
      call: (call as { call?: string }).call,
      agent: "tester",
      dialect: "standard",
      tool: "probe",
      title: "Probe it",
      // SHA-256 of {}
      input: "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
      effects: [{ kind: "exec", target: "login --password ***" }],
      verdict: "ask",
      rule: "test",
      reason: "it uses ***",
      approvedBy: "person",
    };
    assert.deepEqual(begin, { kind: "begin", ...common });
    assert.deepEqual(call, {
      kind: "call",
      ...common,
      isError: false,
      level: "PUBLIC",
      resultBytes: 2,
      durationMs: 0,
      exitCode: 3,
    });
    assert.equal(log.entries.length, 2);
  });

  it("what only reads leaves one line, with shown paths", async () => {
    const log = kept();
    const { at } = await running(async (at) => [await at.read("a")], { crib: wired(log) });
    await at.call();
    assert.deepEqual(
      log.entries.map(({ kind }) => kind),
      ["call"],
    );
    assert.deepEqual((log.entries[0] as { effects?: unknown }).effects, [{ kind: "read", target: "a" }]);
  });

  it("writes leave sizes, never contents", async () => {
    const log = kept();
    const { at } = await running(
      async (at) => [await at.write("a", "old", "newer"), await at.write("c", undefined, "x")],
      { crib: wired(log) },
    );
    await at.call();
    assert.deepEqual((log.entries[0] as { effects?: unknown }).effects, [
      { kind: "write", target: "a", before: 3, after: 5 },
      { kind: "write", target: "c", after: 1 },
    ]);
    assert.ok(!JSON.stringify(log.entries).includes("newer"));
  });

  it("requests leave their address with the host in the letters of machines, and no password (PO-8b)", async () => {
    const log = kept();
    const get = (url: string): Effect => ({ kind: "fetch", url, method: "GET" });
    const { at } = await running(
      async () => [get("https://\u0440ackages.example/hunter2"), get("http://me:pw@a.test/")],
      {
        crib: wired(log),
      },
    );
    await at.call();
    assert.deepEqual((log.entries[0] as { effects?: unknown }).effects, [
      { kind: "fetch", target: "https://xn--ackages-pjg.example/***" },
      { kind: "fetch", target: "http://…@a.test/" },
    ]);
  });

  it("denied, declined and unplannable calls leave a line each", async () => {
    const log = kept();
    const options = { rules: [rule(() => deny("test", "no"))], crib: wired(log) };
    const { at } = await running(async (at) => [await at.exec("x")], options);
    assert.equal((await at.call()).text, denied("Probe it", "no"));
    await at.call("nothing --token=hunter2");
    assert.deepEqual(
      log.entries.map((entry) => entry.kind === "call" && [entry.tool, entry.verdict, entry.isError, entry.error]),
      [
        ["probe", "deny", true, "denied"],
        ["nothing --token=***", undefined, true, "unknown_tool"],
      ],
    );
  });

  it("the order of an input's keys does not matter to its digest", async () => {
    const log = kept();
    const { at } = await running(async () => [], { crib: wired(log) });
    await at.call("probe", { b: 1, a: { d: 2, c: 3 } });
    await at.call("probe", { a: { c: 3, d: 2 }, b: 1 });
    // SHA-256 of {"a":{"c":3,"d":2},"b":1}
    const digest = "78d48859c3252943aab7306f76c80f3f07783582e05ab8f944ce0696f2dbfc67";
    assert.deepEqual(
      log.entries.map((entry) => entry.kind === "call" && entry.input),
      [digest, digest],
    );
  });

  it("in strict mode nothing that changes something is done while it cannot be recorded", async () => {
    const log = kept();
    log.at.failure = "ENOSPC: no space left";
    const { at, runs } = await running(async (at) => [await at.write("a", "old", "new")], { crib: wired(log, true) });
    assert.deepEqual(await at.call(), {
      text: "The audit log cannot be written (ENOSPC: no space left) and toolcrib.audit.strict is on, so calls that change anything are refused: tell the person to free disk space or to repair its folder.",
      isError: true,
      data: { error: "unrecorded" },
    });
    assert.equal(runs.length, 0);
    log.at.failure = undefined;
    assert.deepEqual(await at.call(), done);
    assert.deepEqual(log.durable, [true, false]);
    assert.deepEqual(log.warnings, [
      "The audit log cannot be written: ENOSPC: no space left. Calls are not recorded.",
      "Audit logging has resumed.",
    ]);
  });

  it("in strict mode what only reads goes on", async () => {
    const log = kept();
    log.at.failure = "EACCES";
    const { at } = await running(async (at) => [await at.read("a")], { crib: wired(log, true) });
    assert.deepEqual(await at.call(), done);
  });

  it("without strict mode calls go on, and a person is told once", async () => {
    const log = kept();
    log.at.failure = "EACCES";
    const { at } = await running(async (at) => [await at.write("a", "old", "new")], { crib: wired(log) });
    assert.deepEqual(await at.call(), done);
    assert.deepEqual(await at.call(), done);
    assert.equal(log.warnings.length, 1);
  });

  it("an announcement that fails in another way refuses the call", async () => {
    const announce = () => Promise.reject(new ToolError("unrecorded", "Not now."));
    const { at, runs } = await running(async (at) => [await at.exec("x")], {
      crib: { log: { ...logOf(kept()), announce } },
    });
    assert.equal((await at.call()).text, "Not now.");
    assert.equal(runs.length, 0);
  });

  it("events of people are lines too, without secrets", async () => {
    const log = kept();
    await log.audit.note("approval", "you", "allowed: login hunter2");
    assert.deepEqual(log.entries, [{ kind: "event", event: "approval", agent: "you", detail: "allowed: login ***" }]);
  });
});
