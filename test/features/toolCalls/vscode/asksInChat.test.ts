import assert from "node:assert/strict";
import { asksInChat } from "../../../../src/features/toolCalls/vscode/asksInChat";

describe("whether VS Code's own question asks about a call (D-16)", () => {
  const call = (more: object = {}, covered = false) => {
    const crib = { approvals: { cover: () => covered } };
    return { crib, tool: "write_file", inChat: true, ...more } as unknown as Parameters<typeof asksInChat>[0];
  };
  const judged = (decision: object = {}) =>
    ({
      ...{ tool: { name: "write_file" }, plan: { effects: [] }, byEffect: [] },
      decision: { kind: "ask", rule: "writes", reason: "", ...decision },
    }) as unknown as Parameters<typeof asksInChat>[1];

  it("does where a chat shows it, and leaves it to our own surface where none does, as in an Agent Host's first turn", () => {
    assert.equal(asksInChat(call(), judged()), true);
    assert.equal(asksInChat(call({ inChat: false }), judged()), false);
  });

  it("does not about what is allowed, denied, approved before, for a person alone, or called through the bridge", () => {
    for (const decision of [{ kind: "allow" }, { kind: "deny" }, { always: true }])
      assert.equal(asksInChat(call(), judged(decision)), false);
    assert.equal(asksInChat(call({}, true), judged()), false);
    assert.equal(asksInChat(call({ tool: "call_tool" }), judged()), false);
  });
});
