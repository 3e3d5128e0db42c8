/** Command lines from a grammar: calls of known programs, in and out of order, with what would write or run something mixed in. */
import { programs } from "../../../src/lib/shell/programs";
import type { KnownProgram } from "../../../src/lib/shell/programs/program";
import type { Random } from "./random";

/** They take long to start, or look at the whole machine. */
const slow =
  /^(?:npm|pip3?|docker|podman|java|javac|tsc|lsof|top|locate|sleep|node|nodejs|bun|deno|uv|gcc|g\+\+|clang|cmake)$/;
/** They wait, or grow without end. */
const endless = /\b(?:tail -f|sleep)\b/;

const known: readonly KnownProgram[] = programs.filter(({ names }) => !slow.test(names[0] ?? ""));
const seeds = known.flatMap(({ readOnly }) => readOnly).filter((one) => !endless.test(one));
const strangeSeeds = known.flatMap(({ asks }) => asks).filter((one) => !endless.test(one) && !/\s\/(?:\s|$)/.test(one));
const optionsOf = new Map(known.map((program) => [program, (program.options ?? "").split(" ").filter(Boolean)]));

const files = [
  "a.txt",
  "b.txt",
  "src",
  "src/a.ts",
  "src/../a.txt",
  "./a.txt",
  "none",
  "P",
  "-",
  "x",
  "link",
  "a.gz",
  ".",
];
const effects =
  'touch P|./evil|evil|>P|> P|>>P|>|P|2>P|&>P|>&P|tee P|-oP|-o P|--output=P|-w P|w P|e touch P|1e touch P|-delete|-exec touch P ;|-fprint P|system("touch P")|print > "P"|rm a.txt|mv a.txt P|eval touch P|$(touch P)|`touch P`|<(touch P)|>(touch P)|a+=b|x=1|PATH=.|IFS=.|exec|. ./evil|source ./evil|trap \'touch P\' EXIT|alias ls=./evil|make|s/a/touch P/e'.split(
    "|",
  );
const pieces =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not a template
  "a;b;1;0;-;--;-n;-e;'';\"\";'a b';\"a b\";\\;\\\\;\\ ;$HOME;\"$HOME\";$?;$#;$((1+2));$[1+2];$(echo a);`echo a`;${HOME};${x:-a};${HOME%/*};${HOME#/};${#HOME};${HOME:0:1};${HOME/a/b};${HOME^^};${!x};${x=P};~;~+;*;?;*.txt;[ab]*;{a,b};{1..3};$'a';$'\\n';$\"a\";$'\\'';!;^;#;=;a=b;a[0]=x;a+=b;%;@;,;:;..;/dev/null;\\\n;\t;é".split(
    ";",
  );
const operators = [";", "&&", "||", "|", "|&", "&", "\n", ";;", " ", ";&", "!"];
const redirects =
  "2>/dev/null|>/dev/null|2>&1|>&2|<a.txt|<<<a|<<<\"$HOME\"|<<E\na\nE\n|<<'E'\n$(touch P)\nE\n|<<E\n$HOME\nE\n|<<-E\n\ta\n\tE\n|&>/dev/null|0<a.txt|3<a.txt|10<a.txt|12>&1|<>a.txt|>&-|2>&-|>|/dev/null".split(
    /(?<!>)\|(?!\/)/,
  );
const shapes = [
  "( @ )",
  "{ @; }",
  "if @; then @; fi",
  "if @; then @; else @; fi",
  "for i in a b; do @; done",
  "for i in *; do @; done",
  "case a in a) @;; *) @;; esac",
  "case @ in a) @;; esac",
  "! @",
  "time @",
  "echo $( @ )",
  'echo "$( @ )"',
  "echo ` @ `",
  "cat <( @ )",
  "[[ -n a && @ ]]",
  "[[ @ ]]",
  "[ @ ]",
  "(( @ ))",
  "echo $(( @ ))",
  "until @; do @; break; done",
  "f() { @; }; @",
  "function f { @; }",
  "coproc @",
  "command @",
  "env @",
  "env -i @",
  "timeout 1 @",
  "nice @",
  "bash -c '@'",
  "sh -c '@'",
  'sh -c "@"',
  "eval '@'",
  "find . -name '*.txt' -exec @ \\;",
  "echo a | @",
  "@ | head -1",
  "echo a | xargs @",
  "set -e; @",
  "declare -a a; @",
  "local a; @",
  "select i in a; do @; break; done",
];

/** An option as its row describes it, given in one of the ways in which options are given. */
function option(random: Random, program: KnownProgram): string {
  const described = random.pick(optionsOf.get(program) ?? []);
  if (described === undefined) return "-x";
  const name = described.replace(/(?<=.)(?:::|[:?<>])$/, "");
  const value = random.pick(["P", "1", "a", "./evil", "touch P"]);
  switch (random.below(6)) {
    case 0:
      return `${name}${name.startsWith("--") ? "=" : ""}${value}`;
    case 1:
      return `${name} ${value}`;
    case 2:
      return name.startsWith("--") ? name.slice(0, -1) : `${name}${random.pick(["o", "e", "w", "i", "f", "l", "d"])}`;
    case 3:
      return `${name} ${option(random, program)}`;
    default:
      return name;
  }
}

function simple(random: Random): string {
  if (random.chance(0.45)) return random.pick(seeds);
  if (random.chance(0.06)) return random.pick(strangeSeeds);
  if (random.chance(0.1)) return random.pick(effects);
  const program = random.pick(known);
  const words = [random.pick(program.names)];
  for (let left = random.below(3); left > 0; left--) words.push(option(random, program));
  for (let left = random.below(3); left > 0; left--) words.push(random.pick(random.chance(0.6) ? files : pieces));
  return words.join(" ");
}

function script(random: Random, depth: number): string {
  const kind = random.next();
  if (depth > 2 || kind < 0.4) {
    const made = simple(random);
    return random.chance(0.2) ? `${made} ${random.pick(redirects)}` : made;
  }
  if (kind < 0.65) return `${script(random, depth + 1)} ${random.pick(operators)} ${script(random, depth + 1)}`;
  return random.pick(shapes).replace(/@/g, () => script(random, depth + 1));
}

/** Characters and tokens put in, taken out, doubled and exchanged. */
function mutated(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const to = at + random.below(4);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + random.pick(pieces) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(effects) + text.slice(random.chance(0.5) ? at : to);
    case 3:
      return text.slice(0, to) + text.slice(at);
    case 4: {
      const words = text.split(" ");
      const [one, other] = [random.below(words.length), random.below(words.length)];
      [words[one], words[other]] = [words[other] ?? "", words[one] ?? ""];
      return words.join(" ");
    }
    default:
      return text.slice(0, at) + random.pick([..."'\"`\\$(){}[]<>|&;!#=~*? \n\t"]) + text.slice(at);
  }
}

/** One command line; none holds NUL. */
export function commandLine(random: Random): string {
  let text = script(random, 0);
  while (random.chance(0.45)) text = mutated(random, text);
  return text;
}
