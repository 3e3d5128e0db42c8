import assert from "node:assert/strict";
import { alone, starting, unitTests } from "../../../scripts/testing/unitTests.cjs";

/** As mocha looks them up, which takes braces without a star for a name. */
const { lookupFiles } = require("mocha/lib/cli/lookup-files.js") as { lookupFiles(pattern: string): string[] };

describe("the lists of unit tests", () => {
  it("name files in each of their lines, so that none is left out of one run and not found by the other", () => {
    for (const pattern of [...alone, ...starting, unitTests]) assert.ok(lookupFiles(pattern).length > 0, pattern);
  });
});
