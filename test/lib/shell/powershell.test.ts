/** PowerShell and cmd.exe taken apart (SH-4, SH-5, D-12). Nothing here could be held against the shells themselves. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ShellLanguage } from "../../../src/core/vocabulary/shellLanguage";
import { analyse } from "../../../src/lib/shell/analyse";
import { isReadOnly } from "../../../src/lib/shell/usage";
import { cmdlets } from "../../../src/lib/shell/windows/cmdlets";

const found = (text: string, language: ShellLanguage) =>
  analyse(text, language).commands.map(({ name, args, redirects }) =>
    [
      name ?? "?",
      ...args.map((word) => word.value ?? word.source),
      ...redirects.map(({ op, target }) => op + (target.value ?? target.source)),
    ].join(" "),
  );

const inPowerShell: readonly (readonly [string, readonly string[]])[] = [
  ["ls>x", ["ls >x"]],
  ["ls 2>C:\\x 3>>y *>z", ["ls >C:\\x >>y >z"]],
  ["git log 2>&1>out.txt", ["git log >&1 >out.txt"]],
  ["git --% log | rm -r C:\\", ["git --% log", "rm -r C:\\"]],
  ["echo “a; rm b” ‘c d’", ["echo a; rm b c d"]],
  ["ls –Recurse", ["ls -Recurse"]],
  ["rm`\n -r C:\\", ["rm -r C:\\"]],
  ['r`m r"m" `u{72}m', ["rm rm rm"]],
  ["echo 'a''b'; rm b", ["echo a'b", "rm b"]],
  ['echo "a`"; rm b""c"', ['echo a"; rm b"c']],
  ["& 'C:\\Program Files\\x.exe' a", ["C:\\Program Files\\x.exe a"]],
  [". .\\x.ps1", [".\\x.ps1"]],
  ["gci | % { rm $_ }", ["gci", "% { rm $_ }", "rm $_"]],
  ["if ($a) { rm x } else { rm y }", ["rm x", "rm y"]],
  ["$x = rm y; $z=rm w", ["rm y", "rm w"]],
  ['echo "$(rm x) (rm y)"', ['echo "$(rm x) (rm y)"', "rm x"]],
  ['echo @"\n$(rm x)\n"@\nls', ['echo @"\n$(rm x)\n"@', "rm x", "ls"]],
  ["echo @'\n$(rm x)\n'@; ls", ["echo $(rm x)", "ls"]],
  ["ls <# ; rm a #> b # ; rm c", ["ls b"]],
  ["a && b || c; d\ne", ["a", "b", "c", "d", "e"]],
  ["rm a,b , c", ["rm a b c"]],
  ['cmd /c "rd /s /q C:\\"', ["cmd /c rd /s /q C:\\", "rd /s /q C:\\"]],
  ["powershell -NoProfile -ExecutionPolicy Bypass -Com 'rm x'", ["rm x"]],
  ["pwsh -enc cgBtACAAeAA=", ["pwsh -enc cgBtACAAeAA=", "rm x"]],
  ["bash -c 'rm a; rm b'", ["bash -c rm a; rm b", "rm a", "rm b"]],
  ["iex 'rm x'", ["iex rm x", "rm x"]],
];

const inCmd: readonly (readonly [string, readonly string[]])[] = [
  ["d^el /s x & r^d y", ["del /s x", "rd y"]],
  ["rd/s/q C:\\", ["rd /s/q C:\\"]],
  ["if exist a (del b) else del c", ["del b", "del c"]],
  ["for %i in (a b) do @del %i", ["for %i", "a b", "del %i"]],
  ['echo "a & del b" > c 2>&1', ["echo a & del b >c >&1"]],
  ["dir | find x && a || b", ["dir", "find x", "a", "b"]],
  ["%ComSpec% /c del x", ["? /c del x"]],
];

describe("PowerShell and cmd.exe taken apart (SH-5)", () => {
  for (const [text, expected] of inPowerShell)
    it(JSON.stringify(text), () => assert.deepEqual(found(text, "powershell").slice(-expected.length), expected));
  for (const [text, expected] of inCmd)
    it(`cmd.exe: ${JSON.stringify(text)}`, () => assert.deepEqual(found(text, "cmd"), expected));

  it("finds what bash hands to PowerShell and cmd.exe", () => {
    assert.deepEqual(found("powershell.exe -c 'Format-Volume D'", "bash").slice(1), ["Format-Volume D"]);
    assert.deepEqual(found("cmd //c 'del x'", "bash").slice(1), ["del x"]);
  });

  for (const text of ["ls |", "&&", "ls (", "echo 'a", 'echo "a', "}", "ls < x", "ls >", "echo a`"])
    it(`says that ${text} cannot be analysed`, () => {
      assert.match(analyse(text, "powershell").parseError ?? "none", /missing|lacks|no |not supported|ends in/);
      assert.equal(isReadOnly(analyse(text, "powershell")), false);
    });

  it("stops at scripts and blocks that are nested too deeply", () => {
    assert.match(analyse("(".repeat(5000), "powershell").problem ?? "", /nested too deeply/);
    assert.match(analyse(`${"cmd /c ".repeat(30)}x`, "cmd").problem ?? "", /nested too deeply/);
  });

  it("does not look at what is too long", () => {
    assert.equal(analyse("a;".repeat(40_000), "powershell").problem, "it is too long");
  });
});

describe("table of cmdlets (D-13)", () => {
  for (const cmdlet of cmdlets) {
    for (const call of cmdlet.readOnly)
      it(`knows ${call} to only read`, () => {
        assert.deepEqual(analyse(call, "powershell").unusual, []);
        assert.equal(isReadOnly(analyse(call, "powershell")), true);
      });
    it(`has calls of ${cmdlet.name} that ask`, () => assert.ok(cmdlet.asks.length > 0));
  }

  it("names every cmdlet and alias once", () => {
    const names = cmdlets.flatMap(({ name, aliases }) => [name, ...aliases]).map((name) => name.toLowerCase());
    assert.equal(new Set(names).size, names.length);
  });

  for (const call of [
    "git status",
    "git log --oneline -5",
    "ls src | sort Name | select -First 3",
    'gc "file.txt"',
    "GET-CONTENT file.txt",
    "git show HEAD:src/a.ts",
  ])
    it(`knows ${call} to only read`, () => assert.equal(isReadOnly(analyse(call, "powershell")), true));

  for (const call of [
    "git diff 'a'--output=x",
    "git log '--format=a\" --output=x'",
    "git log -a.b",
    "git -c core.pager=x log",
    "ls; Get-Process",
    "& git status",
    ". git status",
    "'ls'",
    "ls &",
    "cmd /c dir",
    "powershell -c ls",
    "node x.js",
    "cat file.txt > b",
    "if ls",
  ])
    it(`does not know ${call} to only read`, () => assert.equal(isReadOnly(analyse(call, "powershell")), false));

  it("knows nothing under cmd.exe to only read", () => {
    for (const call of ["dir", "type file.txt", "git status", "echo a"])
      assert.equal(isReadOnly(analyse(call, "cmd")), false);
  });
});

describe("any text for PowerShell or cmd.exe", () => {
  const fragment = fc.oneof(
    fc.constantFrom(..."'\"`$(){}[]@|&;<>,\n#%^!\\ -".split(""), "$(", "@'\n", '@"\n', "\n'@", "<#", "#>", "--%", "2>"),
    fc.constantFrom("rm", "ls", "git", "cmd /c ", "powershell -c ", "iex ", "if", "do", "-Recurse", "C:\\", "echo"),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  const script = fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(""));
  const strange = /[^\w \n./\\:;|&'"=~*?+>-]/;

  it("never throws, and every command lies in the text (SH-4)", () => {
    fc.assert(
      fc.property(script, fc.constantFrom<ShellLanguage>("powershell", "cmd"), (text, language) => {
        for (const { range } of analyse(text, language).commands)
          assert.ok(range[0] >= 0 && range[0] <= range[1] && range[1] <= text.length);
      }),
      { numRuns: 3000 },
    );
  });

  it("is never known to only read with a character that may mean something special (D-12)", () => {
    const call = fc.constantFrom(...cmdlets.flatMap(({ readOnly }) => readOnly));
    fc.assert(
      fc.property(call, fc.string({ unit: "binary", minLength: 1, maxLength: 3 }), fc.nat(40), (text, added, at) => {
        fc.pre(strange.test(added));
        const changed = text.slice(0, at) + added + text.slice(at);
        assert.equal(isReadOnly(analyse(changed, "powershell")), false);
      }),
      { numRuns: 3000 },
    );
  });
});
