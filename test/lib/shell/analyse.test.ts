/** Taking command lines apart (SH-4, SH-5, D-1, D-12). */
import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { describeCommands } from "../../../src/lib/shell/describe";

const argv = (text: string) => describeCommands(analyse(text)).map(({ name, args }) => [name, ...args]);
/** Names with their wrappers in front. */
const names = (text: string) =>
  describeCommands(analyse(text)).map(({ name, prefixes }) => [...prefixes, name].join(" "));

describe("simple commands anywhere in a text (SH-5)", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["a; b && c || d & e\nf", ["a", "b", "c", "d", "e", "f"]],
    ["a | b |& c", ["a", "b", "c"]],
    ["(a; { b; })", ["a", "b"]],
    ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
    ["for x in $(a); do b; done", ["a", "b"]],
    ["for ((i=0; i<$(a); i++)); do b; done", ["a", "b"]],
    ["while a; do b; done; until c; do d; done", ["a", "b", "c", "d"]],
    ["case $(a) in b) c;; *) d;; esac", ["a", "c", "d"]],
    ["select x in a; do b; done", ["b"]],
    ["f() { a; }; function g { b; }", ["a", "b"]],
    ["coproc a; coproc N { b; }", ["a", "b"]],
    ["a $(b `c`) <(d) >(e)", ["a", "b", "c", "d", "e"]],
    ["echo `a \\`b\\``", ["echo", "a", "b"]],
    ['echo "$(a "$(b)")"', ["echo", "a", "b"]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
    ["echo ${x:-$(a)} ${y:=`b`} ${z/p/$(c)} ${v:$(d)}", ["echo", "a", "b", "c", "d"]],
    ["echo $((1 + $(a))) $[$(b)]", ["echo", "a", "b"]],
    ["x=$(a) y=(1 $(b)) z[$(c)]=1", ["", "a", "b", "c"]],
    ["cat <<E\n$(a)\nE", ["cat", "a"]],
    ["cat <<'E'\n$(a)\nE", ["cat"]],
    ["cat <<E >f; b\n`a`\nE", ["cat", "b", "a"]],
    ["cat <<A; cat <<B\n$(a)\nA\n$(b)\nB", ["cat", "cat", "a", "b"]],
    ["cat <<< $(a) > $(b)", ["cat", "a", "b"]],
    ["[[ -f $(a) && b == c ]]", ["[[", "a"]],
    ["(( $(a) > 1 ))", ["((", "a"]],
    ["! a | time b", ["a", "time b"]],
    ["time a", ["time a"]],
    ["{ a; } > $(b)", ["a", "", "b"]],
    ["a <<< 1 # $(b)", ["a"]],
    ["echo '$(a)' \\$(b", ["echo"]],
  ];
  for (const [text, expected] of cases) it(JSON.stringify(text), () => assert.deepEqual(names(text), expected));
});

describe("wrappers and carried scripts (D-12, C-37)", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["sudo -u root -- rm x", ["sudo rm"]],
    ["/usr/bin/sudo id", ["sudo id"]],
    ["env -i A=1 B=2 nice -n 5 timeout -k 1 5s id", ["env nice timeout id"]],
    ["nohup setsid stdbuf -oL id &", ["nohup setsid stdbuf id"]],
    ["command builtin exec -a x id", ["command builtin exec id"]],
    ["command -v sudo", ["command"]],
    ["xargs -0 -n 1 rm -f", ["xargs rm"]],
    ["find . -name x -exec sudo id {} \\; -execdir a {} +", ["find", "find sudo id", "find a"]],
    ["sh -c 'a; b'", ["sh", "sh a", "sh b"]],
    ["bash -euo pipefail -c 'a'", ["bash", "bash a"]],
    ["bash -lc -- 'a'", ["bash", "bash a"]],
    ["bash script.sh -c a", ["bash"]],
    ["eval a '; b'", ["eval", "eval a", "eval b"]],
    ["ssh -p 22 host a b", ["ssh", "ssh a"]],
    ["script -qc 'a' /dev/null", ["script", "script a"]],
    ["watch -n 1 'a | b'", ["watch", "watch a", "watch b"]],
    ["trap 'a' EXIT", ["trap", "trap a"]],
    ["trap -- 'a' EXIT", ["trap", "trap a"]],
    ["flock f a", ["flock a"]],
    ["flock f -c 'a'", ["flock", "flock a"]],
    ["env -S 'a b'", ["env", "env a"]],
    ["busybox sh -c 'a'", ["busybox sh", "busybox sh a"]],
    ["/lib64/ld-linux-x86-64.so.2 /bin/a", ["ld-linux-x86-64.so.2 /bin/a"]],
    ["bash <<E\na\nE", ["bash", "bash a"]],
    ["bash <<< 'a; b'", ["bash", "bash a", "bash b"]],
    ["sh -c \"sh -c 'a'\"", ["sh", "sh sh", "sh sh a"]],
    ["sudo", ["sudo"]],
    ["timeout 5", ["timeout"]],
    ["npm exec --yes -- sudo id", ["npm", "npm sudo id"]],
    ["bundle exec a", ["bundle", "bundle a"]],
    ["uv run a", ["uv", "uv a"]],
    ["git bisect run a b", ["git", "git a"]],
    ["git submodule foreach --recursive 'a; b'", ["git", "git a", "git b"]],
    ["git bisect start", ["git"]],
    ["npm install a", ["npm"]],
  ];
  for (const [text, expected] of cases) it(JSON.stringify(text), () => assert.deepEqual(names(text), expected));

  it("keeps options of the inner command with it", () => {
    assert.deepEqual(argv("timeout --foreground 5 grep -rn x ."), [["grep", "-rn", "x", "."]]);
  });
});

describe("words (SH-4)", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [`r''m "-r"f 'a b' c\\ d`, ["rm", "-rf", "a b", "c d"]],
    ["r\\\nm x", ["rm", "x"]],
    ["\\rm $'\\x41\\n'", ["rm", "A\n"]],
    [
      "{ls,id} x{a,b}y {1..3} {c..a} {01..3} {-01..1}",
      ["ls", "id", "xay", "xby", "1", "2", "3", "c", "b", "a", "01", "02", "03", "-01", "000", "001"],
    ],
    ["{a,{b,c}d} '{x,y}' {z} {,e} \"{p,q}\"", ["a", "bd", "cd", "{x,y}", "{z}", "e", "{p,q}"]],
    ["a{b,c}{d,e}", ["abd", "abe", "acd", "ace"]],
    ["{{a,b} {a,b}}", ["{a", "{b", "a}", "b}"]],
    ["echo a#b # c", ["echo", "a#b"]],
    ["echo '' \"\"", ["echo", "", ""]],
  ];
  for (const [text, expected] of cases) it(JSON.stringify(text), () => assert.deepEqual(argv(text), [expected]));

  it("marks what is not known, a home and patterns", () => {
    const args = analyse(`a ~/b "~/c" ~d $e "f$g" *.h "i*" \\~/j k[lm] $(n) $'o*'`).commands[0]?.args ?? [];
    assert.deepEqual(
      args.map(({ value, tilde, glob, quoted }) => ({ value, tilde, glob, quoted })),
      [
        { value: "~/b", tilde: true, glob: false, quoted: false },
        { value: "~/c", tilde: false, glob: false, quoted: true },
        { value: undefined, tilde: false, glob: false, quoted: false },
        { value: undefined, tilde: false, glob: false, quoted: false },
        { value: undefined, tilde: false, glob: false, quoted: true },
        { value: "*.h", tilde: false, glob: true, quoted: false },
        { value: "i*", tilde: false, glob: false, quoted: true },
        { value: "~/j", tilde: false, glob: false, quoted: true },
        { value: "k[lm]", tilde: false, glob: true, quoted: false },
        { value: undefined, tilde: false, glob: false, quoted: false },
        { value: "o*", tilde: false, glob: false, quoted: true },
      ],
    );
  });
});

describe("homes in arguments", () => {
  it("are found after NAME= as well, as bash does", () => {
    const args = analyse("dd of=~/a 'of=~/b' of='~'/c --of=~/d a=~b =~/e o'f'=~/g").commands[0]?.args ?? [];
    assert.deepEqual(
      args.map(({ value, homeAt }) => [value, homeAt]),
      [
        ["of=~/a", 3],
        ["of=~/b", undefined],
        ["of=~/c", undefined],
        ["--of=~/d", undefined],
        [undefined, undefined],
        ["=~/e", undefined],
        ["of=~/g", undefined],
      ],
    );
  });
});

describe("facts about a command (SH-5, D-1)", () => {
  it("describes everything as explain answers it", () => {
    assert.deepEqual(describeCommands(analyse('A=1 env B="$x" grep -n "a b" < in 2>&1 | sort >> out &')), [
      {
        name: "grep",
        args: ["-n", "a b"],
        prefixes: ["env"],
        redirects: [
          { op: "<", target: "in", static: true },
          { op: ">&", target: "1", static: true },
        ],
        assignments: ["A=1", 'B="$x"'],
        pipeline: [0, 2],
        background: true,
      },
      {
        name: "sort",
        args: [],
        prefixes: [],
        redirects: [{ op: ">>", target: "out", static: true }],
        assignments: [],
        pipeline: [1, 2],
        background: true,
      },
    ]);
  });

  it("says which redirects lead to a place that is not known", () => {
    const [command] = describeCommands(analyse("a > $x 2> *.log &> ~/f > {a,b}"));
    assert.deepEqual(command?.redirects, [
      { op: ">", target: "$x", static: false },
      { op: ">", target: "*.log", static: false },
      { op: "&>", target: "~/f", static: true },
      { op: ">", target: "{a,b}", static: false },
    ]);
  });

  it("tells what runs in the background", () => {
    assert.deepEqual(
      describeCommands(analyse("a & b; (c; d) & e")).map(({ name, background }) => [name, background]),
      [
        ["a", true],
        ["b", false],
        ["c", true],
        ["d", true],
        ["e", false],
      ],
    );
  });

  it("keeps descriptors", () => {
    const [command] = analyse("a 2> b 3<> c >&- <<< d").commands;
    assert.deepEqual(
      command?.redirects.map(({ op, fd, target }) => [op, fd, target.value]),
      [
        [">", 2, "b"],
        ["<>", 3, "c"],
        [">&", undefined, "-"],
        ["<<<", undefined, "d"],
      ],
    );
  });

  it("gives ranges in the analysed text", () => {
    const text = "a b; c | (d; sh -c 'e')";
    assert.deepEqual(
      analyse(text).commands.map(({ range: [start, end], nesting }) => [text.slice(start, end), nesting]),
      [
        ["a b", 0],
        ["c", 0],
        ["d", 0],
        ["sh -c 'e'", 0],
        ["sh -c 'e'", 1],
      ],
    );
  });

  it("finds functions that start themselves without end", () => {
    const multiplying = (text: string) =>
      analyse(text)
        .functions.filter(({ multiplies }) => multiplies)
        .map(({ name }) => name);
    assert.deepEqual(multiplying(":(){ :|:& };:"), [":"]);
    assert.deepEqual(multiplying("b() { b & b; }; b"), ["b"]);
    assert.deepEqual(multiplying("function c { echo $(c | c); }"), ["c"]);
    assert.deepEqual(multiplying("d() { d; }"), []);
    assert.deepEqual(multiplying("e() { ls | cat; }; e | e"), []);
  });
});
