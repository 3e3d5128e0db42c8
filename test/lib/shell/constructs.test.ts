/** Every construct of bash's grammar, with where its commands stand in the source and how deep (SH-4, SH-5, DMG-2). */
import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { describeCommands } from "../../../src/lib/shell/describe";

type Found = readonly [source: string, nesting: number];

const placed: Readonly<Record<string, readonly (readonly [text: string, found: readonly Found[]])[]>> = {
  "here-documents": [
    [
      "cat <<E\n$(a)\nE\nb",
      [
        ["cat <<E", 0],
        ["a", 1],
        ["b", 0],
      ],
    ],
    [
      "cat <<'E'\n$(a)\nE\nb",
      [
        ["cat <<'E'", 0],
        ["b", 0],
      ],
    ],
    [
      'cat <<"E"\n`a`\nE\nb',
      [
        ['cat <<"E"', 0],
        ["b", 0],
      ],
    ],
    [
      "cat <<\\E\n$(a)\nE\nb",
      [
        ["cat <<\\E", 0],
        ["b", 0],
      ],
    ],
    [
      "cat <<-E\n\t$(a)\n\tE\nb",
      [
        ["cat <<-E", 0],
        ["a", 1],
        ["b", 0],
      ],
    ],
    [
      "cat <<A <<B | b\n$(x)\nA\n$(y)\nB\nc",
      [
        ["cat <<A <<B", 0],
        ["b", 0],
        ["x", 1],
        ["y", 1],
        ["c", 0],
      ],
    ],
    [
      "a <<'E E'\nb\nE E\nc",
      [
        ["a <<'E E'", 0],
        ["c", 0],
      ],
    ],
  ],
  "here-strings": [
    ["a <<< b", [["a <<< b", 0]]],
    [
      'a <<< "$(b)"',
      [
        ['a <<< "$(b)"', 0],
        ["b", 1],
      ],
    ],
  ],
  "process substitution": [
    [
      "a <(b | c) >(d)",
      [
        ["a <(b | c) >(d)", 0],
        ["b", 1],
        ["c", 1],
        ["d", 1],
      ],
    ],
    [
      "a > >(b)",
      [
        ["a > >(b)", 0],
        ["b", 1],
      ],
    ],
  ],
  arithmetic: [
    [
      "echo $((1 << 2)) b\nc",
      [
        ["echo $((1 << 2)) b", 0],
        ["c", 0],
      ],
    ],
    [
      "(( 1 << 2 ))\nb",
      [
        ["(( 1 << 2 ))", 0],
        ["b", 0],
      ],
    ],
    [
      "echo $[1 << 2]; b",
      [
        ["echo $[1 << 2]", 0],
        ["b", 0],
      ],
    ],
    ["for ((i = 1 << 2; i < 8; i++)); do a; done", [["a", 0]]],
    [
      "echo $(( $(a) << 2 ))",
      [
        ["echo $(( $(a) << 2 ))", 0],
        ["a", 1],
      ],
    ],
  ],
  arrays: [
    [
      "x=(1 $(a) [2]=b)",
      [
        ["x=(1 $(a) [2]=b)", 0],
        ["a", 1],
      ],
    ],
    [
      "x+=($(a)); b",
      [
        ["x+=($(a))", 0],
        ["a", 1],
        ["b", 0],
      ],
    ],
    [
      'x[$(a)]="$(b)"',
      [
        ['x[$(a)]="$(b)"', 0],
        ["a", 1],
        ["b", 1],
      ],
    ],
  ],
  conditions: [
    [
      "[[ a < b && $(c) =~ ^(d|e)$ ]] && f",
      [
        ["[[ a < b && $(c) =~ ^(d|e)$ ]]", 0],
        ["c", 1],
        ["f", 0],
      ],
    ],
    [
      "if ! [ a ]; then b; else c; fi",
      [
        ["[ a ]", 0],
        ["b", 0],
        ["c", 0],
      ],
    ],
    [
      "case x in (a) b;& c|d) e;;& *) f;; esac",
      [
        ["b", 0],
        ["e", 0],
        ["f", 0],
      ],
    ],
  ],
  "functions and coprocesses": [
    [
      "f() { a; } > b",
      [
        ["a", 0],
        ["> b", 0],
      ],
    ],
    ["function f() (a)", [["a", 0]]],
    ["coproc N { a; }", [["a", 0]]],
    ["coproc a b", [["a b", 0]]],
  ],
  "joined commands": [
    [
      "a |& b",
      [
        ["a", 0],
        ["b", 0],
      ],
    ],
    [
      "a & b && c || d; e",
      [
        ["a", 0],
        ["b", 0],
        ["c", 0],
        ["d", 0],
        ["e", 0],
      ],
    ],
    [
      "a \\\n  b \\\n | c",
      [
        ["a \\\n  b", 0],
        ["c", 0],
      ],
    ],
    [
      "a # b\nc#d",
      [
        ["a", 0],
        ["c#d", 0],
      ],
    ],
  ],
};

describe("constructs of bash (SH-4)", () => {
  for (const [title, cases] of Object.entries(placed))
    describe(title, () => {
      for (const [text, found] of cases)
        it(JSON.stringify(text), () => {
          const { commands, parseError } = analyse(text);
          assert.equal(parseError, undefined);
          assert.deepEqual(
            commands.map(({ range: [start, end], nesting }) => [text.slice(start, end), nesting]),
            found,
          );
        });
    });

  const redirected: readonly (readonly [
    text: string,
    redirects: readonly (readonly [string, number | undefined, string])[],
  ])[] = [
    [
      "a > b >> c >| d",
      [
        [">", undefined, "b"],
        [">>", undefined, "c"],
        [">|", undefined, "d"],
      ],
    ],
    ["a &> b", [["&>", undefined, "b"]]],
    ["a &>> b", [["&>>", undefined, "b"]]],
    ["a >& b", [[">&", undefined, "b"]]],
    ["a {fd}> b", [[">", undefined, "b"]]],
    [
      "a 2>&1 0<&3",
      [
        [">&", 2, "1"],
        ["<&", 0, "3"],
      ],
    ],
    [
      "a <> b <<< c",
      [
        ["<>", undefined, "b"],
        ["<<<", undefined, "c"],
      ],
    ],
    ["> b a", [[">", undefined, "b"]]],
    ["a <<-E\n\tx\n\tE", [["<<-", undefined, "E"]]],
  ];
  describe("redirects", () => {
    for (const [text, expected] of redirected)
      it(JSON.stringify(text), () => {
        const [command] = analyse(text).commands;
        assert.equal(command?.name, "a");
        assert.deepEqual(
          command?.redirects.map(({ op, fd, target }) => [op, fd, target.value]),
          expected,
        );
      });
  });

  it("gives every member of a pipeline its place", () => {
    assert.deepEqual(
      describeCommands(analyse("a | (b; c) |& d")).map(({ name, pipeline }) => [name, ...pipeline]),
      [
        ["a", 0, 3],
        ["b", 0, 1],
        ["c", 0, 1],
        ["d", 2, 3],
      ],
    );
  });
});
