/** What runs unasked since names and values are looked up (D-12, D-13), and what must go on asking beside it. */
import assert from "node:assert/strict";
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RuleContext } from "../../../src/core/rules/rule";
import { noPolicies } from "../../../src/core/settings/policies";
import { nothingClosed } from "../../../src/core/vocabulary/closedFiles";
import { classifyPath } from "../../../src/policy/confidentiality/classification";
import { type Fixture, makeFixture } from "../support/fixture";
import { judgeCommand, kindOf } from "../support/judge";

const held: Partial<RuleContext> = { isHeld: async (outside) => !outside };
const unheld: Partial<RuleContext> = { isHeld: async () => false };

describe("asking less", () => {
  let fixture: Fixture;
  const put = (path: string, text = "x\n") => {
    mkdirSync(join(fixture.root, path, ".."), { recursive: true });
    writeFileSync(join(fixture.root, path), text);
  };
  before(() => {
    fixture = makeFixture();
    for (const path of ["docs/a.md", "docs/b.md", "keys/id.pem", "keys/a.txt", "dashes/-n.dash", "sub/deep/x.ts"])
      put(path);
    mkdirSync(join(fixture.root, "linked"));
    symlinkSync(join(fixture.world, "out", "file.txt"), join(fixture.root, "linked", "x.txt"));
    symlinkSync(join(fixture.home), join(fixture.root, "linked", "home"));
    symlinkSync(join(fixture.root, ".env"), join(fixture.root, "linked", "env.md"));
    mkdirSync(join(fixture.root, "hard"));
    linkSync(join(fixture.root, ".env"), join(fixture.root, "hard", "b.txt"));
  });
  after(() => fixture.remove());

  const verdictOf = async (command: string, changes = held, settings: Record<string, unknown> = {}) =>
    (await judgeCommand(fixture, command, settings, changes)).kind;
  const all = (title: string, kind: string, commands: readonly string[], changes = held) =>
    describe(title, () => {
      for (const command of commands)
        it(`${command} is ${kind}`, async () => {
          const { kind: found, reason } = await judgeCommand(fixture, command, {}, changes);
          assert.equal(found, kind, reason);
        });
    });

  describe("patterns in arguments", () => {
    for (const changes of [held, unheld]) {
      const where = changes === held ? "in a sandbox" : "without one";
      all(`that stand for ordinary files run unasked ${where}`, "allow", [
        "cat docs/*.md",
        "grep x docs/*.md src/*.ts",
        "cat *.json",
        "cat [f]ile.txt",
        "cat doc*/a.md",
        "head -n 3 sub/*/*.ts",
        "cat keys/*.txt",
        "grep -rn x src --include=*.ts",
        "grep -rn x . --include=*.{ts,tsx}",
        "cat no-such-*.md",
        "cd docs && cat *.md",
        "grep -n x ./*.json",
      ]);
      all(`that stand for others ask ${where}`, "ask", [
        "cat keys/*",
        "cat keys/*.pem",
        "cat */id.pem",
        "cat .e*",
        "cat .*",
        "cat .[e]nv",
        "grep x .en?",
        "cat linked/*",
        "cat linked/*.md",
        "cat linked/*/.ssh/id_rsa",
        "cat linked/*.txt",
        "cat /etc/*",
        "cat ../*/x",
        "cat ~/*",
        "cd dashes && cat *.dash",
        "grep -rn x src --include=*.env",
        "grep --file=*.env x",
        "grep x docs/*.md > *.out",
        'cat "$x"/*.md',
        "sort -o *.md docs/a.md",
        "sed -i s/a/b/ docs/*.md",
        "rg --pre=*.sh x",
        "cat *",
      ]);
    }

    it("a name that is an option with another value asks, and the advice is to quote it", async () => {
      put("--include=a.ts");
      try {
        const { kind, reason } = await judgeCommand(fixture, "grep -rn x src --include=*.ts", {}, held);
        assert.equal(kind, "ask");
        assert.match(reason, /write '--include=\*\.ts' instead$/);
        assert.equal(await verdictOf("grep -rn x src '--include=*.ts'"), "allow");
      } finally {
        rmSync(join(fixture.root, "--include=a.ts"));
      }
    });

    it("a file that has another, secret name asks", async () => {
      const otherNames = async (reals: readonly string[]) =>
        new Map(reals.filter((real) => real.endsWith("b.txt")).map((real) => [real, { count: 2, secret: ".env" }]));
      assert.equal(await verdictOf("cat hard/*", { ...held, otherNames }), "ask");
      assert.equal(await verdictOf("cat docs/*", { ...held, otherNames }), "allow");
    });

    it("what a user rule allows may make names first", async () => {
      const settings = { "commands.allow": [["mytool"]] };
      assert.equal(await verdictOf("mytool; cat docs/*.md", held, settings), "ask");
      assert.equal(await verdictOf("cat docs/*.md && mytool", held, settings), "allow");
    });

    it("more files than anybody would look at ask", async () => {
      for (let at = 0; at < 310; at++) put(`many/${at}.txt`);
      const { rule } = await judgeCommand(fixture, "cat many/*.txt", {}, held);
      assert.equal(rule, "commands.pattern");
      assert.equal(await verdictOf("cat many/1*.txt"), "allow");
    });

    it("PowerShell has patterns of its own, which stand for hidden files too", async () => {
      const context = fixture.context({}, held);
      const { judgeEffect } = await import("../../../src/core/rules/rule");
      const { rules } = await import("../../../src/policy/index");
      const cwd = await context.resolve(".");
      const effect = {
        kind: "exec",
        command: "Get-Content docs/*.md",
        language: "powershell",
        cwd,
        timeoutMs: 1,
      } as const;
      assert.equal((await judgeEffect(rules, effect, context)).kind, "ask");
    });
  });

  describe("variables with known values", () => {
    for (const changes of [held, unheld])
      all(`run unasked ${changes === held ? "in a sandbox" : "without one"}`, "allow", [
        'f=file.txt; cat "$f"',
        'for f in docs/*.md; do echo "== $f"; head -n 5 "$f"; done',
        'for d in src docs; do echo "$d: $(ls "$d" | wc -l)"; done',
        "FILE=src/a.ts; sed -n '1,20p' \"$FILE\"",
        "d=src; cd $d && cat a.ts",
        'cd docs && for f in *.md; do wc -l "$f"; done',
        "f=$(git rev-parse HEAD); ls",
        'for f in no-such-*; do cat "$f"; done',
      ]);
    all("that lead to what is asked about ask", "ask", [
      'f=.env; cat "$f"',
      'f=env; cat ".$f"',
      'for f in file.txt .env; do cat "$f"; done',
      'for f in *; do cat ".$f"; done',
      'for f in keys/*; do cat "$f"; done',
      'for f in .*; do cat "$f"; done',
      'cd dashes && for f in *.dash; do cat "$f"; done',
      'cd dashes && for f in *.dash; do ls "$f"; done',
      "f=/etc/passwd; cat $f",
      "f=linked; cat $f/x.txt",
      "o=-o; sort $o out file.txt",
      "o=--pre=sh; rg $o x",
      "o=-delete; find . $o",
      "f=x; echo a > $f",
      "f=file.txt; rm $f",
      "f=a; npm test $f",
      "PATH=.; ls",
      "f=file.txt; PATH=.; cat $f",
      "IFS=x; f=file.txt; cat $f",
      "GIT_EXTERNAL_DIFF=x; git diff",
      "LD_PRELOAD=./x.so; ls",
      "BASH_ENV=x; ls",
      "CDPATH=/; cd etc && cat passwd",
      "cmd=rm; $cmd -rf /",
      "a=sudo; $a id",
      'for target in /tmp/a /tmp/b; do rm -r -f "$target"; done',
      "d=..; cd $d && ls",
      "d=..; cat $d/x",
      'f="file.txt /etc/passwd"; cat $f',
      "f='[.]env'; cat $f; f=.en?; cat $f",
      'x=$SECRET; echo "$x"',
      'echo "$x"; x=a',
      'read f; cat "$f"',
      "f=e; awk 'BEGIN{system(\"id\")}' $f",
      "s='1e id'; sed \"$s\" file.txt",
      'p=\'BEGIN{system("id")}\'; awk "$p"',
      'q=env; jq -n "$q"',
      "x='a[$(id)]'; [[ $x -eq 1 ]]",
      "x='a[$(id)]'; test -v $x",
      "x=-v; test $x 'a[$(id)]'",
      "x=/etc; printf '%s' $x/*",
      "fmt='%G?'; git log --format=\"$fmt\"",
    ]);

    it("what is denied stays denied", async () => {
      assert.equal(await verdictOf("f=/; rm -rf / $f"), "deny");
      assert.equal(await verdictOf('f=a; echo "$f" > /w/out/x'), "deny");
      assert.equal(await verdictOf('f=x; cat /w/.agents/b/secret "$f"'), "deny");
    });

    it("a rule on commands sees the values", async () => {
      const kind = async (command: string) =>
        (await judgeCommand(fixture, command, { "commands.deny": [["cat", "file.txt"]] }, held)).kind;
      assert.equal(await kind("cat file.txt"), "deny");
      assert.equal(await kind("f=file.txt; cat $f"), "ask");
    });

    it("what may not be read is seen by its value and by its pattern", async () => {
      put("hr/pay.md");
      const settings = {
        "classification.ceiling": "INTERNAL",
        "classification.rules": [{ match: { path: "hr/pay.md" }, level: "CONFIDENTIAL" }],
      };
      for (const command of ["cat hr/pay.md", "f=hr/pay.md; cat $f", "cat hr/*.md", 'for f in hr/*; do cat "$f"; done'])
        assert.equal(await verdictOf(command, held, settings), "deny", command);
      for (const command of ["git -C hr show HEAD:./pay.md", "git -C src show HEAD:hr/pay.md"])
        assert.equal(await verdictOf(command, held, settings), "deny", command);
    });

    it("a shell that is not bash is not asked what it makes of them", async () =>
      assert.equal(await verdictOf("f=file.txt; cat $f", { ...held, inPlainShell: true }), "ask"));
  });

  describe("git -C", () => {
    all("looks in a folder of the workspace", "allow", [
      "git -C src log --oneline -3",
      "git -C ./docs diff -- a.md",
      "git -C . show HEAD:src/a.ts",
      "d=src; git -C $d log -1",
    ]);
    all("asks about everything else", "ask", [
      "git -C .. log",
      "git -C /etc log",
      "git -C link_out log",
      "git -C src/../.. log",
      "git -C src push",
      "git -C keys show HEAD:id.pem",
      "git -C src diff -- ../.env",
      "git -C src/.. diff -- .env",
      "git -C $x log",
    ]);
    it("is denied where it is closed", async () => assert.equal(await verdictOf("git -C /w/.agents/b status"), "deny"));
    it("asks where the repository in that folder starts programs", async () => {
      put("evil/.git/HEAD", "ref: refs/heads/main\n");
      put("evil/.git/config", "[core]\n\trepositoryformatversion = 0\n[diff]\n\texternal = ./x\n");
      mkdirSync(join(fixture.root, "evil/.git/objects"));
      mkdirSync(join(fixture.root, "evil/.git/refs"));
      assert.equal(await verdictOf("cd evil && git diff"), "ask");
      assert.equal(await verdictOf("git -C evil diff"), "ask");
    });
  });

  describe("xargs", () => {
    const listing = [
      "find src -name '*.ts' | xargs grep -n x",
      "find . -name '*.md' -not -path '*/node_modules/*' | xargs wc -l | sort -n | tail -5",
      "find . -type f | grep -v keys | head -20 | xargs wc -l",
      "git ls-files | xargs wc -l",
      "rg -l foo docs | xargs head -3",
      "grep -rl foo src | xargs -n1 cat",
      "find docs -name '*.md' | xargs -I{} head -3 {}",
      "for d in src docs; do find $d -name '*.md' | xargs wc -l; done",
    ];
    all("of what is listed runs unasked in a sandbox", "allow", listing);
    all("and asks without one, for a blank in a name may make it another", "ask", listing, unheld);
    const exact = "find src -type f -name '*.ts' -print0 | xargs -0 grep -n x";
    all("where names end with NUL, runs unasked", "allow", [exact]);
    all("where names end with NUL, runs unasked without a sandbox", "allow", [exact], unheld);
    all(
      "is asked about without a sandbox",
      "ask",
      [
        "find src -name '*.ts' -print0 | xargs -0 cat",
        "find src -type f -print0 | xargs -0 cat",
        "find src -print0 -type f -name a | xargs -0 cat",
        "find src -type f -o -name '*.ts' -print0 | xargs -0 cat",
        "find src -not -type f -name '*.ts' -print0 | xargs -0 cat",
        "find src -type f -name '*.ts' -print0 | xargs -0 -d x cat",
        "find src -type f -name '*.ts' -print0 | grep -z a | xargs -0 cat",
        "git ls-files -z | xargs -0 cat",
      ],
      unheld,
    );
    all("asks about all else", "ask", [
      "xargs cat",
      "cat list | xargs cat",
      "echo /etc/passwd | xargs cat",
      "printf '%s' .env | xargs cat",
      "find src -name '*.ts' | xargs rm",
      "find src | xargs sort",
      "find src | xargs sed -n 1p",
      "find src | xargs sh -c 'cat \"$@\"'",
      "find src | xargs -I{} sh -c 'cat {}'",
      "find src | xargs npm",
      "find src | xargs rg x",
      "find src | xargs",
      "find src | xargs -a list cat",
      "find src | xargs --arg-file=list cat",
      "find src | xargs cat < list",
      "find src | sed s,^,/etc/, | xargs cat",
      "find src | awk '{print}' | xargs cat",
      "find src | cut -c 2- | xargs cat",
      "find src -printf /etc/passwd | xargs cat",
      "find .. -name x | xargs cat",
      "find /etc | xargs cat",
      "find . -name .env | xargs cat",
      "find . -name '.env*' | xargs cat",
      "find . -path '*/.env' | xargs cat",
      "find keys -iname '*.PEM' | xargs cat",
      "find . -name id.pem | xargs cat",
      "find . -not -not -name .env | xargs cat",
      "find src |& xargs cat",
      "find src 2>&1 | xargs cat",
      "(find src; echo /etc/passwd) | xargs cat",
      "{ find src; } 2>&1 | xargs cat",
      "find src | (cd keys; xargs cat)",
      "find src | { read x; xargs cat; }",
      "find src | while :; do xargs cat; done",
      "find src | tee /dev/null | xargs cat",
      "rg foo | xargs cat",
      "grep -r foo src | xargs cat",
      "git log | xargs cat",
      "git diff | xargs cat",
      "git ls-files ../x | xargs cat",
      "find src | xargs -I{} cat x{}",
      "find src | xargs cat .env",
      "find src | env xargs cat",
      "find src | xargs env cat",
      "find src | xargs -p cat",
      "find src | xargs cat > out",
      "find src -exec cat {} + | xargs cat",
    ]);
  });

  describe("the agent's own temporary folder", () => {
    const writing = [
      "echo x > /tmp/x",
      "mkdir -p /tmp/a/b",
      "rm -rf /tmp/a",
      "cp src/a.ts /var/tmp/a.ts",
      "ls | tee /tmp/x",
    ];
    all("is asked about in a sandbox", "ask", writing);
    all("is the person's without one", "deny", writing, unheld);
    all("has limits", "deny", [
      "echo x > /tmp/../etc/x",
      "echo x > /tmpx/x",
      "echo x > /var/x",
      "echo x > /private/tmp/x",
      "echo x > /w/out/x",
      "echo x > /w/x",
    ]);
    it("is not there outside of the sandbox", async () => {
      const context = fixture.context({}, held);
      const cwd = await context.resolve(".");
      const { judgeEffect } = await import("../../../src/core/rules/rule");
      const { rules } = await import("../../../src/policy/index");
      const effect = { kind: "exec", command: "echo x > /tmp/x", outsideSandbox: true, cwd, timeoutMs: 1 } as const;
      assert.equal((await judgeEffect(rules, effect, context)).kind, "deny");
      const target = await context.resolve("/tmp/x");
      const write = { kind: "write", target, before: undefined, after: Buffer.from("x") } as const;
      assert.equal((await judgeEffect(rules, write, context)).kind, "deny");
    });
    const apart = { ...held, roots: ["/app"], home: "/root", closed: [] };
    const reading = [
      "ls /tmp",
      "cat /tmp/x",
      "tail -n 3 /var/tmp/x",
      "ls -la /tmp/a",
      "grep -rn x /tmp/a",
      "cat src/a.ts < /tmp/x",
    ];
    all("is read unasked in a sandbox", "allow", reading, apart);
    all("is read as any place outside without one", "ask", reading, unheld);
    const others = ["cat /tmp/../etc/x", "cat /tmpx/x", "cat /private/tmp/x", "cat /tmp/.env", "cat $TMPDIR/x"];
    all("is not what lies elsewhere, or may contain secrets", "ask", others, apart);
    all("is not to be seen where a workspace folder lies in its place", "ask", ["ls /tmp", "cat /tmp/x"]);
    it("is written below a workspace folder and a home right below the root folder as well", async () =>
      assert.equal(await verdictOf("echo x > /tmp/x", apart), "ask"));
    it("lets a command run on a layer that writes and reads there", async () => {
      const changes = { ...apart, hasLayers: async () => true };
      const settings = { "commands.review": "changes" };
      for (const command of ["./run > /tmp/out; tail /tmp/out", "./run < /tmp/out"])
        assert.deepEqual([command, await verdictOf(command, changes, settings)], [command, "allow"]);
    });
    it("still means that secrets are asked about", async () => {
      const { rule } = await judgeCommand(fixture, "cp .env /tmp/x", {}, held);
      assert.notEqual(rule, "commands.readonly");
      assert.equal(await verdictOf("cp .env /tmp/x"), "ask");
    });
  });

  describe("where there is a layer", () => {
    const onLayer = { ...held, hasLayers: async () => true };
    const settings = { "commands.review": "changes" };
    const kinds = (commands: readonly string[], changes: Partial<RuleContext>) =>
      Promise.all(commands.map(async (command) => `${command}: ${await verdictOf(command, changes, settings)}`));

    for (const [what, commands] of [
      [
        "what talks to the network",
        ["npm i is-odd", "curl https://example.com/x -o x", "git push origin main", "yarn"],
      ],
      ["what sends signals", ["kill %1", "pkill -f server", "(node server.js & sleep 1; kill $!)"]],
      ["what works in a folder that nobody knows", [`cd "$(git rev-parse --show-toplevel)" && ls`, "pushd src && ls"]],
    ] as const)
      it(`${what} is held, and asked about without one`, async () => {
        assert.deepEqual(
          await kinds(commands, onLayer),
          commands.map((command) => `${command}: allow`),
        );
        assert.deepEqual(
          await kinds(commands, held),
          commands.map((command) => `${command}: ask`),
        );
      });
    it("what a service does is asked about", async () => {
      const commands = ["docker run alpine", "systemctl stop cron", "crontab -r", "kubectl apply -f x.yaml"];
      assert.deepEqual(
        await kinds(commands, onLayer),
        commands.map((command) => `${command}: ask`),
      );
    });
  });

  describe("places of the system", () => {
    const reading = [
      "cat /etc/os-release",
      "cat /proc/cpuinfo",
      "head -n 3 /proc/meminfo",
      "ls /usr/include",
      "cat /usr/include/stdio.h",
      "grep -rn printf /usr/include",
      "ls -la /usr/local/bin /usr/lib",
      "cat < /proc/version",
    ];
    all("are read unasked in a sandbox", "allow", reading, held);
    all("are asked about without one", "ask", reading, unheld);
    const others = [
      "ls /usr",
      "ls /usr/local/share",
      "cat /etc/passwd",
      "cat /etc/os-release.d/x",
      "cat /proc/self/environ",
      "cat /proc/1/cpuinfo",
      "cat /usr/lib/../../etc/passwd",
      "cat /usr/share/app/.env",
      "cat /usr/libx/a",
    ];
    all("others, and what may hold secrets, are asked about", "ask", others, held);
    it("lead to no other place by a link", async () => {
      const context = fixture.context();
      const resolve: RuleContext["resolve"] = async (path, base) => {
        const found = await context.resolve(path, base);
        return path === "/usr/share/x" ? { ...found, real: "/root/x", shown: "/root/x" } : found;
      };
      assert.equal(await verdictOf("cat /usr/share/x", { ...held, resolve }), "ask");
    });
    it("are asked about where a workspace or somebody's folder lies in them", async () => {
      assert.equal(await verdictOf("ls /usr/lib", { ...held, closed: ["/usr/lib/agents/b"] }), "ask");
      assert.equal(await verdictOf("ls /usr/share", { ...held, home: "/usr/share/home" }), "ask");
    });
    all("are not written", "deny", ["echo x > /usr/include/x.h", "touch /usr/local/bin/x", "rm /usr/lib/x"], held);
    it("count as ordinary", () => {
      for (const real of ["/etc/os-release", "/proc/cpuinfo", "/etc/hostname"])
        assert.equal(classifyPath({ path: real, real, shown: real }, fixture.context()).level, "INTERNAL", real);
      const [real] = ["/etc/passwd"];
      assert.equal(classifyPath({ path: real, real, shown: real }, fixture.context()).level, "CONFIDENTIAL");
    });
  });

  describe("on a layer", () => {
    const layered = { ...held, hasLayers: async () => true };
    const uncertain = [
      'cd "$(git rev-parse --show-toplevel)" && ls',
      'cd "$PWD" && cat file.txt',
      "pushd src && ls && popd",
      "for p in src docs; do (cd ./$p && git log --oneline -1 -- .); done",
      "for i in 1 2; do (cd docs && cat a.md); done",
      'cd "$x" && echo y > a.ts',
    ];
    all("what a command reads in a folder that nobody knows before is read unasked", "allow", uncertain, layered);
    all("without a layer that is asked about", "ask", uncertain);

    const computed = [
      "f() { echo hi; }; f",
      "echo $(( $(wc -l < src/a.ts) + 1 ))",
      'n=3; [[ "$n" -gt 2 ]] && ls',
      "for ((i = 0; i < n; i++)); do ls; done",
    ];
    all("its own functions and numbers run unasked", "allow", computed, layered);
    all("without a layer they are asked about", "ask", computed);
    all(
      "what else cannot be analysed is asked about beside them",
      "ask",
      ["f() { echo =ls; }; f", "echo $((n + 1)) =ls", "f() { docker run x; }; f", "ls 'a"],
      layered,
    );
    all("what is denied stays so in them", "deny", ["f() { rm -rf /; }; f", "f() { f | f & }; f"], layered);
    const asking = { source: "user", rule: { effect: "read", match: "docs/**", decision: "ask" } } as const;
    const closing = {
      "a rule asks about reading": { policies: { ...noPolicies, rules: [asking] } },
      "files are closed": { closedFiles: async () => ({ ...nothingClosed, isEmpty: false }) },
    };
    for (const [why, changes] of Object.entries(closing))
      it(`it is asked about where ${why}`, async () => {
        for (const command of uncertain.slice(0, 3))
          assert.equal(await verdictOf(command, { ...layered, ...changes }), "ask", command);
      });
    it("it is asked about where a setting keeps files from being read", async () => {
      const rule = { match: { path: "docs/**" }, level: "CONFIDENTIAL", action: "approve" };
      const settings = { "classification.rules": [rule] };
      assert.equal(await verdictOf('cd "$PWD" && cat file.txt', layered, settings), "ask");
    });
    all(
      "processes of the sandbox are ended unasked",
      "allow",
      ["(node server.js & sleep 1; node probe.js; kill $!)", "pkill -f server; npm start", "killall node"],
      layered,
    );
    all("those of the machine are asked about without one", "ask", ["kill $!", "pkill node", "killall node"], unheld);
    all("services of the machine are asked about", "ask", ["docker run x", "systemctl restart x"], layered);
  });

  describe("a link that is deleted", () => {
    for (const changes of [held, unheld])
      all(
        `is asked about as a file ${changes === held ? "in a sandbox" : "without one"}`,
        "ask",
        ["rm link_out", "rm -f ./link_file", "unlink dangling", "rm linked/home", "cd linked && rm home"],
        changes,
      );
    all("and what it leads to is not deleted", "deny", [
      "rm link_out/file.txt",
      "rm -r link_out/",
      "rm -r link_out/.",
      "rm -r link_out/*",
      "rm link_out/../file",
      "rm /w/out/file.txt",
      "rm -rf linked/home",
      "mv link_out x",
      "chmod 777 link_out",
      "echo x > link_file",
      "truncate -s 0 link_file",
      "rm .toolcrib/policy.jsonc",
    ]);
    it("where it is protected it is asked about each time", async () =>
      assert.equal(kindOf(await judgeCommand(fixture, "rm .env", {}, held)), "ask always"));
  });
});
