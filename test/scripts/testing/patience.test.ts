import assert from "node:assert/strict";
import { patient } from "../../../scripts/testing/patience.cjs";

describe("the time limits of tests", () => {
  it("are five times what is named, five minutes at most, and never less than is named", () => {
    assert.deepEqual([0, 2_000, 60_000, 120_000, 600_000].map(patient), [0, 10_000, 300_000, 300_000, 600_000]);
  });

  it("are so for a suite, a test and what is set while it runs", function () {
    this.timeout(3_000);
    assert.equal(this.timeout(), 15_000);
  });

  describe("of a suite", function () {
    this.timeout(1_000);
    it("reach its tests, lengthened once", function () {
      assert.equal(this.timeout(), 5_000);
    });
  });
});
