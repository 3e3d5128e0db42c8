import assert from "node:assert/strict";
import { readPages } from "../../../src/lib/media/pageRange";
import { failsWith } from "../../support/toolFailure";

describe("readPages", () => {
  it("reads one page, a range, and an open one; by default the first twenty", () =>
    assert.deepEqual([undefined, "3", "1-5", " 7 - 7 ", "7-"].map(readPages), [
      { from: 1, to: 20 },
      { from: 3, to: 3 },
      { from: 1, to: 5 },
      { from: 7, to: 7 },
      { from: 7, to: 26 },
    ]));

  it("says how pages are written", async () => {
    for (const text of ["", "0", "5-3", "-3", "1,2", "all", "1-2-3", "99999999999"])
      await failsWith(
        () => readPages(text),
        "invalid_input",
        `pages ${JSON.stringify(text)} is not a page range: write it like "3", "1-5" or "7-", counted from 1.`,
      );
  });
});
