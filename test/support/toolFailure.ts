import assert from "node:assert/strict";
import { ToolError, type ToolErrorCode } from "../../src/core/vocabulary/toolError";

/** Asserts that an action fails with exactly this code and message. */
export async function failsWith(action: () => unknown, code: ToolErrorCode, message: string | RegExp): Promise<void> {
  let failure: unknown;
  try {
    await action();
  } catch (error) {
    failure = error;
  }
  assert.ok(failure instanceof ToolError, `expected a ToolError, got ${failure}`);
  if (typeof message === "string") assert.deepEqual([failure.code, failure.message], [code, message]);
  else {
    assert.equal(failure.code, code, failure.message);
    assert.match(failure.message, message);
  }
}
