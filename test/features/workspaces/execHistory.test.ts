import assert from "node:assert/strict";
import {
  type BackgroundEnd,
  callOfRun,
  endingOfRun,
  type HistoryValue,
  runsOf,
  type WorkspaceCall,
} from "../../../src/features/workspaces/execHistory";

const time = "2026-01-02T03:04:05.000Z";

const line = (changes: Partial<WorkspaceCall>): HistoryValue => ({
  ...{
    time,
    kind: "call",
    call: "c1",
    agent: "a",
    dialect: "standard",
    tool: "exec_run",
    title: "Run: make",
    input: "",
  },
  effects: [{ kind: "exec", target: "make" }],
  ...{ verdict: "allow", rule: "scope", isError: false, level: "PUBLIC", resultBytes: 1, durationMs: 12 },
  ...changes,
});

const end = (changes: Partial<BackgroundEnd>): HistoryValue => ({
  ...{ time, kind: "end", call: "c1", agent: "a", job: "bg_task_1", isError: false, durationMs: 5000 },
  ...changes,
});

const shown = (...lines: HistoryValue[]) => runsOf(lines, 10, () => true).map((run) => [run.state, endingOfRun(run)]);

describe("a history's lines as people see them (PO-8)", () => {
  for (const [name, lines, wanted] of [
    ["a command that succeeded", [line({ exitCode: 0 })], ["ok", "exit code: 0, 12 ms"]],
    ["one that failed", [line({ exitCode: 2 })], ["failed", "exit code: 2, 12 ms"]],
    [
      "one that took too long",
      [line({ signal: "SIGTERM", endedBy: "timeout", isError: true })],
      ["failed", "ended by SIGTERM, 12 ms, stopped at its time limit"],
    ],
    [
      "one that met a limit",
      [line({ signal: "SIGKILL", endedBy: "limit", isError: true })],
      ["failed", "ended by SIGKILL, 12 ms, stopped at a limit"],
    ],
    [
      "one that a person stopped",
      [line({ signal: "SIGTERM", endedBy: "cancellation", isError: true })],
      ["cancelled", "ended by SIGTERM, 12 ms, stopped"],
    ],
    ["one that was denied", [line({ verdict: "deny", isError: true, error: "denied" })], ["denied", "denied"]],
    [
      "one that was declined",
      [line({ verdict: "ask", isError: true, error: "declined" })],
      ["cancelled", "cancelled, 12 ms"],
    ],
    ["one that ran nothing", [line({ isError: true, error: "not_found" })], ["failed", "failed (not found), 12 ms"]],
    ["one that goes on", [line({ background: true })], ["running", "started in the background"]],
    ["one that went on", [line({ background: true }), end({ exitCode: 1 })], ["failed", "exit code: 1, 5.0 s"]],
    [
      "one that could not be started",
      [line({ background: true }), end({ isError: true })],
      ["failed", "failed, 5.0 s"],
    ],
  ] as const)
    it(`tells ${name}`, () => assert.deepEqual(shown(...lines), [wanted]));

  it("tells of one whose host was gone before it had ended", () => {
    const [run] = runsOf([line({ background: true })], 10, (call) => call !== "c1");
    assert.equal(run?.state, "brokenOff");
    assert.equal(run && endingOfRun(run), "interrupted: the process running it exited");
  });

  for (const [name, changes, wanted] of [
    ["a command by its line", {}, "make"],
    [
      "a command by its line, whatever it reads",
      {
        effects: [
          { kind: "read", target: "a" },
          { kind: "exec", target: "make" },
        ],
      },
      "make",
    ],
    [
      "one file by its path",
      { tool: "edit_file", effects: ["read", "write"].map((kind) => ({ kind, target: "a" })) },
      "edit_file a",
    ],
    [
      "several files by what the call was for",
      { tool: "skill_save", title: "Save it", effects: ["a", "b"].map((target) => ({ kind: "write", target })) },
      "skill_save Save it",
    ],
    [
      "one that never got so far by its tool alone",
      { tool: "exec_read", title: "exec_read", effects: [] },
      "exec_read",
    ],
  ] as readonly (readonly [string, Partial<WorkspaceCall>, string])[])
    it(`names ${name}`, () => {
      assert.deepEqual(runsOf([line(changes)], 1, () => true).map(callOfRun), [wanted]);
    });

  it("are the newest, and a call without an effect goes by its title", () => {
    const lines = ["one", "two", "three"].map((title) => line({ call: title, title, effects: [] }));
    assert.deepEqual(
      runsOf(lines, 2, () => true).map(({ what, isCommand }) => [what, isCommand]),
      [
        ["three", false],
        ["two", false],
      ],
    );
  });
});
