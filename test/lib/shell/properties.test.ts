/** What must hold for every text (SH-4): no exceptions, no lost words. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { analyse } from "../../../src/lib/shell/analyse";
import { quoteWord } from "../../../src/lib/shell/words/quote";

/** Fragments that make random text look like shell. */
const fragment = fc.oneof(
  fc.constantFrom(
    ..."$( ) ` \" ' \\ { } , .. [[ ]] (( )) ; & && | || |& > >> < << <<- <<< >( <( ${ :- @P ! # * ? [ ] ~ = $ \n \t EOF if then fi for in do done case esac while function f() eval sh -c sudo rm echo a b".split(
      " ",
    ),
    " ",
    "\n",
  ),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const shellish = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(""));

/** One spelling of a text as a shell word, made of randomly quoted stretches. */
const spelled = (text: string): fc.Arbitrary<string> => {
  const characters = [...text];
  return fc
    .array(fc.constantFrom("single", "double", "backslash", "ansi", "plain"), {
      minLength: characters.length,
      maxLength: characters.length,
    })
    .map((styles) => {
      if (characters.length === 0) return "''";
      return characters
        .map((character, at) => {
          switch (styles[at]) {
            case "single":
              return character === "'" ? '"\'"' : `'${character}'`;
            case "double":
              return `"${character.replace(/[\\"$`]/, "\\$&")}"`;
            case "ansi":
              return `$'\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}'`;
            case "plain":
              return /^[\w@%+:.-]$/.test(character) ? character : `'${character.replace("'", "'\\''")}'`;
            default:
              // A backslash before a newline would vanish with it.
              return character === "\n" ? "$'\\n'" : `\\${character}`;
          }
        })
        .join("");
    });
};
const character = fc
  .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.constantFrom(0x0a, 0x09, 0xe9, 0x20ac, 0x65e5))
  .map((code) => String.fromCharCode(code));
const argument = fc.array(character, { maxLength: 8 }).map((parts) => parts.join(""));
/** Name and arguments, and a spelling of them. */
const spelledArgv = fc
  .array(argument, { minLength: 1, maxLength: 5 })
  .chain((values) => fc.tuple(fc.constant(values), fc.tuple(...values.map(spelled))))
  .map(([values, words]) => ({ values, text: `printf '%s\\0' ${words.join(" ")}` }));

const argsOf = (text: string) => analyse(text).commands[0]?.args.map((word) => word.value);

describe("properties of the analysis (SH-4)", () => {
  it("never throws on random text", () => {
    fc.assert(
      fc.property(fc.oneof(shellish, fc.string({ unit: "binary", maxLength: 60 })), (text) => {
        const analysis = analyse(text);
        assert.equal(analysis.text, text);
        for (const { range } of analysis.commands)
          assert.ok(range[0] >= 0 && range[0] <= range[1] && range[1] <= text.length);
      }),
      { numRuns: 3000 },
    );
  });

  it("finds the same arguments however they are quoted", () => {
    fc.assert(
      fc.property(spelledArgv, ({ values, text }) => {
        assert.deepEqual(argsOf(text), ["%s\\0", ...values]);
      }),
      { numRuns: 1000 },
    );
  });

  it("reads back what quoteWord wrote", () => {
    fc.assert(
      fc.property(fc.array(argument, { minLength: 1 }), (values) => {
        const [command] = analyse(values.map(quoteWord).join(" ")).commands;
        assert.deepEqual([command?.name, ...(command?.args.map((word) => word.value) ?? [])], values);
      }),
      { numRuns: 500 },
    );
  });

  it("finds sudo wherever it is put", () => {
    const asCommand = fc.constantFrom(
      ..."@|env A=1 @|timeout 5 @|xargs @|nohup nice @|exec @|command @|find . -exec @ \\;|A=1 @|> f @|sh -c '@'|eval '@'|echo `@`".split(
        "|",
      ),
    );
    const asList = fc.constantFrom(
      ...'( @ )~{ @; }~! @~ls; @~ls | { @; }~@ | ls~ls && @~@ & ls~echo $( @ )~echo "$( @ )"~x=$( @ )~cat <( @ )~if @; then :; fi~if :; then @; fi~while @; do :; done~for i in 1; do @; done~for i in $( @ ); do :; done~case x in x) @;; esac~case $( @ ) in x) ;; esac~f() { @; }~coproc { @; }~[[ -n $( @ ) ]]~echo $((1 + $( @ )))~time { @; }~ls > $( @ )~cat <<< $( @ )~a[$( @ )]=1~echo {a,$( @ )}~cat <<E\n$( @ )\nE\n~{ @; } 2>&1'.split(
        "~",
      ),
    );
    const nested = fc
      .tuple(asCommand, fc.array(asList, { maxLength: 4 }))
      .map(([command, lists]) =>
        lists.reduce((inner, place) => place.replace("@", () => inner), command.replace("@", "sudo id")),
      );
    fc.assert(
      fc.property(nested, (text) => {
        const analysis = analyse(text);
        const found = analysis.commands.some((command) => command.prefixes.includes("sudo") || command.name === "sudo");
        assert.ok(found, text);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the analysis against bash itself", function () {
  this.timeout(30_000);
  const bash = (script: string) =>
    execFileSync("bash", ["--norc", "--noprofile", "-c", script], {
      encoding: "utf8",
      maxBuffer: 1 << 24,
      env: { LC_ALL: "C.UTF-8" },
    });

  it("reads quoting as bash does", () => {
    const samples = fc
      .sample(spelledArgv, { numRuns: 400, seed: 7 })
      .filter(({ values }) => values.every((value) => !value.includes("\0")));
    const script = samples.map(({ text }) => `${text}; printf '\\2\\3\\0'`).join("\n");
    const said = bash(script)
      .split("\u0002\u0003\0")
      .slice(0, -1)
      .map((one) => one.split("\0").slice(0, -1));
    assert.equal(said.length, samples.length);
    assert.deepEqual(
      samples.map(({ text }) => argsOf(text)?.slice(1)),
      said,
    );
  });

  it("expands braces as bash does", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      ",",
      "..",
      "a",
      "b",
      "1",
      "3",
      "-2",
      "01",
      "'x,y'",
      '"}"',
      "\\{",
      "\\,",
      "c",
      "{a,b}",
      "{1..3}",
      "''",
    );
    const words = fc.sample(
      fc.array(piece, { minLength: 1, maxLength: 9 }).map((parts) => parts.join("")),
      { numRuns: 1500, seed: 11 },
    );
    const script = words.map((word) => `printf '%s\\0' x ${word}; printf '\\2\\3\\0'`).join("\n");
    const said = bash(script)
      .split("\u0002\u0003\0")
      .slice(0, -1)
      .map((one) => one.split("\0").slice(1, -1));
    assert.equal(said.length, words.length);
    const differing = words.filter((word, at) => {
      const analysis = analyse(`printf '%s\\0' x ${word}`);
      const ours = analysis.commands[0]?.args.slice(2).map((one) => one.value);
      return (
        analysis.problem === undefined &&
        analysis.unusual.length === 0 &&
        JSON.stringify(ours) !== JSON.stringify(said[at])
      );
    });
    assert.deepEqual(differing, []);
  });

  it("reads $'…' as bash does", () => {
    const piece = fc.constantFrom(
      ...'a|b|\\n|\\t|\\\\|\\\'|\\"|\\?|\\x41|\\x4|\\x|\\101|\\60|\\7|\\u00e9|\\u41|\\U0001F600|\\q|\\e|\\cA|$|"|`|é|\\x41g|\\0|\\u|\\u{41}|\\x{41}|\\400|\\xff'.split(
        "|",
      ),
      "\n",
    );
    const words = fc.sample(
      fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => `$'${parts.join("")}'`),
      { numRuns: 1000, seed: 3 },
    );
    const script = words.map((word) => `printf '%s\\0' ${word}; printf '\\2\\3\\0'`).join("\n");
    const said = bash(script)
      .split("\u0002\u0003\0")
      .slice(0, -1)
      .map((one) => one.split("\0").slice(0, -1));
    assert.equal(said.length, words.length);
    const differing = words.flatMap((word, at) => {
      const analysis = analyse(`printf '%s\\0' ${word}`);
      const ours = analysis.commands[0]?.args.slice(1).map((one) => one.value);
      const trusted = analysis.problem === undefined && analysis.unusual.length === 0;
      return trusted && JSON.stringify(ours) !== JSON.stringify(said[at]) ? [{ word, ours, said: said[at] }] : [];
    });
    assert.deepEqual(differing, []);
  });

  it("a word in which nothing is special is itself", () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[\w./,:@%+=-]{1,12}$/), (text) => {
        const pieces = [{ text }];
        const word = { source: text, value: text, quoted: false, tilde: false, glob: false, brace: false, pieces };
        assert.deepEqual(analyse(`echo ${text} "${text}"`).commands[0]?.args, [
          word,
          { ...word, source: `"${text}"`, quoted: true },
        ]);
      }),
    ));
});
