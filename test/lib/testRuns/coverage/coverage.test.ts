import assert from "node:assert/strict";
import { readCobertura } from "../../../../src/lib/testRuns/coverage/cobertura";
import { lineRanges, percentText } from "../../../../src/lib/testRuns/coverage/coverage";
import { readLcov } from "../../../../src/lib/testRuns/coverage/lcov";

describe("reports of coverage", () => {
  it("of lcov, a file told twice counted once and what is no number left out", () =>
    assert.deepEqual(
      readLcov(
        "TN:\nSF:/a/b.ts\nFN:1,f\nDA:1,2\nDA:2,0\nDA:x,0\nDA:-3,1\nLF:2\nend_of_record\nDA:9,0\nSF:c.ts\r\nend_of_record\nSF:/a/b.ts\nDA:2,1\nDA:4,0\n",
      ),
      [
        { file: "/a/b.ts", lines: 3, covered: 2, uncovered: [4] },
        { file: "c.ts", lines: 0, covered: 0, uncovered: [] },
      ],
    ));

  it("of Cobertura, lines of methods counted once", () =>
    assert.deepEqual(
      readCobertura(
        '<?xml version="1.0"?><coverage><packages><package><classes><class filename="src/a.py"><methods><method><lines><line number="2" hits="0"/></lines></method></methods><lines><line number="1" hits="1"/><line number="2" hits="0"/></lines></class></classes></package></packages><line number="9" hits="0"/></coverage>',
      ),
      [{ file: "src/a.py", lines: 2, covered: 1, uncovered: [2] }],
    ));

  it("of something else hold nothing", () => {
    assert.deepEqual(readLcov("<html>"), []);
    assert.deepEqual(readCobertura("TN:\nSF:a"), []);
  });

  it("are told in ranges and rounded down, so that 100% means all", () => {
    assert.equal(lineRanges([1, 3, 4, 5, 9, 10]), "1, 3-5, 9-10");
    assert.equal(percentText({ lines: 2000, covered: 1999 }), "99.9%");
    assert.equal(percentText({ lines: 0, covered: 0 }), "100%");
  });
});
