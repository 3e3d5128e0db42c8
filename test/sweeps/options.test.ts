/**
 * Every option that the table of programs describes, given to the real program under strace: what the table takes for a value
 * must not be opened as a file, and nothing may be written (D-13).
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { programs } from "../../src/lib/shell/programs";
import { exampleOf, optionCalls, type Seen, trace, tracingProblem } from "./support/tracedOptions";

const isInstalled = (name: string) => spawnSync("sh", ["-c", 'command -v "$1"', "sh", name]).status === 0;
const show = ({ call, opened, changes }: Seen) =>
  `${call.words.join(" ")}: ${[...opened.map((name) => `opens ${name}`), ...changes].join("; ")}`;

/** `top` makes the folder of its settings in the home folder. */
const ofSettings = '"/tmp/home/.config';

describe("options of known programs", function () {
  this.timeout(300_000);
  before(function () {
    const problem = tracingProblem();
    if (problem === undefined) return;
    console.log(`      skipped: ${problem}`);
    this.skip();
  });

  it("would be noticed", () => {
    const calls = [
      { words: ["cat", "7"], values: ["7"] },
      { words: ["touch", "P"], values: [] },
      { words: ["head", "-n", "7", "a.txt"], values: ["7"] },
    ];
    assert.deepEqual(
      trace(calls, ["true"]).map(({ opened, changes }) => [opened, changes.length]),
      [
        [[], 0],
        [["7"], 0],
        [[], 2],
        [[], 0],
      ],
    );
  });

  const described = programs.filter(({ options, always }) => options !== undefined && always === undefined);
  for (const program of described)
    for (const name of program.names.filter(isInstalled))
      it(name, () => {
        const seen = trace(optionCalls(name, program), [name, ...exampleOf(program)]);
        const writes = ({ changes }: Seen) => changes.some((one) => !one.includes(ofSettings));
        assert.deepEqual(seen.filter((one) => one.opened.length > 0 || writes(one)).map(show), []);
      });
});
