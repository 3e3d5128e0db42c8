/**
 * sed and awk programs that are called harmless, given to the real sed and awk: none of them may leave a file behind,
 * although each is put together from pieces of which some run a program or write a file (D-13).
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { awkOnlyPrints } from "../../../src/lib/shell/programs/awk";
import { sedScript } from "../../../src/lib/shell/programs/sed";
import { quoteWord } from "../../../src/lib/shell/words/quote";

const runs = Number(process.env.TOOLCRIB_SCRIPT_RUNS ?? 4000);
const seed = Number(process.env.TOOLCRIB_SCRIPT_SEED ?? 17);

const sedPieces = [
  ..."s y / , | # ; { } ! [ ] ^ $ 1 2 ~ + g p e w I M n N l q b t : a i c = d x \\ \\/ \\n \\, s/a/b/ y/a/b/ /a/ \\,a, 1~2 s,a,b, 0,/a/ [/] [^/] a\\ ' \" & % s%".split(
    " ",
  ),
  " ",
  "\n",
  "e touch P",
  "w P",
  "w P\n",
  "a x",
  "$!i x\n",
  "1c\\\n",
  "a\\\\\n",
  "e",
  "s/a/touch P/e",
  "1e touch P\n",
];
const awkPieces = [
  ...'/ { } ( ) ; , [ ] ^ $ 1 2 + ++ - * % = == ~ ! < ? : && || # " \\ \\/ \\" x n NR NF BEGIN END print printf if else while length in /a/ /#/ /"/ /[/]/ /[#]/ /["]/ $1 "a" "#" (1) else/ )/ /=  x/ 1/2 i++ return exit delete getline'.split(
    " ",
  ),
  " ",
  "\n",
  "\\\n",
  'system("touch P")',
  'print > "P"',
  "> ",
  ">",
  '> "P"',
  '>"P"',
  "NR>1",
  "print (",
  "print(1",
  "printf(",
  "(1 > 2)",
  'print | "touch P"',
  '{system("touch P")}',
  '"touch P" | getline',
];

const joined = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(""));

/** The programs among these after which there was a file. */
function leavingFiles(command: string, programs: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-scripts-"));
  try {
    writeFileSync(join(folder, "input"), "a\nb a\n");
    const driver = programs.map((program, at) => {
      mkdirSync(join(folder, `d${at}`));
      return `cd ${folder}/d${at}; timeout 0.3 ${command} ${quoteWord(program)} < ../input`;
    });
    execFileSync("bash", ["--norc"], {
      input: [...driver, "exit 0", ""].join("\n"),
      stdio: ["pipe", "ignore", "ignore"],
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
    });
    return programs.filter((_, at) => readdirSync(join(folder, `d${at}`)).length > 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the program is there and takes an option that ends what is an option. */
const works = (command: string, program: string) =>
  spawnSync(command, [program], { input: "", stdio: ["pipe", "ignore", "ignore"] }).status === 0;

describe("programs for sed and awk that are called harmless (D-13)", function () {
  this.timeout(300_000);

  const check = (
    command: string,
    probe: string,
    harmful: string,
    pieces: readonly string[],
    harmless: (text: string) => boolean,
  ) =>
    it(`leave nothing behind when ${command} runs them`, function () {
      if (!works(command, probe)) this.skip();
      const samples = fc.sample(joined(pieces), { numRuns: runs, seed }).filter(harmless);
      // Without enough of them, or if a file went unseen, the test would say nothing.
      assert.ok(samples.length > runs / 40, `${samples.length} of ${runs} are called harmless`);
      assert.deepEqual(leavingFiles(command, [harmful]), [harmful]);
      assert.deepEqual(leavingFiles(command, samples), []);
    });

  const isHarmlessSed = (text: string) => !text.startsWith("-") && sedScript(text).asks === undefined;
  check("sed", "p", "w P", sedPieces, isHarmlessSed);
  for (const awk of ["mawk", "gawk", "original-awk"]) check(awk, "1", '{ print > "P" }', awkPieces, awkOnlyPrints);
});
