/** Arguments reach a program as they were given, whatever is in them (EX-10). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { commandLine } from "../../../src/core/vocabulary/shellQuoting";
import { failsWith } from "../../support/toolFailure";

describe("a command line from words", () => {
  it("is what bash takes apart into the same words", () => {
    const nasty = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."'\"\\$`!*?[]{}()<>|&;#~= \t\n-%^@é漢") }),
      fc.string().map((text) => text.replaceAll("\0", "")),
    );
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 6 }), (words) => {
        const { stdout } = spawnSync("bash", ["-c", commandLine(["printf", "%s\\0", ...words], "bash")]);
        assert.deepEqual(stdout, Buffer.from(words.map((word) => `${word}\0`).join("")));
      }),
      { numRuns: 100 },
    );
  });

  it("leaves plain words alone, and writes the others as each shell wants them", () => {
    assert.equal(commandLine(["node", "a/b.mjs", "--x=1"], "bash"), "node a/b.mjs '--x=1'");
    assert.equal(commandLine(["node", "it's", ""], "powershell"), "node 'it''s' ''");
    assert.equal(commandLine(["a b/node", "x,y"], "powershell"), "& 'a b/node' 'x,y'");
    assert.equal(commandLine(["node", "a b"], "cmd"), 'node "a b"');
  });

  it("refuses what cannot be passed on", async () => {
    await failsWith(
      () => commandLine(["a\0b"], "bash"),
      "invalid_input",
      "An argument contains a NUL character, which no program accepts: leave it out.",
    );
    for (const word of ['a"b', "%PATH%", "a\nb", "a^b", "!x!"])
      await failsWith(
        () => commandLine([word], "cmd"),
        "invalid_input",
        `The argument ${JSON.stringify(word)} cannot be passed through cmd.exe: write it to a file and pass its path.`,
      );
  });
});
