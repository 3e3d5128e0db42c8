import "../../../support/vscodeTexts";
import assert from "node:assert/strict";
import { spokenCounts } from "../../../../src/features/review/vscode/changeItems";

describe("how many lines a change adds and takes away, as it is read out", () => {
  for (const [added, removed] of [
    [1, 1],
    [0, 12],
  ] as const)
    it(`${added} and ${removed}`, () =>
      assert.equal(spokenCounts({ added, removed }), `lines added: ${added}, removed: ${removed}`));
});
