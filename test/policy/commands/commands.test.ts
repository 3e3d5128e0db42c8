/** Verdicts on command lines (D-12, D-13): what is allowed, what asks, and which paths make it a refusal. */
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Fixture, makeFixture } from "../support/fixture";
import { type Expectation, judgeCommand, kindOf } from "../support/judge";

describe("commands", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
    symlinkSync(join(fixture.world, ".agents", "b"), join(fixture.root, "link_b"));
  });
  after(() => fixture.remove());

  const check = (title: string, cases: readonly Expectation[], settings: Record<string, unknown> = {}) =>
    describe(title, () => {
      for (const [command, kind, rule] of cases)
        it(`${JSON.stringify(command)} is ${kind}`, async () => {
          const decision = await judgeCommand(fixture, command, settings);
          assert.deepEqual([kindOf(decision), decision.rule], [kind, rule], decision.reason);
        });
    });

  check("that only read inside the roots are allowed (D-13)", [
    ["ls -la src/ 2>/dev/null || echo none", "allow", "commands.readonly"],
    ["find src -name '*.ts' -not -path '*/node_modules/*' | wc -l", "allow", "commands.readonly"],
    ["cat package.json | jq '.scripts'", "allow", "commands.readonly"],
    ["if [ -f file.txt ]; then cat file.txt; fi", "allow", "commands.readonly"],
    ["sort file.txt | uniq -c | sort -rn | head", "allow", "commands.readonly"],
    ["git log --oneline -n 20 -- src/a.ts", "allow", "commands.readonly"],
    ["bash -c 'ls -la | head'", "allow", "commands.readonly"],
    ["timeout 10 nice ls", "allow", "commands.readonly"],
    ["/usr/bin/time -p ls", "allow", "commands.readonly"],
    ["LC_ALL=C sort < file.txt", "allow", "commands.readonly"],
    ["FOO=1 ls", "ask", "commands.assignment"],
    ["NO_COLOR=1 ls", "allow", "commands.readonly"],
    ["cat /dev/null", "allow", "commands.readonly"],
    ["ls > /dev/null 2>&1", "allow", "commands.readonly"],
    ["cat link_in/a.ts", "allow", "commands.readonly"],
    ["cat src/../file.txt", "allow", "commands.readonly"],
    ["cat .env.example", "allow", "commands.readonly"],
    ["cat src/*.ts", "allow", "commands.readonly"],
    ["diff <(ls) <(git ls-files)", "allow", "commands.readonly"],
  ]);

  check("that are not known to only read ask (D-13)", [
    ["npm test", "ask", "commands.unknown"],
    ["./ls", "ask", "commands.unknown"],
    ["/tmp/cat file.txt", "ask", "commands.unknown"],
    ["$x", "ask", "commands.unknown"],
    ["l?", "ask", "commands.unknown"],
    ["ls() { echo a; }; ls", "ask", "commands.computed"],
    ["xargs ls", "ask", "commands.unknown"],
    ["env -C src ls", "ask", "commands.parse"],
    ["PATH=. ls", "ask", "commands.assignment"],
    ["env LD_PRELOAD=x ls", "ask", "commands.assignment"],
    ["LANG=$(id) ls", "ask", "commands.assignment"],
    ["LC_ALL=../x ls", "ask", "commands.assignment"],
    ["IFS=/", "ask", "commands.assignment"],
    ["", "ask", "commands.parse"],
    ["# sudo id", "ask", "commands.parse"],
    ["ls; sudo.exe.txt", "ask", "commands.unknown"],
  ]);

  check("read outside, read secrets or read what is not known: ask (D-13)", [
    ["cat /etc/passwd", "ask", "commands.path"],
    ["ls ..", "ask", "commands.path"],
    ["ls ~", "ask", "commands.path"],
    ["cat link_file", "ask", "commands.path"],
    ["cat link_out/../app/file.txt", "allow", "commands.readonly"],
    ["cat link_out/../x", "ask", "commands.path"],
    ["cat src/../link_out/../x", "ask", "commands.path"],
    ["cat .env", "ask", "commands.path"],
    ["cat < .env", "ask", "commands.path"],
    ["grep -f .env file.txt", "ask", "commands.path"],
    ["git show HEAD:.env", "ask", "commands.path"],
    ["git diff -- .env", "ask", "commands.path"],
    ["ls /etc/*", "ask", "commands.path"],
    ["echo /etc/*", "ask", "commands.path"],
    ["test -f ~/.bashrc", "ask", "commands.path"],
    ["cat 'file.txt::$DATA'", "ask", "commands.path"],
    ["cat ~other/x", "ask", "commands.unknown"],
    ['cat "~/x"', "allow", "commands.readonly"],
    ["cat 'file:///etc/passwd'", "allow", "commands.readonly"],
  ]);

  check("write outside the roots: refused (D-5)", [
    ["echo x > ../f", "deny", "commands.path"],
    ["echo x >| /w/out/f", "deny", "commands.path"],
    ["echo x &>> ~/f", "deny", "commands.path"],
    ["echo x 2> link_out/f", "deny", "commands.path"],
    ["echo x > link_file", "deny", "commands.path"],
    ["echo x > dangling", "deny", "commands.path"],
    ["echo x > link_out/../f", "deny", "commands.path"],
    ["echo x >& /w/out/f", "deny", "commands.path"],
    [": <> /w/out/f", "deny", "commands.path"],
    ["{ ls; } > /w/out/f", "deny", "commands.path"],
    ["for i in 1; do ls; done >> /w/out/f", "deny", "commands.path"],
    ["f() { ls; } > /w/out/f", "deny", "commands.path"],
    ["cp f /w/out/", "deny", "commands.path"],
    ["cp -t /w/out f", "deny", "commands.path"],
    ["mv src/a.ts link_out", "deny", "commands.path"],
    ["mv /w/out/file.txt .", "deny", "commands.path"],
    ["ls | tee /w/out/f", "deny", "commands.path"],
    ["dd if=file.txt of=/w/out/f", "deny", "commands.path"],
    ["dd if=file.txt of=~/f", "deny", "commands.path"],
    ["sort -uo /w/out/f file.txt", "deny", "commands.path"],
    ["uniq file.txt /w/out/f", "deny", "commands.path"],
    ["sed -i s/a/b/ /w/out/file.txt", "deny", "commands.path"],
    ["sed -n 's/a/b/w /w/out/f' file.txt", "deny", "commands.path"],
    ["find /w/out -delete", "deny", "commands.path"],
    ["find . -fprint /w/out/f", "deny", "commands.path"],
    ["find / -exec rm -rf {} +", "deny", "commands.path"],
    ["touch ../x", "deny", "commands.path"],
    ["mkdir -p /w/out/a", "deny", "commands.path"],
    ["ln -s a /w/out/l", "deny", "commands.path"],
    ["ln /w/out/file.txt hard", "deny", "commands.path"],
    ["ln -s /w/out/file.txt soft", "ask", "commands.path"],
    ["ln -s ../out/file.txt src/soft", "ask", "commands.unknown"],
    ["ln -s ../../out/file.txt src/soft", "ask", "commands.path"],
    ["ln -s ../file.txt src/soft", "ask", "commands.unknown"],
    ["ln -s ../file.txt link_in/soft", "ask", "commands.unknown"],
    ["ln -s ../file.txt src", "ask", "commands.path"],
    ["ln -s ../out/file.txt", "ask", "commands.path"],
    ["chmod 777 /w/out/file.txt", "deny", "commands.path"],
    ["truncate -s 0 /w/out/file.txt", "deny", "commands.path"],
    ["curl -o /w/out/f https://a.test", "deny", "commands.path"],
    ["tar xf a.tar -C /w/out", "deny", "commands.path"],
    ["tar -x -f a.tar -C /w/out", "deny", "commands.path"],
    ["rm -r /w/out/*", "deny", "commands.path"],
    ["sh -c 'echo x > /w/out/f'", "deny", "commands.path"],
    ["/usr/bin/time -o ../x ls", "deny", "commands.path"],
    ["env A=1 timeout 5 tee /w/out/f", "deny", "commands.path"],
    ["echo x > /dev/tcp/1.2.3.4/80", "deny", "commands.redirect"],
    ["exec 3<>/dev/udp/1.2.3.4/53", "deny", "commands.redirect"],
  ]);

  check("write inside the roots ask, protected files every time (D-7, D-12)", [
    ["echo x > src/b.ts", "ask", "commands.write"],
    ["cp src/a.ts src/b.ts", "ask", "commands.unknown"],
    ["echo x > $(pwd)/f", "ask", "commands.redirect"],
    ["echo x > $HOME/f", "ask", "commands.redirect"],
    ["echo x > {a,b}", "ask", "commands.redirect"],
    ["echo x > *.log", "ask", "commands.redirect"],
    ["echo x >& $fd", "ask", "commands.redirect"],
    ["echo x > .git/hooks/pre-commit", "ask always", "commands.path"],
    ["echo x > .GIT/config", "ask always", "commands.path"],
    ["cp a .vscode/settings.json", "ask always", "commands.path"],
    ["mv .envrc x", "ask always", "commands.path"],
    ["rm -rf .git", "ask always", "commands.path"],
    ["tee -a sub/AGENTS.md", "ask always", "commands.path"],
    ["sed -i s/a/b/ .github/workflows/ci.yml", "ask always", "commands.path"],
    ["echo x > src/own.lock", "ask", "commands.write"],
  ]);
  check("setting protectedPaths", [["echo x > src/own.lock", "ask always", "commands.path"]], {
    protectedPaths: ["*.lock"],
  });
  check("setting secretPaths", [["cat src/a.ts", "ask", "commands.path"]], { secretPaths: ["src/*.ts"] });

  check("another agent's workspace: refused whatever is done there (D-14, HB-3)", [
    ["cat /w/.agents/b/secret", "deny", "commands.path"],
    ["ls /w/.agents/b", "deny", "commands.path"],
    ["cat link_b/secret", "deny", "commands.path"],
    ["cat /w/.agents/b/*", "deny", "commands.path"],
    ['cat /w/.agents/b/"$x"', "deny", "commands.path"],
    ["cat < /w/.agents/b/secret", "deny", "commands.path"],
    ["echo x > /w/.agents/b/f", "deny", "commands.path"],
    ['echo x > /w/.agents/b/"$x"', "deny", "commands.path"],
    ["cd /w/.agents/b && ls", "deny", "commands.path"],
    ["cd /w/.agents && cat b/secret", "deny", "commands.path"],
    ["rm -rf /w/.agents", "deny", "commands.path"],
    ["node /w/.agents/b/x.js", "deny", "commands.path"],
    ["/w/.agents/b/x", "deny", "commands.path"],
    ["git --git-dir=/w/.agents/b/.git log", "deny", "commands.path"],
    ["git -C/w/.agents/b log", "deny", "commands.path"],
    ["python3 -c 'open(\"/w/.agents/b/secret\")'", "deny", "commands.path"],
    ["node link_b/x.js", "deny", "commands.path"],
    ["cat /w/.agents/*/secret", "deny", "commands.path"],
    ["ls -d /w/.a*/[ab]", "deny", "commands.path"],
    ["cat ../.agents/?/secret", "deny", "commands.path"],
    ["rm -rf ../.agent?/b", "deny", "commands.path"],
    ["cat */../../.agents/b/secret", "deny", "commands.path"],
    ["cat /w/.agents/c*/secret", "ask", "commands.path"],
    ["ls /w/.agents", "ask", "commands.path"],
    ["node /w/.agents/bb/x.js", "ask", "commands.unknown"],
  ]);

  check("follow the folder they run in (D-12)", [
    ["cd src && cat a.ts", "allow", "commands.readonly"],
    ["cd src && cat ../file.txt", "allow", "commands.readonly"],
    ["cd src && cd .. && cat file.txt", "allow", "commands.readonly"],
    ["(cd src && ls) && cat file.txt", "allow", "commands.readonly"],
    ["cd src && cat ../.env", "ask", "commands.path"],
    ["cd src && cat ../../x", "ask", "commands.path"],
    ["cd src; cat ../file.txt", "ask", "commands.path"],
    ["cd src || cat ../file.txt", "ask", "commands.path"],
    ["cd ..; ls", "ask", "commands.path"],
    ["cd .. && echo x > f", "deny", "commands.path"],
    ["cd ..; echo x > f", "deny", "commands.path"],
    ["cd link_out && echo x > f", "deny", "commands.path"],
    ["cd / && rm -rf tmp/x", "deny", "commands.path"],
    ["(cd .. && ls); echo x > f", "ask", "commands.path"],
    ["cd .. | ls; echo x > f", "ask", "commands.path"],
    ["cd .. & echo x > f", "ask", "commands.path"],
    ["if cd ..; then echo x > f; fi", "deny", "commands.path"],
    ["eval 'cd ..'; echo x > f", "ask", "commands.folder"],
    ["eval 'cd src'; cat file.txt", "ask", "commands.folder"],
    ["sh -c 'cd src'; cat file.txt", "allow", "commands.readonly"],
    ["cd -P src && cat a.ts ../file.txt", "allow", "commands.readonly"],
    ["cd -L -- .. && echo x > f", "deny", "commands.path"],
    ['cd "$x"; echo y > f', "ask", "commands.unknown"],
    ["for d in a b; do cd src; ls; done", "ask", "commands.folder"],
    ["cd src; for d in a; do cd ..; done; ls", "ask", "commands.folder"],
    ["pushd src && ls", "ask", "commands.unknown"],
    ["cd - && ls", "ask", "commands.unknown"],
    ["cd src && echo x > f", "ask", "commands.write"],
    ["cd link_in && echo x > ../f", "ask", "commands.write"],
    ["! cd .. && echo x > f", "deny", "commands.path"],
  ]);

  check("that use the network ask, and never reach metadata services (HB-4)", [
    ["curl https://example.com", "ask", "commands.unknown"],
    ["curl http://localhost:3000/", "ask", "commands.unknown"],
    ["curl -s http://169.254.169.254/latest", "deny", "commands.network"],
    ["curl 169.254.169.254/latest", "deny", "commands.network"],
    ["wget http://0xA9FEA9FE/", "deny", "commands.network"],
    ["python3 -c 'get(\"http://metadata.google.internal/\")'", "deny", "commands.network"],
    ["git clone https://example.com/x", "ask", "commands.unknown"],
  ]);
  check("setting web.deniedHosts", [["curl https://evil.example/x", "deny", "commands.network"]], {
    "web.deniedHosts": ["evil.example"],
  });

  check("that hide something ask, and what is denied stays so (D-12, D-14)", [
    ["echo \u202esudo id", "ask", "commands.parse"],
    ["ls\u00a0-la", "ask", "commands.parse"],
    ["ls \u200b; sudo id", "deny", "commands.denylist"],
    ["if then sudo id", "deny", "commands.denylist"],
    ["if then cp a /w/out/x", "ask", "commands.parse"],
    ['eval "$x"; cp a /w/out/x', "deny", "commands.path"],
    ["ls\0", "deny", "commands.parse"],
    [`${"true; ".repeat(3000)}sudo id`, "deny", "commands.denylist"],
    [`ls ${"a".repeat(70_000)}; sudo id`, "deny", "commands.denylist"],
  ]);

  it("say what each part is and why (D-12)", async () => {
    const { kind, parts } = await judgeCommand(fixture, "A=1 ls -la | tee out > ../x 2>&1 && sudo id");
    assert.equal(kind, "deny");
    const none = { writes: [], hosts: [] };
    assert.deepEqual(parts, [
      {
        text: "A=1 ls -la",
        kind: "allow",
        rule: "commands.readonly",
        reason: "it only reads inside the workspace",
        command: 0,
        details: { category: "list", ...none },
      },
      {
        text: "A=1",
        kind: "ask",
        rule: "commands.assignment",
        reason: "setting A may change what programs do",
        command: 0,
      },
      {
        text: "tee out > ../x 2>&1",
        kind: "ask",
        rule: "commands.unknown",
        reason: "it writes files",
        command: 1,
        details: { category: "write", writes: ["out", "../x"], hosts: [] },
      },
      {
        text: "> ../x",
        kind: "deny",
        rule: "commands.path",
        reason: `writing outside the workspace is never allowed, and ${join(fixture.world, "x")} is outside`,
        command: 1,
      },
      {
        text: "sudo id",
        kind: "deny",
        rule: "commands.denylist",
        reason: "sudo runs commands with other rights",
        command: 2,
        details: { category: "general", ...none },
      },
    ]);
  });

  it("show hidden characters escaped", async () => {
    const { parts } = await judgeCommand(fixture, "echo \u202ea");
    assert.deepEqual(
      parts?.map(({ text }) => text),
      ["echo \\u{202e}a", "echo \\u{202e}a"],
    );
  });

  it("are refused in an untrusted workspace and outside the roots (PTH-8)", async () => {
    const untrusted = await judgeCommand(fixture, "ls", {}, { trusted: false });
    assert.deepEqual([untrusted.kind, untrusted.rule], ["deny", "scope"]);
  });
});
