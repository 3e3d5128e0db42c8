import assert from "node:assert/strict";
import { failureTeller } from "../../../src/features/hooks/hookFailures";
import { hookedCall } from "./support/hookedCall";

describe("failures of hooks after a call", () => {
  it("are all put on record, and told to the person once for each hook", async () => {
    const { call } = await hookedCall(async () => []);
    const notes: string[][] = [];
    const warnings: string[] = [];
    const tell = failureTeller({
      warn: (text) => void warnings.push(text),
      note: async (...note) => void notes.push(note),
    });
    const one = { shown: 'hook "one"', rule: "hooks.one" };
    tell(one, "it ended with exit code 1", call);
    tell(one, "it ended with exit code 2", call);
    tell({ shown: "extension a.b", rule: "extension.a.b" }, "boom\n", call);
    assert.deepEqual(notes, [
      ["hook failed", "tester", 'the hook "one" failed: it ended with exit code 1 (call call-1)'],
      ["hook failed", "tester", 'the hook "one" failed: it ended with exit code 2 (call call-1)'],
      ["hook failed", "tester", "the extension a.b failed: boom (call call-1)"],
    ]);
    assert.deepEqual(warnings, [
      'After a call the hook "one" failed: it ended with exit code 1. Further failures are only in the audit log.',
      "After a call the extension a.b failed: boom. Further failures are only in the audit log.",
    ]);
  });
});
