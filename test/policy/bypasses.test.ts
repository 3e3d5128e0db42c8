/** Ways around the analysis that were tried: each must ask, and its harmless neighbour must not (D-12, D-13). */

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Fixture, makeFixture } from "./support/fixture";
import { judgeCommand, kindOf } from "./support/judge";

const asked: Readonly<Record<string, readonly string[]>> = {
  "variables set without an assignment": [
    "for PATH in ./evil; do ls; done",
    "for http_proxy in evil; do ls; done",
    "select PATH in ./evil; do ls; done",
    "for ((PATH=0; 1<2; 1)); do ls; done",
    "for ((;;x)); do ls; done",
    "coproc PATH { sleep 1; }; ls",
    "coproc { ls; }",
    "ls {PATH}>/dev/null; ls",
    "ls {PATH}<&0; ls",
    "ls {a[$(id)]}>/dev/null",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    'for x in "${LD_PRELOAD:=./x.so}"; do ls; done',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    "for x in ${PATH=y}; do ls; done",
  ],
  "values that show in the output": [
    'cat <<< "$API_KEY"',
    "cat <<E\n$API_KEY\nE",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    "cat <<-E\n\t${API_KEY}\n\tE",
    'case "$API_KEY" in a*) echo yes;; esac',
    "case a in $API_KEY) echo yes;; esac",
    'for HOME in "$API_KEY"; do echo "$HOME"; done',
  ],
  "options that take no value here": [
    "od -e /etc/passwd",
    "fmt -t /etc/passwd",
    "column -n /etc/passwd",
    "sed -l p /etc/passwd",
    "more -n .env",
    "grep --context . /etc/passwd",
    "git blame --abbrev .env",
    "git diff -U .env",
    "git diff --unified .env",
  ],
  "patterns and values that become other words": [
    "find . -name *",
    "find . -name -d*",
    "[ -e * ]",
    "printf *",
    "awk a* file.txt",
    "sed s,a*,b, file.txt",
    "jq .* package.json",
    "grep .* file.txt",
    "grep -e .* file.txt",
    "rg .* file.txt",
    "git grep .e* file.txt",
    "head -n * file.txt",
    "jq --arg * . package.json",
    "timeout * ls",
    "timeout $x ls",
    "nice -n $x ls",
    "env -u * ls",
    "stdbuf -o $x ls",
    "echo $HOME/*",
    '[ -f "$HOME/.ssh/id_rsa" ]',
  ],
  "the environment that keeps git harmless taken away": [
    "env -i git status",
    "env - git status",
    "env -u GIT_CONFIG_COUNT git status",
    "env --unset=GIT_CONFIG_COUNT git status",
    "GIT_CONFIG_COUNT=0 git status",
  ],
  "files and input taken for a version": [
    "node version",
    "python3 version",
    "echo 'import os' | python3 -v",
    "yarn --version",
    "cargo --version",
  ],
  "texts that bash evaluates once more": [
    "[[ 'a[$(id)]' -eq 0 ]]",
    "[[ -v 'a[$(id)]' ]]",
    "test -v 'a[$(id)]'",
    "printf -v 'a[$(id)]' x",
    "read 'a[$(id)]'",
    "let 'a[$(id)]'",
    "declare 'a[$(id)]=1'",
    "unset 'a[$(id)]'",
    "wait -p 'a[$(id)]'",
    "mapfile 'a[$(id)]'",
    "echo $((x))",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    "echo ${x@P}",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    "cat <<< ${x@P}",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    "echo ${HOME:x}",
  ],
  "searches narrowed to secrets": [
    "rg -g .env KEY",
    "rg --hidden --glob '**/.env' KEY",
    "rg --iglob '.ENV*' KEY",
    "rg -g '*.{pem,ts}' KEY",
    "rg -g '.en[v]' KEY",
    "grep -rn KEY --include=.env .",
    "grep -rn KEY --include '.*' .",
    "rg -g '{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}{m,n}{o,p}{q,r}{s,t}{u,v}{w,x}{y,z}{0,1}{2,3}{4,5}{6,7}{8,9}{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}{m,n}{o,p}{q,r}{s,t}{u,v}{w,x}{y,z}{0,1}{2,3}{4,5}{6,7}{8,9}{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}' KEY",
  ],
  "processes without end": [
    "while :; do sleep 1 & done",
    "until false; do { ls & }; done",
    "for ((;;)); do (cat file.txt &); done",
    "(while :; do ls & done) &",
    "while :; do coproc ls; done",
  ],
  "files named in other ways": [
    "git log -L1,5:.env",
    "strings @list",
    "[ a -nt /etc/passwd ]",
    "[[ /etc/passwd -ef a ]]",
    "env cd src && cat ../x",
    "nice cd src && cat ../app-evil/x",
  ],
};
const allowed: readonly string[] = [
  "for f in a b; do echo hi; done",
  "for ((;;)); do break; done",
  "cat <<E\n$HOME\nE",
  "cat <<'E'\n$API_KEY\nE",
  "cat <<< text",
  'case "$(uname)" in Linux) ls;; esac',
  "ls {fd}>/dev/null",
  "git diff -U5 src/a.ts",
  "git diff HEAD~1",
  "git show main~2^ -- src/a.ts",
  "rg -g '*.ts' -g '!.env' -g '/src/**' KEY",
  "grep -rn KEY --include='*.{ts,tsx}' .",
  "for f in a b; do sleep 1 & done; wait",
  "while :; do ls; break; done &",
  "git log -L1,5:src/a.ts",
  "od -c file.txt",
  "find . -name *.ts",
  "grep '.*' file.txt",
  "timeout 5 ls",
  "[ -e src/* ]",
  "fmt -t file.txt",
  "[ file.txt -nt src/a.ts ]",
  "command cd src && cat ../file.txt",
  "cd src && cat ../file.txt",
];

describe("ways around the analysis (D-12, D-13)", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
  });
  after(() => fixture.remove());

  for (const [title, commands] of Object.entries(asked))
    describe(title, () => {
      for (const command of commands)
        it(`asks about ${JSON.stringify(command)}`, async () => {
          const decision = await judgeCommand(fixture, command);
          assert.match(kindOf(decision), /^ask/, decision.reason);
        });
    });

  it("follows the shell, which goes up from where a link is, in one word as well", async () => {
    mkdirSync(join(fixture.root, "src/x/y"), { recursive: true });
    symlinkSync("src/x/y", join(fixture.root, "deep"));
    for (const [command, verdict] of [
      ["cd deep/../.. && cat app-evil/x", "ask"],
      ["cd deep/../../../../../.. && head -1 etc/passwd", "ask"],
      ["cd deep/../.. && echo x > out/P", "deny"],
      ["cd deep && cat ../../file.txt", "ask"],
      ["cd deep/.. && ls", "allow"],
    ] as const) {
      const decision = await judgeCommand(fixture, command);
      assert.equal(kindOf(decision), verdict, `${command}: ${decision.reason}`);
    }
  });

  describe("what only looks alike", () => {
    for (const command of allowed)
      it(`allows ${JSON.stringify(command)}`, async () => {
        const decision = await judgeCommand(fixture, command);
        assert.equal(kindOf(decision), "allow", decision.reason);
      });
  });
});
