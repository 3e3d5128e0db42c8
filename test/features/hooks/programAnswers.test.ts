/** What a hook's program may answer, and what becomes of everything else (PO-1, PO-3, PO-5). */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { HookAnswer } from "../../../src/core/calls/beside/hooks";
import type { Decision } from "../../../src/core/vocabulary/decision";
import { programNotes, programOpinions } from "../../../src/features/hooks/programAnswers";

const speaker = { shown: 'hook "h"', rule: "hooks.h" };
const ended = (stdout: string, exitCode = 0, stderr = ""): HookAnswer => ({ kind: "ended", exitCode, stdout, stderr });
const opinions = (answer: HookAnswer, onFailure: "ask" | "deny" = "deny") =>
  programOpinions(speaker, onFailure, answer).map(({ kind, always, rule, reason }) => {
    assert.deepEqual([rule, always], ["hooks.h", kind === "ask" ? true : undefined]);
    return [kind, reason];
  });
const json = (value: unknown) => ended(JSON.stringify(value));

describe("a hook's answer before a call", () => {
  const understood: [answer: HookAnswer, opinions: [kind: Decision["kind"], reason: string][]][] = [
    [ended(""), []],
    [ended("  \n"), []],
    [json({}), []],
    [json({ decision: "allow" }), []],
    [json({ decision: "approve", reason: "trusted" }), []],
    [json({ suppressOutput: true, systemMessage: "hello", continue: true }), []],
    [json({ decision: "deny", reason: "Not here." }), [["deny", 'the hook "h" says: Not here']]],
    [json({ decision: "block", reason: "no" }), [["deny", 'the hook "h" says: no']]],
    [json({ decision: "deny" }), [["deny", 'the hook "h" denies it']]],
    [json({ decision: "ask", reason: "sure?" }), [["ask", 'the hook "h" says: sure?']]],
    [json({ decision: "ask" }), [["ask", 'the hook "h" asks about it']]],
    [json({ continue: false, stopReason: "enough" }), [["deny", 'the hook "h" says: enough']]],
    [ended("ignored", 2, " two\n lines.\n"), [["deny", 'the hook "h" says: two lines']]],
    [ended("", 2), [["deny", 'the hook "h" denies it']]],
    [json({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } }), []],
    [
      json({
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "no",
        },
      }),
      [["deny", 'the hook "h" says: no']],
    ],
    [
      json({ decision: "allow", hookSpecificOutput: { permissionDecision: "ask", permissionDecisionReason: "look" } }),
      [["ask", 'the hook "h" says: look']],
    ],
  ];
  for (const [answer, expected] of understood)
    it(`${JSON.stringify(answer)} is understood`, () => assert.deepEqual(opinions(answer, "ask"), expected));

  const failures: [answer: HookAnswer, failure: string][] = [
    [{ kind: "failed", failure: "it did not answer within 10 s" }, "it did not answer within 10 s"],
    [ended("", 1), "it ended with exit code 1"],
    [ended('{"decision":"allow"}', 1, "Traceback\nboom\n"), "it ended with exit code 1: Traceback boom"],
    [ended("ok"), "it printed something that is not JSON"],
    [ended('{"decision":"deny"'), "it printed something that is not JSON"],
    [ended("null"), "it printed JSON that is not a valid answer (Invalid input: expected object, received null)"],
    [ended("[]"), "it printed JSON that is not a valid answer (Invalid input: expected object, received array)"],
    [json({ decison: "deny" }), 'it printed JSON that is not a valid answer (Unrecognized key: "decison")'],
    [
      json({ decision: "no" }),
      'it printed JSON that is not a valid answer (decision: Invalid option: expected one of "allow"|"approve"|"ask"|"deny"|"block")',
    ],
    [
      json({ decision: "deny", reason: 5 }),
      "it printed JSON that is not a valid answer (reason: Invalid input: expected string, received number)",
    ],
    [
      json({ hookSpecificOutput: { permissionDecision: "allow", updatedInput: { command: "ls" } } }),
      'it printed JSON that is not a valid answer (hookSpecificOutput: Unrecognized key: "updatedInput")',
    ],
  ];
  for (const [answer, failure] of failures)
    it(`${JSON.stringify(answer)} is a failure, with the opinion of its setting`, () => {
      const reason = `the hook "h" failed: ${failure}`;
      assert.deepEqual(opinions(answer, "deny"), [["deny", reason]]);
      assert.deepEqual(opinions(answer, "ask"), [["ask", reason]]);
    });

  it("is cut where its reason is long, never through a character", () => {
    const [[, reason] = []] = opinions(json({ decision: "deny", reason: `${"x".repeat(499)}😀😀` }));
    assert.equal(reason, `the hook "h" says: ${"x".repeat(499)}…`);
  });

  it("tells the model not to try another way", () => {
    const [decision] = programOpinions(speaker, "deny", json({ decision: "deny", reason: "no" }));
    assert.equal(decision?.instead, "do not retry it another way: tell the person if you cannot go on without it");
  });

  const answers = fc.oneof(
    fc.record({
      kind: fc.constant("ended" as const),
      exitCode: fc.integer({ min: 0, max: 3 }),
      stdout: fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .record(
            {
              decision: fc.constantFrom("allow", "approve", "ask", "deny", "block", "yes", 1),
              reason: fc.string({ unit: "binary" }),
              continue: fc.boolean(),
              hookSpecificOutput: fc.record({ permissionDecision: fc.constantFrom("allow", "ask", "deny", "defer") }),
            },
            { requiredKeys: [] },
          )
          .map((value) => JSON.stringify(value)),
      ),
      stderr: fc.string({ unit: "binary" }),
    }),
    fc.record({ kind: fc.constant("failed" as const), failure: fc.string() }),
  );
  it("never is an allow, whatever it says (property)", () =>
    fc.assert(
      fc.property(answers, fc.constantFrom("ask" as const, "deny" as const), (answer, onFailure) => {
        for (const { kind, always } of programOpinions(speaker, onFailure, answer))
          assert.ok(kind === "deny" || (kind === "ask" && always === true));
        // Only an empty answer, or one that says so, lets the call go on.
        if (answer.kind === "failed" || answer.exitCode !== 0)
          assert.equal(programOpinions(speaker, onFailure, answer).length, 1);
      }),
    ));
});

describe("a hook's answer after a call", () => {
  const note = (text: string) => `Note from the hook "h": ${text}`;
  const understood: [answer: HookAnswer, notes: string[]][] = [
    [ended(""), []],
    [ended("formatted 3 files\n"), []],
    [json({}), []],
    [json({ other: 1 }), []],
    [json({ note: " formatted \n" }), [note("formatted")]],
    [json({ decision: "block", reason: "lint fails" }), [note("lint fails")]],
    [
      json({ note: "a", hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "b" } }),
      [note("a"), note("b")],
    ],
    [ended("", 2, "line 3 is too long\n"), [note("line 3 is too long")]],
    [json({ note: "x".repeat(5000) }), [note(`${"x".repeat(4000)}…`)]],
  ];
  for (const [answer, value] of understood)
    it(`${JSON.stringify(answer).slice(0, 120)} is understood`, () =>
      assert.deepEqual(programNotes(speaker, answer), { value }));

  it("that cannot be read is a failure that is told to the person", () => {
    const failure = (answer: HookAnswer) => {
      const read = programNotes(speaker, answer);
      return "failure" in read && read.failure;
    };
    assert.equal(failure(ended("", 1, "boom")), "it ended with exit code 1: boom");
    assert.equal(failure(ended('{"note":')), "it printed something that is not JSON");
    assert.equal(
      failure(json({ note: 5 })),
      "it printed JSON that is not a valid answer (note: Invalid input: expected string, received number)",
    );
    assert.equal(failure({ kind: "failed", failure: "it was ended by SIGKILL" }), "it was ended by SIGKILL");
  });
});
