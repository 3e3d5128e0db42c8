/**
 * Everything bash runs was seen: generated scripts are run with no programs to be found, so that bash reports every
 * command it looks for, and each must be among those the analysis found (D-12).
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { analyse } from "../../../src/lib/shell/analyse";
import { redirectWrites } from "../../../src/lib/shell/usage";

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

/** What one script did. */
interface Trace {
  /** The commands bash looked for. */
  readonly commands: string[][];
  /** The files that were there afterwards. */
  readonly files: readonly string[];
}

function runAll(scripts: readonly string[]): Trace[] {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-bash-"));
  try {
    const log = join(folder, "log");
    const handler = join(folder, "handler");
    writeFileSync(log, "");
    // One write a report, so that background jobs cannot cut into each other's.
    writeFileSync(
      handler,
      `command_not_found_handle() { printf '%s\\0' "\${0##*/s}" "$@" $'\\1' >> ${log}; return 1; }\n`,
    );
    for (const [at, text] of scripts.entries()) {
      mkdirSync(join(folder, `d${at}`));
      writeFileSync(join(folder, `s${at}`), text);
    }
    const bash = `/usr/bin/timeout 2 /usr/bin/env -i PATH=/nowhere HOME=/nonexistent FUNCNEST=5 BASH_ENV=${handler} /bin/bash`;
    const driver = scripts.map((_, at) => `cd ${folder}/d${at}; ${bash} ${folder}/s${at} < /dev/null`);
    execFileSync("/bin/bash", ["--norc"], {
      input: [...driver, "exit 0", ""].join("\n"),
      stdio: ["pipe", "ignore", "ignore"],
    });
    const traces = scripts.map((_, at): Trace => ({ commands: [], files: readdirSync(join(folder, `d${at}`)) }));
    // Background jobs report late, so every report says which script it belongs to.
    for (const report of readFileSync(log, "utf8").split("\u0001\0").slice(0, -1)) {
      const [number = "", ...argv] = report.split("\0").slice(0, -1);
      traces[Number(number)]?.commands.push(argv);
    }
    return traces;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isTrusted = (text: string) => {
  const { problem, unusual } = analyse(text);
  return problem === undefined && unusual.length === 0;
};

/** True when the analysis has that command, or one that it calls unknown where it stands. */
function covered(text: string, argv: readonly string[]): boolean {
  return analyse(text).commands.some((command) => {
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

/** True when a redirect leads to that file, or to one that is not known. */
const written = (text: string, file: string): boolean =>
  analyse(text)
    .commands.flatMap((command) => command.redirects)
    .filter(redirectWrites)
    .some(({ target }) => target.value === undefined || target.glob || target.value === file);

const redirects =
  ">|>>|>||&>|&>>|<>|>&|2>|1>&2|{x}>|>&-|f|g|h |'i'|\"j\"|\\k|$'l'|a |b |;|(|)|{ |}|$(|`|if |then |fi |for i in x;|do |done |case x in x)|;;|esac |<(|>(|<<<|<<E|\nE\n|echo |eval |[[ |]] |1|\\\n|~|*| |&&|!"
    .split("|")
    .filter((token) => token !== "");
const redirecting = fc
  .array(fc.constantFrom(...redirects, "|", ">|"), { minLength: 2, maxLength: 12 })
  .map((parts) => parts.join(""));

const runs = Number(process.env.TOOLCRIB_BASH_RUNS ?? 250);
const seed = Number(process.env.TOOLCRIB_BASH_SEED ?? 5);

describe("what bash runs (D-12)", function () {
  this.timeout(600_000);

  it("is among what was found in generated scripts", () => {
    const scripts = [
      ...fc.sample(script, { numRuns: runs, seed }),
      ...fc.sample(tight, { numRuns: runs, seed: seed + 1 }),
    ];
    const traces = runAll(scripts);
    const missed = scripts.flatMap((text, at) =>
      isTrusted(text)
        ? (traces[at]?.commands ?? []).filter((argv) => !covered(text, argv)).map((argv) => ({ text, argv }))
        : [],
    );
    assert.deepEqual(missed, []);
    // Without enough commands the test would say nothing.
    const seen = scripts.filter((text, at) => isTrusted(text) && (traces[at]?.commands.length ?? 0) > 0).length;
    assert.ok(seen > runs / 10, `${seen} scripts ran a command`);
  });

  it("writes only files that were found as redirects", () => {
    const scripts = fc.sample(redirecting, { numRuns: runs * 2, seed });
    const traces = runAll(scripts);
    const missed = scripts.flatMap((text, at) =>
      isTrusted(text)
        ? (traces[at]?.files ?? []).filter((file) => !written(text, file)).map((file) => ({ text, file }))
        : [],
    );
    assert.deepEqual(missed, []);
    const seen = scripts.filter((text, at) => isTrusted(text) && (traces[at]?.files.length ?? 0) > 0).length;
    assert.ok(seen > runs / 50, `${seen} scripts wrote a file`);
  });
});
