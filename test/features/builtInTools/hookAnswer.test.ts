import assert from "node:assert/strict";
import { harnessNames, toldTo } from "../../../src/features/builtInTools/harness";
import { hookAnswer } from "../../../src/features/builtInTools/hookAnswer";

describe("the answer of a hook", () => {
  const said = { permissionDecision: "deny", permissionDecisionReason: "It is closed." };
  const nested = { hookSpecificOutput: { hookEventName: "PreToolUse", ...said } };

  it("is nothing at all where there is no opinion", () => {
    for (const harness of [undefined, ...harnessNames])
      assert.equal(hookAnswer(harness, { kind: "none", reason: "" }), "");
  });

  it("is in the form that each harness reads", () => {
    for (const harness of [undefined, "vscode", "agent-host", "copilot-cli"] as const)
      assert.deepEqual(JSON.parse(hookAnswer(harness, { kind: "deny", reason: "It is closed." })), {
        ...said,
        ...nested,
      });
    assert.deepEqual(JSON.parse(hookAnswer("claude-code", { kind: "deny", reason: "It is closed." })), nested);
  });

  it("puts what only a person may answer where one is asked for certain, and denies it elsewhere", () => {
    const ask = { kind: "ask", reason: "Write .git/x: .git is protected (Toolcrib)." } as const;
    const byPerson = { ...ask, byPersonAlone: true } as const;
    for (const harness of harnessNames) assert.equal(toldTo(harness, ask), ask);
    assert.equal(toldTo("vscode", byPerson), byPerson);
    assert.deepEqual(toldTo("agent-host", byPerson), {
      kind: "deny",
      reason: `${ask.reason} Only a person may allow this, and VS Code's Agent Host may answer without one: use Toolcrib's own tool for it, or tell the person.`,
    });
    assert.deepEqual(
      harnessNames.map((harness) => toldTo(harness, byPerson).kind),
      ["ask", "deny", "deny", "deny"],
    );
  });

  it("stays short enough to be read whole", () => {
    const answer = hookAnswer("vscode", { kind: "ask", reason: "\u0000".repeat(1_000_000) });
    assert.ok(Buffer.byteLength(answer) < 128 * 1024);
    assert.equal(JSON.parse(answer).permissionDecision, "ask");
  });
});
