/** Programs that find files and lines. */
import { clause } from "../../../core/text/clauses/clause";
import type { Word } from "../words/types";
import { knownWord } from "../words/words";
import { findUsage } from "./find";
import { afterPattern, asking, here, type KnownProgram, type ProgramCall, type Usage } from "./program";

/** The first operand is a pattern unless an option gave one. */
const patternThenFiles =
  (...patternOptions: string[]) =>
  (call: ProgramCall): Partial<Usage> => {
    return { reads: call.has(...patternOptions) ? call.operands : afterPattern(call.operands) };
  };

/** Longer patterns are not worked out. */
const maxPatternLength = 200;

/** So many patterns are worked out: each pair of braces doubles them. */
const maxAlternatives = 64;

/** The patterns that one with braces stands for; undefined for too many. */
function alternatives(pattern: string): string[] | undefined {
  const found: string[] = [];
  const left = [pattern];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const [, before = "", list, after = ""] = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(one) ?? [];
    if (list === undefined) found.push(one);
    else for (const choice of list.split(",")) left.push(before + choice + after);
    if (found.length + left.length > maxAlternatives) return undefined;
  }
  return found;
}

/**
 * The files that a search is narrowed to: `-g '.env*'` looks into `.env`, which a search of everything leaves to ignore
 * files. A pattern for hidden files may be any of them; one that leaves files out names none.
 */
const narrowedTo = (patterns: readonly Word[]): Word[] =>
  patterns.flatMap((pattern) => {
    const { value = "" } = pattern;
    if (value.startsWith("!")) return [];
    const all = value.length > maxPatternLength ? undefined : alternatives(value);
    if (!all) return [{ ...pattern, glob: true }];
    return all.flatMap((one) => {
      if (/(?:^|\/)\.[^/]*[*?[][^/]*$/.test(one)) return [{ ...pattern, glob: true }];
      const name = one.replace(/^\/+|[*?]+/g, "").replace(/\[(.)[^\]]*\]/g, "$1");
      return name === "" ? [] : [knownWord(name)];
    });
  });

/** The names that `find` looks for by a pattern, of which the last part is the name. */
export function namesLookedFor(pattern: Word): Word[] {
  const value = pattern.value ?? "";
  const name = value.slice(value.lastIndexOf("/") + 1);
  return /^[*?]*$/.test(name) ? [] : narrowedTo([{ ...pattern, value: name, pieces: [{ text: name }] }]);
}

/** What a program that goes through folders does when it is given none. */
const orHere = ({ reads = [] }: Partial<Usage>): Partial<Usage> => ({ reads: reads.length > 0 ? reads : [here] });
const grepReads = patternThenFiles("-e", "-f", "--regexp", "--file");
const narrowed = ({ reads = [] }: Partial<Usage>, patterns: readonly Word[]): Partial<Usage> => ({
  reads: [...reads, ...narrowedTo(patterns)],
});

function grepUsage(call: ProgramCall): Partial<Usage> {
  const found = grepReads(call);
  const goesDown = call.has("-r", "-R", "--recursive", "--dereference-recursive");
  return narrowed(goesDown ? orHere(found) : found, call.values("--include"));
}

function rgUsage(call: ProgramCall): Partial<Usage> {
  if (call.has("--files", "--type-list")) return { looks: call.operands };
  return narrowed(orHere(grepReads(call)), call.values("-g", "--glob", "--iglob"));
}

/** See {@link KnownProgram}. */
export const searchPrograms: readonly KnownProgram[] = [
  {
    names: ["grep", "egrep", "fgrep", "ggrep"],
    options:
      "-# -a -A: -b -B: -c -C: -d: -D: -e: -E -f< -F -G -h -H -i -I -l -L -m: -n -o -P -q -r -R -s -S -T -u -U -v -w -x -y -z -Z --after-context: --basic-regexp --before-context: --binary --binary-files: --byte-offset --color? --colour? --context? --count --dereference-recursive --directories: --exclude: --exclude-dir: --extended-regexp --file< --files-with-matches --files-without-match --fixed-strings --ignore-case --include: --include-dir: --initial-tab --invert-match --line-buffered --line-number --line-regexp --max-count: --no-filename --no-ignore-case --no-messages --null --null-data --only-matching --perl-regexp --quiet --recursive --regexp: --silent --text --with-filename --word-regexp --help --version",
    operands: grepUsage,
    readOnly: [
      'grep -rn "sudo" docs/',
      'grep -R "Cargo.toml" -n',
      "grep -e a -e b file.txt",
      "egrep -c 'a|b' file.txt",
    ],
    asks: ["grep --exclude-from=list x .", "grep --recur x .", 'grep "$pattern" file.txt', "zgrep x file.gz"],
  },
  {
    names: ["rg"],
    options:
      "-# -0 -a -A: -b -B: -c -C: -d: -e: -E: -f< -F -g: -H -h -i -I -j: -l -m: -M: -n -N -o -p -P -q -r: -s -S -t: -T: -u -U -v -V -w -x -. --after-context: --before-context: --binary --block-buffered --byte-offset --case-sensitive --color: --colors: --column --context: --context-separator: --count --count-matches --crlf --debug --dfa-size-limit: --encoding: --engine: --field-context-separator: --field-match-separator: --file< --files --files-with-matches --files-without-match --fixed-strings --glob: --glob-case-insensitive --heading --hidden --iglob: --ignore-case --include-zero --invert-match --json --line-buffered --line-number --line-regexp --max-columns: --max-columns-preview --max-count: --max-depth: --max-filesize: --mmap --multiline --multiline-dotall --no-config --no-filename --no-heading --no-hidden --no-ignore --no-ignore-dot --no-ignore-global --no-ignore-parent --no-ignore-vcs --no-line-number --no-messages --no-mmap --no-unicode --null --null-data --one-file-system --only-matching --passthru --pcre2 --pretty --quiet --regexp: --replace: --smart-case --sort: --sortr: --stats --stop-on-nonmatch --text --threads: --trim --type: --type-list --type-not: --unrestricted --vimgrep --with-filename --word-regexp --help --version",
    operands: rgUsage,
    readOnly: ["rg --json pattern .", "rg -n -i todo src", "rg --files -g '*.ts'", "rg -e a -e b"],
    asks: [
      "rg --pre=pwned files",
      "rg --hostname-bin pwned files",
      "rg --search-zip files",
      "rg -z files",
      "rg -L x",
      "rg x --ignore-file ../list",
      "rg --type-add 'a:.env' -t a x",
    ],
  },
  {
    names: ["ag"],
    options:
      "-# -A: -B: -c -C: -g: -i -l -L -m: -n -o -Q -s -S -v -w --column --count --files-with-matches --fixed-strings --hidden --ignore-case --literal --nocolor --nogroup --numbers",
    // It takes the word after these for a number of lines only when it is one.
    operands: (call) =>
      call.values("-A", "-B", "-C").every(({ value = "" }) => /^\d+$/.test(value))
        ? orHere(patternThenFiles("-g")(call))
        : asking(clause`it is unclear which of its arguments is the pattern`),
    readOnly: ["ag -i todo src", "ag -A 2 todo src"],
    asks: ["ag --pager 'touch P' x", "ag -z x", "ag -G env x", "ag -A API .env"],
  },
  {
    names: ["find", "gfind"],
    noOptions: true,
    operands: findUsage,
    readOnly: [
      "find . -name '*.ts'",
      "find src -type f -mtime -1 -print0",
      "find . \\( -name a -o -name b \\) -not -empty",
      "find",
      "find src/* -name a",
      "find . -name *.ts",
    ],
    asks: [
      "find . -fls out",
      "find . -fprintf out x",
      "find . -delete",
      "find . -exec cat {} +",
      "find . -exec sudo id \\;",
      "find . -files0-from list",
      "find -L .",
      "find *",
      "find . -name *",
      "find . -name [.d]*",
      'find . "-delete"',
    ],
  },
  {
    names: ["fd", "fdfind"],
    options:
      "-# -0 -1 -a -A -c: -d: -e: -E: -F -g -H -i -I -j: -p -q -s -S: -t: -u -V --absolute-path --and: --base-directory< --case-sensitive --changed-within: --changed-before: --color: --exact-depth: --exclude: --extension: --fixed-strings --full-path --glob --hidden --ignore-case --max-depth: --max-results: --min-depth: --no-ignore --no-ignore-vcs --print0 --quiet --regex --size: --type: --unrestricted --help --version",
    operands: ({ operands }) => ({ looks: operands.slice(1) }),
    readOnly: ["fd -e ts", "fd -H pattern src"],
    asks: ["fd -x rm", "fd pattern -X vim", "fd -l"],
  },
  {
    names: ["locate", "plocate", "mlocate"],
    operands: () => asking(clause`it searches the whole machine`),
    always: clause`it searches the whole machine`,
    readOnly: [],
    asks: ["locate id_rsa"],
  },
];
