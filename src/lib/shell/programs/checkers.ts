/**
 * Formatters and checkers that say what is wrong and run no code of the folder. Those whose configuration names plugins or
 * programs (eslint, prettier, mypy, pyright, flake8, pylint, go vet, rustfmt behind rustup) are not among them and ask.
 */
import { clause } from "../../../core/text/clauses/clause";
import type { Word } from "../words/types";
import { asking, type KnownProgram, type ProgramCall, type Usage } from "./program";
import { managed } from "./runners";

const reading = ({ operands }: ProgramCall): Partial<Usage> => ({ reads: operands, obeys: managed });

/** Switches of tsc that change what is said and nothing else. */
const tscSwitches = new Set(
  "--skipLibCheck --strict --noImplicitAny --noUnusedLocals --noUnusedParameters --noErrorTruncation --listFiles --explainFiles --extendedDiagnostics --diagnostics --traceResolution --allowJs --checkJs --esModuleInterop --resolveJsonModule".split(
    " ",
  ),
);

/** `tsc --noEmit`; a switch may be followed by `true` or `false`, which would lift it. */
function tscUsage({ words }: ProgramCall): Partial<Usage> {
  const [only = "", ...others] = words.map(({ value = "", glob }) => (glob ? "" : value));
  if (others.length === 0 && (only === "--version" || only === "-v")) return { obeys: managed };
  const reads: Word[] = [];
  let emits = true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const value = word?.glob ? "" : (word?.value ?? "");
    const next = words[at + 1];
    if (value === "--noEmit") emits = false;
    else if (value === "-p" || value === "--project") {
      if (next) reads.push(next);
      at++;
    } else if (value === "--pretty" && /^(?:true|false)$/.test(next?.value ?? "")) at++;
    else if (/^[\w./][\w./-]*\.[cm]?[jt]sx?$/.test(value) && word) reads.push(word);
    else if (value !== "--pretty" && !tscSwitches.has(value)) return { reads, ...asking(clause`it runs code`) };
  }
  return emits ? { reads, ...asking(clause`it writes files`) } : { reads, obeys: managed };
}

/** Its first word says what it does. */
function ruffUsage({ words, operands, has, values }: ProgramCall): Partial<Usage> {
  const [verb, ...files] = operands;
  const reads = files.length > 0 ? files : values("--stdin-filename");
  const looks = verb?.value === "check" ? !has("--check") : verb?.value === "format" && has("--check", "--diff");
  const isFirst = verb !== undefined && words[0] === verb && !verb.glob;
  return isFirst && looks ? { reads, obeys: managed } : { reads, ...asking(clause`it may change files`) };
}

/** See {@link KnownProgram}. */
export const checkingPrograms: readonly KnownProgram[] = [
  {
    names: ["gofmt"],
    options: "-d -e -l -s",
    operands: reading,
    readOnly: ["gofmt -l .", "gofmt -d -s a.go", "gofmt a.go", "gofmt -l pkg/*.go"],
    asks: ["gofmt -w a.go", "gofmt -l -w .", "gofmt -r 'a -> b' a.go", "gofmt -cpuprofile=P a.go", 'gofmt "$f"'],
  },
  {
    names: ["shellcheck"],
    options:
      "-a -C? -e: -f: -i: -o: -s: -S: -V -W: --check-sourced --color? --enable: --exclude: --format: --include: --list-optional --norc --severity: --shell: --version --wiki-link-count:",
    operands: reading,
    readOnly: ["shellcheck a.sh", "shellcheck -f gcc -S warning a.sh b.sh"],
    asks: ["shellcheck -x a.sh", "shellcheck -P /etc a.sh", "shellcheck --rcfile=x a.sh"],
  },
  {
    names: ["clang-format"],
    options:
      "-n --dry-run --Werror --assume-filename: --fallback-style: --length: --lines: --offset: --output-replacements-xml --sort-includes --style: --version",
    operands: (call) =>
      call.values("--style").some(({ value = "file:" }) => value.startsWith("file:"))
        ? asking(clause`it reads its style from a file`)
        : reading(call),
    readOnly: ["clang-format --dry-run --Werror a.c", "clang-format -n a.c", "clang-format --style=Google a.c"],
    asks: [
      "clang-format -i a.c",
      "clang-format -n -i a.c",
      "clang-format --files=list",
      "clang-format --style=file:/etc/x a.c",
    ],
  },
  {
    names: ["ruff"],
    options:
      "-e -n -q -s -v --check --diff --exclude: --exit-zero --extend-ignore: --extend-select: --ignore: --isolated --line-length: --no-cache --no-fix --output-format: --preview --quiet --select: --show-files --show-settings --silent --statistics --stdin-filename: --target-version: --verbose",
    operands: ruffUsage,
    readOnly: [
      "ruff check .",
      "ruff check --no-cache --select E,F src",
      "ruff format --check .",
      "ruff format --diff a.py",
    ],
    asks: [
      "ruff",
      "ruff format .",
      "ruff check --fix .",
      "ruff check --fix-only .",
      "ruff check --add-noqa .",
      "ruff check -o P .",
      "ruff check --output-file P .",
      "ruff check --config x .",
      "ruff check --cache-dir x .",
      "ruff check --watch .",
      "ruff clean",
      "ruff server",
      "ruff -q format check",
    ],
  },
  {
    names: ["tsc"],
    noOptions: true,
    operands: tscUsage,
    readOnly: [
      "tsc --noEmit",
      "tsc --noEmit -p tsconfig.json",
      "tsc -p . --noEmit --pretty false",
      "tsc --noEmit src/a.ts",
      "tsc --version",
    ],
    asks: [
      "tsc",
      "tsc -p .",
      "tsc --noEmit false",
      "tsc --noEmit --watch",
      "tsc -b --noEmit",
      "tsc --noEmit --generateTrace P",
      "tsc --noEmit --incremental",
      "tsc --noEmit --tsBuildInfoFile P",
      "tsc --noEmit @args",
      "tsc --noEmit --skipLibCheck false --outDir P",
      "tsc --init",
      'tsc --noEmit "$f"',
    ],
  },
];
