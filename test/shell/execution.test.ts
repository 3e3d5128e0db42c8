/**
 * Everything bash runs was seen: generated scripts are run with no programs to be found, so that bash reports every
 * command it looks for, and each must be among those the analysis found (D-12).
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { analyse } from "../../src/shell/analyse";

const tokens =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
  "a;b;c;x;a b;$(;);`;\";';\\;{;};,;..;(;);[[;]];((;));&&;||;|;|&;&;<<E\n;<<'E'\n;\nE\n;<<-E\n\t;<<<;<(;${x:-;${;$x;!;#;*;~;=;x=;$((;1;if;then;else;fi;for i in;do;done;case a in;a);esac;;;while;eval;command;exec;time;coproc;\n; ; ; ;a;$';\\\n;{a,b};:;[ a ]"
    .split(";")
    .filter((token) => token !== "");
const separators = [";", ";;"];
const script = fc
  .array(fc.constantFrom(...tokens, ...separators), { minLength: 2, maxLength: 16 })
  .map((parts) => parts.join(" ").replace(/ ?\n ?/g, "\n"));
const tight = fc
  .array(fc.constantFrom(...tokens, ...separators), { minLength: 2, maxLength: 12 })
  .map((parts) => parts.join(""));

/** The commands bash looked for while it ran a script. */
function runAll(scripts: readonly string[]): string[][][] {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-bash-"));
  try {
    const log = join(folder, "log");
    const handler = join(folder, "handler");
    const work = join(folder, "work");
    mkdirSync(work);
    writeFileSync(log, "");
    // Redirects of the scripts must not catch what is reported.
    writeFileSync(
      handler,
      `command_not_found_handle() { printf '%s\\0' "\${0##*/s}" "$@" $'\\1' >> ${log}; return 1; }\n`,
    );
    for (const [at, text] of scripts.entries()) writeFileSync(join(folder, `s${at}`), text);
    const driver = scripts
      .map(
        (_, at) =>
          `/usr/bin/timeout 2 /usr/bin/env -i PATH=/nowhere FUNCNEST=5 BASH_ENV=${handler} /bin/bash ${folder}/s${at}`,
      )
      .join("\n")
      .concat("\nexit 0\n");
    execFileSync("/bin/bash", ["--norc"], { cwd: work, input: driver, stdio: ["pipe", "ignore", "ignore"] });
    // Background jobs report late, so every report says which script it belongs to.
    const said: string[][][] = scripts.map(() => []);
    for (const report of readFileSync(log, "utf8").split("\u0001\0").slice(0, -1)) {
      const [number = "", ...argv] = report.split("\0").slice(0, -1);
      said[Number(number)]?.push(argv);
    }
    return said;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** True when the analysis has that command, or one that it calls unknown where it stands. */
function covered(text: string, argv: readonly string[]): boolean {
  const analysis = analyse(text);
  if (analysis.problem !== undefined || analysis.unusual.length > 0) return true;
  return analysis.commands.some((command) => {
    if (command.word && command.name === undefined) return true;
    // A wrapper that is not there is reported instead of what it would run.
    if (command.prefixes.includes(argv[0] ?? "")) return true;
    if (command.name !== argv[0]) return false;
    const known = command.args.every(
      (word) => word.value !== undefined && !word.glob && !word.tilde && word.homeAt === undefined,
    );
    return !known || JSON.stringify(command.args.map((word) => word.value)) === JSON.stringify(argv.slice(1));
  });
}

const runs = Number(process.env.TOOLCRIB_BASH_RUNS ?? 300);

describe("what bash runs (D-12)", function () {
  this.timeout(600_000);

  it("is among what was found in generated scripts", () => {
    const seed = Number(process.env.TOOLCRIB_BASH_SEED ?? 5);
    const scripts = [
      ...fc.sample(script, { numRuns: runs, seed }),
      ...fc.sample(tight, { numRuns: runs, seed: seed + 1 }),
    ];
    const said = runAll(scripts);
    assert.equal(said.length, scripts.length);
    const missed = scripts.flatMap((text, at) =>
      (said[at] ?? []).filter((argv) => !covered(text, argv)).map((argv) => ({ text, argv })),
    );
    assert.deepEqual(missed, []);
    // Without enough commands the test would say nothing.
    assert.ok(said.flat().length > runs / 4, `${said.flat().length} commands were run`);
  });
});
