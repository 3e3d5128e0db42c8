// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the shell's, not a template's.
/** Values of the text's own variables put in where they are used (SH-5): never another than bash would put in. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { caseCount } from "../../../scripts/testing/caseCount.cjs";
import { analyse } from "../../../src/lib/shell/analyse";

/** Generated programs that are compared with bash. */
const programs = 1500;

/** The forms of the last command, each as its words. */
const formsOf = (text: string): string[] | undefined =>
  analyse(text)
    .commands.at(-1)
    ?.forms?.map(({ name, args }) => [name, ...args.map(({ value, source }) => value ?? `?${source}`)].join(" "));

describe("variables with known values", () => {
  const known: readonly (readonly [text: string, forms: readonly string[]])[] = [
    ['f=a.txt; cat "$f"', ["cat a.txt"]],
    ["f=a.txt; cat $f", ["cat a.txt"]],
    ['f=a.txt && cat "${f}"', ["cat a.txt"]],
    ['f="a b"; cat "$f"', ["cat a b"]],
    ['f=a; f=b; cat "$f"', ["cat a", "cat b"]],
    ['for f in a b; do cat "src/$f.ts"; done', ["cat src/a.ts", "cat src/b.ts"]],
    ["for i in {1..3}; do echo $i; done", ["echo 1", "echo 2", "echo 3"]],
    ['for f in *.ts; do wc -l "$f"; done', ["wc -l *.ts"]],
    ['for f in *.ts; do echo "== $f"; done', ["echo == *.ts"]],
    ["a=x; b=y; diff $a $b", ["diff x y"]],
    ['f=a; if true; then cat "$f"; fi', ["cat a"]],
    ['f=a; (cd src && cat "$f")', ["cat a"]],
    ['f=a; ls | grep "$f"', ["grep a"]],
    ['f=a; echo "$(cat "$f")"', ["cat a"]],
    ["FILE=a; cat $FILE", ["cat a"]],
    ["f='*.ts'; ls $f", ["ls *.ts"]],
    ["f='*.ts'; ls \"$f\"", ["ls *.ts"]],
    ["set -euo pipefail; f=a; cat $f", ["cat a"]],
    ["f=-n; head $f 3", ["head -n 3"]],
    ["f=a; while true; do cat $f; done", ["cat a"]],
    ["f=a; cat < $f", ["cat"]],
  ];
  for (const [text, forms] of known) it(text, () => assert.deepEqual(formsOf(text), forms));

  const unknown: Readonly<Record<string, readonly string[]>> = {
    "not set for sure": [
      'cat "$f"',
      'cat "$f"; f=a',
      'true && f=a; cat "$f"',
      'false || f=a; cat "$f"',
      'false && f=a || cat "$f"',
      'if true; then f=a; fi; cat "$f"',
      'for f in a; do :; done; cat "$f"',
      'while true; do f=a; done; cat "$f"',
      '(f=a); cat "$f"',
      'f=a | cat "$f"',
      'f=a & cat "$f"',
      'echo "$(f=a)"; cat "$f"',
      'f=a cat "$f"',
      'for i in 1 2; do cat "$f"; f=a; done',
      'bash -c "f=a"; cat "$f"',
      'f=a; bash -c "cat $f"',
      "f=a; bash -c 'cat $f'",
    ],
    "set in another way too": [
      'f=a; read f; cat "$f"',
      'f=a; printf -v f b; cat "$f"',
      'f=a; o=-v; printf $o f b; cat "$f"',
      'f=a; unset f; cat "$f"',
      'f=a; export f; cat "$f"',
      'f=a; declare -n f=g; cat "$f"',
      'declare -i f; f=a; cat "$f"',
      'readonly f=b; f=a; cat "$f"',
      'f=a; eval f=b; cat "$f"',
      'f=a; . ./x; cat "$f"',
      'f=a; : "${f:=b}"; cat "$f"',
      'f=a; f+=b; cat "$f"',
      'f=a; f[0]=b; cat "$f"',
      'f=(a b); cat "$f"',
      'f=a; ((f=1)); cat "$f"',
      'f=a; echo $((f=1)); cat "$f"',
      'f=a; let f=1; cat "$f"',
      'f=a; mapfile f; cat "$f"',
      'f=a; getopts a f; cat "$f"',
      'f=a; g() { f=b; }; g; cat "$f"',
      'f=a; trap "f=b" DEBUG; cat "$f"',
      'f=a; exec {f}< /dev/null; cat "$f"',
      'f=a; coproc f { ls; }; cat "$f"',
      'f=a; select f in b; do cat "$f"; done',
      'f=a; command read f; cat "$f"',
      'f=a; builtin read f; cat "$f"',
      'f=a; $x f; cat "$f"',
      'f=a; wait -p f; cat "$f"',
      'f=a; for f in $x; do cat "$f"; done',
      'f=a; for f in "$@"; do cat "$f"; done',
      'f=a; for f; do cat "$f"; done',
      'f=$(cat list); cat "$f"',
      'f=$x; cat "$f"',
      'f=~/a; cat "$f"',
      'f=a:~/b; cat "$f"',
      "f=a; shopt -s nullglob; cat $f",
    ],
    "that become other words": [
      'f="a b"; cat $f',
      "f=; cat $f",
      "IFS=/; f=a/b; cat $f",
      "for f in *.ts; do cat $f; done",
      'for f in *; do cd src; cat "$f"; done',
      'for f in *; do :; cat "$f"; done; cd src',
      "f=a,b; cat {$f}",
      "f=a; cat ~$f",
      'f=\'a"b\'; cat "$f"',
      "f='$(id)'; cat \"$f\"",
      'f=a; cat "${f%x}"',
      'f=a; cat "${f:-b}"',
      'f=a; cat "${#f}"',
      'f=a; cat "${!f}"',
      "f=a; cat $'x'$f$f1",
    ],
    "in the place of a program": ["f=ls; $f", "f=ls; timeout 5 $f", "f=ls; env $f", "f=ls; xargs $f"],
    "with a name that means something": [
      'PATH=a; cat "$PATH"',
      'IFS=a; cat "$IFS"',
      'BASH_ENV=a; cat "$BASH_ENV"',
      'LD_PRELOAD=a; cat "$LD_PRELOAD"',
      'GIT_DIR=a; git -C "$GIT_DIR" status',
      'CDPATH=a; cd "$CDPATH"',
      'http_proxy=a; cat "$http_proxy"',
      'histchars=a; cat "$histchars"',
      '_=a; cat "$_"',
    ],
  };
  for (const [title, texts] of Object.entries(unknown))
    describe(title, () => {
      for (const text of texts)
        it(text, () => {
          const forms = formsOf(text) ?? [];
          assert.ok(
            forms.every((form) => form.includes("?")),
            JSON.stringify(forms),
          );
        });
    });

  it("more values than anybody reads are left as they are", () =>
    assert.equal(formsOf("for i in {1..60}; do echo $i; done"), undefined));

  describe("assignments of the text's own variables", () => {
    const isOwn = (text: string) => analyse(text).commands[0]?.assignments.every((one) => one.isOwn === true);
    for (const text of ["f=a", "f=$(ls)", "f=a g=b", "FILE=a", 'f="$x"'])
      it(`${text} is one`, () => assert.equal(isOwn(text), true));
    for (const text of [
      "PATH=a",
      "f=a ls",
      "f+=a",
      "f[0]=a",
      "f=(a)",
      "f=a; read f",
      "IFS=a",
      "f=a; declare -i f",
      "f=a > g",
    ])
      it(`${text} is none, or does more`, () => assert.ok(!isOwn(text) || text.includes(">")));
  });
});

const value = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("a", "'b c'", '"x"', "a.txt", "-n", "''", "'a*'", "a:b", "=") },
  { weight: 1, arbitrary: fc.constantFrom('"$f"', "$(printf q)", "{1,2}", "~") },
);
const word = fc.constantFrom(...'"$f"~$f~"$g"~${g}z~x"$f"y~"$f$g"~"${h}"~$h~"${f%a}"~lit~"$f"*~a$g'.split("~"));
const print = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `printf '%s\\1' MARK ${words.join(" ")}`);
const assign = fc.tuple(fc.constantFrom("f", "g", "h"), value).map(([name, text]) => `${name}=${text}`);
const evil = fc.constantFrom(
  ..."read f <<< z~printf -v f z~unset f~export g~f+=x~declare f=z~eval f=z~: ${f:=z}~((f = 1))~f=z true~f=z eval :~let f=1~IFS=b~set -f~k() { f=z; }; k~declare -n f=g~mapfile f <<< z~exec {f}< /dev/null~f=z :~f=z export h~set -a~cd /~local f=z~command export f=z~set +e~h=$((f=2))".split(
    "~",
  ),
);
const { program } = fc.letrec<{ statement: string; program: string }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 4 },
    { weight: 20, arbitrary: assign },
    { weight: 24, arbitrary: print },
    { weight: 1, arbitrary: evil },
    {
      weight: 12,
      arbitrary: fc
        .tuple(
          tie("program"),
          fc.constantFrom(
            "{ @; }",
            "( @ )",
            "if @; then :; fi",
            "if true; then @; fi",
            "if false; then @; else @; fi",
            "for f in a b; do @; done",
            "for g in {1..2} 'x y'; do @; done",
            "for h in a*; do @; done",
            "{ @; } | cat",
            'echo "$(@)"',
            "{ @; } & wait",
            "while false; do @; done",
            "! { @; }",
            "true && { @; }",
            "false || { @; }",
            "{ @; } > /dev/null",
            "bash -c '@'",
            'bash -c "echo $f"',
            "cat <(@)",
          ),
        )
        .map(([inner, around]) => around.replaceAll("@", () => inner)),
    },
  ),
  program: fc
    .array(fc.tuple(tie("statement"), fc.constantFrom("; ", "; ", " && ", " || ", "\n")), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => parts.map(([text, joint], at) => text + (at + 1 < parts.length ? joint : "")).join("")),
}));

describe("variables with known values against bash itself", function () {
  this.timeout(120_000);
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "toolcrib-constants-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("no command gets other words than one of its forms says", () => {
    let compared = 0;
    const check = (raw: string) => {
      let marks = 0;
      const text = raw.replace(/MARK/g, () => `m${marks++}`);
      const analysis = analyse(text);
      const settled = analysis.commands.filter(({ forms }) => forms);
      if (settled.length === 0) return;
      const env = { PATH: process.env.PATH, f: "ENV", g: "ENV", h: "ENV", LC_ALL: "C.UTF-8" };
      const { stdout } = spawnSync("bash", ["--norc", "--noprofile", "-c", text], {
        cwd: folder,
        env,
        encoding: "utf8",
      });
      for (const record of stdout.matchAll(/m\d+\x01[^\n]*?(?=m\d+\x01|\n|$)/gs)) {
        const [mark, ...words] = record[0].split("\u0001").slice(0, -1);
        const command = settled.find(({ args }) => args[1]?.value === mark);
        const forms = command?.forms?.map(({ args }) => args.slice(2));
        if (!forms || forms.some((form) => form.some((one) => one.value === undefined))) continue;
        compared++;
        const said = forms.map((form) => form.map((one) => one.value));
        assert.ok(
          said.some((one) => JSON.stringify(one) === JSON.stringify(words)),
          `${text}\n${mark}: ${JSON.stringify(words)} is none of ${JSON.stringify(said)}`,
        );
      }
    };
    fc.assert(
      fc.property(fc.constantFrom("", "f=a; g='b c'; h=d\n"), program, (start, rest) => check(start + rest)),
      {
        numRuns: programs,
        ...(process.env.SEED && { seed: Number(process.env.SEED) }),
      },
    );
    assert.ok(compared > (200 * caseCount(programs)) / programs, String(compared));
  });
});
