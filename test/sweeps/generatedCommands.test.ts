/**
 * Generated command lines that are judged to only read, run for real: none may change a file, or start a program that nobody
 * knows (D-12, D-13). In bash as they are, and in dash as the script of `dash -c`, which is judged by what bash would do.
 *
 * TOOLCRIB_SWEEP_LINES sets how many are made for each shell, TOOLCRIB_SWEEP_SEED what they are made from.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { analyse } from "../../src/lib/shell/analyse";
import { programOf } from "../../src/lib/shell/programs";
import { isReadOnly } from "../../src/lib/shell/usage";
import { quoteWord } from "../../src/lib/shell/words/quote";
import { baseName, shellNames, wrapperOf } from "../../src/lib/shell/words/wrappers";
import { commandLine } from "./support/commandGrammar";
import { type Batch, changingLines, jailProblem, runBatch } from "./support/jail";
import { Random } from "./support/random";

const made = Number(process.env.TOOLCRIB_SWEEP_LINES ?? 50_000);
const seed = Number(process.env.TOOLCRIB_SWEEP_SEED ?? 1);
const batchLines = 200;
const jailsAtOnce = 2;

/** As the policy does, which asks about a function that is called by the name of a known program. */
function runsUnasked(line: string): boolean {
  if (line.includes("\0")) return false;
  const analysis = analyse(line);
  const isOwn = (name: string | undefined) => analysis.functions.some((one) => one.name === name);
  return isReadOnly(analysis) && !analysis.commands.some(({ name }) => isOwn(name));
}

/** Programs that a shell looked for in vain, and that no table knows. */
function strangers(errors: string): string[] {
  const said = [...errors.matchAll(/(?<=: )(?<!(?:type|command): )([^:\n]*): (?:command )?not found$/gm)];
  const isKnown = (name: string) => programOf(name) ?? wrapperOf(name) ?? shellNames.has(name);
  return said.flatMap(([, name = ""]) => (isKnown(baseName(name)) ? [] : [name]));
}

interface Run extends Batch {
  readonly lines: readonly string[];
}

async function runAll(lines: readonly string[]): Promise<Run[]> {
  const runs: Run[] = [];
  let next = 0;
  const work = async () => {
    while (next < lines.length) {
      const batch = lines.slice(next, next + batchLines);
      next += batchLines;
      runs.push({ lines: batch, ...(await runBatch(batch)) });
    }
  };
  await Promise.all(Array.from({ length: jailsAtOnce }, work));
  return runs;
}

describe("generated commands that are judged to only read", function () {
  this.timeout(900_000);
  before(function () {
    const problem = jailProblem();
    if (problem === undefined) return;
    console.log(`      skipped: ${problem}`);
    this.skip();
  });

  it("would be noticed", async () => {
    const harmless = ["ls", "cat a.txt | head -1", "dash -c pwd", "git status"];
    const harmful = ["touch P", "./evil", "echo > b.txt", "(rm a.txt)", "cd src && echo a >> a.ts", "touch ~/P"];
    assert.deepEqual(await changingLines(harmless), []);
    for (const line of harmful) assert.deepEqual(await changingLines([...harmless, line]), [line]);
    const { errors } = await runBatch(["unheard-of a", "dash -c 'a+=b'", "type nothing", "tree-of-none; ls"]);
    assert.deepEqual(errors.map(strangers), [["unheard-of"], ["a+=b"], [], ["tree-of-none"]]);
  });

  const sweep = async (name: string, spelled: (line: string) => string) => {
    const random = new Random(seed);
    const lines = new Set(Array.from({ length: made }, () => spelled(commandLine(random))));
    const judged = [...lines].filter(runsUnasked);
    const runs = await runAll(judged);
    const effects: string[] = [];
    for (const { lines: batch, isChanged } of runs) if (isChanged) effects.push(...(await changingLines(batch)));
    const strange = runs.flatMap(({ lines: batch, errors }) =>
      batch.flatMap((line, at) => strangers(errors[at] ?? "").map((program) => `${program}: ${line}`)),
    );
    console.log(
      `      ${name}: ${made} lines made from seed ${seed}, ${lines.size} different ones, ${judged.length} judged to only read and run, ${effects.length} changed something, ${strange.length} looked for an unknown program`,
    );
    assert.deepEqual({ effects, strange }, { effects: [], strange: [] }, `seed ${seed}`);
    assert.ok(judged.length > made / 20, `${judged.length} lines were run`);
  };

  it("change nothing in bash", () => sweep("bash", (line) => line));

  it("change nothing in dash", function () {
    if (spawnSync("dash", ["-c", ":"]).status !== 0) {
      console.log("      skipped: dash is not installed");
      this.skip();
    }
    return sweep("dash", (line) => `dash -c ${quoteWord(line)}`);
  });
});
